package executor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/interp"
)

// Options are what a Session is made of.
type Options struct {
	Config   *config.Config
	Identity config.Identity
	// ID names the session in the audit trail.
	ID       string
	State    *envstate.State
	Filter   envstate.Filter
	Engine   Engine
	Recorder Recorder
	// SandboxMissing is what the kernel can not enforce of the sandbox.
	SandboxMissing []string
	// Confirmer answers questions; nil answers no.
	Confirmer Confirmer
	// Log gets debug lines (names of variables that were stripped, never
	// values).
	Log *slog.Logger
	// AfterRun is called when a command has ended, whatever came of it; nil for
	// nothing.
	AfterRun func()
}

// A Session judges and runs one command after the other. It is not safe for
// concurrent use.
type Session struct {
	opts   Options
	policy string
	seq    uint64
	// broken is set when a required audit record could not be kept; no
	// command runs from then on.
	broken error
	// judge is asked about each command of an engine that keeps the state
	// itself; nil for other engines.
	judge *runJudge
	// messages passes on what scripts write to the audit trail.
	messages messenger
}

// NewSession makes a session. The engine and the state are the session's from
// then on.
func NewSession(opts Options) *Session {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Session{opts: opts, policy: opts.Config.Hash()}
	if e, ok := opts.Engine.(stateful); ok {
		s.judge = newRunJudge(s)
		if policy.Judges(opts.Config) {
			e.JudgeWith(s.judge)
		}
		s.messages.session = s
		e.AuditWith(s.messages.put)
	}
	return s
}

// Dir is the directory that the next command begins in, or "" where it is not
// one of this filesystem.
func (s *Session) Dir() string {
	if e, ok := s.opts.Engine.(stateful); ok {
		return e.Dir()
	}
	return s.opts.State.Dir
}

// State is what the next command starts from.
func (s *Session) State() *envstate.State { return s.opts.State }

// SetStatus sets $? between two commands.
func (s *Session) SetStatus(code int) {
	s.opts.State.Exit = code
	if e, ok := s.opts.Engine.(interface{ SetStatus(int) }); ok {
		e.SetStatus(code)
	}
}

// HeldByJobs tells whether the engine keeps a session whose input has ended once
// more, because of jobs, of which it has said then.
func (s *Session) HeldByJobs(ctx context.Context) bool {
	e, ok := s.opts.Engine.(interface{ HeldByJobs(context.Context) bool })
	return ok && e.HeldByJobs(ctx)
}

// Prompt is what the engine wants to stand before the line that is read next, own unless it
// leaves that to others. left tells that it ended the session.
func (s *Session) Prompt(ctx context.Context, goesOn bool) (text string, own, left bool) {
	e, ok := s.opts.Engine.(interface {
		Prompt(context.Context, bool) interp.Prompt
	})
	if !ok {
		return "", false, false
	}
	p := e.Prompt(ctx, goesOn)
	if p.Left {
		s.opts.State.Exit = p.Status
	}
	return p.Text, p.Own, p.Left
}

// Interrupted tells the engine that a line was given up. left tells that it ended the
// session for that.
func (s *Session) Interrupted(ctx context.Context) (left bool) {
	if e, ok := s.opts.Engine.(interface {
		Interrupted(context.Context) (int, bool)
	}); ok {
		s.opts.State.Exit, left = e.Interrupted(ctx)
		return left
	}
	s.SetStatus(SignalStatus(syscall.SIGINT))
	return false
}

// InputTime is how long the session waits for a command, 0 for ever.
func (s *Session) InputTime() time.Duration {
	if e, ok := s.opts.Engine.(interface{ InputTime() time.Duration }); ok {
		return e.InputTime()
	}
	return 0
}

// IgnoredEnds is how many ends of input in a row do not end the session.
func (s *Session) IgnoredEnds() int {
	if e, ok := s.opts.Engine.(interface{ IgnoredEnds() int }); ok {
		return e.IgnoredEnds()
	}
	return 0
}

// Config is the configuration in force.
func (s *Session) Config() *config.Config { return s.opts.Config }

// Close releases the engine and the state's directory.
func (s *Session) Close() error {
	s.opts.State.Close()
	return s.opts.Engine.Close()
}

