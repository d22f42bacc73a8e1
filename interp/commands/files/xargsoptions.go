package files

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// option sets one option.
func (x *xarger) option(name, value string, has bool) (code int, ok bool) {
	switch name {
	case "0":
		x.items.delim, x.items.plain = 0, true
	case "d":
		c, err := delimiter(value)
		if err != nil {
			return x.in.Die("%s", err), false
		}
		x.items.delim, x.items.plain = c, true
	case "E", "e":
		x.items.end, x.items.hasEnd = value, value != ""
	case "I", "i":
		if value == "" && name == "i" {
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
		return x.size(value)
	case "P":
		n, ok := whole(value)
		switch {
		case !ok:
			return x.in.Usage("invalid number \"%s\" for -P option", value), false
		case n < 0:
			return x.in.Usage("value %s for -P option should be >= 0", value), false
		case n > math.MaxInt32:
			return x.in.Usage("value %s for -P option should be <= %d", value, math.MaxInt32), false
		}
		if x.procs = int(n); n == 0 {
			x.procs = math.MaxInt
		}
	case "x":
		x.exit = true
	case "process-slot-var":
		if strings.Contains(value, "=") {
			return x.in.Die("option --process-slot-var may not be set to a value which includes `='"), false
		}
		if value == "" {
			return x.in.Die("failed to unset environment variable : Invalid argument"), false
		}
		x.slotVar = value
	}
	return 0, true
}

// count reads a number above 0 into one of the options of which the last wins.
func (x *xarger) count(name, value string, into, other *int) (code int, ok bool) {
	n, good := whole(value)
	switch {
	case !good:
		return x.in.Usage("invalid number \"%s\" for -%s option", value, name), false
	case n < 1:
		return x.in.Usage("value %s for -%s option should be >= 1", value, name), false
	}
	*into = int(n)
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
	return 0, true
}

// size reads -s. A number out of bounds is the nearest one within.
func (x *xarger) size(value string) (code int, ok bool) {
	n, good := whole(value)
	most := int64(x.mostBytes())
	switch {
	case !good:
		return x.in.Usage("invalid number \"%s\" for -s option", value), false
	case n < 1:
		x.in.Warn("value %s for -s option should be >= 1", value)
	case n > most:
		x.in.Warn("value %s for -s option should be <= %d", value, most)
	}
	x.chars = int(min(max(n, 1), most))
	return 0, true
}

// whole reads a decimal number with a sign. One that is too large is the largest.
func whole(text string) (n int64, ok bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil || errors.Is(err, strconv.ErrRange)
}

// argMax is how long arguments and environment may be together, as Linux has it,
// less what xargs leaves free.
const argMax = 2<<20 - 2048

// mostBytes is how long a command line may be in this environment.
func (x *xarger) mostBytes() int {
	return max(argMax-x.environment(), lineBytes)
}

func (x *xarger) environment() int {
	n := 0
	for _, v := range x.in.Env {
		n += len(v) + 1
	}
	return n
}

// showLimits is --show-limits.
func (x *xarger) showLimits() {
	env := x.environment()
	fmt.Fprintf(x.in.Stderr, "Your environment variables take up %d bytes\n"+
		"POSIX upper limit on argument length (this system): %d\n"+
		"POSIX smallest allowable upper limit on argument length (all systems): 4096\n"+
		"Maximum length of command we could actually use: %d\n"+
		"Size of command buffer we are actually using: %d\n"+
		"Maximum parallelism (--max-procs must be no greater): %d\n", env, argMax-env, argMax-2*env, x.chars, math.MaxInt32)
}

// delimiter reads the argument of -d. What follows a letter behind a backslash
// does not count, as in xargs.
func delimiter(text string) (byte, error) {
	switch {
	case len(text) == 1:
		return text[0], nil
	case len(text) < 2 || text[0] != '\\':
		return 0, complain("Invalid input delimiter specification %s: the delimiter must be either a single character or an escape sequence starting with \\.", text)
	}
	if i := strings.IndexByte(`abfnrtv\`, text[1]); i >= 0 {
		return "\a\b\f\n\r\t\v\\"[i], nil
	}
	digits, base, most := text[1:], 8, "377"
	switch {
	case text[1] == 'x':
		digits, base, most = text[2:], 16, "ff"
	case text[1] < '0' || text[1] > '9':
		return 0, complain("Invalid escape sequence %s in input delimiter specification.", text)
	}
	n, i := 0, 0
	for ; i < len(digits); i++ {
		d := strings.IndexByte("0123456789abcdef"[:base], lower(digits[i]))
		if d < 0 {
			break
		}
		n = min(n*base+d, 1<<16)
	}
	switch {
	case n > 255:
		return 0, complain("Invalid escape sequence %s in input delimiter specification; character values must not exceed %s.", text, most)
	case i < len(digits):
		return 0, complain("Invalid escape sequence %s in input delimiter specification; trailing characters %s not recognised.", text, digits[i:])
	}
	return byte(n), nil
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}
