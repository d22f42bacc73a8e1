package builtins

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoteSingle puts text into single quotes as bash's listings do.
func quoteSingle(text string) string {
	if text == "'" {
		return `\'`
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// quoteDouble puts text into double quotes.
func quoteDouble(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '$', '`', '\\':
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	b.WriteByte('"')
	return b.String()
}

// unprintable tells whether text has to be written as $'...'.
func unprintable(text string) bool {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n < 2 || !unicode.IsPrint(r) {
			return true
		}
		i += n
	}
	return false
}

// quoteANSI writes text as $'...'.
func quoteANSI(text string) string {
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if at := strings.IndexByte("\x1b\a\b\t\n\v\f\r\\'", text[i]); at >= 0 {
			b.WriteByte('\\')
			b.WriteByte("Eabtnvfr\\'"[at])
		} else if r == utf8.RuneError && n < 2 || !unicode.IsPrint(r) {
			for _, c := range []byte(text[i : i+n]) {
				fmt.Fprintf(&b, "\\%03o", c)
			}
		} else {
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	b.WriteByte('\'')
	return b.String()
}

// quoteBackslash puts a backslash before each character that means something
// to the shell, as printf %q does.
func quoteBackslash(text string) string {
	switch {
	case text == "":
		return "''"
	case unprintable(text):
		return quoteANSI(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		special := strings.IndexByte(" \t!\"$&'()*,;<>?[\\]^`{|}", c) >= 0
		switch {
		case c == '#':
			special = i == 0
		case c == '~':
			special = i == 0 || text[i-1] == ':' || text[i-1] == '='
		}
		if special {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// hasMeta tells whether text can not stand unquoted in a listing.
func hasMeta(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '~':
			if i == 0 || text[i-1] == '=' || text[i-1] == ':' {
				return true
			}
		case '#':
			if i == 0 || text[i-1] == ' ' || text[i-1] == '\t' || text[i-1] == '\n' {
				return true
			}
		default:
			if strings.IndexByte(" \t\n'\"\\|&;()<>!{}*[]?^$`", c) >= 0 {
				return true
			}
		}
	}
	return false
}

// quoteListed quotes a value as `set` shows it.
func quoteListed(text string) string {
	switch {
	case unprintable(text):
		return quoteANSI(text)
	case hasMeta(text):
		return quoteSingle(text)
	}
	return text
}

// quoteDeclared quotes a value as declare -p shows it.
func quoteDeclared(text string) string {
	if unprintable(text) {
		return quoteANSI(text)
	}
	return quoteDouble(text)
}

// quoteKey quotes a key of an associative array as declare -p shows it.
func quoteKey(key string) string {
	switch {
	case unprintable(key):
		return quoteANSI(key)
	case key == "" || hasMeta(key) || key == "@":
		return quoteDouble(key)
	}
	return key
}
