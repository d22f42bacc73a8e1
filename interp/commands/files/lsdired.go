package files

import (
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// dired remembers where names stand in a long listing, for the mode of Emacs of
// that name. Nothing is remembered without one.
type dired struct {
	// at is how many bytes were written; names and titles are pairs of a
	// beginning and an end.
	at            int64
	names, titles []int64
}

// maxDired bounds what is remembered, in names.
const maxDired = 1 << 20

// name notes a name as it is shown at an offset into the line that is next. A
// blank in place of a quote is no part of it.
func (d *dired) name(offset int, shown string) {
	if d != nil && len(d.names) < maxDired {
		begin := d.at + int64(len(diredIndent)+offset)
		d.names = append(d.names, begin+int64(len(shown)-len(strings.TrimPrefix(shown, " "))), begin+int64(len(shown)))
	}
}

// diredIndent precedes each line.
const diredIndent = "  "

// put writes a line of a long listing, or an empty one.
func (l *lister) put(line string) { l.putPainted("", line, 0) }

// putPainted is put for a line of which so many bytes are colours, which do not
// count; lead is the colour that precedes it.
func (l *lister) putPainted(lead, line string, paint int) {
	l.in.Out.WriteString(lead)
	if l.dired != nil {
		if line != "\n" {
			line = diredIndent + line
		}
		l.dired.at += int64(len(line) - paint)
	}
	l.in.Out.WriteString(line)
}

// title writes the name of a directory before what is in it.
func (l *lister) title(dir string) {
	name := l.quote(dir, true)
	if d := l.dired; d != nil && len(d.titles) < maxDired {
		begin := d.at + int64(len(diredIndent))
		d.titles = append(d.titles, begin, begin+int64(len(name)))
	}
	l.put(l.linked(dir, name) + ":\n")
}

// report writes what was remembered.
func (d *dired) report(l *lister) {
	if d == nil {
		return
	}
	for _, list := range []struct {
		word string
		at   []int64
	}{{"//DIRED//", d.names}, {"//SUBDIRED//", d.titles}} {
		if len(list.at) > 0 {
			l.in.Printf("%s %s\n", list.word, strings.Trim(fmt.Sprint(list.at), "[]"))
		}
	}
	style := l.quoting
	if style == "" {
		style = "literal"
	}
	l.in.Printf("//DIRED-OPTIONS// --quoting-style=%s\n", style)
}

// decorate begins colours, links and the notes of --dired, as far as they go
// with the format.
func (l *lister) decorate() {
	if l.format != long || l.links == "always" {
		l.dired = nil
	}
	if l.color == "always" || l.color == "auto" {
		if l.colors = l.readColors(); l.colors != nil {
			l.tab = 0 // some terminals can not have both in a line
		}
	}
}

// painted is the name of an item as it is shown, with colour and link.
func (l *lister) painted(it *item, shown string, start int) string {
	return l.colors.paint(it, false, it.name, l.linked(it.path, shown), start, l.width)
}

// linked makes a shown name a link of the terminal to its file.
func (l *lister) linked(path, shown string) string {
	if l.links != "always" && l.links != "auto" {
		return shown
	}
	full, err := gnu.Resolve(l.in.FS, l.in.Dir, path, gnu.MayMiss)
	if err != nil {
		return shown
	}
	var b strings.Builder
	for i := range len(full) {
		if c := full[i]; isAlpha(c) || isNumber(c) || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return "\x1b]8;;file://" + l.in.User.Host + b.String() + "\a" + shown + "\x1b]8;;\a"
}
