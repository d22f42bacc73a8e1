package cli

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
	"github.com/aegish/aegish/internal/safetext"
)

// statusAsk is the exit status of `check` for a command that would be asked
// about.
const statusAsk = 3

// statusConditional is that for a command that is allowed as far as is known, and
// may be refused when it runs.
const statusConditional = 4

// A checkAnswer is what `check --json` prints. Its shape is stable.
type checkAnswer struct {
	// Accepted is the gate's answer, whatever the mode.
	Accepted  bool   `json:"accepted"`
	Canonical string `json:"canonical"`
	// Argv holds the exact decoded words where the text is one command; when
	// one is not UTF-8 all are base64 and ArgvEncoding says so.
	Argv         []string      `json:"argv"`
	ArgvEncoding string        `json:"argv_encoding,omitempty"`
	Violation    bashast.Code  `json:"violation"`
	Decision     config.Action `json:"decision"`
	Rule         string        `json:"rule"`
	Reason       string        `json:"reason"`
	Mode         config.Mode   `json:"mode"`
	Subset       config.Subset `json:"subset"`
	// Engine and Syntax are there for the engine interp alone: the latter is
	// what its parser has against the text.
	Engine string `json:"engine,omitempty"`
	Syntax string `json:"syntax,omitempty"`
	// Conditional says that the engine interp may be stricter when the text runs,
	// because not all is known before, and ConditionalRule by which rule.
	Conditional     bool   `json:"conditional,omitempty"`
	ConditionalRule string `json:"conditional_rule,omitempty"`
	// Commands is everything that the text may run, each with the answer to
	// it alone.
	Commands []checkedCommand `json:"commands"`
}

// A checkedCommand is one command that the text, or a command in it, may run.
type checkedCommand struct {
	Argv         []string             `json:"argv"`
	ArgvEncoding string               `json:"argv_encoding,omitempty"`
	Unknown      []int                `json:"unknown,omitempty"` // indices into argv that hold source text
	More         bool                 `json:"more,omitempty"`    // further arguments may follow
	Via          []string             `json:"via,omitempty"`
	Opaque       string               `json:"opaque,omitempty"`
	Assignments  []checkedAssignment  `json:"assignments,omitempty"`
	Redirections []checkedRedirection `json:"redirections,omitempty"`
	Stdin        string               `json:"stdin"`
	Start        int                  `json:"start"`
	End          int                  `json:"end"`
	Decision     config.Action        `json:"decision"`
	Rule         string               `json:"rule"`
	Reason       string               `json:"reason"`
	// AtRunTime says that the engine interp judges it when all of its words
	// are known; there is no decision yet.
	AtRunTime bool `json:"at_run_time,omitempty"`
}

type checkedAssignment struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Append bool   `json:"append,omitempty"`
}

type checkedRedirection struct {
	FD        int    `json:"fd"`
	Operator  string `json:"operator"`
	Direction string `json:"direction"`
	Path      string `json:"path,omitempty"`
	Source    *int   `json:"source,omitempty"`
}

// check says what gate and policy answer to a command; it runs nothing.
func (p Process) check(ctx context.Context, o *options) (int, error) {
	switch {
	case o.stats.file != "":
		return p.stats(ctx, o)
	case o.sandbox:
		return p.checkSandbox(o)
	}
	s, err := p.load(o)
	if err != nil {
		return 0, err
	}
	command := o.command
	if command == "-" {
		if command, err = readCommand(p.Stdin); err != nil {
			return 0, err
		}
	}
	check := s.checkBash
	if s.config().Engine == config.EngineInterp {
		check = s.checkInterp
	}
	answer, status := check(command)
	if o.json {
		return status, writeJSON(p.Stdout, answer)
	}
	return status, printCheck(p.Stdout, answer)
}

// context is what a decision in the working directory depends on.
func (s *setup) context() policy.Context {
	ctx := policy.Context{Home: s.identity.Home, Dangerous: s.filter().Overrides,
		NoNewPrivs: s.identity.UID != 0 && s.config().Confined()}
	if dir, err := os.Getwd(); err == nil {
		ctx.Dir = dir
	}
	return ctx
}

// readCommand reads a command byte for byte. One byte more than the gate
// takes is enough to have it refused.
func readCommand(in io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(in, bashast.MaxInput+1))
	if err != nil {
		return "", fmt.Errorf("read the command: %w", err)
	}
	return string(text), nil
}

func (s *setup) checkBash(command string) (checkAnswer, int) {
	return checkCommand(s.config(), command, s.context())
}

// checkCommand decides as a session would, short of asking anybody.
func checkCommand(cfg *config.Config, command string, ctx policy.Context) (checkAnswer, int) {
	facts, verdict := decide(cfg, command, ctx)
	answer := checkAnswer{Argv: []string{}, Mode: cfg.Run.BashASTMode, Subset: cfg.Run.BashASTSubset,
		Decision: verdict.Action, Rule: verdict.Rule, Reason: verdict.Reason, Commands: []checkedCommand{}}
	if facts.Violation != nil {
		answer.Violation = facts.Violation.Code
	} else {
		answer.Accepted, answer.Canonical = true, facts.Canonical()
		for _, j := range policy.Explain(cfg, facts) {
			answer.Commands = append(answer.Commands, checkedFrom(j))
		}
		if own := slices.DeleteFunc(slices.Clone(answer.Commands), func(c checkedCommand) bool { return len(c.Via) > 0 }); len(own) == 1 {
			answer.Argv, answer.ArgvEncoding = own[0].Argv, own[0].ArgvEncoding
		}
	}
	return answer, statusOfDecision(answer.Decision)
}

