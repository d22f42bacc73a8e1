package envstate

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// errnoText is strerror(3) in the C locale. Go's own texts are lower case.
func errnoText(err error) string {
	var errno unix.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	switch errno {
	case unix.ELOOP:
		return "Too many levels of symbolic links"
	case unix.EIO:
		return "Input/output error"
	}
	text := errno.Error()
	if text == "" {
		return fmt.Sprintf("Unknown error %d", int(errno))
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// quoteFilename writes a name as bash does in messages: as it is while every
// character prints, else in the form $'...' with C and octal escapes. printing
// decides about the characters outside ASCII.
func quoteFilename(name string, printing func(rune) bool) string {
	var b strings.Builder
	plain := true
	for rest := name; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r >= utf8.RuneSelf && (r != utf8.RuneError || size > 1) && printing(r):
			b.WriteString(rest[:size])
		case r < ' ' || r >= 0x7f:
			plain = false
			for _, c := range []byte(rest[:size]) {
				writeEscaped(&b, c)
			}
		default:
			writeEscaped(&b, rest[0])
		}
		rest = rest[size:]
	}
	if plain {
		return name
	}
	return "$'" + b.String() + "'"
}

// The three ideas of what prints: in a locale that is not UTF-8; in a UTF-8
// locale by iswprint(3) of the GNU C library, which lets format characters
// and the private use area through; and for our own messages, where nothing
// that reorders or hides text may pass.
func onlyASCII(rune) bool { return false }

func printsInUTF8(r rune) bool {
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// printable makes a name safe for a message of our own on a terminal.
func printable(name string) string { return quoteFilename(name, unicode.IsPrint) }

// filenamePrinting chooses by the environment's locale.
func filenamePrinting(env Env) func(rune) bool {
	if utf8Locale(env) {
		return printsInUTF8
	}
	return onlyASCII
}

func writeEscaped(b *strings.Builder, c byte) {
	for letter, value := range ansiEscapes {
		if value == c {
			b.WriteByte('\\')
			b.WriteByte(letter)
			return
		}
	}
	if c < ' ' || c >= 0x7f {
		fmt.Fprintf(b, "\\%03o", c)
		return
	}
	b.WriteByte(c)
}

// utf8Locale reports whether the environment selects a UTF-8 encoding for
// characters (LC_ALL, else LC_CTYPE, else LANG). Whether the locale is
// installed is not checked.
func utf8Locale(env Env) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value, _ := env.Get(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, ".utf-8") || strings.Contains(value, ".utf8")
		}
	}
	return false
}
