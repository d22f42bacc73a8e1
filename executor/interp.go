package executor

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/interp"
	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/syntax"
	"github.com/aegish/aegish/interp/vfs"
)

// exitTime is how long the EXIT trap of a session may take when the session
// ends, in the engine that has one.
const exitTime = 5 * time.Second

// interpName is $0, and begins messages, where nobody gave a name.
const interpName = "aegish"

// InterpOptions say what the interpreter works on.
type InterpOptions struct {
	FS       vfs.FS
	Dir      string // where the session begins, inside FS
	Registry command.Registry
	Limits   interp.Limits
	// State is the session to go on with, nil for a new one.
	State *interp.State
	User  command.User
	// Umask is what a new session begins with.
	Umask fs.FileMode
	// Interactive is set for a session at a terminal, Login for a login shell.
	Interactive, Login bool
}

// Interp is the engine that runs commands in process, and starts none. Unlike
// bash it keeps the state of the session itself: directory, variables,
// functions, options and traps.
type Interp struct {
	opts    InterpOptions
	judge   Judge
	audit   func(command.LogEntry) error
	session *interp.Session
	files   [3]*os.File
	exited  bool
	// status is $? for a session that has not begun.
	status int
}

// A Judge answers for what an engine is about to do. An error is a denial.
type Judge interface {
	Command(ctx context.Context, argv, assigned []string, dir string) error
	// Open is asked about files, with the command that opens them, if Opens
	// says so.
	Open(ctx context.Context, o interp.Open) error
	Opens() bool
}

// NewInterp makes the engine.
func NewInterp(opts InterpOptions) *Interp { return &Interp{opts: opts} }

// Name implements Engine.
func (*Interp) Name() string { return "interp" }

// Dir is the session's directory.
func (e *Interp) Dir() string {
	if e.session == nil {
		return e.opts.Dir
	}
	return e.session.Dir()
}

// SetStatus sets $? between two commands.
func (e *Interp) SetStatus(code int) {
	if e.session == nil {
		e.status = code
		return
	}
	e.session.SetStatus(code)
}

// HeldByJobs tells whether the session stays once more because of its jobs, when
// its input has ended.
func (e *Interp) HeldByJobs(ctx context.Context) bool {
	return e.session != nil && e.session.HeldByJobs(ctx)
}

// Prompt expands what the session has set for prompts.
func (e *Interp) Prompt(ctx context.Context, goesOn bool) interp.Prompt {
	if e.session == nil {
		return interp.Prompt{}
	}
	defer e.interrupts()()
	p, err := e.session.Prompt(ctx, goesOn)
	e.exited = e.exited || p.Left
	p.Own = p.Own && err == nil
	return p
}

// Interrupted gives up the line that was being typed.
func (e *Interp) Interrupted(ctx context.Context) (status int, left bool) {
	if e.session == nil {
		e.SetStatus(SignalStatus(syscall.SIGINT))
		return e.status, false
	}
	defer e.interrupts()()
	res, err := e.session.Interrupted(ctx)
	e.exited = e.exited || res.Exited && err == nil
	return res.Status, res.Exited && err == nil
}

// InputTime is how long the session waits for a command, 0 for ever.
func (e *Interp) InputTime() time.Duration {
	if e.session == nil {
		return 0
	}
	return e.session.InputTime()
}

// IgnoredEnds is how many ends of input in a row do not end the session.
func (e *Interp) IgnoredEnds() int {
	if e.session == nil {
		return 0
	}
	return e.session.IgnoredEnds()
}

// JudgeWith sets who is asked before each command and each open; nil is nobody.
func (e *Interp) JudgeWith(j Judge) { e.judge = j }

// AuditWith sets who keeps what scripts write with logger(1); nil is nobody.
func (e *Interp) AuditWith(put func(command.LogEntry) error) { e.audit = put }

// Run implements Engine. The first call settles the name, the parameters and
// the environment of the session.
func (e *Interp) Run(ctx context.Context, st *envstate.State, req Request) (Outcome, error) {
	if err := e.begin(st, req); err != nil {
		return Outcome{}, &SetupError{CodeSpawn, err}
	}
	done := e.interrupts()
	defer done()
	begin := time.Now()
	res, err := e.execute(ctx, req)
	var limit *interp.LimitError
	var bug *interp.BugError
	said := errors.As(err, &limit) || errors.As(err, &bug) // the session goes on
	out := Outcome{Exit: res.Status, Signal: syscall.Signal(res.Signal), Exited: res.Exited && !said, Limit: res.Limit, Duration: time.Since(begin)}
	if err != nil && !said {
		if ctx.Err() == nil {
			return Outcome{}, &SetupError{CodeSpawn, err}
		}
		out.Cause = context.Cause(ctx)
	}
	return out, nil
}

func (e *Interp) execute(ctx context.Context, req Request) (res interp.Result, err error) {
	switch {
	case req.Script:
		var in syntax.Input
		if in, err = scriptInput(req); err != nil {
			return interp.Result{}, err
		}
		res, err = e.session.RunInput(ctx, in, req.Command)
	case req.Line > 0:
		res, err = e.session.RunLines(ctx, req.Command, req.Line)
	default:
		res, err = e.session.Run(ctx, req.Command)
	}
	// Where something else ended the command, the EXIT trap is for Close.
	e.exited = e.exited || res.Exited && err == nil
	if err == nil && !req.Reads && !e.exited {
		// The end of the text is the end of the shell.
		e.exited = true
		res, err = e.session.Exit(ctx)
	}
	return res, err
}

// scriptInput reads a script of the host: whoever calls aegish names it, and
// what the script itself can reach is the interpreter's filesystem.
func scriptInput(req Request) (syntax.Input, error) {
	text, err := os.ReadFile(req.Command)
	if err != nil {
		return nil, err
	}
	return syntax.StringInput(string(text)), nil
}

