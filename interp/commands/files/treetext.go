package files

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/commands/moment"
)

// treeText prints a tree with lines.
type treeText struct {
	d *drawer
	// indent is what precedes the entries of the directory at hand; its last
	// step is undone when the directory ends.
	indent                  string
	branch, last, more, gap string
	// l knows the indicators.
	l *lister
}

func newTreeText(d *drawer) *treeText {
	t := &treeText{d: d, branch: "|-- ", last: "`-- ", more: "|   ", gap: "    ", l: &lister{in: d.in}}
	if d.utf8 {
		t.branch, t.last, t.more = "├── ", "└── ", "│\u00a0\u00a0 "
	}
	if d.in.Has("i") {
		t.branch, t.last, t.more, t.gap = "", "", "", ""
	}
	if d.in.Has("F") {
		t.l.indicator = "classify"
	}
	return t
}

// mark is the indicator of a kind of file; among directories alone there is none.
func (t *treeText) mark(mode fs.FileMode) string {
	if mode.IsDir() && t.d.in.Has("d") {
		return ""
	}
	return t.l.mark(mode)
}

func (t *treeText) begin() {}

func (t *treeText) open(n *treeNode, level int, last bool) {
	lines := ""
	if level > 0 {
		lines = t.indent + t.branch
		if last {
			lines = t.indent + t.last
		}
	}
	info := t.d.info(n)
	if t.d.in.Has("metafirst") {
		lines, info = info, lines
	}
	name := n.name
	switch {
	case !t.d.in.Has("f"):
	case level > 0:
		name = n.path
	default:
		name = trim(name)
	}
	text := lines + info + t.d.shown(name)
	switch {
	case n.mode&fs.ModeSymlink != 0 && level > 0:
		text += " -> " + t.d.shown(n.target) + t.mark(n.dest)
	case n.fi != nil:
		text += t.mark(n.mode)
	}
	if n.problem != "" {
		text += "  [" + n.problem + "]"
	}
	fmt.Fprintln(t.d.out, text)
	if level > 0 {
		if last {
			t.indent += t.gap
		} else {
			t.indent += t.more
		}
	}
}

func (t *treeText) close(_ *treeNode, level int, last bool) {
	switch {
	case level == 0:
	case last:
		t.indent = strings.TrimSuffix(t.indent, t.gap)
	default:
		t.indent = strings.TrimSuffix(t.indent, t.more)
	}
}

func (t *treeText) end() { fmt.Fprintf(t.d.out, "\n%s\n", t.d.reportText()) }

// info is what is shown of a file besides its name, in brackets.
func (d *drawer) info(n *treeNode) string {
	if n.fi == nil {
		return ""
	}
	var b strings.Builder
	s := sys(n.fi)
	if d.in.Has("inodes") {
		fmt.Fprintf(&b, " %7d", s.Ino)
	}
	if d.in.Has("device") {
		fmt.Fprintf(&b, " %3d", s.Dev)
	}
	if d.in.Has("p") {
		b.WriteString(" " + modeString(n.mode))
	}
	if d.in.Has("u") {
		fmt.Fprintf(&b, " %-8.32s", d.user(n))
	}
	if d.in.Has("g") {
		fmt.Fprintf(&b, " %-8.32s", d.group(n))
	}
	if d.sizes {
		b.WriteString(d.sizeText(n.size))
	}
	if d.times {
		b.WriteString(" " + d.timeText(n))
	}
	if b.Len() == 0 {
		return ""
	}
	return "[" + b.String()[1:] + "]  "
}

func (d *drawer) user(n *treeNode) string {
	if name := d.owners.user(sys(n.fi).UID); name != "" {
		return name
	}
	return strconv.FormatUint(uint64(sys(n.fi).UID), 10)
}

func (d *drawer) group(n *treeNode) string {
	if name := d.owners.group(sys(n.fi).GID); name != "" {
		return name
	}
	return strconv.FormatUint(uint64(sys(n.fi).GID), 10)
}

// sizeText is a size in a column, with a blank before it.
func (d *drawer) sizeText(n int64) string {
	if !d.human {
		return fmt.Sprintf(" %11d", n)
	}
	if n < d.si {
		return fmt.Sprintf(" %4d", n)
	}
	letters := "KMGTPEZY"
	if d.si == 1000 {
		letters = "kMGTPEZY"
	}
	i, value := 0, n
	for ; value >= d.si*d.si && i < len(letters)-1; i++ {
		value /= d.si
	}
	scaled := float64(value) / float64(d.si)
	if value/d.si >= 10 {
		return fmt.Sprintf(" %3.0f%c", scaled, letters[i])
	}
	return fmt.Sprintf(" %3.1f%c", scaled, letters[i])
}

// timeText is the time of a file; half a year has six months of 31 days.
func (d *drawer) timeText(n *treeNode) string {
	const halfYear = 6 * 31 * 24 * 3600
	at, now := d.timeOf(n), d.in.Now()
	format := "%b %e %H:%M"
	if d.timeFormat != "" {
		format = d.timeFormat
	} else if at.Unix() > now.Unix() || at.Unix()+halfYear < now.Unix() {
		format = "%b %e  %Y"
	}
	return moment.Format(format, local(d.in, at))
}

// shown is a name with what can not be shown in octal, or as the options want.
func (d *drawer) shown(name string) string {
	quote := ""
	if d.in.Has("Q") {
		quote = `"`
	}
	if d.in.Has("N") {
		return quote + name + quote
	}
	var b strings.Builder
	for len(name) > 0 {
		r, n := utf8.DecodeRuneInString(name)
		char := name[:n]
		name = name[n:]
		switch {
		case d.in.UTF8() && (r != utf8.RuneError || n > 1) && (unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)):
			b.WriteString(char)
		case d.in.Has("q") && r == utf8.RuneError && n == 1:
			b.WriteString(char)
		case d.in.Has("q"):
			b.WriteByte('?')
		case !d.in.UTF8():
			b.WriteString(plainEscape(char, quote != ""))
		default:
			for i := range len(char) {
				fmt.Fprintf(&b, `\%03o`, char[i])
			}
		}
	}
	return quote + b.String() + quote
}

// plainEscape shows a character where the locale has ASCII alone.
func plainEscape(char string, quoted bool) string {
	if i := strings.Index("\a\b\t\n\v\f\r", char); i >= 0 {
		return `\` + "abtnvfr"[i:i+1]
	}
	switch {
	case char == `\`, char == " " && !quoted, char == `"` && quoted:
		return `\` + char
	case len(char) == 1 && char[0] >= ' ' && char[0] < 0x7f:
		return char
	}
	text := ""
	for i := range len(char) {
		text += fmt.Sprintf(`\%03o`, char[i])
	}
	return text
}
