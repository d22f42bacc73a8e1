package compare

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/strftime"
)

// What --color tells apart.
const (
	noColour = iota
	plain
	bold
	red
	green
	cyan
)

// colours are the sequences for them, as GNU diff has them, or as --palette says.
type colours [cyan + 1]string

func newColours() colours {
	return colours{plain: "0", bold: "1", red: "31", green: "32", cyan: "36"}
}

// read takes in a palette: pairs such as ad=32 with colons between them. When it
// is not in order there are no colours, after a message.
func (c *colours) read(call *command.Call, palette string) bool {
	if palette == "" {
		return true
	}
	for pair := range strings.SplitSeq(strings.TrimSuffix(palette, ":"), ":") {
		key, value, ok := strings.Cut(pair, "=")
		what, known := map[string]int{"rs": plain, "hd": bold, "de": red, "ad": green, "ln": cyan}[key]
		switch {
		case ok && known:
			c[what] = value
			continue
		case ok && len(key) == 2:
			call.Errorf("unrecognized prefix: %s", key)
		}
		call.Errorf("unparsable value for --palette")
		return false
	}
	return true
}

// paint switches to a colour, if there are any.
func (d *differ) paint(colour int) {
	if d.color && colour != noColour {
		d.out.WriteString("\x1b[" + d.colours[colour] + "m")
	}
}

// title writes a line in a colour.
func (d *differ) title(colour int, text, rest string) {
	d.paint(colour)
	d.out.WriteString(text)
	d.paint(plain)
	d.out.WriteString(rest + "\n")
}

// line writes a line behind a mark.
func (d *differ) line(colour int, mark string, line []byte) {
	switch {
	case d.dropBlank && string(line) == "\n":
		mark = strings.TrimRight(mark, " ")
	case d.initialTab && len(mark) == 2:
		mark = mark[:1] + "\t"
	case d.initialTab:
		mark = strings.TrimRight(mark, " ") + "\t"
	}
	d.paint(colour)
	d.out.WriteString(mark)
	text := line
	if ended(line) {
		text = line[:len(line)-1]
	}
	if d.expand {
		text = expandTabs(text, d.tab)
	}
	d.out.Write(text)
	if colour != noColour {
		d.paint(plain)
	}
	if d.out.WriteByte('\n'); !ended(line) {
		d.out.WriteString("\\ No newline at end of file\n")
	}
}

// expandTabs writes tabs as spaces.
func expandTabs(line []byte, stop int) []byte {
	if bytes.IndexByte(line, '\t') < 0 {
		return line
	}
	var out []byte
	column := 0
	for len(line) > 0 {
		if line[0] == '\t' {
			n := stop - column%stop
			out = append(out, bytes.Repeat([]byte{' '}, n)...)
			column += n
			line = line[1:]
			continue
		}
		_, w := utf8.DecodeRune(line)
		out = append(out, line[:w]...)
		column++
		line = line[w:]
	}
	return out
}

// span is a range of line numbers from..to as the normal format has it.
func span(from, to int) string {
	if to-from <= 1 {
		return fmt.Sprint(to)
	}
	return fmt.Sprintf("%d,%d", from+1, to)
}

func (d *differ) normal(files [2]*text, list []change) {
	for _, c := range list {
		if c.ignored {
			continue
		}
		kind := "c"
		switch {
		case c.a0 == c.a1:
			kind = "a"
		case c.b0 == c.b1:
			kind = "d"
		}
		d.title(cyan, span(c.a0, c.a1)+kind+span(c.b0, c.b1), "")
		for _, l := range files[0].lines[c.a0:c.a1] {
			d.line(red, "< ", l)
		}
		if kind == "c" {
			d.out.WriteString("---\n")
		}
		for _, l := range files[1].lines[c.b0:c.b1] {
			d.line(green, "> ", l)
		}
	}
}

// hunks groups changes whose contexts touch. A group of ignored changes alone
// is left out.
func (d *differ) hunks(list []change) [][]change {
	var groups [][]change
	threshold := func(c change) int {
		if c.ignored {
			return d.context
		}
		return 2*d.context + 1
	}
	for start := 0; start < len(list); {
		end := start + 1
		for end < len(list) && list[end].a0-list[end-1].a1 < threshold(list[end]) {
			end++
		}
		for _, c := range list[start:end] {
			if !c.ignored {
				groups = append(groups, list[start:end])
				break
			}
		}
		start = end
	}
	return groups
}

// zone is the time zone that the user wants.
func (d *differ) zone() *time.Location {
	tz, set := d.call.Getenv("TZ")
	return strftime.Location(tz, set)
}

