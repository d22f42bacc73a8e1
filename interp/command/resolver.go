package command

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
)

// A Locator is a Resolver that can tell where it finds things, for which(1),
// `command -v` and `type`.
type Locator interface {
	// Locate returns a path, "" for a name that it does not resolve.
	Locate(name string) string
}

// ErrNotFound is "command not found", status 127.
var ErrNotFound = errors.New("command not found")

// NotFound is the Resolver that knows nothing: every name is not found. It is
// the default of the interpreter, which so starts no process of the host.
type NotFound struct{}

// Resolve implements Resolver.
func (NotFound) Resolve(context.Context, *Call) (Command, error) { return nil, nil }

// StatusOf is the exit status for an error that says why a command could not be
// started, as execvp(3) users have it: 127 for what is not there, 126 for what
// can not be executed.
func StatusOf(err error) int {
	if errors.Is(err, ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return 127
	}
	return 126
}

// A Starter is a Command that is more than a function call: a process, which
// can be signalled and stopped while it runs. What a Resolver returns may be
// one; nothing may conclude from a Command that it is Go code. Its descriptors
// are Call.Files, its process group is Call.Group (0: one of its own), and what
// Run does is to Start and Wait.
type Starter interface {
	Command
	// Start returns once execve(2) would have: with an error when nothing was
	// started. The descriptors are its own from then on, as after a fork, and
	// the caller may close theirs.
	Start(ctx context.Context, call *Call) (Process, error)
}

// A Process is a Starter that runs.
type Process interface {
	// ID identifies it in `$!` and `kill`.
	ID() int
	// Wait waits until it ends or stops, or returns the cause of ctx when that
	// ends first. It may be called again after a stop.
	Wait(ctx context.Context) (Status, error)
	// Signal sends a signal to it or to its process group. ESRCH when it has
	// ended.
	Signal(sig syscall.Signal, group bool) error
	// Foreground gives the terminal, if there is one, to its process group, or
	// takes it back.
	Foreground(on bool) error
}

// A Status is what a process came to.
type Status struct {
	// Code is the exit status, 128 and the signal's number for a death by
	// one.
	Code int
	// Stopped says that it has not ended but waits for SIGCONT.
	Stopped bool
	// Signal is the one that ended or stopped it, or 0.
	Signal syscall.Signal
}

// SignalError is the cause of a context that a signal ended: what a Command
// that is Go code sees of `kill`, and what timeout(1) and its like end others
// with.
type SignalError syscall.Signal

// Error implements error.
func (e SignalError) Error() string { return syscall.Signal(e).String() }

// Code is the exit status of what died by the signal.
func (e SignalError) Code() int { return 128 + int(e) }
