package executor

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/envstate"
	"github.com/aegish/aegish/executor/policy"
)

// A turn is one command on its way through a session.
type turn struct {
	session *Session
	req     Request
	record  Record
	text    string // what is judged: the command, or what was read of a script
	facts   policy.Facts
}

func (t *turn) run(ctx context.Context) Result {
	if denial := t.readText(); denial != nil {
		return t.denied(denial)
	}
	if !t.req.Script && IsBlank(t.req.Command) {
		return Result{Kept: true} // a script that was read and holds nothing
	}
	if res, ok := t.leave(); ok {
		return res
	}
	t.record.DangerousAssignments = assignedNames(t.text, t.session.opts.Filter.Overrides)
	if denial := t.judge(ctx); denial != nil {
		return t.denied(denial)
	}
	if denial := t.session.reserve(); denial != nil {
		return t.denied(denial)
	}
	if bare, ok := t.bare(); ok {
		return t.runBare(bare)
	}
	return t.spawn(ctx)
}

// denied makes the result of a command that did not run.
func (t *turn) denied(d *Denial) Result {
	if t.record.Decision == DecisionAllow {
		t.record.Decision = DecisionDeny
	}
	t.record.Rule = d.Rule
	status := StatusDenied
	if d.Code == CodeScript {
		status = scriptStatus(d)
	}
	return Result{Exit: status, Denial: d, Kept: true}
}

// readText finds the text to judge and refuses what is not a command at all.
func (t *turn) readText() *Denial {
	if t.req.Script {
		return t.readScript()
	}
	t.text = t.req.Command
	return CheckInput(t.text)
}

// CheckInput refuses what is not a command at all, before anything parses it:
// one with a NUL byte, or longer than MaxCommand.
func CheckInput(command string) *Denial {
	if i := strings.IndexByte(command, 0); i >= 0 {
		return &Denial{Code: CodeInput, Rule: "input", Reason: fmt.Sprintf("the command has a NUL byte at offset %d; no shell can take one", i)}
	}
	if n := len(command); n > MaxCommand {
		return &Denial{Code: CodeInput, Rule: "input", Reason: fmt.Sprintf("the command is longer than the limit of %d bytes", MaxCommand)}
	}
	return nil
}

// judge decides, asks where it has to, and notes the outcome in the record.
func (t *turn) judge(ctx context.Context) *Denial {
	cfg := t.session.opts.Config
	t.facts = policy.Gather(cfg, t.text, t.session.context())
	decide := policy.Decide
	if t.session.judge != nil {
		decide = policy.DecideText // the rules judge what runs
	}
	verdict := decide(cfg, t.facts)
	if t.facts.Violation != nil {
		t.record.Violation = t.facts.Violation.Code
	}
	if verdict.Warn {
		t.session.warn(t.facts)
	}
	t.record.Rule = verdict.Rule
	if verdict.WouldDeny {
		t.record.Decision = DecisionWouldDeny
	}
	if verdict.Action == config.Deny {
		return denialOf(verdict)
	}
	if t.req.elevation = verdict.Elevated; verdict.Elevated != nil && t.req.Script {
		return &Denial{Code: policy.CodeElevation, Rule: verdict.Rule, Reason: "a script can not leave the sandbox; one command can"}
	}
	return t.confirm(ctx, verdict)
}

// leave ends a session that reads commands, without a shell and whatever the
// policy says: a session can always be left, in whatever state it is.
func (t *turn) leave() (Result, bool) {
	if !t.req.Reads || t.req.Script || t.session.judge != nil {
		return Result{}, false
	}
	words := shellWords(t.req.Command)
	if len(words) == 0 || len(words) > 2 || words[0] != "exit" && words[0] != "logout" {
		return Result{}, false
	}
	status := t.session.opts.State.Exit
	if len(words) == 2 {
		n, ok := exitNumber(words[1])
		if !ok {
			return Result{}, false // bash words the complaint
		}
		status = n
	}
	t.record.Rule = ruleSession
	return Result{Exit: status, Leave: true, Kept: true}, true
}

// ruleSession is what decides about leaving a session.
const ruleSession = "session"

// shellWords splits one line at what separates words for bash: spaces and
// tabs, and no other kind of white space.
func shellWords(line string) []string {
	return strings.FieldsFunc(strings.Trim(line, "\n"), func(r rune) bool { return r == ' ' || r == '\t' })
}

// exitNumber reads exit's operand: a decimal number of which the low eight
// bits count.
func exitNumber(s string) (int, bool) {
	digits := strings.TrimLeft(s, "+-")
	if digits == "" || len(s)-len(digits) > 1 || len(digits) > 9 {
		return 0, false
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	if s[0] == '-' {
		n = -n
	}
	return n & 0xff, true
}

// bare finds a directory command that needs no process.
func (t *turn) bare() (envstate.Bare, bool) {
	if t.req.Script || len(t.req.Args) > 0 || t.session.judge != nil {
		return envstate.Bare{}, false
	}
	return envstate.ParseBare(t.req.Command)
}

func (t *turn) runBare(bare envstate.Bare) Result {
	var out, errs bytes.Buffer
	prefix := t.shellName() + ": line 1: "
	status := t.session.opts.State.RunBare(bare, &out, &errs, envstate.RunBareOptions{Prefix: prefix})
	_, _ = t.req.Stdout.Write(out.Bytes())
	_, _ = t.req.Stderr.Write(errs.Bytes())
	return Result{Exit: status, Kept: true}
}

func (t *turn) shellName() string {
	if t.req.Name != "" {
		return t.req.Name
	}
	return config.ShellStem(t.session.opts.Config.Run.Shell)
}

// spawn runs the command in the engine and takes over the state it left.
func (t *turn) spawn(ctx context.Context) Result {
	e := t.req.elevation
	t.req.Capture = t.req.Capture && e == nil && !t.elevates()
	out, err := t.session.opts.Engine.Run(ctx, t.session.opts.State, t.req)
	if err != nil {
		return t.denied(asSetup(err))
	}
	if e != nil {
		t.noteElevation(e)
	}
	res := Result{Exit: out.Exit, Signal: out.Signal, Stopped: out.Cause, Limit: out.Limit, Leave: t.req.Reads && out.Exited,
		Duration: out.Duration, Kept: !out.Asked, Left: out.Left, Elevated: e != nil}
	t.noteJudged()
	res.Warnings = stillAlive(out.Left)
	if out.Report != nil {
		res.Kept = true
		res.Warnings = append(res.Warnings, t.session.adopt(*out.Report)...)
		res.Leave = t.req.Reads && out.Report.Function == "exit"
	}
	return res
}

// noteJudged puts what the rules refused of a running command into its record.
func (t *turn) noteJudged() {
	if t.session.judge == nil {
		return
	}
	if v := t.session.judge.take(); v != nil {
		t.record.Rule, t.record.Decision = v.Rule, DecisionDeny
		if v.WouldDeny {
			t.record.Decision = DecisionWouldDeny
		}
	}
}

// stillAlive words what a command has left running that could not be ended.
func stillAlive(left []LeftProcess) (warnings []string) {
	for _, p := range left {
		if p.Alive {
			warnings = append(warnings, fmt.Sprintf("process %d (%s) of the command could not be ended and goes on", p.PID, p.Name))
		}
	}
	return warnings
}

// elevates reports whether the command begins with sudo or its kind, where
// nothing is confined: what happens in there is another user's, so its state is
// not taken over.
func (t *turn) elevates() bool {
	word, ok := envstate.FirstWord(t.req.Command)
	return ok && policy.IsElevator(word)
}
