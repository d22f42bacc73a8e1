// Package sort is sort(1) of GNU coreutils in a UTF-8 locale whose order is that
// of bytes.
//
// It sorts in memory, as much as the call's limits let it hold, and refuses
// more.
package sort

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

// Commands returns the command by its name.
func Commands() map[string]command.Entry {
	return map[string]command.Entry{"sort": {Command: command.Func(run), Summary: "sort or merge lines", Family: "text"}}
}

const trouble = 2

var options = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write the lines of all files, or of standard input, in order.\nA KEYDEF is F[.C][OPTS][,F[.C][OPTS]]: fields and characters from 1 on, and the letters bdfgiMhnRrV.",
	Bad:   trouble,
	Options: []option.Option{
		{Short: 'b', Long: "ignore-leading-blanks", Help: "leave out blanks before keys"},
		{Short: 'd', Long: "dictionary-order", Help: "look at blanks, letters and digits alone"},
		{Short: 'f', Long: "ignore-case", Help: "treat lower case as upper"},
		{Short: 'g', Long: "general-numeric-sort", Help: "compare floating point numbers"},
		{Short: 'i', Long: "ignore-nonprinting", Help: "look at printable characters alone"},
		{Short: 'M', Long: "month-sort", Help: "compare names of months"},
		{Short: 'h', Long: "human-numeric-sort", Help: "compare numbers such as 2K and 1G"},
		{Short: 'n', Long: "numeric-sort", Help: "compare decimal numbers"},
		{Short: 'R', Long: "random-sort", Help: "shuffle, but keep equal keys together"},
		{Short: 'r', Long: "reverse", Help: "reverse the order"},
		{Long: "sort", Arg: option.Required, Name: "WORD", Help: "one of general-numeric, human-numeric, month, numeric, random, version"},
		{Short: 'V', Long: "version-sort", Help: "compare numbers within texts as numbers"},
		{Short: 'c', Help: "check whether the input is sorted"},
		{Long: "check", Arg: option.Optional, Name: "HOW", Help: "the same; quiet and silent as -C"},
		{Short: 'C', Help: "check, and say nothing"},
		{Long: "files0-from", Arg: option.Required, Name: "FILE", Help: "read the names from FILE, each ended by NUL"},
		{Short: 'k', Long: "key", Arg: option.Required, Name: "KEYDEF", Help: "sort by a key"},
		{Short: 'm', Long: "merge", Help: "merge files that are sorted"},
		{Short: 'o', Long: "output", Arg: option.Required, Name: "FILE", Help: "write to FILE, which may be one of the inputs"},
		{Short: 's', Long: "stable", Help: "keep the order of lines with equal keys"},
		{Short: 't', Long: "field-separator", Arg: option.Required, Name: "SEP", Help: "fields end with SEP instead of before blanks"},
		{Short: 'u', Long: "unique", Help: "write one of several equal lines; with -c check for them"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
		{Short: 'S', Long: "buffer-size", Arg: option.Required, Help: "nothing here"},
		{Short: 'T', Long: "temporary-directory", Arg: option.Required, Help: "nothing here"},
		{Long: "batch-size", Arg: option.Required}, {Long: "compress-program", Arg: option.Required},
		{Long: "parallel", Arg: option.Required}, {Short: 'y', Arg: option.Required},
		{Long: "debug", Help: "show what keys are, and what is odd about them"},
		{Long: "random-source", Arg: option.Required, Name: "FILE", Help: "take what -R makes of keys from FILE"},
	},
}

// job is what the options ask for.
type job struct {
	call *command.Call
	order
	check          byte // 0, 'c' or 'C'
	merge          bool
	output         string
	delim          byte
	names          []string
	heldBytes      int64
	lineBytes      int
	globals        modifiers
	keyTexts       []string
	tabGiven, from bool
	source         string // of --random-source
	compressor     string // of --compress-program, which is not run
	debug          bool
}

func run(ctx context.Context, call *command.Call) int {
	j := &job{call: call, delim: '\n', heldBytes: call.Limits.HeldBytes, lineBytes: call.Limits.LineBytes}
	p, status, ok := j.parse()
	if !ok {
		return status
	}
	j.names = p.Operands
	j.tab = -1
	if status := j.options(ctx, p); status != 0 {
		return status
	}
	if status := j.keys(); status != 0 {
		return status
	}
	if status := j.readSalt(ctx); status != 0 {
		return status
	}
	if j.debug {
		if which := j.check; which != 0 || j.output != "" {
			if which == 0 {
				which = 'o'
			}
			call.Errorf("options '-%c --debug' are incompatible", which)
			return trouble
		}
		j.explain()
	}
	switch {
	case j.check != 0 && len(j.names) > 1:
		call.Errorf("extra operand %s not allowed with -%c", command.QuoteShell(j.names[1]), j.check)
		return trouble
	case j.check != 0 && j.output != "":
		call.Errorf("options '-%co' are incompatible", j.check)
		return trouble
	case j.check != 0:
		return j.checkFile(ctx)
	case j.merge:
		return j.mergeFiles(ctx)
	}
	return j.sortFiles(ctx)
}

func (j *job) options(ctx context.Context, p *option.Parsed) int {
	for _, o := range p.Options {
		switch o.Name {
		case "c", "C", "check":
			how := o.Name[0]
			if o.Name == "check" {
				switch {
				case o.Has && (o.Value == "" || strings.HasPrefix("quiet", o.Value) || strings.HasPrefix("silent", o.Value)):
					how = 'C'
				case o.Has && !strings.HasPrefix("diagnose-first", o.Value):
					j.call.Errorf("invalid argument %s for %s", command.Quote(o.Value), command.Quote("--check"))
					j.call.Stderr.Write([]byte("Valid arguments are:\n  - ‘quiet’, ‘silent’\n  - ‘diagnose-first’\n"))
					return j.badWord()
				}
			}
			if j.check != 0 && j.check != how {
				j.call.Errorf("options '-cC' are incompatible")
				return trouble
			}
			j.check = how
		case "m":
			j.merge = true
		case "o":
			if j.output != "" && j.output != o.Value {
				j.call.Errorf("multiple output files specified")
				return trouble
			}
			j.output = o.Value
		case "s":
			j.stable = true
		case "u":
			j.unique = true
		case "z":
			j.delim = 0
		case "t":
			if status := j.separator(o.Value); status != 0 {
				return status
			}
		case "k", "+":
			j.keyTexts = append(j.keyTexts, o.Value)
		case "debug":
			j.debug = true
		case "files0-from":
			if status := j.namesFrom(ctx, o.Value); status != 0 {
				return status
			}
		case "sort":
			if status := j.word(o.Value); status != 0 {
				return status
			}
		case "random-source":
			if j.source != "" && j.source != o.Value {
				j.call.Errorf("multiple random sources specified")
				return trouble
			}
			j.source = o.Value
		case "S", "T", "y", "batch-size", "compress-program", "parallel":
			if status := j.resource(o); status != 0 {
				return status
			}
		default:
			j.globals.set(o.Name[0], true, true)
		}
	}
	return 0
}

// create opens what the result goes to; done closes it.
func (j *job) create(ctx context.Context) (out *command.Output, done func(), status int) {
	if j.output == "" {
		return command.NewOutput(j.call), func() {}, 0
	}
	var f vfs.File
	f, err := j.call.Create(ctx, j.output)
	if err != nil {
		j.call.Errorf("open failed: %s: %s", command.QuoteIfNeeded(j.output), command.Message(err))
		return nil, nil, trouble
	}
	return command.NewFileOutput(j.call, f), func() { f.Close() }, 0
}
