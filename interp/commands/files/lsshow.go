package files

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// show prints items; total precedes those of a directory.
func (l *lister) show(items []*item, total bool) {
	l.align = l.aligns(items)
	if total && (l.format == long || l.blocks) {
		var sum int64
		for _, it := range items {
			sum += blocksOf(it)
		}
		l.put("total " + l.block.format(sum, 1024) + l.end)
	}
	switch l.format {
	case long:
		l.showLong(items)
	case columns, across:
		if l.width == 0 {
			l.separated(items, "  ")
		} else if len(items) > 0 {
			l.showColumns(items)
		}
	case commas:
		l.separated(items, ",")
	default:
		w := l.frillWidths(items)
		for _, it := range items {
			text, _ := l.frills(it, w, 0)
			l.in.Printf("%s%s", text, l.end)
		}
	}
}

// blocksOf is the space that a file takes, in bytes.
func blocksOf(it *item) int64 {
	if it.fi == nil {
		return 0
	}
	return sys(it.fi).Blocks * 512
}

// widths are those of columns of numbers.
type widths struct{ inode, blocks, links, user, group, size int }

// frillWidths measures what precedes the names.
func (l *lister) frillWidths(items []*item) (w widths) {
	for _, it := range slices.Concat(items, l.others) {
		if l.inode {
			w.inode = max(w.inode, len(l.inodeOf(it)))
		}
		if l.blocks {
			w.blocks = max(w.blocks, len(l.block.format(blocksOf(it), 1024)))
		}
	}
	return w
}

func (l *lister) inodeOf(it *item) string {
	if it.fi == nil {
		return "?"
	}
	return strconv.FormatUint(sys(it.fi).Ino, 10)
}

// frills is a name with what precedes and follows it, and how many columns that
// takes; start is the one that it begins in.
func (l *lister) frills(it *item, w widths, start int) (text string, columns int) {
	var b strings.Builder
	b.WriteString(l.colors.normal())
	unseen := b.Len()
	l.before(&b, it, w)
	if l.context {
		b.WriteString("? ")
	}
	name := l.named(it.name)
	columns = width(b.String()[unseen:]) + width(name)
	b.WriteString(l.painted(it, name, start+columns-width(name)))
	b.WriteString(l.mark(it.mode))
	return b.String(), columns + len(l.mark(it.mode))
}

// named is a name of a list.
func (l *lister) named(name string) string {
	if l.align && !l.needsQuotes(name, false) {
		return " " + l.quote(name, false)
	}
	return l.quote(name, false)
}

func (l *lister) before(b *strings.Builder, it *item, w widths) {
	if l.inode {
		fmt.Fprintf(b, "%*s ", w.inode, l.inodeOf(it))
	}
	if l.blocks {
		text := "?"
		if it.fi != nil {
			text = l.block.format(blocksOf(it), 1024)
		}
		fmt.Fprintf(b, "%*s ", w.blocks, text)
	}
}

// mark is the indicator of a kind of file.
func (l *lister) mark(mode fs.FileMode) string {
	switch {
	case l.indicator == "":
		return ""
	case mode.IsDir():
		return "/"
	case l.indicator == "slash":
		return ""
	case mode&fs.ModeSymlink != 0:
		return "@"
	case mode&fs.ModeNamedPipe != 0:
		return "|"
	case mode&fs.ModeSocket != 0:
		return "="
	case l.indicator == "classify" && mode.IsRegular() && mode&0o111 != 0:
		return "*"
	}
	return ""
}

// quote shows a name in the quoting style; a title escapes colons too.
func (l *lister) quote(name string, title bool) string {
	switch l.quoting {
	case "shell", "shell-escape":
		if l.needsQuotes(name, title) {
			name = l.shellQuote(name, command.QuoteShell(name))
		}
	case "shell-always", "shell-escape-always":
		name = l.shellQuote(name, command.QuoteShell(name))
	case "c":
		name = `"` + strings.ReplaceAll(cEscape(name), `"`, `\"`) + `"`
	case "locale", "clocale":
		name = command.Quote(name)
	case "escape":
		special := " "
		if title {
			special = ":"
		}
		name = strings.ReplaceAll(cEscape(name), special, `\`+special)
	}
	if !l.hideControl {
		return name
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return '?'
		}
		return r
	}, name)
}

// needsQuotes tells whether a shell would not read a name as one plain word; a
// colon counts in titles, which end with one.
func (l *lister) needsQuotes(name string, title bool) bool {
	if !title {
		name = strings.ReplaceAll(name, ":", "x")
	}
	if l.quoting == "shell" {
		name = strings.Map(func(r rune) rune {
			if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' {
				return 'x' // is shown as it is
			}
			return r
		}, name)
	}
	return command.QuoteIfNeeded(name) != name
}

// aligns tells whether names without quotes get a blank instead of one.
func (l *lister) aligns(items []*item) bool {
	if l.quoting != "shell" && l.quoting != "shell-escape" || l.format == single || l.format == commas || l.format != long && l.width == 0 {
		return false
	}
	return l.quotedOperand || slices.ContainsFunc(items, func(it *item) bool { return l.needsQuotes(it.name, false) })
}

// shellQuote is a quoted name; without "escape" what can not be shown stays.
func (l *lister) shellQuote(name, quoted string) string {
	if strings.Contains(l.quoting, "escape") || !strings.Contains(quoted, "$'") {
		return quoted
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// cEscape is text as it stands between the quotation marks of command.Quote.
func cEscape(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(command.Quote(text), "‘"), "’"), `\’`, "’")
}

// width is how many columns a text takes.
func width(text string) int { return command.Width(text) }
