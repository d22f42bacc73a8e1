package files

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
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
			{"L=N", "use at most N lines for a command"},
			{"l,max-lines[=N]", "likewise; 1 without N"},
			{"n,max-args=N", "use at most N arguments for a command"},
			{"o,open-tty", "the terminal is standard input of the commands"},
			{"P,max-procs=N", "run at most N commands at a time, 0: as many as there may be"},
			{"p,interactive", "ask before each command"},
			{"process-slot-var=VAR", "set VAR to a number that no other running command has"},
			{"r,no-run-if-empty", "run nothing without items"},
			{"s,max-chars=N", "limit the length of a command line"},
			{"show-limits", "print the bounds of command lines first"},
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
	defer func() { x.stdin.Close() }()
	src, code := x.source(ctx)
	if src == nil {
		return code
	}
	defer src.Close()
	if x.in.Has("show-limits") {
		x.showLimits()
	}
	x.items.r = src
	defer func() { x.giveBack(src) }()
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

// giveBack leaves what was read of standard input and not used to those who read
// next, as stdio does. A pipe can not go back.
func (x *xarger) giveBack(src *command.Input) {
	if n := x.items.unread(); src.Stdin && n > 0 {
		_, _ = src.Seek(-n, io.SeekCurrent)
	}
}

// source opens what the items come from, or returns a status.
func (x *xarger) source(ctx context.Context) (*command.Input, int) {
	if x.in.Has("o") {
		terminal, err := vfs.OpenContext(ctx, x.in.FS, "/dev/tty", syscall.O_RDONLY, 0)
		if err != nil {
			return nil, x.in.Die("%s: %s", x.in.Quote("/dev/tty"), message(err))
		}
		x.stdin = stream.Open(terminal, syscall.O_RDONLY)
	}
	name, ok := x.in.Last("a")
	if !ok {
		src, _ := x.in.Open(ctx, "-") // which does not fail
		return src, 0
	}
	src, err := x.in.Open(ctx, name)
	if err != nil {
		return nil, x.in.Die("Cannot open input file %s: %s", x.in.Quote(name), message(err))
	}
	if !x.in.Has("o") {
		x.stdin = x.in.Stdin.Retain()
	}
	return src, 0
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
			if i > 0 && (x.replace == "" || len(args[i])+1 >= x.chars) {
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
		if items > 0 && (size+len(text)+1 > x.chars) {
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
