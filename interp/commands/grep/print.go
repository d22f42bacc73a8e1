package grep

import (
	"fmt"
	"math"
	"strconv"

	"github.com/aegish/aegish/interp/command"
)

// paint writes text in a colour (SGR), if colours are wanted.
func (g *grepper) paint(sgr, text string) {
	if !g.color || text == "" {
		g.out.WriteString(text)
		return
	}
	g.out.WriteString("\x1b[" + sgr + "m\x1b[K" + text + "\x1b[m\x1b[K")
}

func (g *grepper) fileName() { g.paint("35", g.name) }

// separatorByte follows a name, a number or an offset.
func (g *grepper) separatorByte(c byte, name bool) {
	if name && g.null {
		g.out.WriteByte(0)
		return
	}
	if g.color {
		g.paint("36", string(rune(c)))
		return
	}
	g.out.WriteByte(c)
}

// head writes what stands before the line at a place, or before a match that is
// so many bytes into it.
func (g *grepper) head(at, in int, sep byte) {
	if g.names {
		g.fileName()
		g.separatorByte(sep, true)
	}
	if g.number {
		g.countLines(at)
		g.paint("32", g.padded(g.lines+1))
		g.separatorByte(sep, false)
	}
	if g.offset {
		g.paint("32", g.padded(g.base+int64(at+in)))
		g.separatorByte(sep, false)
	}
	if g.tab && (g.names || g.number || g.offset) {
		g.out.WriteByte('\t')
	}
}

// padded is a number as wide as the largest of the file with -T.
func (g *grepper) padded(n int64) string {
	return fmt.Sprintf("%*d", g.width, n)
}

// widest is how wide numbers are with -T: as the size of the file, or any size.
func widest(in *command.Input) int {
	size := int64(math.MaxInt64)
	if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() {
		size = fi.Size()
	}
	return len(strconv.FormatInt(size, 10))
}

// writeLine writes the line from a to end, or what of it matches.
func (g *grepper) writeLine(a, end int, sep byte) {
	line := g.data[a:end]
	if !g.only && !g.valid(line) {
		return
	}
	g.done, g.lastOut = end+1, true
	if g.only {
		if sep == ':' && !g.invert {
			g.matches(a, line)
		}
		return
	}
	if g.names || g.number || g.offset {
		g.head(a, 0, sep)
	}
	if g.color && (sep == ':') != g.invert {
		g.highlight(line)
	} else {
		g.out.Write(line)
	}
	g.out.WriteByte(g.delim)
	if !g.buffered {
		g.out.Flush()
	}
}

// matches writes the matches in a line, each on a line of its own.
func (g *grepper) matches(a int, line []byte) {
	for from := 0; from <= len(line); {
		start, end := g.finder.find(line, from)
		if start < 0 {
			return
		}
		if start == end {
			from = start + 1
			continue
		}
		if !g.valid(line[start:end]) {
			from = end
			continue
		}
		if g.names || g.number || g.offset {
			g.head(a, start, ':')
		}
		g.paint("01;31", string(line[start:end]))
		g.out.WriteByte(g.delim)
		from = end
	}
	if !g.buffered {
		g.out.Flush()
	}
}

// highlight writes a line with its matches in colour.
func (g *grepper) highlight(line []byte) {
	done := 0
	for from := 0; from < len(line); {
		start, end := g.finder.find(line, from)
		if start < 0 {
			break
		}
		if start == end {
			from = start + 1
			continue
		}
		g.out.Write(line[done:start])
		g.paint("01;31", string(line[start:end]))
		done, from = end, end
	}
	g.out.Write(line[done:])
}
