package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"reflect"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/runner"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// Limits bound what a script may use; see runner.Limits.
type Limits = runner.Limits

// DefaultLimits are generous enough that ordinary scripts never meet them;
// AgentLimits are the small profile.
func DefaultLimits() Limits { return runner.DefaultLimits() }

// AgentLimits are the small profile, for scripts that a program wrote.
func AgentLimits() Limits { return runner.AgentLimits() }

// Hooks are asked before commands run and files are opened; see runner.Hooks.
type Hooks = runner.Hooks

// An Open describes a file that is about to be used.
type Open = runner.Open

// An Event describes a command that is about to run.
type Event = runner.Event

// A LimitError tells that a limit ended a Run.
type LimitError = runner.LimitError

// A BugError is a defect that came to light during a Run.
type BugError = runner.BugError

// A Result is how a Run ended.
type Result struct {
	// Status is the exit status, 0 to 255.
	Status int
	// Exited is set when the script ended the shell (exit, set -e, a fatal
	// error, a signal, a limit) rather than its text.
	Exited bool
	// Signal is the signal that ended the shell, 0 for none.
	Signal int
	// Limit names the limit that ended the Run, as in the configuration.
	Limit string
}

// Errors of a Session that is not to be had.
var (
	// ErrBusy is returned where a Run is still on, in another goroutine or, for
	// a command or a hook, around the call.
	ErrBusy = errors.New("the session is busy with another call")
	// ErrClosed is returned behind Close.
	ErrClosed = errors.New("the session is closed")
)

// A Session is a shell. It does one thing at a time: Run and its kin, Save,
// SetStdio and Close return ErrBusy during a Run. Signal may be called at any
// time, the other methods between two Runs. Sessions are independent of each
// other and may share a filesystem and a registry.
type Session struct {
	engine *runner.Engine
	script bool
	fs     vfs.FS
	use    atomic.Int32 // idle, busy or closed
}

const (
	idle int32 = iota
	busy
	closed
)

// acquire takes the session for one call; release gives it back.
func (s *Session) acquire() error {
	if s.use.CompareAndSwap(idle, busy) {
		return nil
	}
	if s.use.Load() == closed {
		return ErrClosed
	}
	return ErrBusy
}

func (s *Session) release() { s.use.Store(idle) }

// An Option configures a Session.
type Option func(*config)

type config struct {
	runner.Config
	script         bool
	stdin          io.Reader
	stdout, stderr io.Writer
	state          *State
}

// WithName sets $0, which also starts messages. The default is "aegish".
func WithName(name string) Option { return func(c *config) { c.Name = name } }

// WithParams sets the positional parameters.
func WithParams(params ...string) Option { return func(c *config) { c.Params = params } }

// WithEnv sets the environment, NAME=VALUE, of which the last of a name counts.
// The default is empty. What begins with no NAME= of bash's is left out.
func WithEnv(env []string) Option { return func(c *config) { c.Env = env } }

// WithDir sets the working directory, an absolute path; "/" by default. Whether
// it exists is the script's to find out.
func WithDir(dir string) Option { return func(c *config) { c.Dir = dir } }

// WithFS sets the filesystem. Without one there are no files.
func WithFS(fsys vfs.FS) Option { return func(c *config) { c.FS = fsys } }

// WithStdio sets the standard streams. Nil is /dev/null. A read that waits is
// given up when the context of the Run ends, and what it reads later is for the
// next one. A Write that waits is waited for. Calls come from several goroutines,
// for each stream one at a time; stdout and stderr may be the same.
func WithStdio(stdin io.Reader, stdout, stderr io.Writer) Option {
	return func(c *config) { c.stdin, c.stdout, c.stderr = stdin, stdout, stderr }
}

// WithRegistry sets the commands that are found in /bin and /usr/bin.
func WithRegistry(r command.Registry) Option { return func(c *config) { c.Registry = r } }

// Programs lists what a Session with that registry has in /bin and /usr/bin:
// its commands, the shell itself and the builtins that are programs too.
func Programs(r command.Registry) []string { return runner.Programs(r) }

