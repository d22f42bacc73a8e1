package executor

import (
	"errors"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/aegish/aegish/envstate"
)

// A capture reads what a command writes to its state pipe. Whoever holds the
// pipe may write anything to it for as long as it likes, so reading is bounded
// in bytes (only the tail counts) and ends with the shell, not with the pipe.
type capture struct {
	r    *os.File
	done chan []byte
}

// newCapture makes the pipe and begins to read. The write end goes to the
// command; the caller closes its own copy after the spawn.
func newCapture() (*capture, *os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	c := &capture{r: r, done: make(chan []byte, 1)}
	go func() { c.done <- readTail(r, envstate.MaxReport) }()
	return c, w, nil
}

// finish is called when the shell has ended: what it wrote is in the pipe by
// then. It returns the tail of everything that was written until now.
func (c *capture) finish() []byte {
	defer c.r.Close()
	// A deadline in the past makes a blocked read return, and every later
	// one without looking, so what is still in the pipe is read directly.
	if err := c.r.SetReadDeadline(time.Unix(1, 0)); err != nil {
		return nil
	}
	tail := drain(c.r, <-c.done, envstate.MaxReport)
	return tail[max(0, len(tail)-envstate.MaxReport):]
}

// readTail reads until the end or the deadline and keeps the last max bytes.
func readTail(r io.Reader, max int) []byte {
	var tail []byte
	chunk := make([]byte, 64*1024)
	for {
		n, err := r.Read(chunk)
		tail = appendTail(tail, chunk[:n], max)
		if err != nil {
			return tail
		}
	}
}

// appendTail appends and forgets the oldest bytes beyond max. It lets the
// buffer grow to twice that before it moves anything, so that a flood costs
// one copy for each byte.
func appendTail(tail, more []byte, max int) []byte {
	tail = append(tail, more...)
	if len(tail) > 2*max {
		tail = append(tail[:0], tail[len(tail)-max:]...)
	}
	return tail
}

// drain reads without waiting until the pipe is empty, at most max bytes: a
// child that writes as fast as this reads can not hold it.
func drain(r *os.File, tail []byte, max int) []byte {
	conn, err := r.SyscallConn()
	if err != nil {
		return tail
	}
	chunk := make([]byte, 64*1024)
	for read := 0; read < max; {
		var n int
		var readErr error
		err := conn.Control(func(fd uintptr) { n, readErr = syscall.Read(int(fd), chunk) })
		if errors.Is(readErr, syscall.EINTR) {
			continue
		}
		if err != nil || readErr != nil || n <= 0 {
			return tail
		}
		tail = appendTail(tail, chunk[:n], max)
		read += n
	}
	return tail
}