// header writes the two lines with the names of the files.
func (d *differ) header(files [2]*text, infos [2]fs.FileInfo, marks [2]string) {
	zone := d.zone()
	for i, f := range files {
		if i < len(d.labels) {
			d.title(bold, marks[i]+" "+d.labels[i], "")
			continue
		}
		stamp := time.Unix(0, 0)
		switch {
		case infos[i] != nil && f.name != "-":
			stamp = infos[i].ModTime()
		case f.name == "-":
			stamp = d.call.Now()
		}
		d.title(bold, fmt.Sprintf("%s %s\t%s", marks[i], headerQuoted(f.name), stamp.In(zone).Format("2006-01-02 15:04:05.000000000 -0700")), "")
	}
}

// headerQuoted is a name as it stands in headers: in the notation of C when it
// has blanks, quotation marks or bytes that are not printable ASCII.
func headerQuoted(name string) string {
	var b strings.Builder
	quote := false
	for i := range len(name) {
		c := name[i]
		if at := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); at >= 0 {
			quote = true
			b.WriteString(`\` + `abtnvfr"\`[at:at+1])
			continue
		}
		if c < ' ' || c >= 0x80 {
			quote = true
			fmt.Fprintf(&b, `\%03o`, c)
			continue
		}
		quote = quote || c == ' '
		b.WriteByte(c)
	}
	if !quote {
		return name
	}
	return `"` + b.String() + `"`
}

// bounds of the lines that a hunk shows.
func (d *differ) bounds(files [2]*text, group []change) (a0, a1, b0, b1 int) {
	first, last := group[0], group[len(group)-1]
	before := min(d.context, first.a0)
	after := min(d.context, len(files[0].lines)-last.a1)
	return first.a0 - before, last.a1 + after, first.b0 - min(before, first.b0), min(last.b1+after, len(files[1].lines))
}

func (d *differ) unified(files [2]*text, infos [2]fs.FileInfo, list []change) {
	groups := d.hunks(list)
	if len(groups) == 0 {
		return
	}
	d.header(files, infos, [2]string{"---", "+++"})
	count := func(from, to int) string {
		switch to - from {
		case 0:
			return fmt.Sprintf("%d,0", from)
		case 1:
			return fmt.Sprint(to)
		}
		return fmt.Sprintf("%d,%d", from+1, to-from)
	}
	for _, group := range groups {
		a0, a1, b0, b1 := d.bounds(files, group)
		d.title(cyan, "@@ -"+count(a0, a1)+" +"+count(b0, b1)+" @@", d.function(files[0], a0))
		at := a0
		for _, c := range group {
			for ; at < c.a0; at++ {
				d.line(noColour, " ", files[0].lines[at])
			}
			for _, l := range files[0].lines[c.a0:c.a1] {
				d.line(red, "-", l)
			}
			for _, l := range files[1].lines[c.b0:c.b1] {
				d.line(green, "+", l)
			}
			at = c.a1
		}
		for ; at < a1; at++ {
			d.line(noColour, " ", files[0].lines[at])
		}
	}
}

// function is the last line before a hunk that begins a function, for -p.
func (d *differ) function(t *text, before int) string {
	if !d.showFunction && d.functions == nil {
		return ""
	}
	for i := before - 1; i >= 0; i-- {
		l := t.lines[i]
		c := l[0]
		begins := d.functions == nil && (c == '_' || c == '$' || 'a' <= c|0x20 && c|0x20 <= 'z')
		if begins || d.functions.matches(l) {
			text := strings.TrimLeft(string(l), " \t\r\v\f")
			return " " + strings.TrimRight(text[:min(len(text), 40)], " \t\r\v\f\n")
		}
	}
	return ""
}

func (d *differ) contextual(files [2]*text, infos [2]fs.FileInfo, list []change) {
	groups := d.hunks(list)
	if len(groups) == 0 {
		return
	}
	d.header(files, infos, [2]string{"***", "---"})
	for _, group := range groups {
		a0, a1, b0, b1 := d.bounds(files, group)
		removes, adds := false, false
		for _, c := range group {
			removes = removes || c.a1 > c.a0
			adds = adds || c.b1 > c.b0
		}
		d.out.WriteString("***************" + d.function(files[0], a0) + "\n")
		d.title(cyan, "*** "+span(a0, a1)+" ****", "")
		if removes {
			d.half(files[0], a0, a1, red, "- ", group, func(c change) (int, int, bool) { return c.a0, c.a1, c.b1 > c.b0 })
		}
		d.title(cyan, "--- "+span(b0, b1)+" ----", "")
		if adds {
			d.half(files[1], b0, b1, green, "+ ", group, func(c change) (int, int, bool) { return c.b0, c.b1, c.a1 > c.a0 })
		}
	}
}

// half writes the lines of one file of a hunk of the context format.
func (d *differ) half(t *text, at, end, colour int, mark string, group []change, of func(change) (int, int, bool)) {
	for _, c := range group {
		from, to, both := of(c)
		for ; at < from; at++ {
			d.line(colour, "  ", t.lines[at])
		}
		m := mark
		if both {
			m = "! "
		}
		for ; at < to; at++ {
			d.line(colour, m, t.lines[at])
		}
	}
	for ; at < end; at++ {
		d.line(colour, "  ", t.lines[at])
	}
}
