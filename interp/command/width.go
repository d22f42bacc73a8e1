package command

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// RuneWidth is how many columns of a terminal a character takes (wcwidth(3), 0
// for what can not be printed).
func RuneWidth(r rune) int {
	switch {
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return 0
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), r >= 0x1160 && r <= 0x11ff:
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Width is how many columns of a terminal a text takes; a byte that is no
// character takes one.
func Width(text string) int {
	n := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			n++
		} else {
			n += RuneWidth(r)
		}
		i += size
	}
	return n
}
