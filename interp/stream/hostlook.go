package stream

import (
	"context"
	"io"

	"golang.org/x/sys/unix"
)

// A looker shows the next bytes of a host file without taking them.
type looker interface {
	// peek returns up to n bytes, io.EOF at the end.
	peek(n int) ([]byte, error)
	// take consumes what peek returned, or as much of it as is still there.
	take(seen []byte) (int, error)
	close()
}

func (h *hostFile) lookAhead() looker {
	switch {
	case h.file:
		return &fileLook{fd: h.fd}
	case h.pipe:
		var ends [2]int
		if unix.Pipe2(ends[:], unix.O_CLOEXEC|unix.O_NONBLOCK) != nil {
			return nil
		}
		return &pipeLook{fd: h.fd, ends: ends}
	}
	return nil
}

type fileLook struct {
	fd  int
	buf []byte
}

func (l *fileLook) peek(n int) ([]byte, error) {
	off, err := unix.Seek(l.fd, 0, io.SeekCurrent)
	if err != nil {
		return nil, err
	}
	if len(l.buf) < n {
		l.buf = make([]byte, n)
	}
	got, err := unix.Pread(l.fd, l.buf[:n], off)
	if err == nil && got == 0 {
		err = io.EOF
	}
	return l.buf[:max(got, 0)], err
}

func (l *fileLook) take(seen []byte) (int, error) {
	_, err := unix.Seek(l.fd, int64(len(seen)), io.SeekCurrent)
	return len(seen), err
}

func (l *fileLook) close() {}

type pipeLook struct {
	fd   int
	ends [2]int
	buf  []byte
}

func (l *pipeLook) peek(n int) ([]byte, error) {
	copied, err := unix.Tee(l.fd, l.ends[1], n, unix.SPLICE_F_NONBLOCK)
	if err != nil {
		return nil, err
	}
	if copied == 0 {
		return nil, io.EOF
	}
	if len(l.buf) < n {
		l.buf = make([]byte, n)
	}
	got, err := unix.Read(l.ends[0], l.buf[:copied])
	return l.buf[:max(got, 0)], err
}

func (l *pipeLook) take(seen []byte) (int, error) {
	for {
		n, err := unix.Read(l.fd, seen)
		if err != unix.EINTR {
			return max(n, 0), err
		}
	}
}

func (l *pipeLook) close() {
	unix.Close(l.ends[0])
	unix.Close(l.ends[1])
}

func pollNow(fd int, events int16) bool {
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: events}}, 0)
	return n > 0 && err == nil
}

// poll waits until the file is ready for events or ctx ends. A file that hung
// up or failed is ready: the call itself tells.
func (h *hostFile) poll(ctx context.Context, events int16) error {
	if over(ctx) {
		return context.Cause(ctx)
	}
	if h.file || pollNow(h.fd, events) {
		return nil
	}
	wakeup, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return err
	}
	defer unix.Close(wakeup)
	fired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(fired)
		one := [8]byte{1}
		unix.Write(wakeup, one[:])
	})
	defer func() {
		// The descriptor number may be someone else's after the close.
		if !stop() {
			<-fired
		}
	}()
	fds := []unix.PollFd{{Fd: int32(h.fd), Events: events}, {Fd: int32(wakeup), Events: unix.POLLIN}}
	for {
		_, err := unix.Poll(fds, -1)
		if over(ctx) {
			return context.Cause(ctx)
		}
		if err == nil {
			return nil
		}
		if err != unix.EINTR {
			return err
		}
	}
}
