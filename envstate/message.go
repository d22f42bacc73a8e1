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
// character prints, else in the form $'...' with C and octal escapes. In a
// locale that is not UTF-8 only ASCII prints.
func quoteFilename(name string, utf8Locale bool) string {
	if prints(name, utf8Locale) {
		return name
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(name); {
		size := 1
		if utf8Locale && name[i] >= utf8.RuneSelf {
			if r, n := utf8.DecodeRuneInString(name[i:]); r != utf8.RuneError && unicode.IsGraphic(r) {
				size = n
			}
		}
		if size > 1 {
			b.WriteString(name[i : i+size])
		} else {
			writeEscaped(&b, name[i])
		}
		i += size
	}
	b.WriteByte('\'')
	return b.String()
}

func prints(name string, utf8Locale bool) bool {
	if !utf8Locale || !utf8.ValidString(name) {
		return strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r >= 0x7f }) < 0
	}
	return strings.IndexFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
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
