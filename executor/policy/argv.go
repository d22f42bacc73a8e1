package policy

import (
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// GatherArgv makes the facts of one command whose argument vector is known
// because it is about to run: an engine that runs the shell's language itself
// asks with the words after every expansion, so nothing of it is unknown and
// no text is parsed. assigned holds NAME=VALUE of the assignments before it.
func GatherArgv(cfg *config.Config, argv, assigned []string, ctx Context) Facts {
	return gathered(cfg, commandOf(argv, assigned), false, ctx)
}

func commandOf(argv, assigned []string) bashast.Command {
	command := bashast.Command{}
	if len(argv) > 0 && argv[0] != "" {
		command.PolicyText = bashast.Canonicalize(argv)
	}
	for _, entry := range assigned {
		name, value, _ := strings.Cut(entry, "=")
		command.Assignments = append(command.Assignments, bashast.Assignment{Name: name, Value: value})
	}
	return command
}

// DecideRead is the strictest that the rules may answer to a command of a text that has
// not run: argv are the words that are known, in front of the first that is not. What is
// not known may be any number of words, or, where argv is empty, any command.
func DecideRead(cfg *config.Config, argv, assigned []string, ctx Context) Verdict {
	f := gathered(cfg, commandOf(argv, assigned), true, ctx)
	more := commandOf(append(argv[:len(argv):len(argv)], unheard), assigned)
	more.Unknown = []int{len(argv)}
	f.Commands = append(f.Commands, gathered(cfg, more, true, ctx).Commands...)
	verdict := DecideRun(cfg, f)
	if slices.ContainsFunc(f.Commands, func(c Command) bool { return c.Opaque != "" }) {
		return verdict.Stricter(Strictest(cfg))
	}
	return verdict
}

// gathered are the facts of a command; open says that more arguments may follow.
func gathered(cfg *config.Config, command bashast.Command, open bool, ctx Context) Facts {
	f := Facts{Context: ctx, Raw: command.PolicyText.String(), Family: config.FamilyBash, Bash: true,
		Subset: config.SubsetCompound, Parsed: true}
	u := newUnwrapper(ctx, allowed(cfg))
	u.add(Command{Command: command, Dirs: u.dirs, Open: open})
	f.Commands = u.all()
	return f
}

// Judges reports whether a configuration has rules to judge what runs by.
func Judges(cfg *config.Config) bool { return judgesArgv(&cfg.Policy) }

// DecideRun judges the facts of GatherArgv by the rules: the
// gate has had its say about the text before anything ran.
func DecideRun(cfg *config.Config, f Facts) Verdict {
	gateless := *cfg
	gateless.Run.BashASTMode = config.ModeOff
	return Decide(&gateless, f)
}

// Strictest is the strictest answer that the rules have for any command or file.
func Strictest(cfg *config.Config) Verdict {
	a := defaultAnswer(&cfg.Policy)
	for _, r := range cfg.Policy.Rules {
		a = a.stricter(ruleAnswer(r))
	}
	return settled(cfg, Verdict{Action: config.Allow}, a)
}

// DecideText judges a text whose commands will each be judged when they run:
// by the gate and the deny patterns, not by the rules.
func DecideText(cfg *config.Config, f Facts) Verdict {
	ruleless := *cfg
	ruleless.Policy.Rules, ruleless.Policy.Default, ruleless.Policy.Unparsed = nil, config.Allow, config.Allow
	return Decide(&ruleless, f)
}
