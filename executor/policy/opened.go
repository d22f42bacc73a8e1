package policy

import (
	"slices"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// An Opened is a file that an engine which runs the shell's language itself is
// about to use.
type Opened struct {
	// Path is absolute and clean.
	Path      string
	Direction bashast.Direction
	// Argv is the command that opens it, nil for a redirection.
	Argv []string
	// Listing says that the names in a directory are read.
	Listing bool
}

// JudgesFiles reports whether a configuration can refuse an Opened.
func JudgesFiles(cfg *config.Config) bool {
	return cfg.Policy.Default != config.Allow ||
		slices.ContainsFunc(cfg.Policy.Rules, func(r config.Rule) bool { return r.Paths != nil })
}

// DecideOpen judges a file by the rules with paths, those with match only for
// the command that they name. The default is for redirections, and for commands
// that may run only because of the paths they were given: any other command has
// been judged already, and may open what no rule is about.
func DecideOpen(cfg *config.Config, o Opened, ctx Context) Verdict {
	r := bashast.Redirection{FD: 1, Operator: ">", Direction: o.Direction, Path: o.Path}
	switch o.Direction {
	case bashast.Read:
		r.FD, r.Operator = 0, "<"
	case bashast.Append:
		r.Operator = ">>"
	case bashast.ReadWrite:
		r.FD, r.Operator = 0, "<>"
	}
	if !opensFile(r) {
		return Verdict{Action: config.Allow}
	}
	p := &cfg.Policy
	c := Command{Dirs: []string{ctx.Dir}}
	if commands := GatherArgv(cfg, o.Argv, nil, ctx).Commands; len(commands) > 0 {
		c = commands[0]
	}
	a := judgeFile(p, ctx, c, r)
	if a.rule == ruleDefault && (o.Listing && len(o.Argv) == 0 || runsWithoutPaths(p, ctx, c)) {
		a = answer{action: config.Allow}
	}
	return settled(cfg, Verdict{}, a)
}

// runsWithoutPaths reports whether a command that runs owes it to a person, who
// was asked by default, or to a rule that is not about paths.
func runsWithoutPaths(p *config.Policy, ctx Context, c Command) bool {
	if len(c.Argv) == 0 {
		return false
	}
	if judgeArgv(p, ctx, c).rule == ruleDefault {
		return true
	}
	pathless := *p
	pathless.Rules = slices.DeleteFunc(slices.Clone(p.Rules), func(r config.Rule) bool { return r.Paths != nil })
	a := judgeArgv(&pathless, ctx, c)
	return a.rule != ruleDefault && a.action != config.Deny
}
