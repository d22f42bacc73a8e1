package builtins

import (
	"errors"
	"fmt"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
)

// Exit codes that builtins share (bash(1), EXIT STATUS).
const (
	failure = 1
	misuse  = 2
	// sigpipe is the status of one whose reader has left.
	sigpipe = 128 + 13
)

// outputChunk is how much output is held before it is written.
const outputChunk = 32 << 10

// code is a plain end with an exit code.
func code(n int) Status { return Status{Code: n} }

// print adds text to the output. It is written when the builtin finishes, or
// before, when there is much of it.
func (c *Call) print(text string) {
	c.pending = append(c.pending, text...)
	if len(c.pending) > outputChunk {
		c.flush()
	}
}

func (c *Call) printf(format string, args ...any) {
	c.pending = fmt.Appendf(c.pending, format, args...)
	if len(c.pending) > outputChunk {
		c.flush()
	}
}

func (c *Call) flush() {
	if len(c.pending) > 0 && c.writeErr == nil {
		_, c.writeErr = c.Stdout.Write(c.pending)
	}
	c.pending = c.pending[:0]
}

// finish writes what is pending and makes the status, which is another one
// when the output could not be written.
func (c *Call) finish(n int) Status {
	c.flush()
	if c.writeErr == nil {
		return Status{Code: n}
	}
	err := c.writeErr
	c.writeErr = nil
	return c.writeFailed(err)
}

// writeFailed tells why output was lost. A writer whose reader has left ends
// without a word, unless SIGPIPE is ignored or trapped.
func (c *Call) writeFailed(err error) Status {
	var limit *stream.LimitError
	switch {
	case errors.Is(err, stream.ErrBrokenPipe):
		action, trapped := c.State.Traps.Get("SIGPIPE")
		if !trapped {
			return Status{Code: sigpipe, Kind: Exit}
		}
		c.Shell.Errorf(c, "write error: Broken pipe")
		if action != "" {
			// A signal that its own process can not get is no loss.
			_ = c.Shell.Signal(c.State.BashPID, int(syscall.SIGPIPE))
		}
		return code(failure)
	case errors.As(err, &limit):
		return c.Shell.Exceeded(c, limit.Name, limit.Limit)
	case c.Ctx.Err() != nil:
		return code(failure)
	}
	c.Shell.Errorf(c, "write error: %s", reason(err))
	return code(failure)
}

// errorf reports an error. The lines of output that came before it are written
// first, as a line-buffered standard output would have them.
func (c *Call) errorf(format string, args ...any) {
	for i := len(c.pending) - 1; i >= 0; i-- {
		if c.pending[i] != '\n' {
			continue
		}
		rest := append([]byte(nil), c.pending[i+1:]...)
		c.pending = c.pending[:i+1]
		c.flush()
		c.pending = append(c.pending, rest...)
		break
	}
	c.Shell.Errorf(c, format, args...)
}

// restricted tells whether the shell is a restricted one (bash(1), RESTRICTED SHELL).
func (c *Call) restricted() bool { return c.State.Opts.On(state.Restricted) }

// failf reports an error and fails.
func (c *Call) failf(format string, args ...any) Status {
	c.errorf(format, args...)
	return c.finish(failure)
}

// usage prints how the builtin is called.
func (c *Call) usage() Status {
	c.flush()
	fmt.Fprintf(c.Stderr, "%s: usage: %s\n", c.Args[0], synopsis(c.Args[0]))
	return c.finish(misuse)
}

// reason words the cause of an error as the C library does.
func reason(err error) string {
	var errno syscall.Errno
	text := err.Error()
	if errors.As(err, &errno) {
		text = errno.Error()
	}
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}