// WithResolver sets what is asked about names that nothing else knows.
func WithResolver(r command.Resolver) Option { return func(c *config) { c.Resolver = r } }

// WithLimits sets the limits. The default is DefaultLimits.
func WithLimits(l Limits) Option { return func(c *config) { c.Limits = l } }

// WithHooks sets the hooks.
func WithHooks(h Hooks) Option { return func(c *config) { c.Hooks = h } }

// WithInteractive makes the shell behave as at a terminal: errors end no
// session, aliases are expanded.
func WithInteractive(on bool) Option { return func(c *config) { c.Interactive = on } }

// WithLogin makes the shell a login shell: logout ends it.
func WithLogin(on bool) Option { return func(c *config) { c.Login = on } }

// WithUser sets who the shell and its commands say they are.
func WithUser(u command.User) Option { return func(c *config) { c.User = u } }

// WithAudit sets who keeps what scripts write with logger(1). It may be called
// from several goroutines, also after the Run that started them. An error is
// the command's to report. Without it there is no log.
func WithAudit(put func(command.LogEntry) error) Option { return func(c *config) { c.Audit = put } }

// WithPID sets $$.
func WithPID(pid int) Option { return func(c *config) { c.PID = pid } }

// WithUmask sets the permissions that new files do not get, 022 by default. A
// state that is gone on with has its own.
func WithUmask(mask fs.FileMode) Option { return func(c *config) { c.Umask = mask } }

// WithClock sets the clock behind SECONDS, EPOCHSECONDS and commands.
func WithClock(now func() time.Time) Option { return func(c *config) { c.Now = now } }

// WithExit makes each Run end as a script does: the EXIT trap runs at its end.
// Without it the trap runs when the script exits, and in Exit or Close.
func WithExit(on bool) Option { return func(c *config) { c.script = on } }

// New makes a Session. The error is about a directory that is not absolute, or
// about a state that it was given, and then it is ErrState.
func New(opts ...Option) (*Session, error) {
	c := config{}
	c.Name, c.Dir, c.Limits, c.Umask = "aegish", "/", runner.DefaultLimits(), 0o022
	for _, opt := range opts {
		opt(&c)
	}
	if c.FS == nil {
		c.FS = vfs.Empty()
	}
	if c.Dir == "" {
		c.Dir = "/"
	}
	if !path.IsAbs(c.Dir) {
		return nil, fmt.Errorf("the working directory %q is not absolute", c.Dir)
	}
	s := &Session{script: c.script, fs: c.FS}
	c.Stdin, c.Stdout, c.Stderr = streams(c.stdin, c.stdout, c.stderr)
	s.engine = runner.New(c.Config)
	if c.state != nil {
		if err := s.engine.Load(c.state.description); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrState, err)
		}
	}
	return s, nil
}

// streams makes descriptions of the caller's streams; nil stays nil.
func streams(stdin io.Reader, stdout, stderr io.Writer) (in, out, errs stream.Description) {
	if stdin != nil {
		in = stream.FromReader(stdin)
	}
	if stdout != nil {
		out = stream.FromWriter(stdout)
	}
	switch {
	case stderr != nil && sameWriter(stdout, stderr):
		errs = out.Retain()
	case stderr != nil:
		errs = stream.FromWriter(stderr)
	}
	return in, out, errs
}

// sameWriter tells whether a and b are one writer, whose calls must not overlap
// then.
func sameWriter(a, b io.Writer) bool {
	return a != nil && reflect.TypeOf(a).Comparable() && reflect.ValueOf(a).Comparable() && a == b
}

// Dir is the working directory.
func (s *Session) Dir() string { return s.engine.Dir() }

// SetStdio replaces the standard streams between two Runs; none may be nil.
func (s *Session) SetStdio(stdin io.Reader, stdout, stderr io.Writer) error {
	if err := s.acquire(); err != nil {
		return err
	}
	defer s.release()
	return s.engine.SetStdio(streams(stdin, stdout, stderr))
}

