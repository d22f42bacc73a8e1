package files

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// line is the end of a line of data, and step what precedes one; with -i there
// are no lines.
func (d *drawer) line() string {
	if d.in.Has("i") {
		return ""
	}
	return "\n"
}

func (d *drawer) step(level int) string {
	if d.in.Has("i") {
		return ""
	}
	return strings.Repeat("  ", level)
}

// treeJSON prints a tree as JSON.
type treeJSON struct{ d *drawer }

func (t *treeJSON) begin() { fmt.Fprint(t.d.out, "[") }

func (t *treeJSON) open(n *treeNode, level int, _ bool) {
	name := n.name
	if t.d.in.Has("f") && level > 0 {
		name = n.path
	}
	fmt.Fprintf(t.d.out, "%s%s{\"type\":%q,\"name\":%s", t.d.line(), t.d.step(level+1), n.kind(), jsonText(name))
	if n.mode&fs.ModeSymlink != 0 && level > 0 {
		fmt.Fprintf(t.d.out, ",\"target\":%s", jsonText(n.target))
	}
	for _, a := range t.d.attributes(n) {
		value := jsonText(a.value)
		if a.number {
			value = a.value
		}
		fmt.Fprintf(t.d.out, ",\"%s\":%s", a.name, value)
	}
	if n.problem != "" {
		fmt.Fprintf(t.d.out, ",\"contents\":[{\"error\": %s}%s%s", jsonText(n.problem), t.d.line(), t.d.step(level+1))
	} else if len(n.entries) > 0 {
		fmt.Fprint(t.d.out, ",\"contents\":[")
	}
}

func (t *treeJSON) close(n *treeNode, level int, last bool) {
	switch {
	case n.problem != "":
		fmt.Fprint(t.d.out, "]")
	case len(n.entries) > 0:
		fmt.Fprintf(t.d.out, "%s%s]", t.d.line(), t.d.step(level+1))
	}
	fmt.Fprint(t.d.out, "}")
	if !last {
		fmt.Fprint(t.d.out, ",")
	}
	if level == 0 && last {
		fmt.Fprint(t.d.out, t.d.line())
	}
}

func (t *treeJSON) end() {
	if t.d.in.Has("noreport") {
		fmt.Fprintf(t.d.out, "%s]\n", t.d.line())
		return
	}
	size := ""
	if t.d.du {
		size = fmt.Sprintf(",\"size\":%d", t.d.used)
	}
	fmt.Fprintf(t.d.out, ",%s%s{\"type\":\"report\"%s,\"directories\":%d", t.d.line(), t.d.step(1), size, t.d.dirs)
	if !t.d.in.Has("d") {
		fmt.Fprintf(t.d.out, ",\"files\":%d", t.d.files)
	}
	fmt.Fprintf(t.d.out, "}%s]\n", t.d.line())
}

// jsonText is a string of JSON; bytes that are no UTF-8 stay.
func jsonText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case strings.IndexByte("\b\t\n\f\r", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte("btnfr"[strings.IndexByte("\b\t\n\f\r", c)])
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// An attribute is what is shown of a file in JSON and XML.
type attribute struct {
	name, value string
	number      bool
}

// dataSize is a size without a column.
func (d *drawer) dataSize(n int64) string {
	if _, xml := d.form.(*treeXML); d.human && !xml {
		return strings.TrimLeft(d.sizeText(n), " ")
	}
	return strconv.FormatInt(n, 10)
}

func (d *drawer) attributes(n *treeNode) (all []attribute) {
	if n.fi == nil {
		return nil
	}
	s := sys(n.fi)
	if d.in.Has("inodes") {
		all = append(all, attribute{"inode", fmt.Sprint(s.Ino), true})
	}
	if d.in.Has("device") {
		all = append(all, attribute{"dev", fmt.Sprint(s.Dev), true})
	}
	if d.in.Has("p") {
		all = append(all, attribute{"mode", fmt.Sprintf("%04o", vfs.ModeBits(n.mode)), false}, attribute{"prot", modeString(n.mode), false})
	}
	if d.in.Has("u") {
		all = append(all, attribute{"user", d.user(n), false})
	}
	if d.in.Has("g") {
		all = append(all, attribute{"group", d.group(n), false})
	}
	if d.sizes {
		all = append(all, attribute{"size", d.dataSize(n.size), !d.human})
	}
	if d.times {
		all = append(all, attribute{"time", d.timeText(n), false})
	}
	return all
}

// treeXML prints a tree as XML.
type treeXML struct{ d *drawer }

func (t *treeXML) begin() {
	charset, ok := t.d.in.Last("charset")
	if !ok && t.d.utf8 {
		charset = "UTF-8"
	}
	if charset != "" {
		charset = fmt.Sprintf(" encoding=\"%s\"", charset)
	}
	fmt.Fprintf(t.d.out, "<?xml version=\"1.0\"%s?>%s<tree>%[2]s", charset, t.d.line())
}

func (t *treeXML) open(n *treeNode, level int, _ bool) {
	name := n.name
	if t.d.in.Has("f") && level > 0 {
		name = n.path
	}
	fmt.Fprintf(t.d.out, "%s<%s name=\"%s\"", t.d.step(level+1), n.kind(), xmlText(name))
	if n.mode&fs.ModeSymlink != 0 && level > 0 {
		fmt.Fprintf(t.d.out, " target=\"%s\"", xmlText(n.target))
	}
	for _, a := range t.d.attributes(n) {
		fmt.Fprintf(t.d.out, " %s=\"%s\"", a.name, xmlText(a.value))
	}
	fmt.Fprint(t.d.out, ">")
	if n.problem != "" {
		fmt.Fprintf(t.d.out, "<error>%s</error>", xmlText(n.problem))
	}
	if len(n.entries) > 0 || level == 0 && n.problem == "" {
		fmt.Fprintln(t.d.out) // with -i too
	}
}

func (t *treeXML) close(n *treeNode, level int, _ bool) {
	if len(n.entries) > 0 || level == 0 {
		if n.problem != "" {
			fmt.Fprintln(t.d.out)
		}
		fmt.Fprint(t.d.out, t.d.step(level+1))
	}
	fmt.Fprintf(t.d.out, "</%s>%s", n.kind(), t.d.line())
}

func (t *treeXML) end() {
	line, step := t.d.line(), t.d.step(2)
	if !t.d.in.Has("noreport") {
		fmt.Fprintf(t.d.out, "%s<report>%s", t.d.step(1), line)
		if t.d.du {
			fmt.Fprintf(t.d.out, "%s<size>%d</size>%s", step, t.d.used, line)
		}
		fmt.Fprintf(t.d.out, "%s<directories>%d</directories>%s", step, t.d.dirs, line)
		if !t.d.in.Has("d") {
			fmt.Fprintf(t.d.out, "%s<files>%d</files>%s", step, t.d.files, line)
		}
		fmt.Fprintf(t.d.out, "%s</report>%s", t.d.step(1), line)
	}
	fmt.Fprint(t.d.out, "</tree>\n")
}

// xmlText is text of XML.
func xmlText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}
