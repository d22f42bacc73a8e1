package policy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/aegish/aegish/bashast"
)

// An Elevation is one command that is to run outside of the sandbox with
// another user's rights.
type Elevation struct {
	// Program is what gives the rights, sudo or doas, and Path how the text
	// spells it where it does so with a directory.
	Program, Path string
	// Args are the program's arguments, exactly as they were written.
	Args []string
	// Env holds the variables in front of it, as NAME=VALUE.
	Env []string
	// User and Group are whose rights it asks for. Where neither is named the
	// user is root, as without other wishes in sudoers(5); where only a group
	// is, the user is "", the one who asks.
	User, Group string
}

// targetDefault is the user that sudo and doas take where none is named.
const targetDefault = "root"

// readElevation reads the one command that may be elevated, or says what is
// wrong with it.
func (f Facts) readElevation(name string) (*Elevation, string) {
	argv, env, problem := f.singleCommand(name)
	if problem != "" {
		return nil, problem
	}
	argv = behindCommand(argv)
	if len(argv) == 0 || !IsElevator(argv[0]) {
		return nil, fmt.Sprintf("%s has to be the command itself: what another command starts stays in the sandbox", name)
	}
	e := &Elevation{Program: path.Base(argv[0]), Args: argv[1:]}
	if strings.Contains(argv[0], "/") {
		e.Path = argv[0]
	}
	kind := elevators[e.Program]
	if kind.refused != "" {
		return nil, fmt.Sprintf("%s stays refused: %s; use sudo or doas", e.Program, kind.refused)
	}
	for _, a := range env {
		if problem := f.variable(a.Name); problem != "" {
			return nil, problem
		}
		e.Env = append(e.Env, a.Name+"="+a.Value)
	}
	problem = f.readArguments(e, kind)
	if e.User == "" && e.Group == "" {
		e.User = targetDefault
	}
	return e, problem
}

// singleCommand gives the words of a text that is one literal simple command,
// and the variables that it gives a value to.
func (f Facts) singleCommand(name string) (argv []string, env []bashast.Assignment, problem string) {
	text, violation := bashast.Parse([]byte(f.Raw))
	if violation == nil {
		return text.Argv, nil, ""
	}
	refused := fmt.Sprintf("only one literal command can leave the sandbox behind %s, and nothing else on the line (%s)", name, violation.Code)
	if violation.Code != bashast.AssignmentPrefixNotSupported {
		return nil, nil, refused
	}
	program, wide := bashast.ParseProgram([]byte(f.Raw), bashast.Allow{})
	if wide != nil || len(program.Commands) != 1 || len(program.Commands[0].Assignments) == 0 {
		return nil, nil, refused
	}
	env = program.Commands[0].Assignments
	begin, end := env[0].Start, env[len(env)-1].End
	if strings.Trim(f.Raw[:begin], " \t\n") != "" || slices.ContainsFunc(env, func(a bashast.Assignment) bool { return a.Unknown || a.Append }) {
		return nil, nil, refused
	}
	if text, violation = bashast.Parse([]byte(f.Raw[end:])); violation != nil {
		return nil, nil, refused
	}
	return text.Argv, env, ""
}

// behindCommand leaves out bash's builtin command, which changes nothing here.
func behindCommand(argv []string) []string {
	for len(argv) > 0 && argv[0] == "command" {
		argv = argv[1:]
		for len(argv) > 0 && argv[0] == "-p" {
			argv = argv[1:]
		}
		if len(argv) > 0 && argv[0] == "--" {
			argv = argv[1:]
		}
	}
	return argv
}

// variable says what speaks against giving a variable to an elevated command.
func (f Facts) variable(name string) string {
	if name == "PATH" || f.Dangerous != nil && f.Dangerous(name) {
		return name + " is a variable that is not handed out of the sandbox"
	}
	return ""
}

// readArguments reads the options that are known, in every spelling that
// getopt_long(3) takes except abbreviations, up to the command.
func (f Facts) readArguments(e *Elevation, kind elevator) (problem string) {
	words := e.Args
	for len(words) > 0 && strings.HasPrefix(words[0], "-") && words[0] != "--" {
		used, ok := e.option(words, kind)
		if !ok {
			return fmt.Sprintf("%s is not among the options of %s that may be used: %s", words[0], e.Program, kind.usage())
		}
		words = words[used:]
	}
	ended := len(words) > 0 && words[0] == "--"
	if ended {
		words = words[1:]
	}
	for kind.assigns && !ended && len(words) > 0 && isAssignment(words[0]) {
		name, _, _ := strings.Cut(words[0], "=")
		if problem := f.variable(name); problem != "" {
			return problem
		}
		words = words[1:]
	}
	switch {
	case len(words) == 0:
		return fmt.Sprintf("%s has to be followed by a command", e.Program)
	case words[0] == "" || words[0][0] == '-' || isAssignment(words[0]):
		return fmt.Sprintf("what stands where %s takes its command is none", e.Program)
	}
	return ""
}

// isAssignment reports whether sudo takes a word in front of the command for a
// variable: one that holds = and is no absolute path.
func isAssignment(word string) bool { return strings.Contains(word, "=") && word[0] != '/' }

// option reads one word of options, and the value that may follow.
func (e *Elevation) option(words []string, kind elevator) (used int, ok bool) {
	if strings.HasPrefix(words[0], "--") {
		return e.longOption(words, kind)
	}
	text := words[0][1:]
	for i := range len(text) {
		switch letter := text[i]; {
		case strings.IndexByte(kind.short, letter) >= 0:
		case strings.IndexByte(kind.value, letter) >= 0:
			value := text[i+1:]
			used = 1
			if value == "" {
				if used = 2; len(words) < 2 {
					return 0, false
				}
				value = words[1]
			}
			return used, e.target(letter, value)
		default:
			return 0, false
		}
	}
	return 1, text != ""
}

func (e *Elevation) longOption(words []string, kind elevator) (used int, ok bool) {
	name, value, attached := strings.Cut(words[0][2:], "=")
	switch {
	case slices.Contains(strings.Fields(kind.long), name):
		return 1, !attached
	case slices.Contains(strings.Fields(kind.longVal), name):
		if attached {
			return 1, e.target(name[0], value)
		}
		return 2, len(words) > 1 && e.target(name[0], words[1])
	}
	return 0, false
}

// target notes whose rights are asked for. A name that begins with a dash would
// be an option that somebody forgot the value of.
func (e *Elevation) target(letter byte, name string) bool {
	if name == "" || name[0] == '-' {
		return false
	}
	if letter == 'g' {
		e.Group = name
	} else {
		e.User = name
	}
	return true
}

// usage lists the options that are known.
func (kind elevator) usage() string {
	var list []string
	for _, letter := range kind.value + kind.short {
		list = append(list, "-"+string(letter))
	}
	for _, name := range slices.Concat(strings.Fields(kind.longVal), strings.Fields(kind.long)) {
		list = append(list, "--"+name)
	}
	return strings.Join(append(list, "--"), " ")
}
