package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A verb is a subcommand. It wins over a script of the same name.
type verb string

const (
	verbNone    verb = ""
	verbRun     verb = "run"
	verbCheck   verb = "check"
	verbWhy     verb = "why"
	verbConfig  verb = "config"
	verbDoctor  verb = "doctor"
	verbVersion verb = "version"
	verbHelp    verb = "help"
)

// options are the parsed command line.
type options struct {
	verb    verb
	config  string
	profile string
	engine  string

	login       bool // -l, or argv[0] begins with "-"
	interactive bool // -i
	readStdin   bool // -s
	hasCommand  bool // -c
	command     string
	hasScript   bool
	script      string
	name        string   // $0
	args        []string // positional parameters

	json   bool
	action string // config: check, show or pack; why: the kind of access
	run    runOptions
}

// runOptions are those of `aegish run`.
type runOptions struct {
	timeout   time.Duration // 0: from the configuration
	maxOutput int           // 0: from the configuration
	cwd       string
	env       []string
}

// A usageError is a command line that can not be understood.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

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
		return o, o.parseVerb(rest[1:])
	default:
		o.hasScript, o.script, o.args = true, rest[0], rest[1:]
	}
	return o, nil
}

func isVerb(word string) bool {
	switch verb(word) {
	case verbRun, verbCheck, verbWhy, verbConfig, verbDoctor, verbVersion:
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

// parseVerb reads what follows a verb.
func (o *options) parseVerb(args []string) error {
	switch o.verb {
	case verbRun:
		return o.parseRun(args)
	case verbCheck:
		return o.parseCheck(args)
	case verbWhy:
		return o.parseWhy(args)
	case verbConfig:
		if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
			o.verb = verbHelp
			return nil
		}
		if len(args) == 0 || args[0] != "check" && args[0] != "show" && args[0] != "pack" {
			return usage("config: expected `check`, `show` or `pack`")
		}
		if o.action = args[0]; o.action == "pack" {
			return o.parsePack(args[1:])
		}
		args = args[1:]
	}
	allowed := []string{"--json", "--config", "--profile"}
	if o.verb == verbVersion {
		allowed = nil
	}
	rest, err := o.verbFlags(args, allowed...)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usage("%s: unexpected argument %q", o.verb, rest[0])
	}
	return nil
}

// verbFlags reads the options behind a verb; allowed names those it has.
func (o *options) verbFlags(args []string, allowed ...string) ([]string, error) {
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && args[0] != "-" {
		name, value, given := strings.Cut(args[0], "=")
		if name == "--" {
			return args[1:], nil
		}
		if name == "-h" || name == "--help" {
			o.verb = verbHelp
			return nil, nil
		}
		known := false
		for _, a := range allowed {
			known = known || a == name
		}
		if !known {
			return nil, usage("%s: %s: unknown option", o.verb, name)
		}
		rest := args[1:]
		if name == "--json" {
			if given {
				return nil, usage("--json: takes no value")
			}
			o.json, args = true, rest
			continue
		}
		value, rest, err := valueOf(name, value, given, rest)
		if err != nil {
			return nil, err
		}
		if err := o.setVerbFlag(name, value); err != nil {
			return nil, err
		}
		args = rest
	}
	return args, nil
}

func (o *options) setVerbFlag(name, value string) error {
	switch name {
	case "--config":
		o.config = value
	case "--profile":
		o.profile = value
	case "--engine":
		o.engine = value
	case "--timeout":
		d, err := parseTimeout(value)
		if err != nil {
			return err
		}
		o.run.timeout = d
	case "--max-output-bytes":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxOutputLimit {
			return usage("--max-output-bytes: %q is no number from 1 to %d", value, maxOutputLimit)
		}
		o.run.maxOutput = n
	case "--cwd":
		o.run.cwd = value
	case "--env":
		if i := strings.IndexByte(value, '='); i <= 0 {
			return usage("--env: %q is not NAME=VALUE", value)
		}
		o.run.env = append(o.run.env, value)
	}
	return nil
}

const (
	// maxOutputLimit is the most that --max-output-bytes takes, in bytes.
	maxOutputLimit = 1 << 20
	// maxTimeout is the most that --timeout takes.
	maxTimeout = 7 * 24 * time.Hour
)

// parseTimeout reads a duration such as 90s or 1.5m; a bare number is seconds.
func parseTimeout(s string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		s += "s"
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 || d > maxTimeout {
		return 0, usage("--timeout: %q is no duration from 1ns to %s (for example 90s)", s, maxTimeout)
	}
	return d, nil
}

func (o *options) parseRun(args []string) error {
	return o.oneCommand(args, "aegish run [options] -- COMMAND",
		"--json", "--config", "--profile", "--engine", "--timeout", "--max-output-bytes", "--cwd", "--env")
}

// parsePack reads the name of a rule pack, if there is one.
func (o *options) parsePack(args []string) error {
	rest, err := o.verbFlags(args)
	switch {
	case err != nil || o.verb == verbHelp:
		return err
	case len(rest) > 1:
		return usage("config pack: unexpected argument %q", rest[1])
	case len(rest) == 1:
		o.command = rest[0]
	}
	return nil
}

func (o *options) parseCheck(args []string) error {
	return o.oneCommand(args, "aegish check [--json] [--] COMMAND", "--json", "--config", "--profile")
}

// oneCommand reads a verb's options and its one operand, the command.
func (o *options) oneCommand(args []string, synopsis string, allowed ...string) error {
	rest, err := o.verbFlags(args, allowed...)
	if err != nil || o.verb == verbHelp {
		return err
	}
	switch len(rest) {
	case 0:
		return usage("%s: no command; usage: %s", o.verb, synopsis)
	case 1:
		o.command = rest[0]
		return nil
	}
	return usage("%s: the command is one argument, and there are %d; quote it: %s", o.verb, len(rest), synopsis)
}
