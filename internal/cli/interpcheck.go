package cli

import (
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/executor/policy"
)

// checkInterp says what a session of the engine interp answers: to the text, by
// gate and deny patterns, before anything runs; and by the rules to each command
// of it when that is about to run, as far as its words are known before. The
// decision is the strictest of these.
func (s *setup) checkInterp(command string) (checkAnswer, int) {
	cfg, ctx := s.config(), s.interpContext()
	verdict := policy.DecideText(cfg, policy.Gather(cfg, command, ctx))
	if denial := executor.CheckInput(command); denial != nil {
		verdict.Action, verdict.Rule, verdict.Reason = config.Deny, denial.Rule, denial.Reason
	}
	verdict = blanket(cfg, verdict)
	answer := checkAnswer{Argv: []string{}, Mode: cfg.Run.BashASTMode, Subset: cfg.Run.BashASTSubset, Engine: cfg.Engine,
		Decision: verdict.Action, Rule: verdict.Rule, Reason: verdict.Reason, Commands: []checkedCommand{}}
	if cfg.Run.BashASTMode != config.ModeOff {
		facts := policy.Facts{Context: ctx, Raw: command, Family: config.FamilyBash, Bash: true}
		if facts.Parse(cfg); facts.Violation != nil {
			answer.Violation = facts.Violation.Code
		} else {
			answer.Accepted, answer.Canonical = true, facts.Canonical()
		}
	}
	commands, err := executor.ReadCommands(command)
	if err != nil {
		answer.Syntax = err.Error()
	}
	possible := policy.Verdict{Action: config.Allow}
	for _, c := range commands {
		list, at := checkedRun(cfg, ctx, c)
		answer.Commands = append(answer.Commands, list...)
		if at.Action.Severity() > answer.Decision.Severity() {
			answer.Decision, answer.Rule, answer.Reason = at.Action, at.Rule, at.Reason
		}
		possible = possible.Stricter(possibleRun(cfg, ctx, c, list))
	}
	status := statusOfDecision(answer.Decision)
	if cfg.Policy.Mode == config.PolicyEnforce && possible.Action.Severity() > answer.Decision.Severity() {
		answer.Conditional, answer.ConditionalRule = true, possible.Rule
		if answer.Decision == config.Allow {
			status = statusConditional
		}
	}
	if own := slices.DeleteFunc(slices.Clone(answer.Commands), func(c checkedCommand) bool { return len(c.Via) > 0 }); len(own) == 1 && !own[0].AtRunTime {
		answer.Argv, answer.ArgvEncoding = own[0].Argv, own[0].ArgvEncoding
	}
	return answer, status
}

// possibleRun is the strictest that the rules may answer to a command when it runs,
// where that is not known yet: its words or files are known only then, it runs what
// is not in the text, or the text makes a function of its name.
func possibleRun(cfg *config.Config, ctx policy.Context, c executor.ReadCommand, list []checkedCommand) policy.Verdict {
	possible := policy.Verdict{Action: config.Allow}
	known := c.Argv
	if len(c.Unknown) > 0 {
		known = c.Argv[:c.Unknown[0]]
	}
	switch {
	case c.Function && len(c.Unknown) == 0:
		possible = policy.DecideRun(cfg, policy.GatherArgv(cfg, c.Argv, c.Assigned, ctx))
	case len(c.Unknown) > 0:
		possible = policy.DecideRead(cfg, known, c.Assigned, ctx)
	}
	anything := mayRunText(c) || slices.ContainsFunc(list, func(c checkedCommand) bool { return c.Opaque != "" }) ||
		slices.ContainsFunc(c.Opens, func(o executor.ReadOpen) bool { return o.Path == "" })
	if anything {
		possible = possible.Stricter(policy.Strictest(cfg))
	}
	return possible
}

// mayRunText tells whether a command may be a script, or its words or assignments hold
// commands for later: in a prompt, a subscript, a number.
func mayRunText(c executor.ReadCommand) bool {
	if len(c.Argv) > 0 && !slices.Contains(c.Unknown, 0) && strings.Contains(c.Argv[0], "/") &&
		!slices.Contains([]string{"/bin", "/usr/bin"}, path.Dir(c.Argv[0])) {
		return true
	}
	return slices.ContainsFunc(append(c.Argv[:len(c.Argv):len(c.Argv)], c.Assigned...), func(word string) bool {
		return strings.Contains(word, "$(") || strings.Contains(word, "`")
	})
}

// blanket makes a question of what is allowed, where the configuration asks
// about every command.
func blanket(cfg *config.Config, v policy.Verdict) policy.Verdict {
	if v.Action == config.Allow && cfg.Policy.Mode == config.PolicyEnforce && cfg.Run.Confirm.Kind != config.ConfirmNever {
		v.Action, v.Rule = config.Ask, "tools.run.confirm"
	}
	return v
}

// checkedRun judges one command, and what it would start, as it would be judged
// when it runs, and gives the strictest answer. What is not known of it before
// is not judged.
func checkedRun(cfg *config.Config, ctx policy.Context, c executor.ReadCommand) ([]checkedCommand, policy.Verdict) {
	verdict := policy.Verdict{Action: config.Allow}
	own := checkedCommand{Unknown: c.Unknown, AtRunTime: len(c.Unknown) > 0 || c.Function}
	own.Argv, own.ArgvEncoding = encodeArgv(c.Argv)
	list := []checkedCommand{own}
	if !own.AtRunTime {
		facts := policy.GatherArgv(cfg, c.Argv, c.Assigned, ctx)
		verdict = policy.DecideRun(cfg, facts)
		list = list[:0]
		for _, j := range policy.Explain(cfg, facts) {
			list = append(list, checkedFrom(j))
		}
	}
	for _, o := range c.Opens {
		r := checkedRedirection{FD: -1, Operator: operators[o.Direction], Direction: o.Direction.String(), Path: o.Path}
		list[0].Redirections = append(list[0].Redirections, r)
		if o.Path == "" {
			list[0].AtRunTime = true
			continue
		}
		name := o.Path
		if !path.IsAbs(name) {
			name = path.Join(ctx.Dir, name)
		}
		opened := policy.DecideOpen(cfg, policy.Opened{Path: path.Clean(name), Direction: o.Direction}, ctx)
		if opened.Action.Severity() > verdict.Action.Severity() {
			verdict = opened
			list[0].Decision, list[0].Rule, list[0].Reason = opened.Action, opened.Rule, opened.Reason
		}
	}
	for i := range list {
		list[i].Start, list[i].End, list[i].Stdin = c.Offset, c.Offset, ""
	}
	return list, verdict
}

var operators = map[bashast.Direction]string{bashast.Read: "<", bashast.Write: ">", bashast.Append: ">>", bashast.ReadWrite: "<>"}

// interpContext is what a decision depends on in the directory where a session
// of the engine interp begins.
func (s *setup) interpContext() policy.Context {
	ctx := policy.Context{Home: s.identity.Home, Dangerous: s.filter().Overrides, Dir: s.identity.Home}
	if in := s.config().Interp; in.FS != config.FSMemory {
		ctx.Dir = inside(in.Root, "")
	}
	return ctx
}
