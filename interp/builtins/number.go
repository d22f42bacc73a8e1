package builtins

import (
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/expand"
)

// parseInt reads a decimal integer with a sign and blanks around it, as bash
// takes numbers in the arguments of its builtins.
func parseInt(text string) (int64, bool) {
	text = strings.TrimRight(strings.TrimLeft(text, " \t\n\v\f\r"), " \t")
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strings.Contains(text, "_") {
		return 0, false
	}
	return n, true
}

// digits tells whether text is nothing but decimal digits.
func digits(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// isTarget tells whether text is a name or NAME[SUBSCRIPT].
func isTarget(text string) bool {
	if name, rest, ok := strings.Cut(text, "["); ok {
		return expand.ValidName(name) && len(rest) > 1 && rest[len(rest)-1] == ']'
	}
	return expand.ValidName(text)
}
