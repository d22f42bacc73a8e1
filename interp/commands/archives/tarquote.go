package archives

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// quotingStyles are those of --quoting-style.
var quotingStyles = []string{"literal", "shell", "shell-always", "shell-escape", "shell-escape-always", "c", "c-maybe", "escape", "locale", "clocale"}

// A quoting is how names are written.
type quoting struct {
	style string
	extra string // characters that are quoted, too
}

// setQuoting is --quoting-style, --quote-chars and --no-quote-chars.
func (a *archiver) setQuoting(f option.Found) int {
	switch f.Name {
	case "quote-chars":
		a.style.extra += f.Value
		return 0
	case "no-quote-chars":
		a.style.extra = strings.Map(func(r rune) rune {
			if strings.ContainsRune(f.Value, r) {
				return -1
			}
			return r
		}, a.style.extra)
		return 0
	}
	for _, s := range quotingStyles {
		if s == f.Value {
			a.style.style = s
			return 0
		}
	}
	return a.fatal("Unknown quoting style '%s'. Try 'tar --quoting-style=help' to get a list.", f.Value)
}

// escaped writes a name as listings have it.
func (a *archiver) escaped(name string) string { return a.style.text(name) }

// inMessage is escaped before a colon.
func (a *archiver) inMessage(name string) string {
	q := a.style
	q.extra += ":"
	return q.text(name)
}

func (q quoting) text(name string) string {
	switch q.style {
	case "literal":
		return name
	case "shell", "shell-always":
		return q.shell(name)
	case "shell-escape", "shell-escape-always":
		if q.style == "shell-escape" && !strings.ContainsAny(name, q.extra) {
			if command.QuoteShell(name) == "'"+name+"'" {
				plain := quoting{style: "shell"}
				return plain.shell(name)
			}
			return command.QuoteShell(name)
		}
		return command.QuoteShell(name)
	case "c":
		return `"` + q.escape(name, '"') + `"`
	case "c-maybe":
		bare := quoting{}
		if e := bare.escape(name, '"'); strings.ReplaceAll(e, `\\`, `\`) != name || strings.ContainsAny(name, q.extra) {
			return `"` + e + `"`
		}
		return name
	case "locale", "clocale":
		return "‘" + q.escape(name, '’') + "’"
	}
	return q.escape(name, 0)
}

// shell puts a name between single quotes where a shell needs them.
func (q quoting) shell(name string) string {
	special := "\t\n !\"$&'()*;<=>?[\\^`|" + q.extra
	plain := name != "" && name[0] != '~' && name[0] != '#' && name != "{" && name != "}"
	if q.style == "shell" && plain && !strings.ContainsAny(name, special) {
		return name
	}
	if strings.Contains(name, "'") && !strings.ContainsAny(name, "\"$`\\!\n\t") {
		return `"` + name + `"`
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// escape writes what can not be printed as in a string of C, and a backslash
// before the closing mark and what is quoted besides.
func (q quoting) escape(name string, mark rune) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		part := name[i : i+n]
		switch {
		case r == mark && mark != 0, n == 1 && r != utf8.RuneError && strings.Contains(q.extra, part) && r != '\\':
			b.WriteByte('\\')
			b.WriteString(part)
		case r == '’':
			b.WriteString(part)
		default:
			b.WriteString(strings.TrimSuffix(strings.TrimPrefix(command.Quote(part), "‘"), "’"))
		}
		i += n
	}
	return b.String()
}

// quote is a name between quotation marks, in the middle of a message.
func quote(name string) string { return command.Quote(name) }