func statusOfDecision(a config.Action) int {
	switch a {
	case config.Allow:
		return executor.StatusOK
	case config.Ask:
		return statusAsk
	}
	return executor.StatusDenied
}

// decide gives the facts about a command, the gate's included, and what a
// session would decide before it asks anybody.
func decide(cfg *config.Config, command string, ctx policy.Context) (policy.Facts, policy.Verdict) {
	facts := policy.Gather(cfg, command, ctx)
	verdict := policy.Decide(cfg, facts)
	if !facts.Parsed {
		facts.Parse(cfg) // the decision did not need it, the answer does
	}
	if denial := executor.CheckInput(command); denial != nil {
		verdict.Action, verdict.Rule, verdict.Reason = config.Deny, denial.Rule, denial.Reason
	}
	return facts, blanket(cfg, verdict)
}

func checkedFrom(j policy.Judgement) checkedCommand {
	c := checkedCommand{Unknown: j.Unknown, More: j.Open, Via: j.Via, Opaque: j.Opaque, Stdin: j.Stdin.String(),
		Start: j.Start, End: j.End, Decision: j.Action, Rule: j.Rule, Reason: j.Reason}
	c.Argv, c.ArgvEncoding = encodeArgv(j.Argv)
	for _, a := range j.Assignments {
		c.Assignments = append(c.Assignments, checkedAssignment{a.Name, a.Value, a.Append})
	}
	for _, r := range j.Redirections {
		checked := checkedRedirection{FD: r.FD, Operator: r.Operator, Direction: r.Direction.String(), Path: r.Path}
		if r.Direction == bashast.Duplicate {
			checked.Source = &r.Source
		}
		c.Redirections = append(c.Redirections, checked)
	}
	return c
}

// encodeArgv gives the words as they are when all are UTF-8, else in base64.
func encodeArgv(argv []string) ([]string, string) {
	if !slices.ContainsFunc(argv, func(word string) bool { return !utf8.ValidString(word) }) {
		return append([]string{}, argv...), ""
	}
	encoded := make([]string, len(argv))
	for i, word := range argv {
		encoded[i] = base64.StdEncoding.EncodeToString([]byte(word))
	}
	return encoded, "base64"
}

// printCheck prints the answer for people.
func printCheck(out *os.File, a checkAnswer) error {
	gate := "accepted: " + safetext.Line(strings.ReplaceAll(a.Canonical, "\n", "; "))
	switch {
	case a.Engine != "" && a.Mode == config.ModeOff:
		gate = "not asked; the rules judge each command when it runs"
	case !a.Accepted:
		gate = "violation: " + string(a.Violation)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "decision  %s\ngate      %s (mode %s, subset %s)\n", a.Decision, gate, a.Mode, a.Subset)
	if a.Rule != "" {
		fmt.Fprintf(&b, "rule      %s\n", oneLine(a.Rule, a.Reason))
	}
	if a.Conditional {
		fmt.Fprintf(&b, "later     what is known only at run time may be refused (%s)\n", safetext.Line(a.ConditionalRule))
	}
	if a.Syntax != "" {
		fmt.Fprintf(&b, "syntax    %s\n", safetext.Line(a.Syntax))
	}
	if len(a.Commands) > 1 || a.Engine != "" && len(a.Commands) > 0 {
		for i, c := range a.Commands {
			title := "commands"
			if i > 0 {
				title = ""
			}
			decision := string(c.Decision)
			if c.AtRunTime && c.Decision == "" {
				decision = "later"
			}
			fmt.Fprintf(&b, "%-8s  %-5s  %s\n", title, decision, c.line())
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// oneLine joins a rule and its reason.
func oneLine(rule, reason string) string {
	if reason != "" {
		rule += ": " + reason
	}
	return safetext.Line(rule)
}

// line writes a redirection as it may stand in a command.
func (r checkedRedirection) line() string {
	text := r.Operator + r.Path
	usual := 1
	if strings.HasPrefix(r.Operator, "<") {
		usual = 0
	}
	if r.FD >= 0 && r.FD != usual {
		text = strconv.Itoa(r.FD) + text
	}
	if r.Source != nil {
		text += strconv.Itoa(*r.Source)
	}
	return text
}

// line describes one of several commands: what starts it, its words, what is
// special about it, and the rule about it.
func (c checkedCommand) line() string {
	var parts []string
	for _, a := range c.Assignments {
		parts = append(parts, a.Name+"="+a.Value)
	}
	parts = append(parts, c.Argv...)
	if c.More {
		parts = append(parts, "...")
	}
	for _, r := range c.Redirections {
		parts = append(parts, r.line())
	}
	text := strings.Join(parts, " ")
	if len(c.Via) > 0 {
		text += "  [by " + strings.Join(c.Via, ", ") + "]"
	}
	if c.Opaque != "" {
		text += "  [opaque: " + c.Opaque + "]"
	}
	if c.Rule != "" {
		text += "  (" + oneLine(c.Rule, c.Reason) + ")"
	}
	return safetext.Line(text)
}
