package text

import (
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// mostNumfmtWidth bounds the width and the precision of a number, in columns.
const mostNumfmtWidth = 1 << 20

// setFormat takes over a FORMAT: text, one %f directive with the flags 0 and ',
// a width, which is for the left edge when it is negative, and a precision, and
// text. It reports what is wrong.
func (n *numfmter) setFormat(format string) bool {
	if problem := n.parseFormat(format); problem != "" {
		n.call.Errorf(problem, command.Quote(format))
		return false
	}
	return true
}

// parseFormat is setFormat; the problem is the format of a message.
func (n *numfmter) parseFormat(format string) (problem string) {
	at := directiveAt(format)
	if at < 0 {
		return "format %s has no %% directive"
	}
	n.before = strings.ReplaceAll(format[:at], "%%", "%")
	rest := strings.TrimLeft(format[at+1:], " ")
	zeros := false
	for rest != "" && (rest[0] == '0' || rest[0] == '\'') {
		zeros = zeros || rest[0] == '0'
		n.grouping = n.grouping || rest[0] == '\''
		rest = strings.TrimLeft(rest[1:], " ")
	}
	width, rest, ok := leadingNumber(rest)
	if !ok || max(width, -width) > mostNumfmtWidth {
		return "invalid format %s (width overflow)"
	}
	n.setWidth(width, zeros)
	if rest == "" {
		return "format %s ends in %%"
	}
	if precision, found := strings.CutPrefix(rest, "."); found {
		n.precision, rest, ok = leadingNumber(precision)
		if !ok || n.precision < 0 || n.precision > mostNumfmtWidth || strings.IndexAny(precision, " \t+-") == 0 {
			return "invalid precision in format %s"
		}
	}
	rest, ok = strings.CutPrefix(rest, "f")
	switch {
	case !ok:
		return "invalid format %s, directive must be %%[0]['][-][N][.][N]f"
	case directiveAt(rest) >= 0:
		return "format %s has too many %% directives"
	}
	n.after = strings.ReplaceAll(rest, "%%", "%")
	return ""
}

// setWidth takes over the width of a directive, 0 when there is none.
func (n *numfmter) setWidth(width int, zeros bool) {
	switch {
	case width == 0:
	case zeros && width > 0:
		n.zeros = width
	case width > 0 && n.padding < 0: // the side is that of --padding
		n.padding, n.wide = -width, true
	default:
		n.padding, n.wide = width, true
	}
}

// directiveAt is where the first % stands that is no half of %%, -1 when there is
// none.
func directiveAt(format string) int {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		if i++; i == len(format) || format[i] != '%' {
			return i - 1
		}
	}
	return -1
}

// leadingNumber reads the number that text begins with, 0 where there is none, as
// strtol(3) does; ok is false beyond 64 bits.
func leadingNumber(text string) (number int, rest string, ok bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0, text, true
	}
	rest = strings.TrimLeft(digits, "0123456789")
	if len(rest) == len(digits) {
		return 0, text, true
	}
	number, err := strconv.Atoi(text[:len(text)-len(rest)])
	return number, rest, err == nil && number != math.MinInt
}
