package expand

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

// Quote quotes s as printf %q does: so that the shell reads it back as one
// word, with backslashes where that will do.
func Quote(s string) string {
	switch {
	case s == "":
		return "''"
	case needsANSI(s):
		return quoteANSI(s)
	case !hasSpecial(s):
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case strings.IndexByte(backslashed, c) >= 0,
			c == '#' && i == 0,
			c == '~' && (i == 0 || s[i-1] == ':' || s[i-1] == '='):
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// backslashed is what Quote puts a backslash before, at any place.
const backslashed = " \t\n'\"\\|&;()<>!{}*[?]^$`,"

func hasSpecial(s string) bool { return strings.ContainsAny(s, backslashed+"#~") }

// QuoteSingle quotes s as ${x@Q} and `set` do: in single quotes always, or as
// $'...' where a character would not show.
func QuoteSingle(s string) string {
	if needsANSI(s) {
		return quoteANSI(s)
	}
	return single(s)
}

// QuoteValue quotes s as `set` shows a value: only where that is needed.
func QuoteValue(s string) string {
	switch {
	case s == "":
		return ""
	case needsANSI(s):
		return quoteANSI(s)
	case hasMeta(s):
		return single(s)
	}
	return s
}

// QuoteTrace quotes s as a command traced by set -x has it.
func QuoteTrace(s string) string {
	switch {
	case s == "":
		return "''"
	case hasMeta(s):
		return single(s)
	case needsANSI(s):
		return quoteANSI(s)
	}
	return s
}

// QuoteName quotes the name of a file or command in a message: only where a character of
// it would not show as itself.
func QuoteName(s string) string {
	if needsANSI(s) {
		return quoteANSI(s)
	}
	return s
}

// QuoteTest quotes s as an operand of [[ ]] traced by set -x: only where it is
// empty.
func QuoteTest(s string) string {
	if s == "" {
		return "''"
	}
	return s
}

// metacharacters need quotes.
const metacharacters = " \t\n'\"\\|&;()<>!{}*[?]^$`"

// hasMeta tells whether s, which is not empty, has a metacharacter, a # at its
// start, or a tilde where one may be expanded.
func hasMeta(s string) bool {
	return strings.ContainsAny(s, metacharacters) || s[0] == '~' || s[0] == '#' ||
		strings.Contains(s, ":~") || strings.Contains(s, "=~")
}

// QuoteDouble quotes s in double quotes, or as $'...', as declare -p shows
// values and the elements of arrays.
func QuoteDouble(s string) string {
	if needsANSI(s) {
		return quoteANSI(s)
	}
	return doubled(s)
}

func doubled(s string) string {
	if !strings.ContainsAny(s, "\"$`\\") {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"', '$', '`', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
	return b.String()
}

// single is s in single quotes; a lone quote is \'.
func single(s string) string {
	if s == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// needsANSI tells whether a character of s would not show as itself.
func needsANSI(s string) bool {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				return true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 || !printable(r) {
			return true
		}
		i += n
	}
	return false
}

// printable is iswprint(3) of the C.UTF-8 locale.
func printable(r rune) bool { return ctype.Print.Has(r) }

// quoteANSI is s as $'...'.
func quoteANSI(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	b.WriteString("$'")
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if n > 1 && printable(r) {
				b.WriteString(s[i : i+n])
			} else {
				for _, c := range []byte(s[i : i+n]) {
					octal(&b, c)
				}
			}
			i += n
			continue
		}
		switch at := strings.IndexByte("\x1b\a\v\b\f\n\r\t", c); {
		case at >= 0:
			b.WriteByte('\\')
			b.WriteByte("Eavbfnrt"[at])
		case c == '\'' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			octal(&b, c)
		default:
			b.WriteByte(c)
		}
		i++
	}
	b.WriteByte('\'')
	return b.String()
}

func octal(b *strings.Builder, c byte) {
	b.WriteByte('\\')
	b.WriteByte('0' + c>>6)
	b.WriteByte('0' + c>>3&7)
	b.WriteByte('0' + c&7)
}

// QuoteKey quotes the key of an associative array as declare -p shows it.
func QuoteKey(key string) string {
	switch {
	case needsANSI(key):
		return quoteANSI(key)
	case key == "" || key == "@" || key == "*" || hasMeta(key):
		return doubled(key)
	}
	return key
}
