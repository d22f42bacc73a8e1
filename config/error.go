package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error says what is wrong with a configuration, and where. The program
// that meets one exits with status 2.
type Error struct {
	File string // "" where no file is to blame
	Line int    // 1-based, 0 where no line is to blame
	Key  string // dotted TOML key or command line option, "" for the whole file
	Msg  string // what was expected and what was found

	cause error
}

// Unwrap gives fs.ErrNotExist for a file that does not exist.
func (e *Error) Unwrap() error { return e.cause }

// Error gives "FILE:LINE: KEY: MSG", without the parts that are not known and
// without raw control characters.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(printable(e.File))
		if e.Line > 0 {
			fmt.Fprintf(&b, ":%d", e.Line)
		}
		b.WriteString(": ")
	}
	if e.Key != "" {
		b.WriteString(printable(e.Key))
		b.WriteString(": ")
	}
	b.WriteString(printable(e.Msg))
	return b.String()
}

// maxQuoted is how much of a wrong value an error repeats, in bytes.
const maxQuoted = 80

// quote shows a value in a message: escaped, and cut when it is long.
func quote(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	cut := maxQuoted
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "..."
}

// printable gives s as it is when a terminal can take it raw, else quoted.
func printable(s string) string {
	if isPrintable(s) {
		return s
	}
	return strconv.Quote(s)
}

func isPrintable(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// expected makes the message of a value that is not what it should be.
func expected(what, found string) error {
	return fmt.Errorf("expected %s, found %s", what, quote(found))
}
