package runner

import (
	"path"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// childOptions are those of the commands bash and sh (bash(1), OPTIONS).
type childOptions struct {
	name    string
	params  []string
	set     []state.Option
	unset   []state.Option
	command bool
	stdin   bool
	// about is what --version or --help prints.
	about string
}

const (
	childUsage = "Usage:\tbash [GNU long option] [option] ...\n\tbash [GNU long option] [option] script-file ...\n"
	// The first line is what scripts look at.
	childVersion = "GNU bash, version " + bashVersion + " (" + machineType + ")\n" +
		"This is the interpreter of aegish, which behaves as that version does.\n"
)

// parse reads the options before the operands. message is not empty where one is
// wrong.
func (o *childOptions) parse(args []string) (rest []string, message string) {
	for len(args) > 0 && args[0] != "" && (args[0][0] == '-' || args[0][0] == '+' && len(args[0]) > 1) {
		arg := args[0]
		args = args[1:]
		if arg == "-" || arg == "--" {
			return args, ""
		}
		if strings.HasPrefix(arg, "--") {
			if args, message = o.long(arg, args); message != "" || o.about != "" {
				return args, message
			}
			continue
		}
		for i := 1; i < len(arg); i++ {
			if args, message = o.letter(arg[i], arg[0] == '-', args); message != "" {
				return args, message
			}
		}
	}
	return args, ""
}

// long takes an option with a name.
func (o *childOptions) long(arg string, args []string) (rest []string, message string) {
	switch arg {
	case "--norc", "--noprofile", "--noediting", "--debugger":
	case "--rcfile", "--init-file":
		if len(args) == 0 {
			return nil, o.name + ": " + arg + ": option requires an argument\n"
		}
		return args[1:], ""
	case "--login":
		o.set = append(o.set, state.LoginShell)
	case "--restricted":
		o.set = append(o.set, state.Restricted)
	case "--posix":
		o.set = append(o.set, state.Posix)
	case "--verbose":
		o.set = append(o.set, state.Verbose)
	case "--version":
		o.about = childVersion
	case "--help":
		o.about = "GNU bash, version " + bashVersion + "-(" + machineType + ")\n" + childUsage
	default:
		return nil, o.name + ": " + arg + ": invalid option\n" + childUsage
	}
	return args, ""
}

// named takes what the name of the command says: sh is in posix mode, rbash restricted.
func (o *childOptions) named(command string) {
	switch path.Base(command) {
	case "sh":
		o.set = append(o.set, state.Posix)
	case "rbash":
		o.set = append(o.set, state.Restricted)
	}
}

// letter takes an option of one letter.
func (o *childOptions) letter(letter byte, on bool, args []string) (rest []string, message string) {
	switch letter {
	case 'c':
		o.command = true
	case 's':
		o.stdin = true
	case 'i':
	case 'l':
		o.choose(state.LoginShell, on)
	case 'D':
		o.choose(state.NoExec, on)
	case 'o', 'O':
		if len(args) == 0 {
			return nil, o.name + ": -" + string(letter) + ": option requires an argument\n"
		}
		find, what := state.SetOption, o.name+": "+args[0]+": invalid option name\n"
		if letter == 'O' {
			find, what = state.ShoptOption, args[0]+": invalid shell option name\n"
		}
		opt, ok := find(args[0])
		if !ok {
			return nil, o.name + ": line 0: " + what
		}
		o.choose(opt, on)
		return args[1:], ""
	default:
		opt, ok := state.LetterOption(letter)
		if !ok {
			sign := "-"
			if !on {
				sign = "+"
			}
			return nil, o.name + ": " + sign + string(letter) + ": invalid option\n" + childUsage
		}
		o.choose(opt, on)
	}
	return args, ""
}

func (o *childOptions) choose(opt state.Option, on bool) {
	if on {
		o.set = append(o.set, opt)
	} else {
		o.unset = append(o.unset, opt)
	}
}
