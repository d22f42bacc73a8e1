package cli

import (
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/internal/gatestats"
)

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
			o.about, o.verb = o.verb, verbHelp
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
	allowed := []string{"--json", "--config", "--profile", "--engine"}
	switch o.verb {
	case verbVersion:
		allowed = nil
	case verbCommands:
		allowed = []string{"--json"}
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
			o.about, o.verb = o.verb, verbHelp
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
		if name == "--json" || name == "--sandbox" || name == "--diff" {
			if given {
				return nil, usage("%s: takes no value", name)
			}
			o.json, o.sandbox, args = o.json || name == "--json", o.sandbox || name == "--sandbox", rest
			o.run.diff = o.run.diff || name == "--diff"
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
	case "--state":
		o.state = value
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
	case "--stats":
		o.stats.file = value
	case "--show":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > gatestats.MaxShow {
			return usage("--show: %q is no number from 1 to %d", value, gatestats.MaxShow)
		}
		o.stats.show = n
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
		"--json", "--config", "--profile", "--engine", "--state", "--timeout", "--max-output-bytes", "--cwd", "--env", "--diff")
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

// parseCheck reads a command, or the file that --stats names instead of one.
func (o *options) parseCheck(args []string) error {
	rest, err := o.verbFlags(args, "--json", "--config", "--profile", "--engine", "--stats", "--show", "--sandbox")
	switch {
	case err != nil || o.verb == verbHelp:
		return err
	case o.sandbox && (o.stats.file != "" || o.stats.show > 0):
		return usage("--sandbox: not with --stats")
	case o.sandbox && len(rest) > 0:
		return usage("check --sandbox: unexpected argument %q", rest[0])
	case o.sandbox:
		return nil
	case o.stats.file == "" && o.stats.show > 0:
		return usage("--show: only with --stats")
	case o.stats.file == "":
		return o.takeCommand(rest, "aegish check [--json] [--] COMMAND")
	case len(rest) > 0:
		return usage("check --stats: unexpected argument %q", rest[0])
	}
	return nil
}

// oneCommand reads a verb's options and its one operand, the command.
func (o *options) oneCommand(args []string, synopsis string, allowed ...string) error {
	rest, err := o.verbFlags(args, allowed...)
	if err != nil || o.verb == verbHelp {
		return err
	}
	return o.takeCommand(rest, synopsis)
}

// takeCommand takes the one operand of a verb.
func (o *options) takeCommand(rest []string, synopsis string) error {
	switch len(rest) {
	case 0:
		return usage("%s: no command; usage: %s", o.verb, synopsis)
	case 1:
		o.command = rest[0]
		return nil
	}
	return usage("%s: the command is one argument, and there are %d; quote it: %s", o.verb, len(rest), synopsis)
}
