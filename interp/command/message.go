package command

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/stream"
)

// Message words an error as strerror(3) does: "No such file or directory". What
// is no errno keeps its own text, without the name a *fs.PathError adds.
func Message(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return capital(number.Error())
	}
	switch {
	case err == nil:
		return "Success"
	case errors.Is(err, stream.ErrBrokenPipe):
		return "Broken pipe"
	case errors.Is(err, fs.ErrNotExist):
		return "No such file or directory"
	case errors.Is(err, fs.ErrExist):
		return "File exists"
	case errors.Is(err, fs.ErrPermission):
		return "Permission denied"
	case errors.Is(err, fs.ErrClosed):
		return "Bad file descriptor"
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}

// capital makes of a text of package syscall that of the C library.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// Name is the name the command was called by, for messages.
func (c *Call) Name() string {
	if len(c.Args) == 0 {
		return "?"
	}
	return c.Args[0]
}

// Errorf writes "NAME: text" and a newline to standard error. That it can not
// be written is nobody's news.
func (c *Call) Errorf(format string, args ...any) {
	fmt.Fprintf(c.Stderr, "%s: "+format+"\n", append([]any{c.Name()}, args...)...)
}

// FileError reports err about the operand name as most tools do:
// "NAME: file: No such file or directory", quoted where a shell would need it.
func (c *Call) FileError(name string, err error) {
	c.Errorf("%s: %s", QuoteIfNeeded(name), Message(err))
}

// Getenv returns the value of an exported variable.
func (c *Call) Getenv(name string) (string, bool) {
	for _, v := range c.Env {
		if len(v) > len(name) && v[len(name)] == '=' && v[:len(name)] == name {
			return v[len(name)+1:], true
		}
	}
	return "", false
}

// Bytewise tells whether the locale of the environment is C, in which each byte is
// a character.
func (c *Call) Bytewise() bool {
	return Bytewise(func(name string) string {
		value, _ := c.Getenv(name)
		return value
	})
}

// Bytewise tells whether LC_ALL, LC_CTYPE and LANG, of which the first that is not
// empty counts, name the locale C. Without any of them characters are UTF-8.
func Bytewise(value func(name string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := value(name); v != "" {
			return v == "C" || v == "POSIX"
		}
	}
	return false
}

// Quote puts s between typographic quotation marks as the GNU tools do in a
// UTF-8 locale (quote(3) of gnulib), with what can not be printed escaped.
func Quote(s string) string {
	var b strings.Builder
	b.WriteString("‘")
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == utf8.RuneError && n == 1, r < ' ', r == 0x7f, !printable(r):
			for _, c := range []byte(s[i : i+n]) {
				b.WriteString(escapeByte(c))
			}
		case r == '’':
			b.WriteString(`\’`)
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteString("’")
	return b.String()
}

// printable is iswprint(3) of the C library, for which invisible characters can
// be printed, too.
func printable(r rune) bool { return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co) }

func escapeByte(c byte) string {
	if i := strings.IndexByte("\a\b\f\n\r\t\v", c); i >= 0 {
		return `\` + `abfnrtv`[i:i+1]
	}
	return fmt.Sprintf(`\%03o`, c)
}

// QuoteShell puts s between quotes so that a shell reads it back (quoteaf of
// gnulib).
func QuoteShell(s string) string {
	if q, changed := shellQuoted(s); changed {
		return q
	}
	return "'" + s + "'"
}

// QuoteIfNeeded is QuoteShell for what a shell would not read as one plain
// word, else s itself (quotef of gnulib).
func QuoteIfNeeded(s string) string {
	q, changed := shellQuoted(s)
	switch {
	case changed:
		return q
	case s == "" || strings.ContainsAny(s, "\t !\"$&()*;<=>[^`|:") || s[0] == '~' || s[0] == '#':
		return "'" + s + "'"
	case strings.ContainsAny(s, "?\\"), s == "{", s == "}":
		return "'" + s + "'"
	}
	return s
}

// shellQuoted quotes s when plain single quotes do not do.
func shellQuoted(s string) (string, bool) {
	plain := true
	for _, r := range s {
		if r < ' ' || r == 0x7f || r == utf8.RuneError || !printable(r) {
			plain = false
		}
	}
	if plain {
		if !strings.Contains(s, "'") {
			return "", false
		}
		if !strings.ContainsAny(s, "\"$`\\!") {
			return `"` + s + `"`, true
		}
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'", true
	}
	var b strings.Builder
	b.WriteByte('\'')
	escaped := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		odd := r == utf8.RuneError && n == 1 || r < ' ' || r == 0x7f || !printable(r)
		switch {
		case odd:
			if !escaped {
				b.WriteString("'$'")
			}
			for _, c := range []byte(s[i : i+n]) {
				b.WriteString(escapeByte(c))
			}
		case r == '\'':
			b.WriteString(`'\''`)
		default:
			if escaped {
				b.WriteString("''")
			}
			b.WriteString(s[i : i+n])
		}
		escaped = odd
		i += n
	}
	b.WriteByte('\'')
	return b.String(), true
}

// QuoteIfNewline is QuoteShell for names that would break a line, else s.
func QuoteIfNewline(s string) string {
	if strings.IndexByte(s, '\n') >= 0 {
		return QuoteShell(s)
	}
	return s
}