// Run takes one command through gate, policy, confirmation, engine and audit.
// It never fails: what went wrong is in the Result.
func (s *Session) Run(ctx context.Context, req Request) Result {
	if !req.Script && IsBlank(req.Command) {
		return Result{Kept: true}
	}
	s.seq++
	s.messages.begin(s.seq)
	turn := &turn{session: s, req: req, record: s.newRecord(req)}
	res := turn.run(ctx)
	s.opts.State.Exit = res.Exit
	if err := s.keepRecord(turn.record, res); err != nil {
		s.opts.Log.Warn("audit record was not kept", "error", err)
		if s.opts.Config.Audit.Required {
			s.broken = err
		}
	}
	if s.opts.AfterRun != nil {
		s.opts.AfterRun()
	}
	return res
}

// KeepsState reports whether commands can hand their state to the next: only
// bash can be asked for it.
func (s *Session) KeepsState() bool {
	return s.judge != nil || config.IsBash(s.opts.Config.Run.Shell)
}

// Check says whether a text is a whole command, as the engine reads it.
func (s *Session) Check(ctx context.Context, text string) (Reading, error) {
	return s.opts.Engine.Check(ctx, s.opts.State, text)
}

// IsBlank reports whether a command holds nothing but blanks and newlines.
func IsBlank(command string) bool { return strings.Trim(command, " \t\n") == "" }

func (s *Session) newRecord(req Request) Record {
	rec := Record{
		Time: time.Now(), UID: s.opts.Identity.UID, User: s.opts.Identity.User,
		Session: s.opts.ID, Seq: s.seq, Engine: s.opts.Engine.Name(), Decision: DecisionAllow,
		Shell: config.ShellStem(s.opts.Config.Run.Shell), Length: len(req.Command), PolicyHash: s.policy,
	}
	if s.seq == 1 {
		rec.SandboxMissing = s.opts.SandboxMissing
	}
	if s.opts.Config.Audit.CommandText {
		rec.Command = req.Command
	}
	return rec
}

func (s *Session) keepRecord(rec Record, res Result) error {
	rec.Exit, rec.Limit = res.Exit, res.Limit
	rec.DurationMS = time.Since(rec.Time).Milliseconds()
	return s.opts.Recorder.Record(rec)
}

// reserve refuses to go on when a record is required and can not be kept.
func (s *Session) reserve() *Denial {
	if !s.opts.Config.Audit.Required {
		return nil
	}
	err := s.broken
	if err == nil {
		err = s.opts.Recorder.Reserve()
	}
	if err == nil {
		return nil
	}
	return &Denial{Code: CodeAudit, Rule: "audit.required",
		Reason: fmt.Sprintf("the audit record can not be kept (%v); no command runs without one", err)}
}

// adopt takes over the state that a command left.
func (s *Session) adopt(report envstate.Report) []string {
	stripped, warnings := s.opts.State.Adopt(report, s.opts.Filter)
	for _, name := range stripped {
		s.opts.Log.Debug("dangerous variable stripped from the environment", "name", name)
	}
	return warnings
}

// context is what a decision depends on besides configuration and text.
func (s *Session) context() policy.Context {
	ctx := policy.Context{Home: s.opts.Identity.Home, Dangerous: s.opts.Filter.Overrides,
		NoNewPrivs: s.opts.Identity.UID != 0 && s.opts.Config.Confined()}
	if s.judge != nil {
		return s.contextIn(s.Dir())
	}
	if !s.opts.State.Removed() {
		ctx.Dir = s.opts.State.Dir
	}
	return ctx
}

// contextIn is what a decision about a command of the engine's own depends on.
// Such an engine starts nothing that could gain rights.
func (s *Session) contextIn(dir string) policy.Context {
	return policy.Context{Dir: dir, Home: s.opts.Identity.Home, Dangerous: s.opts.Filter.Overrides}
}

// warn hands the gate's four-field telemetry to the audit trail.
func (s *Session) warn(f policy.Facts) {
	err := s.opts.Recorder.Warn(Warning{
		ViolationKind:      f.Violation.Code,
		ShellName:          config.ShellStem(s.opts.Config.Run.Shell),
		CommandLengthBytes: len(f.Raw),
		Mode:               "audit",
	})
	if err != nil {
		s.opts.Log.Warn("gate warning was not kept", "error", err)
	}
}

// asSetup finds the stage that a failed start belongs to.
func asSetup(err error) *Denial {
	var setup *SetupError
	if !errors.As(err, &setup) {
		return &Denial{Code: CodeSpawn, Reason: err.Error()}
	}
	return &Denial{Code: setup.Code, Rule: ruleOfStage(setup.Code), Reason: setup.Err.Error()}
}

func ruleOfStage(code string) string {
	if code == CodeSandbox {
		return "landlock"
	}
	return ""
}