// begin makes the session, or gives it other streams.
func (e *Interp) begin(st *envstate.State, req Request) error {
	files := [3]*os.File{req.Stdin, req.Stdout, req.Stderr}
	if e.session != nil {
		if files != e.files {
			e.files = files
			return e.session.SetStdio(req.Stdin, req.Stdout, req.Stderr)
		}
		return nil
	}
	name := req.Name
	if name == "" {
		name = interpName
		if req.Script {
			name = req.Command
		}
	}
	opts := []interp.Option{
		interp.WithName(name), interp.WithParams(req.Args...), interp.WithEnv(st.Environ()), interp.WithDir(e.opts.Dir),
		interp.WithFS(e.opts.FS), interp.WithStdio(req.Stdin, req.Stdout, req.Stderr), interp.WithRegistry(e.opts.Registry),
		interp.WithLimits(e.opts.Limits), interp.WithUser(e.opts.User), interp.WithInteractive(e.opts.Interactive), interp.WithLogin(e.opts.Login),
		interp.WithPID(os.Getpid()), interp.WithUmask(e.opts.Umask), interp.WithAudit(e.audit),
	}
	if e.judge != nil {
		opts = append(opts, interp.WithHooks(e.hooks()))
	}
	if e.opts.State != nil {
		opts = append(opts, interp.WithState(e.opts.State))
	}
	session, err := interp.New(opts...)
	if err != nil {
		return err
	}
	e.session, e.files = session, files
	if e.status != 0 {
		session.SetStatus(e.status)
	}
	return nil
}

func (e *Interp) hooks() interp.Hooks {
	hooks := interp.Hooks{
		BeforeCommand: func(ctx context.Context, ev interp.Event) error {
			if ev.Builtin && (ev.Argv[0] == "exit" || ev.Argv[0] == "logout") {
				return nil // a session can always be left
			}
			return e.judge.Command(ctx, ev.Argv, ev.Assigns, ev.Dir)
		},
	}
	if e.judge.Opens() {
		hooks.BeforeOpen = func(ctx context.Context, o interp.Open) error {
			return e.judge.Open(ctx, o)
		}
	}
	return hooks
}

// interrupts hands the signals of a terminal's keys to the session while a command
// runs: the terminal sends them to aegish, there being nobody else. What stops or
// quits is for jobs, which only a session at a terminal has.
func (e *Interp) interrupts() (stop func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGINT)
	if e.opts.Interactive {
		signal.Notify(caught, syscall.SIGTSTP, syscall.SIGQUIT)
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-over:
				return
			case sig := <-caught:
				e.session.Signal(sig.(syscall.Signal))
			}
		}
	}()
	return func() {
		signal.Stop(caught)
		close(over)
	}
}

// Check implements Engine with the interpreter's own parser.
func (e *Interp) Check(_ context.Context, _ *envstate.State, text string) (Reading, error) {
	lists, warned, err := lines(text)
	var problem *syntax.Error
	switch {
	case err == nil && (warned || continued(text, lists)):
		return Reading{Completeness: Incomplete}, nil
	case err == nil:
		return Reading{}, nil
	case errors.As(err, &problem) && problem.Incomplete:
		return Reading{Completeness: Incomplete}, nil
	case joinsNext(text):
		return Reading{Completeness: Incomplete}, nil
	case errors.As(err, &problem) && problem.InList && !problem.InSubst:
		return Reading{}, nil // bash gives up the line, and not the shell
	}
	return Reading{Completeness: Invalid}, nil
}

// lines counts the complete command lines of a text. What is warned of is a
// here-document without an end: the lines that follow belong to it and are no
// commands.
func lines(text string) (count int, warned bool, err error) {
	p := syntax.New(syntax.StringInput(text), syntax.Config{Name: interpName})
	for {
		list, err := p.Next()
		if err == io.EOF {
			return count, warned, nil
		}
		if err != nil {
			return count, warned, err
		}
		warned = warned || len(list.Warnings) > 0
		count++
	}
}

// continued tells whether a text of count command lines ends with a backslash
// that joins the next line to its last one: another command makes no more lines
// of it then, as it does behind a comment.
func continued(text string, count int) bool {
	text = strings.TrimSuffix(text, "\n")
	if backslashes := len(text) - len(strings.TrimRight(text, `\`)); backslashes%2 == 0 {
		return false
	}
	with, _, err := lines(text + "\n:\n")
	return err == nil && with == count
}

// joinsNext tells whether a backslash at the end of a text that is wrong as it is makes
// the next line part of it: behind a ( for one, where no line may end.
func joinsNext(text string) bool {
	text = strings.TrimSuffix(text, "\n")
	if !strings.HasSuffix(text, `\`) {
		return false
	}
	_, _, err := lines(text + "\n")
	var problem *syntax.Error
	return err == nil || errors.As(err, &problem) && problem.Incomplete
}

// ErrNotBegun tells that no command has run yet.
var ErrNotBegun = errors.New("the session has not begun")

// Save writes the session down, also after Close; see interp.Session.Save.
func (e *Interp) Save(w io.Writer) error {
	if e.session == nil {
		return ErrNotBegun
	}
	return e.session.Save(w)
}

// Close implements Engine. What the session has set for its EXIT trap runs.
func (e *Interp) Close() error {
	if e.session == nil {
		return nil
	}
	if !e.exited {
		ctx, cancel := context.WithTimeout(context.Background(), exitTime)
		defer cancel()
		_, _ = e.session.Exit(ctx) // the trap's status is nobody's any more
	}
	return e.session.Close()
}
