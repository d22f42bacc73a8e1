package text

import (
	"context"
	"fmt"
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
	// whole and beyond are the numbers marked with / and +.
	whole, beyond int
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

// add takes in an argument of -t: numbers with commas or blanks between them. The
// marks / and + stand before a number, and say nothing where none follows.
func (t *tabStops) add(list string) (problem string) {
	marked := byte(0) // the mark before, in this list
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == ',' || c == ' ' || c == '\t':
		case c == '/' || c == '+':
			if i > 0 && isDigit(list[i-1]) {
				return fmt.Sprintf("'%c' specifier not at start of number: %s", c, command.Quote(list[i:]))
			}
			marked = c
		case isDigit(c):
			end := i
			for end < len(list) && isDigit(list[end]) {
				end++
			}
			n, err := strconv.Atoi(list[i:end])
			if err != nil || n > math.MaxInt32 {
				return "tab stop is too large " + command.Quote(list[i:end])
			}
			if problem := t.put(n, marked); problem != "" {
				return problem
			}
			i = end - 1
		default:
			return "tab size contains invalid character(s): " + command.Quote(list[i:])
		}
	}
	return ""
}

// put adds a number with the mark before it, or 0.
func (t *tabStops) put(n int, mark byte) (problem string) {
	switch to := map[byte]*int{'/': &t.whole, '+': &t.beyond}[mark]; {
	case to == nil:
		t.stops = append(t.stops, n)
	case *to != 0:
		return fmt.Sprintf("'%c' specifier only allowed with the last value", mark)
	default:
		*to = n
	}
	return ""
}

// settle looks at the stops when all are known.
func (t *tabStops) settle() (problem string) {
	last := 0
	for _, n := range t.stops {
		switch {
		case n == 0:
			return "tab size cannot be 0"
		case n <= last:
			return "tab sizes must be ascending"
		}
		last = n
	}
	if t.whole != 0 && t.beyond != 0 {
		return "'/' specifier is mutually exclusive with '+'"
	}
	t.every, t.after = t.whole+t.beyond, t.beyond != 0
	switch {
	case len(t.stops) == 0 && t.every == 0:
		t.every = 8
	case len(t.stops) == 1 && t.every == 0:
		t.every, t.stops = t.stops[0], nil
	}
	return ""
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

// stopsOf reads the options, and the lists of -t on the way.
func stopsOf(call *command.Call, set *option.Set, args []string) (t tabStops, p *option.Parsed, status int, ok bool) {
	p, status, ok = set.ParseEach(call, args, func(o option.Found) (int, bool) {
		if o.Name != "t" {
			return 0, true
		}
		if problem := t.add(o.Value); problem != "" {
			call.Errorf("%s", problem)
			return 1, false
		}
		return 0, true
	})
	if !ok {
		return t, p, status, false
	}
	if problem := t.settle(); problem != "" {
		call.Errorf("%s", problem)
		return t, p, 1, false
	}
	return t, p, 0, true
}

// oneDigitList joins the digits of obsolete options, which unexpand reads as one
// list: -4 -4 stands for -44.
func oneDigitList(args []string) []string {
	var out []string
	digits, at := "", -1
	for _, a := range args {
		if len(a) > 1 && a[0] == '-' && isDigit(a[1]) {
			digits += a[1:]
			if at >= 0 {
				out = append(out[:at], out[at+1:]...)
			}
			at, a = len(out), "-"+digits
		}
		out = append(out, a)
	}
	return out
}

func expand(ctx context.Context, call *command.Call) int {
	stops, p, status, ok := stopsOf(call, &expandOptions, digitLists(call.Args[1:]))
	if !ok {
		return status
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
	stops, p, status, ok := stopsOf(call, &unexpandOptions, digitLists(oneDigitList(call.Args[1:])))
	if !ok {
		return status
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
