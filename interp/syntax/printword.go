package syntax

import "strings"

// wordText is a word as bash keeps it: as written, but with command
// substitutions and arrays written anew and $'...' decoded.
func wordText(w *Word) string {
	if len(w.spans) == 0 {
		return w.Src
	}
	var b strings.Builder
	at := 0
	for _, s := range w.spans {
		b.WriteString(w.Src[at:s.from])
		b.WriteString(spanText(s.part))
		at = s.to
	}
	b.WriteString(w.Src[at:])
	return b.String()
}

func spanText(part any) string {
	switch part := part.(type) {
	case *CmdSubst:
		return "$(" + PrintSubst(part) + ")"
	case *ProcSubst:
		if part.Out {
			return ">(" + inParensText(part.Stmts, part.posix) + ")"
		}
		return "<(" + inParensText(part.Stmts, part.posix) + ")"
	case *SglQuoted:
		if part.bare {
			return part.Value
		}
		return singleQuote(part.Value)
	case *ArrayExpr:
		texts := make([]string, len(part.Elems))
		for i, e := range part.Elems {
			texts[i] = wordText(e.Whole)
		}
		return "(" + strings.Join(texts, " ") + ")"
	}
	return ""
}

// PrintSubst is the text of a command substitution without its parentheses, as bash
// writes it anew.
func PrintSubst(x *CmdSubst) string { return inParensText(x.Stmts, x.posix) }

func inParensText(list []*Stmt, posix bool) string {
	pr := printer{posix: posix}
	pr.list(list)
	pr.flush("")
	s := pr.text()
	if strings.HasPrefix(s, "(") {
		return " " + s
	}
	return s
}

// singleQuote quotes s with single quotes.
func singleQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// test writes an expression of [[ ]].
func (pr *printer) test(x TestExpr) {
	switch x := x.(type) {
	case *BinaryTest:
		pr.test(x.X)
		pr.str(" " + x.Op + " ")
		pr.test(x.Y)
	case *UnaryTest:
		pr.str(x.Op + " ")
		pr.test(x.X)
	case *ParenTest:
		pr.str("( ")
		pr.test(x.X)
		pr.str(" )")
	case *WordTest:
		pr.str(wordText(x.Word))
	}
}
