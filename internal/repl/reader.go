package repl

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func newReader(ctx context.Context, opts Options) (reader, error) {
	// A descriptor that can not be read never polls as ready.
	flags, err := unix.FcntlInt(opts.Stdin.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE == unix.O_WRONLY {
		return nil, errors.New("standard input is not open for reading")
	}
	wake, err := newWaker(ctx)
	if err != nil {
		return nil, err
	}
	in := &stream{opts: opts, wake: wake}
	if opts.Interactive && opts.Terminal != nil && !dumb(opts.Term) {
		return newEditor(in, opts), nil
	}
	return in, nil
}

// dumb terminals get no escape sequences.
func dumb(name string) bool { return name == "" || name == "dumb" }

// stream reads lines a byte at a time, so that what lies behind a command is
// still there for it.
type stream struct {
	opts Options
	wake *waker
}

func (s *stream) readLine(prompt string) (string, error) {
	if s.opts.Interactive {
		_, _ = s.opts.Stderr.WriteString(prompt)
	}
	var line []byte
	one := make([]byte, 1)
	for {
		n, err := s.Read(one)
		switch {
		case err != nil:
			return string(line), err
		case n == 0:
			return string(line), io.EOF
		case one[0] == '\n':
			return string(line), nil
		}
		if line = append(line, one[0]); len(line) > maxPending {
			return "", errTooLong
		}
	}
}

// Read reads one byte into p. It waits for the input or for the end of the
// context, whichever comes first.
func (s *stream) Read(p []byte) (int, error) {
	fd := int(s.opts.Stdin.Fd())
	for {
		if err := s.wake.wait(fd); err != nil {
			return 0, err
		}
		n, err := unix.Read(fd, p[:1])
		switch {
		case errors.Is(err, syscall.EINTR), errors.Is(err, syscall.EAGAIN):
			continue
		case errors.Is(err, syscall.EIO), n == 0 && err == nil:
			return 0, io.EOF // a terminal that hung up reads as EIO
		}
		return n, err
	}
}

// A waker lets a wait for input end when a context does: poll(2) watches a
// pipe beside the input, and the context's end closes its other side.
type waker struct {
	ctx context.Context
	r   *os.File
}

func newWaker(ctx context.Context) (*waker, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { w.Close() })
	return &waker{ctx, r}, nil
}

// wait returns nil when fd has input or an end of file.
func (w *waker) wait(fd int) error {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(w.r.Fd()), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds, -1)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return err
		case w.ctx.Err() != nil:
			return context.Cause(w.ctx)
		}
		return nil
	}
}
