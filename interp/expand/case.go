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

// inLocale is a change of case that leaves alone what has none in the locale C.
func (e *Expander) inLocale(change func(rune) rune) func(rune) rune {
	if !e.Shell.Bytes {
		return change
	}
	return func(r rune) rune {
		if r < utf8.RuneSelf {
			return change(r)
		}
		return r
	}
}

// first is the length of the first character of a text that is not empty.
func (e *Expander) first(text string) int {
	if e.Shell.Bytes {
		return 1
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// mapRunes changes every character; bytes that are none stay.
func mapRunes(s string, change func(rune) rune) string {
	text, _ := (&operation{}).convert(s, true, change)
	return text
}

func (e *Expander) upperAll(s string) string { return mapRunes(s, e.inLocale(upper)) }
func (e *Expander) lowerAll(s string) string { return mapRunes(s, e.inLocale(lower)) }

// capitalize is what the attribute of declare -c does.
func (e *Expander) capitalize(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return e.upperAll(s[:n]) + e.lowerAll(s[n:])
}

// cased applies the case attributes of a variable to a value.
func (e *Expander) cased(attr state.Attr, s string) string {
	switch {
	case attr&state.Upper != 0:
		return e.upperAll(s)
	case attr&state.Lower != 0:
		return e.lowerAll(s)
	case attr&state.Capitalize != 0:
		return e.capitalize(s)
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