// Run runs a script as `bash -c` does; the state stays for the next Run, also
// where one ended with an error. That is a *LimitError, a *BugError, the cause of
// ctx when that ended first, ErrBusy or ErrClosed. A script that fails is no
// error.
func (s *Session) Run(ctx context.Context, script string) (Result, error) {
	return s.run(ctx, func() (runner.Outcome, error) { return s.engine.Run(ctx, script) })
}

// RunLines runs text as lines of standard input, of which the first has the
// given number; the state stays for the next Run.
func (s *Session) RunLines(ctx context.Context, text string, line int) (Result, error) {
	return s.run(ctx, func() (runner.Outcome, error) { return s.engine.RunLines(ctx, text, line) })
}

// RunInput runs a script file or standard input, a command at a time; name is
// BASH_SOURCE, empty for standard input.
func (s *Session) RunInput(ctx context.Context, in syntax.Input, name string) (Result, error) {
	return s.run(ctx, func() (runner.Outcome, error) { return s.engine.RunInput(ctx, in, name) })
}

// run does a Run, and with WithExit the EXIT trap where the script did not exit.
func (s *Session) run(ctx context.Context, do func() (runner.Outcome, error)) (Result, error) {
	if err := s.acquire(); err != nil {
		return Result{Status: statusRefused}, err
	}
	defer s.release()
	out, err := do()
	if s.script && !out.Exited && err == nil {
		out, err = s.engine.Exit(ctx)
		out.Exited = false
	}
	return Result(out), err
}

// statusRefused is the status of a Run that did not begin.
const statusRefused = 126

// SetStatus sets $? between two Runs.
func (s *Session) SetStatus(code int) { s.engine.SetStatus(code) }

// HeldByJobs tells whether an interactive session whose input has ended stays once
// more because of its jobs, and says so (bash(1), exit).
func (s *Session) HeldByJobs(ctx context.Context) bool { return s.engine.HeldByJobs(ctx) }

// A Prompt is what stands before the line that is read next.
type Prompt = runner.Prompt

// Prompt runs PROMPT_COMMAND and expands PS1, or PS2 for a line that goes on, for an
// interactive session (bash(1), PROMPTING).
func (s *Session) Prompt(ctx context.Context, goesOn bool) (Prompt, error) {
	if err := s.acquire(); err != nil {
		return Prompt{}, err
	}
	defer s.release()
	return s.engine.Prompt(ctx, goesOn)
}

// Interrupted gives up the line that was being typed in an interactive session, and runs
// its trap of SIGINT.
func (s *Session) Interrupted(ctx context.Context) (Result, error) {
	if err := s.acquire(); err != nil {
		return Result{Status: statusRefused}, err
	}
	defer s.release()
	out, err := s.engine.Interrupted(ctx)
	return Result(out), err
}

// InputTime is how long an interactive session waits for a command (TMOUT), 0 for ever.
func (s *Session) InputTime() time.Duration { return s.engine.InputTime() }

// IgnoredEnds is how many ends of input in a row an interactive session ignores (IGNOREEOF
// in bash(1)).
func (s *Session) IgnoredEnds() int { return s.engine.IgnoredEnds() }

// Exit runs the EXIT trap as the end of a script does.
func (s *Session) Exit(ctx context.Context) (Result, error) {
	if err := s.acquire(); err != nil {
		return Result{Status: statusRefused}, err
	}
	defer s.release()
	out, err := s.engine.Exit(ctx)
	return Result(out), err
}

// Signal delivers a signal to the shell and to what it waits for. It may be
// called during a Run.
func (s *Session) Signal(sig syscall.Signal) { s.engine.Signal(sig) }

// Close ends the background jobs, after 50 ms in which they may end by themselves.
// The error tells that one did not end in time, or is ErrBusy: to close a session
// during a Run, end the context of that first. A second call does nothing.
func (s *Session) Close() error {
	switch err := s.acquire(); err {
	case nil:
		defer s.use.Store(closed)
		return s.engine.Close()
	case ErrClosed:
		return nil
	default:
		return err
	}
}
