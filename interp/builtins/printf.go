package builtins

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/strftime"
)

// maxInt32 is the widest field that the C library's printf can make; bash
// prints nothing for a wider one.
const maxInt32 = 1<<31 - 1

// timeBuffer is the size of bash's buffer for %(...)T in bytes; of what does not
// fit it prints nothing.
const timeBuffer = 128

// A formatter is one call of printf.
type formatter struct {
	call *Call
	out  []byte
	// toOutput tells that out is printed as it grows, instead of assigned.
	toOutput bool
	printed  int // bytes that have left out
	limit    int
	args     []string
	status   int
	// stop ends everything: \c, a wrong format.
	stop     bool
	exceeded bool
}

func runPrintf(c *Call) Status {
	target, assign := "", false
	o := c.options("v:")
	for o.next() {
		target, assign = o.value, true
		if !isTarget(target) {
			c.errorf("`%s': not a valid identifier", target)
			return c.finish(misuse)
		}
	}
	if o.failed {
		return o.status
	}
	args := o.rest()
	if len(args) == 0 {
		return c.usage()
	}
	f := formatter{call: c, args: args[1:], toOutput: !assign, limit: c.Shell.Limits().StringBytes}
	if !assign {
		f.out = c.pending
	}
	f.run(args[0])
	if f.exceeded {
		return c.Shell.Exceeded(c, limitStringBytes, int64(f.limit))
	}
	if !assign {
		c.pending = f.out
		return c.finish(f.status)
	}
	value, _, _ := strings.Cut(string(f.out), "\x00")
	if !c.Shell.Assign(c, target, value, false) {
		return c.finish(failure)
	}
	return c.finish(f.status)
}

// run prints the format again and again until no argument is left.
func (f *formatter) run(format string) {
	for {
		left := len(f.args)
		f.once(format)
		if f.stop || len(f.args) == 0 || len(f.args) == left || f.call.Ctx.Err() != nil {
			return
		}
	}
}

