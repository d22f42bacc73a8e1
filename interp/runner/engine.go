package runner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/arith"
	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/pattern"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// A Config is what an Engine is made from.
type Config struct {
	Name        string // $0
	Params      []string
	Env         []string // NAME=VALUE
	Dir         string
	FS          vfs.FS
	Stdin       stream.Description
	Stdout      stream.Description
	Stderr      stream.Description
	Registry    command.Registry
	Resolver    command.Resolver // may be nil
	Limits      Limits
	Hooks       Hooks
	Interactive bool
	// Login says that the shell is a login shell.
	Login bool
	Now   func() time.Time // nil: time.Now
	User  command.User
	Audit func(command.LogEntry) error // may be nil
	// PID is $$ of the first shell, below 1 for a number of our own.
	PID int
	// Umask is what the first shell begins with.
	Umask fs.FileMode
}

// An Engine is a shell with all its subshells and jobs. Its methods are for
// one goroutine at a time, but for Signal and Close.
type Engine struct {
	cfg   Config
	meter *state.Meter
	// output counts what is written to the standard streams.
	output *stream.Quota
	// running counts the Runs that are on, one at the most; watched tells that
	// somebody looks at memory.
	running  atomic.Int64
	watched  atomic.Bool
	procs    processes
	builtins map[string]builtins.Info
	main     *shell
	// bare is the filesystem that stops at symbolic links, where it can.
	bare     vfs.FS
	told     stream.Description // see tell
	arith    *arith.Cache
	patterns pattern.Cache
	// life is the context of background jobs, which outlive the Run that
	// started them.
	life context.Context
	end  context.CancelCauseFunc
	// commands counts the commands of Go code that run. What one more may hold
	// is the less the more there are, so that many hold little more than few.
	commands atomic.Int64
	// current is the run that goes on, or the last one.
	current atomic.Pointer[run]
}

// firstPID is the process id of the first shell where the caller names none.
const firstPID = 4242

// New makes an engine.
func New(cfg Config) *Engine {
	cfg.Limits = cfg.Limits.orDefault()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.PID < 1 {
		cfg.PID = firstPID
	}
	e := &Engine{cfg: cfg, meter: state.NewMeter(cfg.Limits.LiveBytes), builtins: builtins.Table()}
	e.output = stream.NewQuota(cfg.Limits.OutputBytes)
	e.cfg.Stdout, e.cfg.Stderr = e.counted(cfg.Stdout), e.counted(cfg.Stderr)
	e.tell(e.cfg.Stderr)
	e.bare = cfg.FS
	if s, ok := cfg.FS.(vfs.LinkStopper); ok {
		e.bare = s.StopAtLinks()
	}
	e.procs.next, e.procs.table, e.procs.now = cfg.PID, map[int]*process{}, cfg.Now
	e.arith = &arith.Cache{}
	e.life, e.end = context.WithCancelCause(context.Background())
	e.main = e.firstShell()
	return e
}

// counted is a standard stream whose bytes are counted.
func (e *Engine) counted(d stream.Description) stream.Description {
	if d == nil {
		return nil
	}
	return stream.LimitWriter(d, e.output)
}

// An Outcome is how a Run ended.
type Outcome struct {
	Status int
	// Exited is set when the script ended the shell: exit, errexit, a fatal
	// error, a signal, a limit.
	Exited bool
	Signal int
	Limit  string
}

// Run runs text as `bash -c` does; the shell stays for the next Run. The error
// is a *LimitError, the cause of ctx, or nil.
func (e *Engine) Run(ctx context.Context, text string) (Outcome, error) {
	return e.run(ctx, func(ctx context.Context, sh *shell) builtins.Status {
		sh.st.Vars.Define("BASH_EXECUTION_STRING", &state.Variable{Str: text, Set: true})
		e.meter.Reset() // that there was no room for the text itself ends nothing
		sh.oneLiner, sh.exp.Source = true, 'c'
		return sh.read(ctx, syntax.StringInput(text), reading{name: sh.st.Name + ": -c", line: 1})
	})
}

