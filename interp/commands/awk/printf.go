package awk

import "unicode/utf8"

// format appends what printf makes of the arguments; the first is the format. A
// missing one ends the program, as in gawk and mawk.
func (in *interp) format(out []byte, args []expr) []byte {
	// An argument may be a call of a function that prints as well.
	held := len(in.vals)
	for _, a := range args[1:] {
		v := in.eval(a)
		in.vals = append(in.vals, v)
	}
	vals := in.vals[held:]
	specs := in.formatSpecs(in.str(args[0]))
	defer func() { in.vals = in.vals[:held] }()
	used := 0
	for _, s := range specs {
		out = append(out, s.before...)
		next := func() value {
			at := used
			if used++; s.arg > 0 {
				at = s.arg - 1
			}
			if at >= len(vals) {
				in.fail("not enough arguments to satisfy format string %q", in.str(args[0]))
			}
			return vals[at]
		}
		if s.starWidth {
			if s.width = in.width(next()); s.width < 0 {
				s.minus, s.width = true, -s.width
			}
		}
		if s.starPrec {
			s.prec = max(in.width(next()), -1)
		}
		switch s.verb {
		case 0:
		case 's':
			out = appendString(out, in.toStr(next()), s)
		case 'c':
			s.prec = -1
			out = appendString(out, in.character(next()), s)
		case 'e', 'E', 'f', 'F', 'g', 'G', 'a', 'A':
			out = appendFloat(out, next().num(), s)
		default:
			out = appendInteger(out, next().num(), s)
		}
		out = append(out, s.after...)
		in.size(len(out))
	}
	return out
}

func (in *interp) width(v value) int {
	n := v.num()
	if n > maxWidth || n < -maxWidth || n != n {
		in.fail("%v", errFormat)
	}
	return int(n)
}

// character is what %c writes: the character of a number, or the first of a
// string.
func (in *interp) character(v value) string {
	if v = v.resolved(); v.k == kNum {
		switch {
		case v.n >= 0 && v.n < 128:
			return string([]byte{byte(v.n)})
		case v.n >= 0 && v.n <= utf8.MaxRune:
			return string(rune(v.n))
		}
		return string([]byte{byte(int64(v.n))})
	}
	if v.s == "" {
		return "\x00"
	}
	_, w := utf8.DecodeRuneInString(v.s)
	return v.s[:w]
}

// formatSpecs parses a format or finds it again.
func (in *interp) formatSpecs(f string) []spec {
	if specs, ok := in.formats[f]; ok {
		return specs
	}
	specs, err := parseFormat(f)
	if err != nil {
		in.fail("%v: %s", err, f)
	}
	if len(in.formats) >= maxRegexes {
		clear(in.formats)
	}
	in.formats[f] = specs
	return specs
}
