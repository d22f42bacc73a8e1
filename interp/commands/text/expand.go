package text

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var expandOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write tabs as spaces.",
	Options: []option.Option{
		{Short: 'i', Long: "initial", Help: "only those before the first other character of a line"},
		{Short: 't', Long: "tabs", Arg: option.Required, Name: "LIST", Help: "tab stops: one distance, or columns; /N and +N at the end repeat"},
	},
}

var unexpandOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write spaces as tabs where a line begins.",
	Options: []option.Option{
		{Short: 'a', Long: "all", Help: "not only where a line begins"},
		{Long: "first-only", Help: "only where a line begins; overrides -a"},
		{Short: 't', Long: "tabs", Arg: option.Required, Name: "LIST", Help: "tab stops, as expand takes them; means -a"},
	},
}

// tabStops are columns; every repeats behind them, counted from the last one
// when after is set.
type tabStops struct {
	stops []int
	every int
	after bool
}

// next is the stop behind a column; false when there is none.
func (t *tabStops) next(column int) (int, bool) {
	for _, s := range t.stops {
		if s > column {
			return s, true
		}
	}
	if t.every == 0 {
		return column + 1, false
	}
	base := 0
	if t.after && len(t.stops) > 0 {
		base = t.stops[len(t.stops)-1]
	}
	return column + t.every - (column-base)%t.every, true
}

func parseStops(lists []string) (t tabStops, problem string) {
	for _, list := range lists {
		marked := byte(0) // the mark before, in this list
		for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
			mark := word[0]
			digits := strings.TrimLeft(word, "/+")
			n, err := strconv.Atoi(digits)
			switch {
			case errors.Is(err, strconv.ErrRange) || n > math.MaxInt32:
				return t, "tab stop is too large " + command.Quote(digits)
			case err != nil && strings.HasSuffix(digits, "/") && strings.Trim(digits[:len(digits)-1], "0123456789") == "":
				return t, "'/' specifier not at start of number: " + command.Quote("/")
			case err != nil:
				return t, "tab size contains invalid character(s): " + command.Quote(strings.TrimLeft(digits, "0123456789"))
			case t.every != 0 && (mark == '/' || mark == '+') && t.after != (mark == '+'):
				return t, "'/' specifier is mutually exclusive with '+'"
			case t.every != 0 && (mark == '/' || mark == '+'), marked != 0:
				if t.after {
					return t, "'+' specifier only allowed with the last value"
				}
				return t, "'/' specifier only allowed with the last value"
			case mark == '/' || mark == '+':
				t.every, t.after, marked = n, mark == '+', mark
				continue
			case n == 0:
				return t, "tab size cannot be 0"
			case len(t.stops) > 0 && n <= t.stops[len(t.stops)-1]:
				return t, "tab sizes must be ascending"
			}
			t.stops = append(t.stops, n)
		}
	}
	switch {
	case len(t.stops) == 0 && t.every == 0:
		t.every = 8
	case len(t.stops) == 1 && t.every == 0:
		t.every, t.stops = t.stops[0], nil
	}
	return t, ""
}

// digitLists turns obsolete options such as -4,8 into -t.
func digitLists(args []string) []string {
	var out []string
	for _, a := range args {
		if len(a) > 1 && a[0] == '-' && isDigit(a[1]) {
			a = "-t" + a[1:]
		}
		out = append(out, a)
	}
	return out
}

func stopsOf(call *command.Call, p *option.Parsed) (tabStops, bool) {
	var lists []string
	for _, o := range p.Options {
		if o.Name == "t" {
			lists = append(lists, o.Value)
		}
	}
	t, problem := parseStops(lists)
	if problem != "" {
		call.Errorf("%s", problem)
	}
	return t, problem == ""
}

func expand(ctx context.Context, call *command.Call) int {
	p, status, ok := expandOptions.ParseArgs(call, digitLists(call.Args[1:]))
	if !ok {
		return status
	}
	stops, ok := stopsOf(call, p)
	if !ok {
		return 1
	}
	initial := p.Has("i")
	return filter(ctx, call, p.Operands, '\n', func(out *command.Output, line []byte, ended bool) {
		column, blank := 0, true
		for _, c := range line {
			switch {
			case c == '\t' && (blank || !initial):
				next, _ := stops.next(column)
				for ; column < next && out.Err() == nil; column++ {
					out.WriteByte(' ')
				}
				continue
			case c == '\b':
				column = max(column-1, 0)
			default:
				column++
			}
			blank = blank && (c == ' ' || c == '\t')
			out.WriteByte(c)
		}
		if ended {
			out.WriteByte('\n')
		}
	})
}

func unexpand(ctx context.Context, call *command.Call) int {
	p, status, ok := unexpandOptions.ParseArgs(call, digitLists(call.Args[1:]))
	if !ok {
		return status
	}
	stops, ok := stopsOf(call, p)
	if !ok {
		return 1
	}
	all := p.Has("a") && !p.Has("first-only")
	// The obsolete -4 is no -t here.
	for _, a := range call.Args[1:] {
		all = all || !p.Has("first-only") && (strings.HasPrefix(a, "-t") || strings.HasPrefix(a, "--t"))
	}
	return filter(ctx, call, p.Operands, '\n', func(out *command.Output, line []byte, ended bool) {
		unexpandLine(out, line, &stops, all)
		if ended {
			out.WriteByte('\n')
		}
	})
}

// unexpandLine follows the loop of the original: blanks are kept back until a
// tab stop is reached or something else comes. One blank before a stop becomes a
// tab only when more blanks follow.
func unexpandLine(out *command.Output, line []byte, stops *tabStops, all bool) {
	convert, column, prevBlank, oneBefore := true, 0, true, false
	var pending []byte
	for _, c := range line {
		if convert {
			blank := c == ' ' || c == '\t'
			emit := true
			if blank {
				next, more := stops.next(column)
				switch {
				case !more:
					convert = false
				case c == '\t':
					column = next
					if len(pending) > 0 {
						pending[0] = '\t'
					}
				default:
					column++
					if !(prevBlank && column == next) {
						if column == next {
							oneBefore = true
						}
						pending = append(pending, c)
						prevBlank = true
						continue
					}
					c = '\t'
					if len(pending) > 0 {
						pending[0] = '\t'
					}
				}
				if convert {
					keep := 0
					if oneBefore && len(pending) > 0 {
						keep = 1
					}
					pending = pending[:keep]
				}
			} else if c == '\b' {
				column = max(column-1, 0)
			} else {
				column++
			}
			if emit && len(pending) > 0 {
				if len(pending) > 1 && oneBefore {
					pending[0] = '\t'
				}
				out.Write(pending)
				pending, oneBefore = pending[:0], false
			}
			prevBlank = blank
			convert = convert && (all || blank)
		}
		out.WriteByte(c)
	}
	if len(pending) > 1 && oneBefore {
		pending[0] = '\t'
	}
	out.Write(pending)
}
