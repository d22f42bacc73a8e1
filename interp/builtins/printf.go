package builtins

import (
	"slices"
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
	steps    int // directives, to look from time to time whether to go on
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

// bound keeps what is held small, by printing it where it is to be printed, and ends
// what takes longer than it may.
func (f *formatter) bound() {
	const often = 16
	if f.steps++; f.steps%often == 0 && f.call.Ctx.Err() != nil {
		f.stop = true
	}
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
		if stop {
			f.stop, f.status = true, 0 // \c forgets what was wrong before it
		}
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
	case !expand.ValidName(name):
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
		f.blanks(int(gap))
	}
	f.add(text)
	if fl.minus {
		f.blanks(int(gap))
	}
}

// blanks appends n blanks, unless that would be too much. It makes no string of
// them first, which may be a large one.
func (f *formatter) blanks(n int) {
	if len(f.out)+n > f.limit {
		f.exceeded, f.stop = true, true
		return
	}
	f.out = slices.Grow(f.out, n)
	for range n {
		f.out = append(f.out, ' ')
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
