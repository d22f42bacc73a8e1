package expand

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
	"github.com/aegish/aegish/interp/state"
)

// upper and lower are towupper(3) and towlower(3) of the C.UTF-8 locale.
func upper(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	return ctype.ToUpper(r)
}

func lower(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return ctype.ToLower(r)
}

func toggle(r rune) rune {
	if u := upper(r); u != r {
		return u
	}
	return lower(r)
}

// mapRunes changes every character; bytes that are none stay.
func mapRunes(s string, change func(rune) rune) string {
	text, _ := (&operation{}).convert(s, true, change)
	return text
}

func upperAll(s string) string { return mapRunes(s, upper) }
func lowerAll(s string) string { return mapRunes(s, lower) }

// capitalize is what the attribute of declare -c does.
func capitalize(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return upperAll(s[:n]) + lowerAll(s[n:])
}

// cased applies the case attributes of a variable to a value.
func cased(attr state.Attr, s string) string {
	switch {
	case attr&state.Upper != 0:
		return upperAll(s)
	case attr&state.Lower != 0:
		return lowerAll(s)
	case attr&state.Capitalize != 0:
		return capitalize(s)
	}
	return s
}

// letters are the attributes in the order in which bash shows them.
func letters(v *state.Variable) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	add := func(on bool, c byte) {
		if on {
			b.WriteByte(c)
		}
	}
	add(v.Kind == state.Indexed, 'a')
	add(v.Kind == state.Assoc, 'A')
	add(v.Attr&state.Integer != 0, 'i')
	add(v.Attr&state.NameRef != 0, 'n')
	add(v.Attr&state.ReadOnly != 0, 'r')
	add(v.Attr&state.Trace != 0, 't')
	add(v.Attr&state.Export != 0, 'x')
	add(v.Attr&state.Capitalize != 0, 'c')
	add(v.Attr&state.Lower != 0, 'l')
	add(v.Attr&state.Upper != 0, 'u')
	return b.String()
}
