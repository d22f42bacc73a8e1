package grep

import (
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// colors are the SGR parameters of GREP_COLORS; what is empty has no colour.
type colors struct {
	selected, context           string // matches in selected lines, and in context
	selectedLine, contextLine   string
	file, line, byte, separator string
	reverse                     bool // -v exchanges the colours of lines
	bare                        bool // lines are not cleared to their end
}

// readColors reads GREP_COLORS, and GREP_COLOR that it took the place of.
func readColors(call *command.Call) *colors {
	c := &colors{selected: "01;31", context: "01;31", file: "35", line: "32", byte: "32", separator: "36"}
	if old, _ := call.Getenv("GREP_COLOR"); old != "" && sgr(old) {
		call.Errorf("warning: GREP_COLOR='%s' is deprecated; use GREP_COLORS='mt=%s'", old, old)
		c.selected, c.context = old, old
	}
	text, _ := call.Getenv("GREP_COLORS")
	for capability := range strings.SplitSeq(text, ":") {
		name, value, given := strings.Cut(capability, "=")
		if !sgr(value) {
			break
		}
		if given {
			c.set(name, value)
			continue
		}
		c.reverse = c.reverse || name == "rv"
		c.bare = c.bare || name == "ne"
	}
	return c
}

// sgr tells whether a text is made of digits and semicolons.
func sgr(text string) bool { return strings.Trim(text, "0123456789;") == "" }

func (c *colors) set(name, value string) {
	switch name {
	case "mt":
		c.selected, c.context = value, value
	case "ms":
		c.selected = value
	case "mc":
		c.context = value
	case "sl":
		c.selectedLine = value
	case "cx":
		c.contextLine = value
	case "fn":
		c.file = value
	case "ln":
		c.line = value
	case "bn":
		c.byte = value
	case "se":
		c.separator = value
	}
}

// paint writes text in a colour, if colours are wanted.
func (g *grepper) paint(color, text string) {
	g.startColor(color)
	g.out.WriteString(text)
	g.endColor(color)
}

func (g *grepper) startColor(color string) { g.escape(color, color) }

func (g *grepper) endColor(color string) { g.escape(color, "") }

// escape writes the sequence that begins a colour, or ends it.
func (g *grepper) escape(color, parameters string) {
	if g.colors == nil || color == "" {
		return
	}
	if g.rg {
		g.out.WriteString("\x1b[0m")
		for p := range strings.SplitSeq(parameters, ";") {
			if p != "" {
				g.out.WriteString("\x1b[" + p + "m")
			}
		}
		return
	}
	g.out.WriteString("\x1b[" + parameters + "m")
	if !g.colors.bare {
		g.out.WriteString("\x1b[K")
	}
}

// highlight writes a line, selected or of context, in its colour and with its
// matches in theirs.
func (g *grepper) highlight(line []byte, selected bool) {
	whole, match := g.colors.contextLine, g.colors.context
	if selected != (g.invert && g.colors.reverse) {
		whole = g.colors.selectedLine
	}
	if selected {
		match = g.colors.selected
	}
	done := 0
	for from := 0; selected != g.invert && match != "" && from < len(line); {
		start, end := g.finder.find(line, from)
		if start < 0 {
			break
		}
		if start == end {
			from = start + 1
			continue
		}
		for g.rg { // what stands together has its colour once
			next, stop := g.finder.find(line, end)
			if next != end || stop == next {
				break
			}
			end = stop
		}
		g.startColor(whole)
		g.out.Write(line[done:start])
		g.paint(match, string(line[start:end]))
		done, from = end, end
	}
	if tail := strings.TrimSuffix(string(line[done:]), "\r"); whole != "" && tail != "" {
		g.paint(whole, tail)
		done += len(tail)
	}
	g.out.Write(line[done:])
}
