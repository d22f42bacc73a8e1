package sed

import (
	"bytes"
	"unicode/utf8"
)

// flow is what follows a command.
type flow uint8

const (
	goOn flow = iota
	endCycle
	dropCycle // without writing the pattern space
	restart   // without reading a line
	quit
	quitNow
	noInput
)

// command runs one command; next is the one behind it. It has a case for each.
func (ed *editor) command(c *cmd, next int) (int, flow) {
	switch c.name {
	case 'a':
		ed.enqueue(queued{text: c.text})
	case 'b':
		return ed.jump(c, next), goOn
	case 'c':
		if c.a2 == nil || !c.active || c.not {
			ed.text(c.text)
		}
		return 0, dropCycle
	case 'd':
		return 0, dropCycle
	case 'D':
		i := bytes.IndexByte(ed.space, ed.delim)
		if i < 0 {
			return 0, dropCycle
		}
		ed.space = append(ed.space[:0], ed.space[i+1:]...)
		ed.round()
		return 0, restart
	case 'F':
		ed.raw(ed.out, append([]byte(ed.in.name), ed.delim))
	case 'g':
		ed.space = append(ed.space[:0], ed.hold...)
		ed.unended = ed.holdUnended
	case 'G':
		ed.bound(len(ed.space) + len(ed.hold))
		ed.space = append(append(ed.space, ed.delim), ed.hold...)
		ed.unended = ed.holdUnended
	case 'h':
		ed.hold = append(ed.hold[:0], ed.space...)
		ed.holdUnended = ed.unended
	case 'H':
		ed.bound(len(ed.space) + len(ed.hold))
		ed.hold = append(append(ed.hold, ed.delim), ed.space...)
		ed.holdUnended = ed.unended
	case 'i':
		ed.text(c.text)
	case 'l':
		ed.list(c.n)
	case 'n', 'N':
		return next, ed.readNext(c.name)
	case 'p':
		ed.write(ed.out, ed.space)
	case 'P':
		ed.writeFirst(c)
	case 'q':
		return 0, quit
	case 'Q':
		return 0, quitNow
	case 'r':
		if c.first {
			ed.copyFile(c.file)
			break
		}
		ed.enqueue(queued{file: c.file})
	case 'R':
		ed.readFrom(c.file)
	case 's':
		ed.substitute(c.sub)
	case 't':
		if ed.replaced {
			ed.replaced = false
			return ed.jump(c, next), goOn
		}
	case 'T':
		if !ed.replaced {
			return ed.jump(c, next), goOn
		}
		ed.replaced = false
	case 'w':
		ed.write(c.out, ed.space)
	case 'W':
		ed.writeFirst(c)
	case 'x':
		ed.space, ed.hold = ed.hold, ed.space
		ed.unended, ed.holdUnended = ed.holdUnended, ed.unended
	case 'y':
		ed.transliterate(c)
	case 'z':
		ed.space = ed.space[:0]
	case '=':
		ed.raw(ed.out, append(number(ed.line), ed.delim))
	}
	return next, goOn
}

// jump goes to a label. Only what goes back can run for ever.
func (ed *editor) jump(c *cmd, next int) int {
	if c.target < next {
		ed.round()
	}
	return c.target
}

// readNext is n and N.
func (ed *editor) readNext(name byte) flow {
	if ed.in.last() {
		return noInput
	}
	if name == 'n' {
		ed.endCycle(true)
		ed.space = ed.space[:0]
	} else {
		ed.dump()
		ed.space = append(ed.space, ed.delim)
	}
	line, ok := ed.in.next()
	if !ok {
		return quitNow
	}
	ed.take(line)
	return goOn
}

// writeFirst is P and W.
func (ed *editor) writeFirst(c *cmd) {
	out := ed.out
	if c.name == 'W' {
		out = c.out
	}
	i := bytes.IndexByte(ed.space, ed.delim)
	if i < 0 {
		ed.write(out, ed.space)
		return
	}
	ed.raw(out, ed.space[:i+1])
	if out.file != nil && out != ed.out {
		ed.flush(out)
	}
}

// text writes that of i and c, which ends as lines do, unlike that of a.
func (ed *editor) text(text []byte) {
	if n := len(text); n > 0 {
		ed.raw(ed.out, text[:n-1])
		ed.raw(ed.out, []byte{ed.delim})
	}
}

// list writes the pattern space in an unambiguous form (POSIX sed, l).
func (ed *editor) list(length int) {
	if length < 0 {
		length = ed.length
	}
	var out []byte
	column := 0
	for rest := ed.space; len(rest) > 0; {
		item, w := visible(rest)
		rest = rest[w:]
		if length > 0 && column+len(item) > length-1 {
			out = append(out, '\\', ed.delim)
			column = 0
		}
		out = append(out, item...)
		column += len(item)
		ed.bound(len(out))
	}
	ed.raw(ed.out, append(out, '$', ed.delim))
}

// visible is how l shows the first byte of s.
func visible(s []byte) (string, int) {
	c := s[0]
	if i := bytes.IndexByte([]byte("\\\a\b\f\n\r\t\v"), c); i >= 0 {
		return `\` + `\abfnrtv`[i:i+1], 1
	}
	if c >= ' ' && c < 0x7f {
		return string(rune(c)), 1
	}
	return string([]byte{'\\', '0' + c>>6, '0' + c>>3&7, '0' + c&7}), 1
}

func (ed *editor) transliterate(c *cmd) {
	if c.bytes != nil {
		for i, b := range ed.space {
			ed.space[i] = c.bytes[b]
		}
		return
	}
	out := ed.spare[:0]
	for rest := ed.space; len(rest) > 0; {
		r, w := utf8.DecodeRune(rest)
		if to, ok := c.table[r]; ok && (r != utf8.RuneError || w > 1) {
			out = utf8.AppendRune(out, to)
		} else {
			out = append(out, rest[:w]...)
		}
		rest = rest[w:]
	}
	ed.bound(len(out))
	ed.space, ed.spare = out, ed.space
}
