package executor

import (
	"context"
	"syscall"
	"time"

	"github.com/aegish/aegish/envstate"
)

// An Engine runs one command that has been judged. It keeps no state of the
// session's between calls.
type Engine interface {
	// Name is the engine's name in the configuration and the audit trail.
	Name() string
	// Run starts the command and waits for it. When ctx ends the command is
	// ended, with everything it started that can be found, and Outcome.Cause
	// tells why. An error means that nothing ran.
	Run(ctx context.Context, st *envstate.State, req Request) (Outcome, error)
	// Check says whether a text is a whole command, without running any of it.
	Check(ctx context.Context, st *envstate.State, text string) (Reading, error)
	// Close releases what the engine holds for the session.
	Close() error
}

// An Outcome is what an engine knows of a finished command.
type Outcome struct {
	Exit   int
	Signal syscall.Signal
	// Exited says that the command ended the shell, in an engine that keeps
	// the session's state itself.
	Exited bool
	// Limit is the limit of the interpreter that ended the command, such as
	// loop_iterations, or "".
	Limit string
	// Asked says that the shell was to report its state.
	Asked bool
	// Report is the state that came back, or nil.
	Report *envstate.Report
	// Cause is context.Cause of the context that ended the command, or nil.
	Cause    error
	Duration time.Duration
	// Left are processes that outlived the shell and were to be ended.
	Left []LeftProcess
}

// A LeftProcess is one that a command left running.
type LeftProcess struct {
	PID  int    `json:"pid"`
	Name string `json:"name"` // as in /proc/PID/comm, at most 15 bytes
	// Alive says that it could not be ended in time: it is another user's, or
	// the kernel does not let go of it.
	Alive bool `json:"alive,omitempty"`
}

// A SetupError is a failure before the command could start: nothing ran.
type SetupError struct {
	Code string // CodeSandbox or CodeSpawn
	Err  error
}

// Error implements error.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SetupError) Unwrap() error { return e.Err }
