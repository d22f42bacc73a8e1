package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// judgeCommands gives the strictest answer to anything that the text may do;
// of equally strict ones the first counts.
func judgeCommands(cfg *config.Config, f Facts) answer {
	var all *answer
	for _, c := range f.Commands {
		a := judgeCommand(cfg, f.Context, c)
		if all != nil {
			a = all.stricter(a)
		}
		all = &a
	}
	if all == nil {
		return answer{action: config.Allow}
	}
	return *all
}

// judgeCommand answers for one command with its assignments and redirections.
func judgeCommand(cfg *config.Config, ctx Context, c Command) answer {
	a := answer{action: config.Allow}
	if judgesArgv(&cfg.Policy) {
		if len(c.Argv) > 0 {
			a = judgeArgv(&cfg.Policy, ctx, c)
		}
		for _, r := range c.Redirections {
			if opensFile(r) {
				a = a.stricter(judgeFile(&cfg.Policy, ctx, c, r))
			}
		}
	}
	for _, name := range c.changes() {
		a = a.stricter(judgeVariable(&cfg.Policy, ctx, c, name))
	}
	return a
}

// changes names the variables that a command assigns or removes.
func (c Command) changes() []string {
	var names []string
	for _, v := range c.Assignments {
		names = append(names, v.Name)
	}
	if len(c.Argv) > 0 && c.Argv[0] == "unset" {
		for _, name := range c.Argv[1:] {
			if !isOption(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// judgeArgv applies the rules to the decoded arguments. What matches another
// spelling of the same command, its canonical form or its name without the
// directory, or what matches perhaps, counts only when it is stricter:
// `/bin/rm` and a full-width `rm` are no way around a rule about rm, and
// neither can profit from one.
func judgeArgv(p *config.Policy, ctx Context, c Command) answer {
	exact := c.words(c.Argv)
	a, matched := defaultAnswer(p), false
	for _, r := range p.Rules {
		if !aboutCommand(r, c) || c.meets(r, exact, ctx) != yes {
			continue
		}
		if ruled := ruleAnswer(r); !matched {
			a, matched = ruled, true
		} else {
			a = a.stricter(ruled)
		}
	}
	for _, argv := range append(c.spellings(), c.Argv) {
		spelled := c.words(argv)
		for _, r := range p.Rules {
			if r.Action.Severity() > a.action.Severity() && aboutCommand(r, c) && c.meets(r, spelled, ctx) != no {
				a = ruleAnswer(r)
			}
		}
	}
	return a
}

// aboutCommand reports whether a rule is about commands as such: not about
// variables, not about any redirection, and about opaque commands only where
// the command is one.
func aboutCommand(r config.Rule, c Command) bool {
	return r.Assign == nil && (r.NamesCommand() || r.Opaque) && (!r.Opaque || c.Opaque != "")
}

// meets compares a rule's conditions with one spelling of a command.
func (c Command) meets(r config.Rule, words []word, ctx Context) certainty {
	if !mayName(r, words) {
		return no
	}
	if !r.Literal {
		return c.fulfils(r, words, ctx)
	}
	best := no
	for _, told := range c.told(words, ctx.Home) {
		best = max(best, c.closed(ctx.Home).fulfils(r, told, ctx))
	}
	return best
}

func (c Command) fulfils(r config.Rule, words []word, ctx Context) certainty {
	sure := c.matches(r, words)
	if sure == no || r.Paths == nil {
		return sure
	}
	if r.Action == config.Allow {
		return min(sure, surely(c.confined(r, words, ctx.Home)))
	}
	return min(sure, c.touches(r, words, ctx.Home))
}

// judgeFile answers for a file that is redirected to or from. Rules with paths
// count, those with match only for the command they name.
func judgeFile(p *config.Policy, ctx Context, c Command, r bashast.Redirection) answer {
	exact := c.words(c.Argv)
	a, matched := defaultAnswer(p), false
	if a.reason != "" {
		a.reason = fmt.Sprintf("no rule allows %s %s by redirection", verb(r.Direction), r.Path)
	}
	for _, rule := range p.Rules {
		if rule.Paths == nil || rule.Assign != nil || rule.Opaque || !direction(rule.Access, r.Direction) {
			continue
		}
		command, words := c, exact
		if rule.Literal {
			command, words = c.closed(ctx.Home), c.told(exact, ctx.Home)[0]
		}
		sure := min(command.matches(rule, words), under(rule.Paths, r.Path, command.Dirs, ctx.Home))
		ruled := ruleAnswer(rule)
		switch {
		case sure == yes && !matched:
			a, matched = ruled, true
		case sure == yes, sure == perhaps && rule.Action != config.Allow:
			a = a.stricter(ruled)
		}
	}
	return a
}

// verb says what a redirection does to its file.
func verb(d bashast.Direction) string {
	if d == bashast.Read {
		return "reading"
	}
	return "writing"
}

// judgeVariable answers for a variable that a command is given or loses. The
// session would strip a dangerous one of what comes back; here it is in front
// of a command, where no filter sees it. Where the rules say what may run, PATH
// decides what the names in them mean.
func judgeVariable(p *config.Policy, ctx Context, c Command, name string) answer {
	a := answer{action: config.Allow}
	switch {
	case ctx.Dangerous != nil && ctx.Dangerous(name):
		a = answer{config.Deny, CodePolicy, "environment",
			fmt.Sprintf("%s is a variable that this session does not hand to commands", name)}
	case name == "PATH" && p.Default != config.Allow:
		a = answer{config.Deny, CodePolicy, "environment",
			"PATH decides which programs the rules are about; env.set can give it another value"}
	}
	for _, r := range p.Rules {
		if r.Assign == nil || !slices.ContainsFunc(r.Assign, func(pattern string) bool { return globMatch(pattern, name) }) {
			continue
		}
		if !r.NamesCommand() || len(c.Argv) > 0 && c.matches(r, c.words(c.Argv)) != no {
			a = a.stricter(ruleAnswer(r))
		}
	}
	return a
}

func ruleAnswer(r config.Rule) answer {
	return answer{r.Action, CodePolicy, r.ID, ruleReason(r)}
}

func ruleReason(r config.Rule) string {
	switch {
	case r.Reason != "":
		return r.Reason
	case r.Match != nil:
		return "matches " + strings.Join(r.Match, " ")
	case r.Commands != nil:
		return "is one of " + strings.Join(r.Commands, " ")
	case r.Paths != nil:
		return "redirects to or from " + strings.Join(r.Paths, " ")
	case r.Assign != nil:
		return "assigns " + strings.Join(r.Assign, " ")
	}
	return "runs commands that can not be known"
}

// ruleDefault stands for the answer where no rule matches.
const ruleDefault = "policy.default"

func defaultAnswer(p *config.Policy) answer {
	a := answer{action: p.Default, code: CodePolicy, rule: ruleDefault}
	switch p.Default {
	case config.Allow:
	case config.Ask:
		a.reason = "no rule allows this command without a question"
	default:
		a.reason = "no rule allows this command; `aegish config show` lists the rules"
	}
	return a
}
