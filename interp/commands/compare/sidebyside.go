package compare

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// gutter is the least width of what stands between the columns.
const gutter = 3

// sideBySide writes both files in two columns (diff -y): what both have, and
// between the columns how lines differ. A < or > stands for a line that one file
// alone has, | for a changed one, / and \ for one that a newline sets apart.
func (d *differ) sideBySide(files [2]*text, list []change) {
	stop := d.tab
	if d.expand {
		stop = 1
	}
	middle := d.width>>1 + (stop+gutter)>>1 + d.width&(stop+gutter)&1
	second := middle - middle%stop
	half := max(0, min(second-gutter, d.width-second))
	if half == 0 {
		second = d.width
	}
	s := &columns{d: d, half: half, second: second}
	a, b := files[0].lines, files[1].lines
	i, j := 0, 0
	for _, c := range list {
		if c.ignored {
			continue
		}
		s.common(a[i:c.a0], b[j:c.b0])
		old, fresh := a[c.a0:c.a1], b[c.b0:c.b1]
		for len(old) > 0 && len(fresh) > 0 {
			s.row(old[0], '|', fresh[0])
			old, fresh = old[1:], fresh[1:]
		}
		for _, l := range fresh {
			s.row(nil, '>', l)
		}
		for _, l := range old {
			s.row(l, '<', nil)
		}
		i, j = c.a1, c.b1
	}
	s.common(a[i:], b[j:])
}

type columns struct {
	d            *differ
	half, second int
}

// common writes lines that count as equal; there may be more on one side.
func (s *columns) common(a, b [][]byte) {
	if s.d.noCommon {
		return
	}
	if !s.d.leftColumn {
		for len(a) > 0 && len(b) > 0 {
			s.row(a[0], ' ', b[0])
			a, b = a[1:], b[1:]
		}
		for _, l := range b {
			s.row(nil, ')', l)
		}
	}
	for _, l := range a {
		s.row(l, '(', nil)
	}
}

func ended(line []byte) bool { return len(line) > 0 && line[len(line)-1] == '\n' }

func (s *columns) row(left []byte, mark byte, right []byte) {
	out := s.d.out
	switch mark {
	case '<':
		s.d.paint(red)
	case '>':
		s.d.paint(green)
	}
	newline, column := false, 0
	if left != nil {
		newline = ended(left)
		column = s.text(left, 0)
	}
	if mark != ' ' {
		column = s.move(column, (s.half+s.second-1)/2) + 1
		if mark == '|' && newline != ended(right) {
			mark = '\\'
			if newline {
				mark = '/'
			}
		}
		out.WriteByte(mark)
	}
	if right != nil {
		newline = newline || ended(right)
		if len(right) > 0 && right[0] != '\n' {
			column = s.move(column, s.second)
			s.text(right, column)
		}
	}
	if newline {
		out.WriteByte('\n')
	}
	if mark == '<' || mark == '>' {
		s.d.paint(plain)
	}
}

// move writes blanks from one column to another.
func (s *columns) move(from, to int) int {
	if !s.d.expand {
		for at := from + s.d.tab - from%s.d.tab; at <= to; at += s.d.tab {
			s.d.out.WriteByte('\t')
			from = at
		}
	}
	for ; from < to; from++ {
		s.d.out.WriteByte(' ')
	}
	return to
}

// text writes as much of a line as its half has room for, and returns the column
// that it ends at.
func (s *columns) text(line []byte, indent int) int {
	in, at := 0, 0
	for len(line) > 0 {
		r, w := utf8.DecodeRune(line)
		switch {
		case r == '\n':
			return at
		case r == '\t':
			spaces := s.d.tab - in%s.d.tab
			if in == at {
				stop := at + spaces
				if s.d.expand {
					for stop = min(stop, s.half); at < stop; at++ {
						s.d.out.WriteByte(' ')
					}
				} else if stop < s.half {
					at = stop
					s.d.out.WriteByte('\t')
				}
			}
			in += spaces
		case r == '\r':
			s.d.out.WriteByte('\r')
			s.move(0, indent)
			in, at = 0, 0
		case unicode.IsControl(r) || r == utf8.RuneError && w == 1:
			if in < s.half {
				s.d.out.Write(line[:w])
			}
		default:
			wide := 1
			if isWide(r) {
				wide = 2
			} else if unicode.Is(unicode.Mn, r) {
				wide = 0
			}
			if in += wide; in <= s.half {
				at = in
				s.d.out.Write(line[:w])
			}
		}
		line = line[w:]
	}
	return at
}

// isWide tells whether a character takes two columns: those of East Asia.
func isWide(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303e || r >= 0xff01 && r <= 0xff60 || r >= 0x1f300 && r <= 0x1faff)
}

// edScript writes the commands that make ed(1) turn the first file into the
// second, the last change first.
func (d *differ) edScript(files [2]*text, list []change) {
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		if c.ignored {
			continue
		}
		switch {
		case c.b0 == c.b1:
			fmt.Fprintf(d.out, "%sd\n", span(c.a0, c.a1))
			continue
		case c.a0 == c.a1:
			fmt.Fprintf(d.out, "%da\n", c.a0)
		default:
			fmt.Fprintf(d.out, "%sc\n", span(c.a0, c.a1))
		}
		inserting := true
		for _, l := range files[1].lines[c.b0:c.b1] {
			if !inserting {
				d.out.WriteString("a\n")
				inserting = true
			}
			if string(l) == ".\n" {
				// A dot alone would end the text.
				d.out.WriteString("..\n.\ns/.//\n")
				inserting = false
				continue
			}
			d.out.Write(l)
			if !ended(l) {
				d.out.WriteByte('\n')
			}
		}
		if inserting {
			d.out.WriteString(".\n")
		}
	}
}

// forwardScript writes the commands of edScript from the first change on; those
// behind it have the line numbers of the first file still.
func (d *differ) forwardScript(files [2]*text, list []change) {
	for _, c := range list {
		if c.ignored {
			continue
		}
		kind := "c"
		switch {
		case c.b0 == c.b1:
			kind = "d"
		case c.a0 == c.a1:
			kind = "a"
		}
		fmt.Fprintf(d.out, "%s%s\n", kind, strings.Replace(span(c.a0, c.a1), ",", " ", 1))
		if kind == "d" {
			continue
		}
		for _, l := range files[1].lines[c.b0:c.b1] {
			d.out.Write(l)
		}
		d.out.WriteString(".\n")
	}
}

// rcsScript writes the changes as RCS keeps them.
func (d *differ) rcsScript(files [2]*text, list []change) {
	for _, c := range list {
		if c.ignored {
			continue
		}
		if c.a1 > c.a0 {
			fmt.Fprintf(d.out, "d%d %d\n", c.a0+1, c.a1-c.a0)
		}
		if c.b1 > c.b0 {
			fmt.Fprintf(d.out, "a%d %d\n", c.a1, c.b1-c.b0)
		}
		for _, l := range files[1].lines[c.b0:c.b1] {
			d.out.Write(l)
		}
	}
}
