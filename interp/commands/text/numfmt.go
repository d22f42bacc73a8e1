package text

import (
	"context"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var numfmtOptions = option.Set{
	Usage: "[OPTION]... [NUMBER]...",
	About: "Write numbers in the form that people read, or back.",
	Options: []option.Option{
		{Short: 'd', Long: "delimiter", Arg: option.Required, Name: "X", Help: "fields end at X, not at blanks"},
		{Long: "-debug"}, // numfmt's own: it changes nothing on standard output
		{Long: "debug", Help: "warn of what is odd"},
		{Long: "field", Arg: option.Required, Name: "LIST", Help: "convert these fields, default 1"},
		{Long: "from", Arg: option.Required, Name: "UNIT", Help: "suffixes of the input: none, auto, si, iec, iec-i"},
		{Long: "to", Arg: option.Required, Name: "UNIT", Help: "suffixes of the output: none, si, iec, iec-i"},
		{Long: "from-unit", Arg: option.Required, Name: "N", Help: "the input counts units of N"},
		{Long: "to-unit", Arg: option.Required, Name: "N", Help: "the output counts units of N"},
		{Long: "format", Arg: option.Required, Name: "FORMAT", Help: "write numbers as this %f directive says"},
		{Long: "grouping", Help: "group digits, which this locale does not"},
		{Long: "header", Arg: option.Optional, Name: "N", Help: "copy the first N lines, default 1"},
		{Long: "invalid", Arg: option.Required, Name: "MODE", Help: "for what is no number: abort, fail, warn, ignore"},
		{Long: "padding", Arg: option.Required, Name: "N", Help: "pad to N columns, to the left edge when negative"},
		{Long: "round", Arg: option.Required, Name: "METHOD", Help: "up, down, from-zero, towards-zero, nearest"},
		{Long: "suffix", Arg: option.Required, Name: "TEXT", Help: "accept TEXT behind numbers and add it"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

// A numfmter is one call of numfmt (info coreutils, numfmt invocation).
type numfmter struct {
	call             *command.Call
	from, to         string
	fromUnit, toUnit uint64
	round, invalid   string
	suffix           string
	padding          int
	zeros            int // how wide numbers are with zeros before them
	precision        int
	before, after    string
	fields           []span
	delim            string
	delimited        bool // --delimiter was given; an empty one is none
	status           int
	blanks           string // what fields end at without a delimiter
	grouping         bool
	failed           bool // a number was invalid
	header           int
	format           string
	wide             bool // it has a width
	fielded          bool // --field was given
}

func numfmt(ctx context.Context, call *command.Call) int {
	n := &numfmter{call: call, from: "none", to: "none", fromUnit: 1, toUnit: 1, round: "from-zero", invalid: "abort", precision: -1, fields: []span{{1, 1}}}
	p, status, ok := numfmtOptions.ParseEach(call, call.Args[1:], n.option)
	if !ok {
		return status
	}
	if status := n.check(p); status != 0 {
		return status
	}
	header := n.header
	end := byte('\n')
	n.blanks = " \t\n"
	if p.Has("z") {
		end = 0
	}
	out := command.NewOutput(call)
	line := func(text string) bool {
		s, ok := n.line(text)
		out.WriteString(s)
		return ok
	}
	if len(p.Operands) > 0 {
		for _, a := range p.Operands {
			if !line(a) {
				break
			}
			out.WriteByte(end)
		}
		return out.Finish(n.end(p), 1)
	}
	stopped := false
	status = call.Each(ctx, nil, 1, func(in *command.Input) error {
		return eachLine(in, end, call.Limits.LineBytes, out, func(text []byte, ended bool) {
			switch {
			case stopped:
				return
			case header > 0:
				header--
				out.Write(text)
				ended = ended && end != 0 // coreutils loses the NUL here
			default:
				stopped = !line(string(text))
			}
			if ended && !stopped {
				out.WriteByte(end)
			}
		})
	})
	return out.Finish(max(status, n.end(p)), 1)
}

// check refuses options that do not go together and, for --debug, says what is
// odd.
func (n *numfmter) check(p *option.Parsed) int {
	format, debug := p.Has("format"), p.Has("debug")
	if p.Has("grouping") && format {
		n.call.Errorf("--grouping cannot be combined with --format")
		return 1
	}
	padding := n.padding
	if format && !n.setFormat(n.format) {
		return 1
	}
	if debug && padding != 0 && n.wide {
		n.call.Errorf("--format padding overriding --padding")
	}
	n.grouping = n.grouping || p.Has("grouping")
	if debug && n.from == "none" && n.to == "none" && !n.grouping && n.padding == 0 && !format {
		n.call.Errorf("no conversion option specified")
	}
	if n.grouping && n.to != "none" {
		n.call.Errorf("grouping cannot be combined with --to")
		return 1
	}
	if debug && n.grouping {
		n.call.Errorf("grouping has no effect in this locale")
	}
	if debug && p.Has("header") && len(p.Operands) > 0 {
		n.call.Errorf("--header ignored with command-line input")
	}
	return 0
}

// end is the status, with a word of --debug about numbers that were invalid.
func (n *numfmter) end(p *option.Parsed) int {
	if n.failed && n.invalid != "abort" && p.Has("debug") {
		n.call.Errorf("failed to convert some of the input numbers")
	}
	return n.status
}

// numfmtWords are the options whose argument is one of some words.
var numfmtWords = map[string][]string{
	"from": {"none", "auto", "si", "iec", "iec-i"}, "to": {"none", "si", "iec", "iec-i"},
	"round": {"up", "down", "from-zero", "towards-zero", "nearest"}, "invalid": {"abort", "fail", "warn", "ignore"},
}

// option takes over an option, or reports what is wrong with it.
func (n *numfmter) option(o option.Found) (status int, ok bool) {
	problem := ""
	switch o.Name {
	case "from", "to", "round", "invalid":
		return n.word(o)
	case "from-unit":
		n.fromUnit, problem = parseUnit(o.Value)
	case "to-unit":
		n.toUnit, problem = parseUnit(o.Value)
	case "suffix":
		n.suffix = o.Value
	case "d":
		n.delimited = true
		if n.delim = o.Value; len(n.delim) > 1 {
			problem = "the delimiter must be a single character"
		}
	case "padding":
		var err error
		if n.padding, err = strconv.Atoi(o.Value); err != nil || n.padding == 0 || max(n.padding, -n.padding) > mostNumfmtWidth {
			problem = "invalid padding value " + command.Quote(o.Value)
		}
	case "header":
		n.header = 1
		if o.Value == "" {
			break
		}
		var err error
		if n.header, err = strconv.Atoi(o.Value); err != nil || n.header < 1 {
			problem = "invalid header value " + command.Quote(o.Value)
		}
	case "format":
		n.format = o.Value
	case "field":
		return n.setFields(o.Value)
	}
	if problem != "" {
		n.call.Errorf("%s", problem)
		return 1, false
	}
	return 0, true
}

// word takes over an option whose argument is one of some words.
func (n *numfmter) word(o option.Found) (status int, ok bool) {
	allowed := numfmtWords[o.Name]
	if !slices.Contains(allowed, o.Value) {
		n.call.Errorf("invalid argument %s for %s\nValid arguments are:\n  - ‘%s’", command.Quote(o.Value), command.Quote("--"+o.Name), strings.Join(allowed, "’\n  - ‘"))
		return numfmtOptions.Fail(n.call), false
	}
	*map[string]*string{"from": &n.from, "to": &n.to, "round": &n.round, "invalid": &n.invalid}[o.Name] = o.Value
	return 0, true
}

// parseUnit reads a size below 2^64, in which K is 1000 and Ki 1024.
func parseUnit(text string) (size uint64, problem string) {
	base, digits := uint64(1000), text
	if strings.HasSuffix(digits, "i") {
		base, digits = 1024, digits[:len(digits)-1]
	}
	power := 0
	if digits != "" {
		power = strings.IndexByte("KMGTPE", digits[len(digits)-1]) + 1
	}
	size = 1
	var err error
	if power > 0 {
		digits = digits[:len(digits)-1]
	}
	if digits != "" || power == 0 {
		size, err = strconv.ParseUint(digits, 10, 64)
	}
	for range power {
		var high uint64
		if high, size = bits.Mul64(size, base); high > 0 {
			size = 0
		}
	}
	if err != nil || size == 0 || power == 0 && base == 1024 {
		return 0, "invalid unit size: " + command.Quote(text)
	}
	return size, ""
}

// setFields takes over the list of --field, which may be given once.
func (n *numfmter) setFields(list string) (status int, ok bool) {
	if n.fielded {
		n.call.Errorf("multiple field specifications")
		return 1, false
	}
	n.fielded = true
	ranges := strings.Split(list, ",")
	for i, r := range ranges {
		if r == "-" {
			ranges[i] = "1-"
		}
	}
	spans, problem := parseSpans(strings.Join(ranges, ","), fieldSpans)
	if problem != "" {
		return numfmtOptions.Misuse(n.call, "%s", problem), false
	}
	n.fields = spans
	return 0, true
}
