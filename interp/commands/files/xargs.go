package files

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/stream"
)

func xargs() gnu.Program {
	return gnu.Program{
		Summary: "build and run command lines from standard input",
		Usage:   "[OPTION]... COMMAND [INITIAL-ARGS]...",
		InOrder: true,
		Options: []gnu.Option{
			{"0,null", "items end with NUL; no quotes or backslashes"},
			{"a,arg-file=FILE", "read items from FILE"},
			{"d,delimiter=CHARACTER", "items end with CHARACTER"},
			{"E=END", "stop at a line that is END"},
			{"e,eof[=END]", "likewise"},
			{"I=R", "replace R in INITIAL-ARGS, one line at a time"},
			{"i,replace[=R]", "likewise; {} without R"},
			{"L,max-lines=N", "use at most N lines for a command"},
			{"l[=N]", "likewise; 1 without N"},
			{"n,max-args=N", "use at most N arguments for a command"},
			{"o,open-tty", "refused: there is no terminal to open"},
			{"P,max-procs=N", "run at most N commands at a time, 0: as many as there may be"},
			{"p,interactive", "ask before each command"},
			{"process-slot-var=VAR", "set VAR to a number that no other running command has"},
			{"r,no-run-if-empty", "run nothing without items"},
			{"s,max-chars=N", "limit the length of a command line"},
			{"t,verbose", "print each command before it runs"},
			{"x,exit", "end if the size is exceeded"},
		},
		Main: runXargs,
	}
}

// lineBytes is the longest command line without -s, as of xargs(1).
const lineBytes = 128 << 10

// An xarger is one run of xargs.
type xarger struct {
	in      *gnu.Invocation
	items   *itemReader
	argv    []string
	replace string
	hasRep  bool
	lines   int
	args    int
	chars   int
	exit    bool
	slotVar string
	procs   int // at a time
	running int
	slots   []bool
	results chan xargsResult
	aborted bool
	status  int
	stdin   stream.Description
}

func runXargs(ctx context.Context, in *gnu.Invocation) int {
	x := &xarger{in: in, procs: 1, results: make(chan xargsResult), chars: lineBytes, argv: in.Operands, items: &itemReader{max: in.Limits.LineBytes}}
	if len(x.argv) == 0 {
		x.argv = []string{"echo"}
	}
	for _, o := range in.Options {
		if code, ok := x.option(o.Name, o.Value, o.Has); !ok {
			return code
		}
	}
	x.stdin = stream.Null()
	defer x.stdin.Close()
	src, err := in.Open(ctx, "-") // which does not fail
	_ = err
	if name, ok := in.Last("a"); ok {
		if src, err = in.Open(ctx, name); err != nil {
			return in.Die("Cannot open input file %s: %s", in.Quote(name), message(err))
		}
		x.stdin.Close()
		x.stdin = in.Stdin.Retain()
	}
	defer src.Close()
	x.items.r = src
	x.items.warn = func(text string) { in.Warn("%s", text) }
	if x.items.plain && x.items.hasEnd {
		in.Warn("warning: the -E option has no effect if -0 or -d is used.\n")
	}
	fixed := 0
	for _, a := range x.argv {
		fixed += len(a) + 1
	}
	if !x.hasRep && fixed > x.chars {
		return in.Die("cannot fit single argument within argument list size limit")
	}
	room := x.chars - 1
	if !x.hasRep {
		room -= fixed
	}
	x.items.max = min(x.items.max, max(room, 0))
	if x.hasRep {
		return x.finish(x.each(ctx))
	}
	return x.finish(x.batches(ctx, fixed))
}

// option sets one option.
func (x *xarger) option(name, value string, has bool) (code int, ok bool) {
	switch name {
	case "0":
		x.items.delim, x.items.plain = 0, true
	case "d":
		c, ok := delimiter(value)
		if !ok {
			return x.in.Die("Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", value), false
		}
		x.items.delim, x.items.plain = c, true
	case "E", "e":
		x.items.end, x.items.hasEnd = value, value != ""
	case "I", "i":
		if value == "" {
			value = "{}"
		}
		if x.args > 0 {
			x.in.Warn("warning: options --max-args and --replace/-I/-i are mutually exclusive, ignoring previous --max-args value")
		}
		if x.lines > 0 {
			x.in.Warn("warning: options --max-lines and --replace/-I/-i are mutually exclusive, ignoring previous --max-lines value")
		}
		x.replace, x.hasRep, x.lines, x.args = value, true, 0, 0
	case "L", "l":
		if !has {
			value = "1"
		}
		return x.count(name, value, &x.lines, &x.args)
	case "n":
		return x.count(name, value, &x.args, &x.lines)
	case "s":
		var other int
		return x.count(name, value, &x.chars, &other)
	case "P":
		n, ok := decimal(strings.TrimPrefix(value, "-"), 1<<31-1)
		if !ok {
			return x.in.Usage("invalid number \"%s\" for -P option", value), false
		}
		if n > 0 && value[0] == '-' {
			return x.in.Usage("value %s for -P option should be >= 0", value), false
		}
		if x.procs = int(n); n == 0 {
			x.procs = math.MaxInt
		}
	case "o":
		return x.in.Die("there is no terminal to open"), false
	case "x":
		x.exit = true
	case "process-slot-var":
		x.slotVar = value
	}
	return 0, true
}

