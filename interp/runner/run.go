package runner

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
)

// statusLimit is the exit status of a run that met a limit or a bug.
const statusLimit = 125

// A run is one call of Run: what is counted for its limits, and whether it has
// to stop. Background jobs keep the run that they were started in.
type run struct {
	limits   *Limits
	commands atomic.Int64
	loops    atomic.Int64
	// stop is set once nothing of this run may go on.
	stop    atomic.Bool
	quit    chan struct{} // closed with stop
	failure atomic.Pointer[failure]
	cancel  context.CancelCauseFunc
	// over is set when the Run has returned; jobs may go on.
	over atomic.Bool
}

// A failure is why a run stopped, and where: what stands before the message of
// the shell that came to it, if one did.
type failure struct {
	err    error
	prefix string
}

// errStopped is the cause of the contexts of what a stopped process gives up to do again.
var errStopped = errors.New("the process is stopped")

// errEnded is the cause of the contexts of a run that is over.
var errEnded = errors.New("the run has ended")

// fail stops the run. The first reason counts; it tells whether this was it.
func (r *run) fail(err error) bool {
	if !r.failure.CompareAndSwap(nil, &failure{err: err}) {
		return false
	}
	r.halt(err)
	return true
}

// halt stops the run whose failure is set. From then on its streams fail.
func (r *run) halt(err error) {
	r.stop.Store(true)
	close(r.quit)
	r.cancel(err)
}

// err is why the run stopped, nil if it did not.
func (r *run) err() error {
	if f := r.failure.Load(); f != nil {
		return f.err
	}
	return nil
}

// limit stops the run because of a limit. Its end says so, on the standard error that
// the caller gave the session: that of the command, and of the shell after an exec, may
// lead to nowhere or to a pipe that nobody empties.
func (sh *shell) limit(name string, n int64) builtins.Status {
	err := &LimitError{name, n}
	if sh.run.failure.CompareAndSwap(nil, &failure{err, sh.messagePrefix()}) {
		if sh.run.over.Load() {
			sh.message(err.Error())
		}
		sh.run.halt(err)
	}
	return sh.stopped()
}

// full reports that there is no room for more values.
func (sh *shell) full() builtins.Status { return sh.limit("live_bytes", sh.run.limits.LiveBytes) }

// stopped is the status of a shell that must not go on.
func (sh *shell) stopped() builtins.Status {
	if sig := sh.proc.killed.Load(); sig != 0 {
		return builtins.Status{Code: 128 + int(sig), Kind: builtins.Exit}
	}
	code := statusLimit
	if err := sh.run.err(); err != nil {
		var limit *LimitError
		if !errors.As(err, &limit) {
			code = statusOf(err)
		}
	}
	return builtins.Status{Code: code, Kind: builtins.Exit}
}

// statusOf is the exit status for the end of a context.
func statusOf(err error) int {
	if bug := (*BugError)(nil); errors.As(err, &bug) {
		return statusLimit
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return 124
	}
	return 130
}

// tick is called before each command. It tells whether the shell must stop.
func (sh *shell) tick() bool {
	r := sh.run
	if n := r.commands.Add(1); r.limits.Commands > 0 && n > r.limits.Commands {
		sh.limit("commands", r.limits.Commands)
		return true
	}
	if sh.eng.meter.Over() {
		sh.full()
		return true
	}
	return sh.halted()
}

// halted tells whether the shell must stop. It waits while the process is
// stopped by a signal.
func (sh *shell) halted() bool {
	if sh.proc.attention.Load() && sh.proc.wait(sh.run.quit) {
		return true
	}
	return sh.run.stop.Load()
}

// round is called before each round of a loop.
func (sh *shell) round() bool {
	r := sh.run
	if n := r.loops.Add(1); r.limits.LoopIterations > 0 && n > r.limits.LoopIterations {
		sh.limit("loop_iterations", r.limits.LoopIterations)
		return false
	}
	return !r.stop.Load()
}

// asLimit makes a *LimitError of the errors that the rooms below have for
// theirs.
func asLimit(err error) (*LimitError, bool) {
	var own *LimitError
	var expansion *expand.LimitError
	var streams *stream.LimitError
	var full *state.FullError
	switch {
	case errors.As(err, &own):
		return own, true
	case errors.As(err, &expansion):
		return &LimitError{strings.ReplaceAll(expansion.Name, " ", "_"), expansion.Limit}, true
	case errors.As(err, &streams):
		return &LimitError{strings.ReplaceAll(streams.Name, " ", "_"), streams.Limit}, true
	}
	if errors.As(err, &full) {
		return &LimitError{"live_bytes", full.Limit}, true
	}
	return nil, false
}