func (f *formatter) once(format string) {
	for format != "" && !f.stop {
		i := strings.IndexAny(format, `%\`)
		if i < 0 {
			f.add(format)
			return
		}
		f.add(format[:i])
		format = format[i:]
		switch {
		case format[0] == '\\' && len(format) == 1:
			f.add(format)
			format = ""
		case format[0] == '\\':
			out, n := escape(f.out, format[1:], formatStyle, f.warn)
			f.out, format = out, format[1+n:]
		case strings.HasPrefix(format, "%%"):
			f.add("%")
			format = format[2:]
		default:
			format = f.conversion(format)
		}
		f.bound()
	}
}

// add appends text, unless that would be too much.
func (f *formatter) add(text string) {
	if len(f.out)+len(text) > f.limit {
		f.exceeded, f.stop = true, true
		return
	}
	f.out = append(f.out, text...)
}

// bound keeps what is held small, by printing it where it is to be printed.
func (f *formatter) bound() {
	switch {
	case f.toOutput && len(f.out) > outputChunk:
		f.call.pending = f.out
		f.call.flush()
		f.printed += len(f.out)
		f.out = f.call.pending
		f.stop = f.stop || f.call.writeErr != nil
	case len(f.out) > f.limit:
		f.exceeded, f.stop = true, true
	}
}

// errorf reports an error with the output in its place before it.
func (f *formatter) errorf(format string, args ...any) {
	if !f.toOutput {
		f.call.errorf(format, args...)
		return
	}
	before := len(f.out)
	f.call.pending = f.out
	f.call.errorf(format, args...)
	f.out = f.call.pending
	f.printed += before - len(f.out)
}

func (f *formatter) warn(text string) { f.errorf("%s", text) }

// A field is a conversion specification: %[flags][width][.precision]letter.
type field struct {
	minus, plus, space, alt, zero bool
	width                         int64
	prec                          int64 // -1 for none
	bare                          bool  // a point without a number
	star                          bool  // a precision from the arguments
	letter                        byte
}

// conversion does the conversion at the beginning of format and returns what
// follows it.
func (f *formatter) conversion(format string) string {
	fl := field{prec: -1}
	i := fl.flags(format, 1)
	i = f.size(format, i, &fl.width)
	if fl.width < 0 {
		fl.minus, fl.width = true, -fl.width
	}
	if i < len(format) && format[i] == '.' {
		fl.prec = 0
		if i+1 < len(format) && format[i+1] == '-' {
			return f.negativePrecision(format, i+1)
		}
		start := i + 1
		i = f.size(format, start, &fl.prec)
		fl.bare = i == start
		if format[i-1] == '*' {
			fl.star = true
			if fl.prec > maxInt32 {
				fl.prec = -1
			}
		}
		fl.prec = max(fl.prec, -1)
	}
	for i < len(format) && strings.IndexByte("hjlLtz", format[i]) >= 0 {
		i++
	}
	switch {
	case i < len(format) && format[i] == '(':
		if rest, ok := f.time(format, i, fl); ok {
			return rest
		}
		f.add("%(")
		return format[i+1:]
	case i >= len(format):
		f.errorf("`%s': missing format character", format)
		f.stop, f.status = true, failure
		return ""
	}
	fl.letter = format[i]
	f.field(fl)
	return format[i+1:]
}

func (fl *field) flags(format string, i int) int {
	for ; i < len(format); i++ {
		switch format[i] {
		case '-':
			fl.minus = true
		case '+':
			fl.plus = true
		case ' ':
			fl.space = true
		case '#':
			fl.alt = true
		case '0':
			fl.zero = true
		case '\'', 'I':
		default:
			return i
		}
	}
	return i
}

// size reads a width or precision, which * takes from the arguments.
func (f *formatter) size(format string, i int, value *int64) int {
	if i < len(format) && format[i] == '*' {
		arg, given := f.next()
		n := f.integer(arg, given)
		*value = max(min(n, maxInt32+1), -maxInt32-1)
		return i + 1
	}
	start := i
	for i < len(format) && '0' <= format[i] && format[i] <= '9' {
		i++
	}
	if i > start {
		n, err := strconv.ParseInt(format[start:i], 10, 64)
		if err != nil {
			n = maxInt32 + 1
		}
		*value = n
	}
	return i
}

// negativePrecision copies a conversion such as %.-3d as the C library does,
// which knows no such precision.
func (f *formatter) negativePrecision(format string, i int) string {
	start := i
	for i++; i < len(format) && digits(format[i:i+1]); i++ {
	}
	if i == len(format) {
		f.errorf("`%s': missing format character", format)
		f.stop, f.status = true, failure
		return ""
	}
	f.next()
	long := ""
	if strings.IndexByte("dioxXu", format[i]) >= 0 {
		long = "l"
	}
	f.add(format[:start] + "0" + format[start:i] + long + format[i:i+1])
	return format[i+1:]
}

// next takes the next argument.
func (f *formatter) next() (arg string, ok bool) {
	if len(f.args) == 0 {
		return "", false
	}
	arg, f.args = f.args[0], f.args[1:]
	return arg, true
}

// field prints one conversion.
func (f *formatter) field(fl field) {
	arg, given := "", false
	if strings.IndexByte("csSbqQdiouxXeEfFgGaAn", fl.letter) >= 0 {
		arg, given = f.next()
	}
	switch fl.letter {
	case 'c':
		if arg == "" {
			arg = "\x00"
		}
		fl.prec = -1
		f.pad(fl, arg[:1])
	case 's':
		f.pad(fl, arg)
	case 'b':
		text, stop := unescape(nil, arg, argStyle, f.warn)
		f.pad(fl, string(text))
		f.stop = f.stop || stop
	case 'q':
		f.pad(fl, expand.Quote(arg))
	case 'Q':
		if !fl.star && fl.prec >= 0 && fl.prec < int64(len(arg)) {
			arg = arg[:fl.prec]
		}
		if !fl.bare {
			fl.prec = -1
		}
		f.pad(fl, expand.Quote(arg))
	case 'd', 'i':
		f.signed(fl, f.integer(arg, given))
	case 'o', 'u', 'x', 'X':
		f.unsigned(fl, f.natural(arg, given))
	case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
		f.float(fl, arg)
	case 'n':
		f.storeCount(arg)
	default:
		f.errorf("`%s': invalid format character", string([]byte{fl.letter}))
		f.stop, f.status = true, failure
	}
}

// storeCount is %n: the argument names the variable that gets the number of
// bytes printed.
func (f *formatter) storeCount(name string) {
	switch {
	case name == "":
		return
	case !isName(name):
		f.errorf("`%s': not a valid identifier", name)
		f.stop, f.status = true, failure
		return
	}
	if !f.call.Shell.Assign(f.call, name, strconv.Itoa(f.printed+len(f.out)), false) {
		f.stop, f.status = true, failure
	}
}

// pad prints text cut to the precision and filled up to the width.
func (f *formatter) pad(fl field, text string) {
	if fl.prec >= 0 && fl.prec < int64(len(text)) {
		text = text[:fl.prec]
	}
	gap := fl.width - int64(len(text))
	switch {
	case fl.width > maxInt32 || fl.prec > maxInt32:
		return
	case gap <= 0:
		f.add(text)
		return
	case fl.width > int64(f.limit):
		f.exceeded, f.stop = true, true
		return
	}
	if !fl.minus {
		f.add(strings.Repeat(" ", int(gap)))
	}
	f.add(text)
	if fl.minus {
		f.add(strings.Repeat(" ", int(gap)))
	}
}

// time is %(FORMAT)T, which the bracket at i begins. Where it is none it
// reports that and ok is false.
func (f *formatter) time(format string, i int, fl field) (rest string, ok bool) {
	depth, end := 1, i+1
	for ; end < len(format) && depth > 0; end++ {
		switch format[end] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	bad := byte(0)
	if end < len(format) {
		bad = format[end]
	}
	if depth > 0 || bad != 'T' {
		f.errorf("warning: `%s': invalid time format specification", strings.Trim(string([]byte{bad}), "\x00"))
		return "", false
	}
	layout := format[i+1 : end-1]
	if layout == "" {
		layout = "%X"
	}
	arg, given := f.next()
	when := int64(-1)
	if given {
		when = f.integer(arg, true)
	}
	text := strftime.Format(nil, layout, f.call.at(when).In(f.call.zone()))
	if len(text) >= timeBuffer {
		text = nil
	}
	f.pad(fl, string(text))
	return format[end+1:], true
}
