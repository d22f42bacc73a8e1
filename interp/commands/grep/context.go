package grep

import "bytes"

// settle forgets what was written last, unless the context that may still be
// wanted goes back to there: what follows is then a group of its own.
func (g *grepper) settle() {
	keep := g.back(g.lim)
	if keep != g.done {
		g.done, g.lastOut = keep, false
	}
}

// trailing writes the context behind the last line that was selected.
func (g *grepper) trailing() {
	if !g.lineless() {
		g.context(g.lim)
	}
}

// context writes the lines up to b as far as context wants them: those behind
// the last line written, which is also where a line stays that is no text.
func (g *grepper) context(b int) {
	for ; g.pending > 0 && g.done < b; g.pending-- {
		end := g.done + bytes.IndexByte(g.data[g.done:b], g.delim)
		g.writeLine(g.done, end, '-')
	}
}

// selectLine writes a line that is selected, with the context before it if it is
// the first of those that stand together.
func (g *grepper) selectLine(a, end int, first bool) {
	if first {
		g.leading(a)
	}
	g.writeLine(a, end, ':')
	g.pending, g.printed = g.after, true
}

// leading writes the context before a line, and what separates it from the last.
func (g *grepper) leading(a int) {
	from := max(g.back(a), min(g.done, a))
	if g.printed && g.grouped && !g.noSeparator && !(g.lastOut && from == g.done) {
		g.paint(g.hue().separator, g.separator)
		g.out.WriteByte('\n')
	}
	for from < a {
		stop := from + bytes.IndexByte(g.data[from:a], g.delim)
		g.writeLine(from, stop, '-')
		from = stop + 1
	}
}

// back is where the context before the line at a begins, or before that of what
// was not written yet.
func (g *grepper) back(a int) int {
	if g.before >= a-g.done {
		return min(a, g.done) // no line is shorter than its delimiter
	}
	for n := g.before; n > 0 && a > g.done; n-- {
		a = bytes.LastIndexByte(g.data[:a-1], g.delim) + 1
	}
	return a
}
