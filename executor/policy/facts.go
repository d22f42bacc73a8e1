package policy

import (
	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// A Context is what a decision depends on besides configuration and text.
type Context struct {
	// Dir is the directory that relative paths begin in, or "".
	Dir string
	// Home is the user's home directory, or "".
	Home string
	// Dangerous reports whether the session would strip a variable; nil
	// stands for a session that strips none.
	Dangerous func(name string) bool
	// NoNewPrivs says that set-user-id programs gain nothing, and would have
	// to.
	NoNewPrivs bool
}

// Facts are what is known of a command before anything is decided.
type Facts struct {
	Context
	Raw    string
	Family config.Family
	// Bash is set when the shell is bash itself. Other members of the family
	// read some accepted words differently, so an argv is no proof there.
	Bash bool
	// Subset is how much of bash the gate was asked to accept.
	Subset config.Subset
	// Parsed says that the gate was asked. Then either Violation is set or
	// Commands holds everything that the text may run.
	Parsed    bool
	Commands  []Command
	Violation *bashast.Violation
}

// A Command is one command that a text may run, directly or through another.
type Command struct {
	bashast.Command
	// Via names the commands that would start this one, outermost first.
	Via []string
	// Open says that more arguments may follow, which are not known (xargs).
	Open bool
	// Opaque is why what the command itself would run can not be known, or "".
	Opaque string
	// Dirs are the directories in which the command may run; nil is any.
	Dirs []string
	// given holds the literal values that the whole text gives to variables.
	given map[string][]string
}

// Gather collects the facts about a command, parsing it when the configuration
// needs that.
func Gather(cfg *config.Config, raw string, ctx Context) Facts {
	f := Facts{Context: ctx, Raw: raw, Family: config.FamilyOf(cfg.Run.Shell), Bash: config.IsBash(cfg.Run.Shell)}
	if NeedsParse(cfg) {
		f.Parse(cfg)
	}
	return f
}

// Parse asks the gate, as the configuration wants it asked.
func (f *Facts) Parse(cfg *config.Config) {
	f.Parsed, f.Subset = true, cfg.Run.BashASTSubset
	var program bashast.Program
	if f.Subset == config.SubsetCompound {
		program, f.Violation = bashast.ParseProgram([]byte(f.Raw), allowed(cfg))
	} else {
		var text bashast.PolicyText
		text, f.Violation = bashast.Parse([]byte(f.Raw))
		program.Commands = []bashast.Command{{PolicyText: text, End: len(f.Raw)}}
	}
	if f.Violation == nil {
		f.Commands = unwrapAll(program, f.Context, allowed(cfg))
	}
}

// allowed is how a configuration widens the compound subset.
func allowed(cfg *config.Config) bashast.Allow {
	return bashast.Allow{QuotedExpansions: cfg.Run.Expansions == config.ExpansionsQuoted}
}

// Canonical is the canonical text of the commands that the text itself names,
// with what starts others but not what they start.
func (f Facts) Canonical() string {
	text := ""
	for _, c := range f.Commands {
		if len(c.Via) > 0 || len(c.Argv) == 0 {
			continue
		}
		if text != "" {
			text += "\n"
		}
		text += c.PolicyText.String()
	}
	return text
}
