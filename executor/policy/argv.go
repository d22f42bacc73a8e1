package policy

import (
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// GatherArgv makes the facts of one command whose argument vector is known
// because it is about to run: an engine that runs the shell's language itself
// asks with the words after every expansion, so nothing of it is unknown and
// no text is parsed. assigned holds NAME=VALUE of the assignments before it.
func GatherArgv(cfg *config.Config, argv, assigned []string, ctx Context) Facts {
	command := bashast.Command{}
	if len(argv) > 0 && argv[0] != "" {
		command.PolicyText = bashast.Canonicalize(argv)
	}
	for _, entry := range assigned {
		name, value, _ := strings.Cut(entry, "=")
		command.Assignments = append(command.Assignments, bashast.Assignment{Name: name, Value: value})
	}
	return gathered(cfg, command, ctx)
}

func gathered(cfg *config.Config, command bashast.Command, ctx Context) Facts {
	f := Facts{Context: ctx, Raw: command.PolicyText.String(), Family: config.FamilyBash, Bash: true,
		Subset: config.SubsetCompound, Parsed: true}
	f.Commands = unwrapAll(bashast.Program{Commands: []bashast.Command{command}}, ctx, allowed(cfg))
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

// DecideText judges a text whose commands will each be judged when they run:
// by the gate and the deny patterns, not by the rules.
func DecideText(cfg *config.Config, f Facts) Verdict {
	ruleless := *cfg
	ruleless.Policy.Rules, ruleless.Policy.Default, ruleless.Policy.Unparsed = nil, config.Allow, config.Allow
	return Decide(&ruleless, f)
}
