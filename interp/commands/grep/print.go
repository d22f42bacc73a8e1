package grep

import (
	"fmt"
	"math"
	"strconv"

	"github.com/aegish/aegish/interp/command"
)

// hue is what colours there are, none without.
func (g *grepper) hue() *colors {
	if g.colors == nil {
		return &colors{}
	}
	return g.colors
}

func (g *grepper) fileName() { g.paint(g.hue().file, g.name) }

// endName writes what follows the name of a file: NUL with --null, or else end.
func (g *grepper) endName(end string) {
	if g.null {
		g.out.WriteByte(0)
		return
	}
	g.out.WriteString(end)
}

// separatorByte follows a name, a number or an offset.
func (g *grepper) separatorByte(c byte, name bool) {
	if name && g.null {
		g.out.WriteByte(0)
		return
	}
	g.paint(g.hue().separator, string(rune(c)))
}

// head writes what stands before the line at a place, or before a match that is
// so many bytes into it; length is that of the line or the match.
func (g *grepper) head(at, in, length int, sep byte) {
	if g.names {
		g.fileName()
		g.separatorByte(sep, true)
	}
	if g.number {
		g.countLines(at)
		g.paint(g.hue().line, g.padded(g.lines+1))
		g.separatorByte(sep, false)
	}
	if g.offset {
		g.paint(g.hue().byte, g.padded(g.base+int64(at+in)))
		g.separatorByte(sep, false)
	}
	if g.tab && length > 0 && (g.names || g.number || g.offset) {
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
	if g.rg {
		g.rgLine(a, end, sep)
		return
	}
	line := g.data[a:end]
	if !g.only && !g.valid(line) {
		return
	}
	g.done, g.lastOut = end+1, true
	if g.only {
		if (sep == ':') != g.invert {
			g.matches(a, line, sep)
		}
		return
	}
	if g.names || g.number || g.offset {
		g.head(a, 0, len(line), sep)
	}
	if g.colors != nil {
		g.highlight(line, sep == ':')
	} else {
		g.out.Write(line)
	}
	g.out.WriteByte(g.delim)
	if !g.buffered {
		g.out.Flush()
	}
}

// matches writes the matches in a line, each on a line of its own. With -v they
// are those in lines of context.
func (g *grepper) matches(a int, line []byte, sep byte) {
	color := g.hue().selected
	if sep != ':' {
		color = g.hue().context
	}
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
			g.head(a, start, end-start, sep)
		}
		g.paint(color, string(line[start:end]))
		g.out.WriteByte(g.delim)
		from = end
	}
	if !g.buffered {
		g.out.Flush()
	}
}
