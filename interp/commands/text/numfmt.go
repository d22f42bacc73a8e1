package text

import (
	"context"
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
	fromUnit, toUnit int64
	round, invalid   string
	suffix           string
	padding          int
	zeros            bool
	precision        int
	before, after    string
	fields           []span
	delim            string
	status           int
	blanks           string // what fields end at without a delimiter
	grouping         bool
	failed           bool // a number was invalid
}

func numfmt(ctx context.Context, call *command.Call) int {
	p, status, ok := numfmtOptions.Parse(call)
	if !ok {
		return status
	}
	n := &numfmter{call: call, from: "none", to: "none", fromUnit: 1, toUnit: 1, round: "from-zero", invalid: "abort", precision: -1, fields: []span{{1, 1}}}
	header := 0
	if !n.configure(p, &header) {
		return 1
	}
	if status := n.check(p); status != 0 {
		return status
	}
	end := byte('\n')
	n.blanks = " \t\n"
	if p.Has("z") {
		end, n.blanks = 0, " \t"
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

// configure takes over the options, or reports what is wrong with one.
func (n *numfmter) configure(p *option.Parsed, header *int) bool {
	for _, w := range []struct {
		name, allowed string
		to            *string
	}{
		{"from", " none auto si iec iec-i ", &n.from}, {"to", " none si iec iec-i ", &n.to},
		{"round", " up down from-zero towards-zero nearest ", &n.round}, {"invalid", " abort fail warn ignore ", &n.invalid},
	} {
		if v, given := p.Last(w.name); given {
			if v == "" || !strings.Contains(w.allowed, " "+v+" ") {
				n.call.Errorf("invalid argument %s for %s\nValid arguments are:\n  - ‘%s’", command.Quote(v), command.Quote("--"+w.name), strings.Join(strings.Fields(w.allowed), "’\n  - ‘"))
				numfmtOptions.Fail(n.call)
				return false
			}
			*w.to = v
		}
	}
	for name, to := range map[string]*int64{"from-unit": &n.fromUnit, "to-unit": &n.toUnit} {
		if v, given := p.Last(name); given {
			// K is 1000 here, Ki 1024.
			power := v
			if v != "" && strings.IndexByte("KMGTPE", v[len(v)-1]) >= 0 {
				power += "B"
			}
			size, err := command.ParseSize(strings.TrimSuffix(power, "i"), "KMGTPE0")
			if err != nil || size < 1 {
				n.call.Errorf("invalid unit size: %s", command.Quote(v))
				return false
			}
			*to = size
		}
	}
	n.suffix, _ = p.Last("suffix")
	n.delim, _ = p.Last("d")
	if len(n.delim) > 1 {
		n.call.Errorf("the delimiter must be a single character")
		return false
	}
	if v, given := p.Last("padding"); given {
		w, err := strconv.Atoi(v)
		if err != nil || w == 0 || w > 1<<16 || w < -1<<16 {
			n.call.Errorf("invalid padding value %s", command.Quote(v))
			return false
		}
		n.padding = w
	}
	return n.setHeader(p, header) && n.setFields(p)
}

func (n *numfmter) setHeader(p *option.Parsed, header *int) bool {
	if p.Has("header") {
		*header = 1
		if v, _ := p.Last("header"); v != "" {
			lines, err := strconv.Atoi(v)
			if err != nil || lines < 1 {
				n.call.Errorf("invalid header value %s", command.Quote(v))
				return false
			}
			*header = lines
		}
	}
	return true
}

func (n *numfmter) setFields(p *option.Parsed) bool {
	if f, given := p.Last("format"); given {
		padding := n.padding
		if !n.setFormat(f) {
			return false
		}
		if padding != 0 && n.padding != padding && p.Has("debug") {
			n.call.Errorf("--format padding overriding --padding")
		}
	}
	if v, given := p.Last("field"); given {
		if v == "-" {
			v = "1-"
		}
		spans, problem := parseSpans(v, fieldSpans)
		if problem != "" {
			numfmtOptions.Misuse(n.call, "%s", problem)
			return false
		}
		n.fields = spans
	}
	return true
}