// RunInput runs a script a command at a time. source is BASH_SOURCE, empty for
// standard input.
func (e *Engine) RunInput(ctx context.Context, in syntax.Input, source string) (Outcome, error) {
	return e.run(ctx, func(ctx context.Context, sh *shell) builtins.Status {
		sh.oneLiner, sh.exp.Source = false, 's'
		sh.st.Frames = sh.st.Frames[:0]
		if source != "" {
			sh.exp.Source = 0
			sh.st.Frames = append(sh.st.Frames, state.Frame{Function: "main", Script: true, Source: source})
		}
		return sh.read(ctx, in, reading{name: sh.st.Name, line: 1})
	})
}

// RunLines runs text as the lines of standard input from the given number on;
// the shell stays for the next Run.
func (e *Engine) RunLines(ctx context.Context, text string, line int) (Outcome, error) {
	return e.run(ctx, func(ctx context.Context, sh *shell) builtins.Status {
		sh.oneLiner, sh.exp.Source = false, 's'
		sh.st.Frames = sh.st.Frames[:0]
		sh.showPS0()
		return sh.read(ctx, syntax.StringInput(text), reading{name: sh.st.Name, line: line})
	})
}

// Exit ends the shell as the end of a script does: the EXIT trap runs.
func (e *Engine) Exit(ctx context.Context) (Outcome, error) {
	return e.run(ctx, func(_ context.Context, sh *shell) builtins.Status {
		return builtins.Status{Code: sh.st.Status, Kind: builtins.Exit}
	})
}

func (e *Engine) run(ctx context.Context, body func(context.Context, *shell) builtins.Status) (out Outcome, err error) {
	sh := e.main
	e.running.Add(1)
	defer e.running.Add(-1)
	e.watchHeap()
	r := &run{limits: &e.cfg.Limits, quit: make(chan struct{})}
	if r.limits.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, r.limits.Time, &LimitError{limitTime, int64(r.limits.Time)})
		defer stop()
	}
	ctx, r.cancel = context.WithCancelCause(ctx)
	e.current.Store(r)
	stopWatch := context.AfterFunc(ctx, func() { r.fail(context.Cause(ctx)) })
	defer func() {
		stopWatch()
		r.over.Store(true)
		r.cancel(errEnded)
	}()
	e.meter.Reset()
	e.output.Renew(func(full *stream.LimitError) { r.fail(&LimitError{limitOutput, full.Limit}) })
	// A signal to the shell ends what it does, but not its EXIT trap.
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(errEnded)
	sh.proc.endsWith(cancel)
	sh.enterRun(inner, r)
	st := sh.guard(inner, body)
	if sh.st.Interactive && sh.proc.killed.CompareAndSwap(int32(syscall.SIGINT), 0) {
		// At a terminal the command ends, and not the shell.
		sh.bindStreams(ctx)
		sh.newline()
		st = builtins.Status{Code: 128 + int(syscall.SIGINT)}
	}
	if st.Kind == builtins.Exit {
		st = sh.guard(ctx, func(ctx context.Context, sh *shell) builtins.Status { return sh.leave(ctx, st) })
		e.drain(ctx, sh)
	}
	if err := context.Cause(ctx); err != nil {
		r.fail(err) // if the watch has not come to it yet
	}
	sh.bindStreams(context.WithoutCancel(ctx))
	return e.outcome(sh, st)
}

// SetStatus sets $? between two Runs.
func (e *Engine) SetStatus(code int) { e.main.st.Status = code & 0xff }

// HeldByJobs tells whether an interactive shell whose input has ended stays once
// more because of its jobs, and says so.
func (e *Engine) HeldByJobs(ctx context.Context) bool {
	sh := e.main
	if !sh.st.Interactive {
		return false
	}
	b := sh.borrow()
	defer sh.giveBack(b)
	b.Ctx, b.Shell, b.State, b.Stdout, b.Stderr = ctx, sh, sh.st, sh.fds.Desc(1), sh.fds.Desc(2)
	return builtins.HeldByJobs(b)
}

