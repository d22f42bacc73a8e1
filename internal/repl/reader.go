package repl

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"syscall"
	"time"

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
	switch {
	case !opts.Interactive || opts.Terminal == nil:
		return in, nil
	case !dumb(opts.Term):
		return newEditor(in, opts), nil
	}
	in.keys, err = newKeys(ctx)
	return in, err
}

// dumb terminals get no escape sequences.
func dumb(name string) bool { return name == "" || name == "dumb" }

// stream reads lines a byte at a time, so that what lies behind a command is
// still there for it.
type stream struct {
	opts Options
	wake *waker
	// keys tells of ctrl-C, which such a terminal makes a signal. Nil without one.
	keys *keys
}

func (s *stream) until(t time.Time) { s.wake.deadline = t }

func (s *stream) readLine(prompt string) (string, error) {
	if s.keys != nil {
		s.keys.forget()
		s.wake.keys = s.keys
	}
	if s.opts.Interactive {
		_, _ = s.opts.Stderr.WriteString(prompt)
	}
	line, err := s.line()
	if errors.Is(err, errInterrupt) {
		_, _ = s.opts.Stderr.WriteString("\n")
	}
	return line, err
}

func (s *stream) line() (string, error) {
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
	// keys make a wait fail with errInterrupt; nil for never.
	keys *keys
	// deadline is when a wait fails with errTimedOut, zero for never.
	deadline time.Time
}

func newWaker(ctx context.Context) (*waker, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { w.Close() })
	return &waker{ctx: ctx, r: r}, nil
}

// wait returns nil when fd has input or an end of file.
func (w *waker) wait(fd int) error {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}, {Fd: int32(w.r.Fd()), Events: unix.POLLIN}}
	if w.keys != nil {
		fds = append(fds, unix.PollFd{Fd: int32(w.keys.fd), Events: unix.POLLIN})
	}
	for {
		n, err := unix.Poll(fds, w.milliseconds())
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return err
		case w.ctx.Err() != nil:
			return context.Cause(w.ctx)
		case w.keys != nil && fds[len(fds)-1].Revents != 0:
			return errInterrupt
		case n == 0 && w.milliseconds() == 0:
			return errTimedOut
		case n == 0:
			continue
		}
		return nil
	}
}

// milliseconds is what is left until the deadline, as poll(2) takes it.
func (w *waker) milliseconds() int {
	if w.deadline.IsZero() {
		return -1
	}
	left := time.Until(w.deadline)
	return int(min(max((left+time.Millisecond-1)/time.Millisecond, 0), math.MaxInt32))
}
