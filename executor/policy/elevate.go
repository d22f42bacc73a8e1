package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
	"github.com/aegish/aegish/config"
)

// An elevator is a program that gives its command another user's rights. All
// of them are set-user-id, which has no effect behind no_new_privs (prctl(2)).
type elevator struct {
	refused string // why it never leaves the sandbox, "" where it may
	short   string // letters of options without a value
	value   string // letters of options with a value, attached or the next word
	long    string // long options without a value, space separated
	longVal string // long options with a value, behind = or the next word
	assigns bool   // NAME=VALUE in front of the command sets a variable
}

// elevators are listed here and nowhere else. Their options are those by which
// nothing is started but the command that follows, after sudo(8) and doas(1).
var elevators = map[string]elevator{
	"sudo": {short: "nHk", value: "ug", long: "non-interactive set-home reset-timestamp", longVal: "user group", assigns: true},
	"doas": {short: "n", value: "u"},

	"sudoedit": {refused: "it starts an editor"},
	"su":       {refused: "it starts a shell"},
	"pkexec":   {refused: "it asks an agent that this session can not see"},
}

// IsElevator reports whether a program, named with or without its directory,
// gives its command another user's rights.
func IsElevator(program string) bool {
	_, ok := elevators[path.Base(program)]
	return ok
}

// CodeElevation is the code of a command that would need more rights than the
// sandbox lets anybody gain.
const CodeElevation = "elevation"

// ruleSudo is the key that lets commands out of the sandbox.
const ruleSudo = "sudo.allow"

// elevation finds a command that would ask for another user's rights, where it
// can get none. It is asked before anything is decided: the command would fail
// anyway, in words that say nothing about why. The answer is what is to run
// outside of the sandbox, or a refusal, or neither.
func (f Facts) elevation(cfg *config.Config) (*Elevation, *Verdict) {
	if !f.NoNewPrivs {
		return nil, nil
	}
	name := f.elevator()
	if name == "" {
		return nil, nil
	}
	if !cfg.Sudo.Allow {
		return nil, &Verdict{Action: config.Deny, Code: CodeElevation, Rule: "no_new_privs",
			Reason: fmt.Sprintf("%s can not gain privileges in the sandbox; run it outside of aegish, or without a sandbox: "+
				"landlock.enabled = false, seccomp.filter = \"off\" and the network open", name)}
	}
	e, problem := f.readElevation(name)
	if problem == "" {
		problem = f.beyondCommands(cfg, e)
	}
	if problem != "" {
		return nil, &Verdict{Action: config.Deny, Code: CodeElevation, Rule: ruleSudo, Reason: problem}
	}
	return e, nil
}

// elevator names the first elevator that the text would start, or "".
func (f Facts) elevator() string {
	commands := f.Commands
	if !f.Parsed || f.Violation != nil {
		// Without a name or a quote in it the text can not spell one.
		if !strings.ContainsAny(f.Raw, "'\"\\") && !containsElevator(f.Raw) {
			return ""
		}
		program, violation := bashast.ParseProgram([]byte(f.Raw), bashast.Allow{QuotedExpansions: true})
		if violation != nil {
			return firstElevator(f.Raw)
		}
		commands = unwrapAll(program, f.Context, bashast.Allow{QuotedExpansions: true})
	}
	for _, c := range commands {
		if len(c.Argv) > 0 && !c.isUnknown(0) && IsElevator(c.Argv[0]) {
			return path.Base(c.Argv[0])
		}
	}
	return ""
}

func containsElevator(text string) bool {
	for name := range elevators {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// firstElevator looks at the first word of a text that the gate does not read,
// behind the variables that it begins with.
func firstElevator(text string) string {
	fields := strings.Fields(text)
	for len(fields) > 0 && (strings.Contains(fields[0], "=") || fields[0] == "command") {
		fields = fields[1:]
	}
	if len(fields) > 0 && IsElevator(fields[0]) {
		return path.Base(fields[0])
	}
	return ""
}

// shellGivers are programs from which a person or an argument gets a shell or
// runs code, so that nobody can say what they do as another user.
var shellGivers = strings.Fields("csh tcsh fish elvish nu pwsh xonsh rc es busybox toybox login newgrp sg screen tmux script " +
	"vi vim nvim view rview rvim vimdiff ex ed red emacs nano rnano pico joe jed mcedit mc micro hx kak ne editor sensible-editor vipw vigr visudo " +
	"less more most pg pager man info " +
	"python perl ruby node nodejs php lua luajit tclsh wish awk gawk mawk nawk original-awk guile irb ghci gdb lldb")

// givesShell tells such a program by its name, with or without a version.
func givesShell(program string) bool {
	name := strings.ToLower(path.Base(program))
	bare := strings.TrimRight(name, "0123456789.-")
	return isShell(name) || isShell(bare) || slices.Contains(shellGivers, name) || slices.Contains(shellGivers, bare) ||
		strings.HasPrefix(name, "vim.")
}

// beyondCommands says what speaks against an elevated command whatever the
// policy thinks of the words: it gives a shell, or starts what nobody knows. A
// rule that allows it by the elevator's name and its own is the exception.
func (f Facts) beyondCommands(cfg *config.Config, e *Elevation) string {
	words := append([]string{e.Program}, e.Args...)
	program := bashast.Program{Commands: []bashast.Command{{PolicyText: bashast.Canonicalize(words)}}}
	commands := unwrapAll(program, f.Context, allowed(cfg))
	for i, c := range commands {
		why := ""
		switch {
		case i > 0 && len(c.Argv) > 0 && IsElevator(c.Argv[0]):
			return fmt.Sprintf("%s behind %s is refused: one elevation is all there is", path.Base(c.Argv[0]), e.Program)
		case i > 0 && len(c.Argv) > 0 && givesShell(c.Argv[0]):
			why = "it gives a shell, or runs what it is told to"
		case c.Opaque != "":
			why = c.Opaque
		}
		if why != "" && !spelledOut(cfg, f.Context, commands[0], c) {
			return fmt.Sprintf("%s behind %s is refused: %s; a rule could allow it that names both", path.Base(c.Argv[0]), e.Program, why)
		}
	}
	return ""
}

// spelledOut reports whether the elevator is allowed, and one of the rules that
// allow it names both it and what it starts.
func spelledOut(cfg *config.Config, ctx Context, outer, inner Command) bool {
	if judgeCommand(cfg, ctx, outer).action != config.Allow {
		return false
	}
	words := outer.words(outer.Argv)
	return slices.ContainsFunc(cfg.Policy.Rules, func(r config.Rule) bool {
		return r.Action == config.Allow && len(r.Match) > 1 && IsElevator(r.Match[0]) && slices.Contains(r.Match[1:], inner.Argv[0]) &&
			outer.meets(r, words, ctx) == yes
	})
}
