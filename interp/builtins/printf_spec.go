package builtins

import (
	"strconv"
	"strings"
)

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
