package runner

import (
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/syntax"
)

// A plan is what is known of a simple command before it runs.
type plan struct {
	// argv is the argument vector where all words are literal, else nil.
	argv []string
	// name is the first word where that is literal.
	name string
	// builtin is the one of that name, which still may be shadowed.
	builtin *builtins.Info
	// line is what LINENO says while it runs, 0 for the position's.
	line int
}

// lineOf is the line that bash gives a simple command: the one that its parser
// has come to with the second word or assignment.
func lineOf(at syntax.Pos, assigns []*syntax.Assign, args []*syntax.Word) int {
	line := int(at.Line)
	left := 2
	for _, a := range assigns {
		if left == 0 {
			return line
		}
		left--
		line = int(a.Position.Line)
		if a.Value != nil {
			line = int(a.Value.Position.Line) + strings.Count(a.Value.Src, "\n")
		}
	}
	for _, w := range args[:min(left, len(args))] {
		line = int(w.Position.Line) + strings.Count(w.Src, "\n")
	}
	return line
}

// literal tells whether expansion leaves a word as it is, and returns it.
func literal(w *syntax.Word) (string, bool) {
	if w == nil || w.Braces || w.Assign != nil {
		return "", false
	}
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[]~\\") {
				return "", false
			}
			return p.Value, true
		case *syntax.SglQuoted:
			return p.Value, true
		case *syntax.DblQuoted:
			if len(p.Parts) == 0 {
				return "", true
			}
			if lit, ok := p.Parts[0].(*syntax.Lit); ok && len(p.Parts) == 1 && !p.Dollar {
				return lit.Value, true
			}
		}
	}
	return "", false
}

func (e *Engine) plan(c *syntax.CallExpr) *plan {
	if p, ok := c.Memo.Load().(*plan); ok {
		return p
	}
	p := &plan{line: lineOf(c.Position, c.Assigns, c.Args)}
	argv := make([]string, 0, len(c.Args))
	for i, w := range c.Args {
		lit, ok := literal(w)
		if !ok {
			break
		}
		argv = append(argv, lit)
		if i == 0 {
			p.name = lit
			if info, ok := e.builtins[lit]; ok {
				p.builtin = &info
			}
		}
	}
	if len(argv) == len(c.Args) && len(argv) > 0 {
		p.argv = argv[:len(argv):len(argv)]
	}
	c.Memo.Store(p)
	return p
}
