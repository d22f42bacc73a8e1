package moment

import (
	"fmt"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/strftime"
)

// Format formats a time as GNU date does: strftime(3) with %N (nanoseconds, of
// as many digits as the width says), %q (the quarter) and %:::z besides.
func Format(format string, t time.Time) string {
	var out []byte
	for format != "" {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return string(append(out, format...))
		}
		out = append(out, format[:i]...)
		format = format[i:]
		n := 1
		for n < len(format) && strings.IndexByte("-_0^#+:123456789EO", format[n]) >= 0 {
			n++
		}
		if n == len(format) {
			return string(append(out, format...))
		}
		spec, letter := format[1:n], format[n]
		switch {
		case letter == 'N':
			out = append(out, nanoseconds(spec, t)...)
		case letter == 'q':
			out = fmt.Appendf(out, "%d", (int(t.Month())+2)/3)
		case letter == 'z':
			out = append(out, zone(spec, t)...)
		case strings.Contains(spec, "+"):
			out = append(out, signed(spec, letter, t)...)
		default:
			out = strftime.Format(out, format[:n+1], t)
		}
		format = format[n+1:]
	}
	return string(out)
}

// nanoseconds is %N: a width cuts digits off, "_" makes zeroes at the end spaces.
func nanoseconds(spec string, t time.Time) string {
	digits := fmt.Sprintf("%09d", t.Nanosecond())
	width, pad := 0, byte('0')
	for _, c := range []byte(spec) {
		switch {
		case c == '_':
			pad = c
		case c >= '1' && c <= '9' || c == '0' && width > 0:
			width = min(width*10+int(c-'0'), 100)
		}
	}
	switch {
	case width > 0 && width < 9:
		digits = digits[:width]
	case width > 9:
		digits += strings.Repeat("0", width-9)
	}
	trimmed := strings.TrimRight(digits[:len(digits)-1], "0")
	switch {
	case pad == '_' && digits[len(digits)-1] == '0':
		return trimmed + strings.Repeat(" ", len(digits)-len(trimmed))
	}
	return digits
}