// count reads a number above 0 into one of the options of which the last wins.
func (x *xarger) count(name, value string, into, other *int) (code int, ok bool) {
	n, good := decimal(value, 1<<31-1)
	switch {
	case !good:
		return x.in.Usage("invalid number \"%s\" for -%s option", value, name), false
	case n < 1:
		return x.in.Usage("value %s for -%s option should be >= 1", value, name), false
	}
	*into = int(n)
	if name != "s" {
		mine, previous := "--max-args/-n", "--max-lines"
		if name == "L" || name == "l" {
			mine, previous = "--max-lines/-l", "--max-args"
		}
		if name == "L" {
			mine = "-L"
		}
		if x.hasRep && !(name == "n" && n == 1) {
			previous, x.hasRep = "--replace", false
			*other = 1
		}
		if *other > 0 {
			x.in.Warn("warning: options %s and %s are mutually exclusive, ignoring previous %s value", previous, mine, previous)
		}
		*other = 0
		if x.hasRep {
			*into = 0
		}
	}
	return 0, true
}

// delimiter reads the argument of -d.
func delimiter(text string) (byte, bool) {
	if len(text) == 1 {
		return text[0], true
	}
	if len(text) < 2 || text[0] != '\\' {
		return 0, false
	}
	if i := strings.IndexByte(`abfnrtv\`, text[1]); i >= 0 && len(text) == 2 {
		return "\a\b\f\n\r\t\v\\"[i], true
	}
	digits, base := text[1:], 8
	if text[1] == 'x' {
		digits, base = text[2:], 16
	}
	n := 0
	for _, c := range digits {
		d := strings.IndexRune("0123456789abcdef", c|0x20)
		if c >= '0' && c <= '9' {
			d = int(c - '0')
		}
		if d < 0 || d >= base {
			return 0, false
		}
		if n = n*base + d; n > 255 {
			return 0, false
		}
	}
	return byte(n), digits != ""
}

// each runs the command once for each line, with the line in its arguments.
func (x *xarger) each(ctx context.Context) int {
	x.items.byLine = true
	for !x.in.Ended(ctx) {
		text, _, err := x.items.next()
		if code, done := x.ended(err); done {
			return code
		}
		args := make([]string, len(x.argv))
		size := 0
		for i, a := range x.argv {
			args[i] = a
			if i > 0 {
				args[i] = untilNUL(strings.ReplaceAll(a, x.replace, text))
			}
			if i > 0 && len(args[i])+1 >= x.chars {
				return x.die("command too long")
			}
			if size += len(args[i]) + 1; size > x.chars {
				return x.die("argument list too long")
			}
		}
		if !x.run(ctx, args) {
			return x.status
		}
	}
	return x.status
}

// ended tells whether an error of reading ends the run, and how.
func (x *xarger) ended(err error) (code int, done bool) {
	switch {
	case err == nil:
		return 0, false
	case errors.Is(err, io.EOF):
		return x.status, true
	}
	return x.die("%s", message(err)), true
}

// die reports what ends the run. That a command failed before counts more.
func (x *xarger) die(format string, args ...any) int {
	code := x.in.Die(format, args...)
	if x.status != 0 {
		return x.status
	}
	return code
}

// batches runs the command with as many items as fit.
func (x *xarger) batches(ctx context.Context, fixed int) int {
	args := append([]string{}, x.argv...)
	size, items, lines, runs := fixed, 0, 0, 0
	flush := func() bool {
		ok := x.run(ctx, args)
		args = append([]string{}, x.argv...)
		size, items, lines = fixed, 0, 0
		runs++
		return ok
	}
	for !x.in.Ended(ctx) {
		text, endsLine, err := x.items.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if items > 0 && !x.exit && x.lines == 0 && !flush() {
				return x.status
			}
			return x.die("%s", message(err))
		}
		if fixed+len(text)+1 > x.chars {
			return x.die("cannot fit single argument within argument list size limit")
		}
		if items > 0 && (size+len(text)+1 > x.chars || items >= batchFiles*4) {
			if x.exit && x.args > 0 || x.lines > 0 { // -L implies -x
				return x.in.Die("argument list too long")
			}
			if !flush() {
				return x.status
			}
		}
		args = append(args, text)
		size += len(text) + 1
		items++
		if endsLine {
			lines++
		}
		if (x.args > 0 && items >= x.args || x.lines > 0 && lines >= x.lines) && !flush() {
			return x.status
		}
	}
	if items > 0 || runs == 0 && !x.in.Has("r") {
		flush()
	}
	return x.status
}