// outcome settles the shell for the next Run.
func (e *Engine) outcome(sh *shell, st builtins.Status) (Outcome, error) {
	out := Outcome{Status: st.Code & 0xff, Exited: st.Kind == builtins.Exit}
	err := sh.run.err()
	if limit := (*LimitError)(nil); errors.As(err, &limit) {
		prefix := sh.run.failure.Load().prefix
		if prefix == "" {
			prefix = sh.messagePrefix()
		}
		e.output.Spare(spareOutput)
		if e.told != nil {
			_, _ = io.WriteString(e.told, prefix+limit.Error()+"\n")
		}
		out.Limit, out.Status, out.Exited = limit.Name, statusLimit, true
	} else if err != nil {
		out.Status, out.Exited = statusOf(err), true
	}
	if sig := sh.proc.killed.Swap(0); sig != 0 {
		out.Signal, out.Status, out.Exited = int(sig), 128+int(sig), true
	}
	sh.proc.resume() // nobody could continue it
	sh.proc.attention.Store(sh.proc.pending.Load() != 0)
	sh.settle()
	sh.notifyJobs()
	sh.st.Status = out.Status
	return out, err
}

// guard runs body and makes a status of a panic, which is a bug of ours.
func (sh *shell) guard(ctx context.Context, body func(context.Context, *shell) builtins.Status) (st builtins.Status) {
	defer func() {
		if p := recover(); p != nil {
			st = sh.bug(p)
		}
	}()
	return body(ctx, sh)
}

// Dir is the working directory.
func (e *Engine) Dir() string { return e.main.st.Dir }

// tell keeps the stream that has the messages about limits, whatever the shell does
// to its descriptors; nil for none.
func (e *Engine) tell(d stream.Description) {
	if e.told != nil {
		_ = e.told.Close()
	}
	if e.told = d; d != nil {
		e.told = d.Retain()
	}
}

// SetStdio replaces the descriptors 0 to 2 of the shell between two Runs.
func (e *Engine) SetStdio(stdin, stdout, stderr stream.Description) error {
	told := e.counted(stderr)
	e.tell(told)
	for fd, d := range []stream.Description{stdin, e.counted(stdout), told} {
		if err := e.main.fds.Set(fd, d); err != nil {
			return err
		}
	}
	return nil
}

// leaveWait is how long Close lets background jobs go on that have not ended:
// the jobs of bash outlive it, and most have little to do. closeWait is how long
// it waits for them once it has ended them.
const (
	leaveWait = 50 * time.Millisecond
	closeWait = 5 * time.Second
)

// Close ends all background jobs, those that are about to end by themselves a
// little later, and closes the descriptors.
func (e *Engine) Close() error {
	ended := make(chan struct{})
	wait := func() {
		e.procs.tracked.Wait()
		close(ended)
	}
	if e.procs.others() == 0 {
		wait() // what is on its last line at the most
	} else {
		go wait()
	}
	if r := e.current.Load(); r == nil || r.err() == nil {
		within(ended, leaveWait)
	}
	e.end(errEnded)
	for _, p := range e.procs.find(-1, e.main.proc) {
		p.kill(syscall.SIGKILL)
	}
	if !within(ended, closeWait) {
		return fmt.Errorf("close: background jobs still run after %v", closeWait)
	}
	e.main.fds.CloseAll()
	e.tell(nil)
	return nil
}

// within waits for ended, but not longer than d.
func within(ended <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ended:
		return true
	case <-timer.C:
		return false
	}
}

// A BugError is a defect of the interpreter or of a command that came to light
// as a panic. It ends the Run with status 125.
type BugError struct {
	ID   string // the function where it happened
	Text string
}

func (e *BugError) Error() string { return "BUG: " + e.ID + ": " + e.Text }

// bug reports a recovered panic.
func (sh *shell) bug(p any) builtins.Status {
	err := &BugError{ID: bugID(), Text: fmt.Sprint(p)}
	sh.message(err.Error())
	sh.run.fail(err)
	return builtins.Status{Code: statusLimit, Kind: builtins.Exit}
}
