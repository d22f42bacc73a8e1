package cli

import (
	"fmt"
	"strings"
	"time"
)

// A verb is a subcommand. It wins over a script of the same name.
type verb string

const (
	verbNone     verb = ""
	verbRun      verb = "run"
	verbCheck    verb = "check"
	verbWhy      verb = "why"
	verbConfig   verb = "config"
	verbDoctor   verb = "doctor"
	verbCommands verb = "commands"
	verbVersion  verb = "version"
	verbHelp     verb = "help"
)

// options are the parsed command line.
type options struct {
	verb    verb
	about   verb // with verbHelp: what is to be explained, verbNone for all
	config  string
	profile string
	engine  string
	state   string // the file of --state

	login       bool // -l, or argv[0] begins with "-"
	interactive bool // -i
	readStdin   bool // -s
	hasCommand  bool // -c
	command     string
	hasScript   bool
	script      string
	name        string   // $0
	args        []string // positional parameters

	json    bool
	sandbox bool   // check: print the sandbox
	action  string // config: check, show or pack; why: the kind of access
	run     runOptions
	stats   statsOptions
}

// runOptions are those of `aegish run`.
type runOptions struct {
	timeout   time.Duration // 0: from the configuration
	maxOutput int           // 0: from the configuration
	cwd       string
	env       []string
	diff      bool
}

// A usageError is a command line that can not be understood.
type usageError struct {
	text string
	verb verb // that it is about, if any
}

func (e *usageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &usageError{text: fmt.Sprintf(format, args...)} }

// parse reads a command line as bash does: options first, short ones may be
// combined, `-c` takes the first operand, `--` or `-` ends the options.
func parse(argv []string) (*options, error) {
	o := &options{login: strings.HasPrefix(argv[0], "-")}
	rest, ended, err := o.flags(argv[1:])
	if err != nil {
		return nil, err
	}
	if o.verb != verbNone {
		return o, nil
	}
	switch {
	case o.hasCommand:
		if len(rest) == 0 {
			return nil, usage("-c: option requires an argument")
		}
		o.command, rest = rest[0], rest[1:]
		if len(rest) > 0 {
			o.name, o.args = rest[0], rest[1:]
		}
	case o.readStdin || len(rest) == 0:
		o.args = rest
	case !ended && isVerb(rest[0]):
		o.verb = verb(rest[0])
		err := o.parseVerb(rest[1:])
		if u, ok := err.(*usageError); ok {
			u.verb = verb(rest[0])
		}
		return o, err
	default:
		o.hasScript, o.script, o.args = true, rest[0], rest[1:]
	}
	return o, nil
}

func isVerb(word string) bool {
	switch verb(word) {
	case verbRun, verbCheck, verbWhy, verbConfig, verbDoctor, verbCommands, verbVersion:
		return true
	}
	return false
}

// flags reads the options in front. ended says that `--` or `-` closed them.
func (o *options) flags(args []string) (rest []string, ended bool, err error) {
	for len(args) > 0 {
		arg := args[0]
		switch {
		case arg == "--" || arg == "-":
			return args[1:], true, nil
		case strings.HasPrefix(arg, "--"):
			if args, err = o.longFlag(arg[2:], args[1:]); err != nil {
				return nil, false, err
			}
			continue
		case !strings.HasPrefix(arg, "-"):
			return args, false, nil
		}
		for _, c := range arg[1:] {
			switch c {
			case 'c':
				o.hasCommand = true
			case 'l':
				o.login = true
			case 'i':
				o.interactive = true
			case 's':
				o.readStdin = true
			case 'h':
				o.verb = verbHelp
			default:
				return nil, false, usage("-%c: unknown option", c)
			}
		}
		args = args[1:]
	}
	return nil, false, nil
}

// longFlag reads one long option and its value, if it has one.
func (o *options) longFlag(name string, rest []string) ([]string, error) {
	name, value, given := strings.Cut(name, "=")
	var target *string
	switch name {
	case "config":
		target = &o.config
	case "profile":
		target = &o.profile
	case "engine":
		target = &o.engine
	case "state":
		target = &o.state
	case "login", "help", "version":
		if given {
			return nil, usage("--%s: takes no value", name)
		}
		switch name {
		case "login":
			o.login = true
		case "help":
			o.verb = verbHelp
		default:
			o.verb = verbVersion
		}
		return rest, nil
	default:
		return nil, usage("--%s: unknown option", name)
	}
	value, rest, err := valueOf("--"+name, value, given, rest)
	if err != nil {
		return nil, err
	}
	*target = value
	return rest, nil
}

// valueOf gives an option's value: what stands behind `=`, else the next word.
func valueOf(name, value string, given bool, rest []string) (string, []string, error) {
	if !given {
		if len(rest) == 0 {
			return "", nil, usage("%s: option requires an argument", name)
		}
		value, rest = rest[0], rest[1:]
	}
	if value == "" {
		return "", nil, usage("%s: the value is empty", name)
	}
	return value, rest, nil
}
