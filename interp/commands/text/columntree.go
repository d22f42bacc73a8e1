package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// plant makes a tree of the lines, and draws it.
func (t *table) plant(utf8 bool) string {
	var at [3]int
	for k, name := range []string{t.tree, t.treeID, t.treeParent} {
		i, problem := t.find(name)
		if problem != "" {
			return problem
		}
		if at[k] = i; i < 0 {
			return ""
		}
	}
	t.columns[at[0]].drawn = true
	children := map[string][]*tableLine{}
	for _, l := range t.lines {
		parent := t.cell(l, at[2])
		children[parent] = append(children[parent], l)
	}
	for _, l := range t.lines {
		for _, child := range children[t.cell(l, at[1])] {
			if t.ctx.Err() != nil {
				return ""
			}
			if child.parent == nil && !l.below(child) {
				child.parent = l
				l.children = append(l.children, child)
			}
		}
	}
	var roots []*tableLine
	for _, l := range t.lines {
		if l.parent == nil {
			roots = append(roots, l)
		}
	}
	t.lines = roots
	symbols := treeSymbols{"│ ", "├─", "└─"}
	if !utf8 {
		symbols = treeSymbols{"| ", "|-", "`-"}
	}
	for _, l := range roots {
		if !t.draw(l, "", symbols) {
			return errHeld{t.most}.Error()
		}
	}
	return ""
}

// below tells whether a line is other, or a descendant of it.
func (l *tableLine) below(other *tableLine) bool {
	for ; l != nil; l = l.parent {
		if l == other {
			return true
		}
	}
	return false
}

// treeSymbols are what a tree is drawn with: a line that goes on, a branch, and the
// last branch.
type treeSymbols struct{ on, branch, last string }

// draw gives the descendants of a line what is drawn before them. It is false when
// that is too much.
func (t *table) draw(l *tableLine, before string, s treeSymbols) bool {
	for i, child := range l.children {
		branch, on := s.branch, s.on
		if i == len(l.children)-1 {
			branch, on = s.last, "  "
		}
		child.art = before + branch
		if !t.hold(2*len(child.art)+fieldBytes) || !t.draw(child, before+on, s) {
			return false
		}
	}
	return true
}

// writeJSON writes the table as JSON.
func (t *table) writeJSON(out *command.Output) {
	fmt.Fprintf(out, "{\n   %s: [\n", quoteJSON(t.name))
	t.writeList(out, t.lines, 6)
	out.WriteString("   ]\n}\n")
}

func (t *table) writeList(out *command.Output, lines []*tableLine, indent int) {
	margin := strings.Repeat(" ", indent)
	out.WriteString(margin)
	for k, l := range lines {
		if k > 0 {
			out.WriteByte(',')
		}
		out.WriteString("{\n")
		for n, i := range t.shown {
			if n > 0 {
				out.WriteString(",\n")
			}
			value := "null"
			if i < len(l.cells) && l.cells[i] != "" {
				value = quoteJSON(l.cells[i])
			}
			fmt.Fprintf(out, "%s   %s: %s", margin, quoteJSON(strings.ToLower(t.columns[i].name)), value)
		}
		if len(l.children) > 0 {
			fmt.Fprintf(out, ",\n%s   \"children\": [\n", margin)
			t.writeList(out, l.children, indent+6)
			fmt.Fprintf(out, "%s   ]", margin)
		}
		fmt.Fprintf(out, "\n%s}", margin)
		if out.Err() != nil {
			return
		}
	}
	out.WriteByte('\n')
}

// quoteJSON makes a string of text.
func quoteJSON(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if at := strings.IndexRune("\b\f\n\r\t\"\\", r); at >= 0 && r < utf8.RuneSelf {
			b.WriteByte('\\')
			b.WriteByte("bfnrt\"\\"[at])
		} else if r < ' ' {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	b.WriteByte('"')
	return b.String()
}
