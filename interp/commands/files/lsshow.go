package files

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/moment"
)

// show prints items; total precedes those of a directory.
func (l *lister) show(items []*item, total bool) {
	if total && (l.format == long || l.blocks) {
		var sum int64
		for _, it := range items {
			sum += blocksOf(it)
		}
		l.in.Printf("total %s\n", l.block.format(sum, 1024))
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
			l.in.Printf("%s\n", l.frills(it, w))
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
	for _, it := range items {
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

// frills is a name with what precedes and follows it.
func (l *lister) frills(it *item, w widths) string {
	var b strings.Builder
	l.before(&b, it, w)
	b.WriteString(l.quote(it.name, false))
	b.WriteString(l.mark(it.mode))
	return b.String()
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
		if q := command.QuoteIfNeeded(name); q != name {
			name = l.shellQuote(name, q)
		}
	case "shell-always", "shell-escape-always":
		name = l.shellQuote(name, command.QuoteShell(name))
	case "c":
		name = `"` + strings.ReplaceAll(cEscape(name), `"`, `\"`) + `"`
	case "escape":
		name = strings.ReplaceAll(cEscape(name), " ", `\ `)
		if title {
			name = strings.ReplaceAll(name, ":", `\:`)
		}
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
func width(text string) int { return utf8.RuneCountInString(text) }

const minColumn = 3

// showColumns fills lines with as many columns as fit, as GNU ls does.
func (l *lister) showColumns(items []*item) {
	w := l.frillWidths(items)
	texts := make([]string, len(items))
	lengths := make([]int, len(items))
	for i, it := range items {
		texts[i] = l.frills(it, w)
		lengths[i] = width(texts[i])
	}
	cols, columnWidths := l.fit(lengths)
	rows := (len(items) + cols - 1) / cols
	for row := range rows {
		pos := 0
		for col := range cols {
			i := col*rows + row
			if l.format == across {
				i = row*cols + col
			}
			if i >= len(texts) {
				break
			}
			last := i+rows >= len(texts)
			if l.format == across {
				last = col == cols-1 || i == len(texts)-1
			}
			l.in.Out.WriteString(texts[i])
			if !last {
				l.indent(pos+lengths[i], pos+columnWidths[col])
			}
			pos += columnWidths[col]
		}
		l.in.Out.WriteByte('\n')
	}
}

// fit finds the largest number of columns that fit.
func (l *lister) fit(lengths []int) (int, []int) {
	n := len(lengths)
	most := min(max(1, (l.width+minColumn-1)/minColumn), n)
	for cols := most; cols > 1; cols-- {
		rows := (n + cols - 1) / cols
		sizes := make([]int, cols)
		for i := range sizes {
			sizes[i] = minColumn
		}
		total := cols * minColumn
		for i, length := range lengths {
			col := i / rows
			if l.format == across {
				col = i % cols
			}
			if col != cols-1 {
				length += 2
			}
			if length > sizes[col] {
				total += length - sizes[col]
				sizes[col] = length
			}
			if total >= l.width {
				break
			}
		}
		if total < l.width {
			return cols, sizes
		}
	}
	return 1, []int{0}
}

// indent goes from one column to another with tabs where they help.
func (l *lister) indent(from, to int) {
	for from < to {
		if l.tab != 0 && to/l.tab > (from+1)/l.tab {
			l.in.Out.WriteByte('\t')
			from += l.tab - from%l.tab
		} else {
			l.in.Out.WriteByte(' ')
			from++
		}
	}
}

// separated prints names with a separator in lines of the width.
func (l *lister) separated(items []*item, sep string) {
	pos := 0
	for i, it := range items {
		text := l.frills(it, widths{})
		n := width(text)
		if i > 0 {
			l.in.Out.WriteString(sep[:1])
			if l.width == 0 || pos+n+2 < l.width {
				l.in.Out.WriteByte(' ')
				pos += 2
			} else {
				l.in.Out.WriteByte('\n')
				pos = 0
			}
		}
		l.in.Out.WriteString(text)
		pos += n
	}
	if len(items) > 0 {
		l.in.Out.WriteByte('\n')
	}
}

// owner and group are the names, or the numbers, of a long listing.
func (l *lister) owner(it *item) (user, group string) {
	s := sys(it.fi)
	if !l.numeric {
		user, group = l.owners.user(s.UID), l.owners.group(s.GID)
	}
	if user == "" {
		user = strconv.FormatUint(uint64(s.UID), 10)
	}
	if group == "" {
		group = strconv.FormatUint(uint64(s.GID), 10)
	}
	return user, group
}

// sizeText is the size of a file, or the numbers of a device.
func (l *lister) sizeText(it *item) string {
	if it.mode&fs.ModeDevice != 0 {
		dev := sys(it.fi).Rdev
		return fmt.Sprintf("%d, %d", major(dev), minor(dev))
	}
	return l.block.format(it.fi.Size(), 1)
}

func (l *lister) showLong(items []*item) {
	w := l.frillWidths(items)
	for _, it := range items {
		if it.fi == nil {
			continue
		}
		user, group := l.owner(it)
		w.links = max(w.links, len(strconv.FormatUint(sys(it.fi).Nlink, 10)))
		w.user, w.group = max(w.user, width(user)), max(w.group, width(group))
		w.size = max(w.size, len(l.sizeText(it)))
	}
	for _, it := range items {
		l.longLine(it, w)
	}
}

func (l *lister) longLine(it *item, w widths) {
	var b strings.Builder
	l.before(&b, it, w)
	if it.fi == nil {
		fmt.Fprintf(&b, "%c????????? %*s %-*s %-*s %*s %12s ", typeLetter(it.mode), w.links, "?", w.user, "?", w.group, "?", w.size, "?", "?")
	} else {
		fmt.Fprintf(&b, "%s %*d ", modeString(it.mode), w.links, sys(it.fi).Nlink)
		user, group := l.owner(it)
		if !l.noOwner {
			fmt.Fprintf(&b, "%s%*s ", user, w.user-width(user), "")
		}
		if !l.noGroup {
			fmt.Fprintf(&b, "%s%*s ", group, w.group-width(group), "")
		}
		fmt.Fprintf(&b, "%*s %s ", w.size, l.sizeText(it), l.stamp(l.timeOf(it)))
	}
	b.WriteString(l.quote(it.name, false))
	if it.mode&fs.ModeSymlink != 0 && it.target != "" {
		b.WriteString(" -> " + l.quote(it.target, false))
		if it.dest != nil {
			b.WriteString(l.mark(it.dest.Mode()))
		}
	} else {
		b.WriteString(l.mark(it.mode))
	}
	b.WriteByte('\n')
	l.in.Out.WriteString(b.String())
}

// half a year of 365.2425 days; what is older, or to come, shows its year.
const halfYear = 31556952 / 2 * time.Second

// stamp is the time of a long listing.
func (l *lister) stamp(t time.Time) string {
	recent := t.After(l.now.Add(-halfYear)) && !t.After(l.now)
	t = local(l.in, t)
	switch l.style {
	case "full-iso":
		return moment.Format("%Y-%m-%d %H:%M:%S.%N %z", t)
	case "long-iso":
		return moment.Format("%Y-%m-%d %H:%M", t)
	case "iso":
		if recent {
			return moment.Format("%m-%d %H:%M", t)
		}
		return moment.Format("%Y-%m-%d ", t)
	case "locale":
		if recent {
			return moment.Format("%b %e %H:%M", t)
		}
		return moment.Format("%b %e  %Y", t)
	}
	old, fresh, two := strings.Cut(l.style[1:], "\n")
	if recent && two {
		return moment.Format(fresh, t)
	}
	return moment.Format(old, t)
}
