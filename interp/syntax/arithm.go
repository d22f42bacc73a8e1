package syntax

import "strings"

// arithm reads the text of an expression up to its ender, which it leaves.
func (p *Parser) arithm(end ender, line uint32) *Arithm {
	x, ok := p.arithmText(end)
	if !ok {
		closer := byte(')')
		switch end {
		case enderBracket:
			closer = ']'
		case enderColon:
			closer = '}'
		}
		p.unclosed(line, closer)
	}
	return x
}

// arithmText is arithm, but tells of the end of the source.
func (p *Parser) arithmText(end ender) (*Arithm, bool) {
	x := &Arithm{Position: p.here(), Word: &Word{Position: p.here()}}
	start := p.pos
	w := parts{p: p, from: p.pos}
	p.runQuoted(&w, end)
	x.Src = p.text(start, p.pos)
	x.Word.Src, x.Word.Parts = x.Src, w.list
	x.Plain = !strings.ContainsAny(x.Src, "$`\\'\"")
	return x, p.cur() != 0
}

// mark is a place to go back to.
type mark struct {
	src              source
	cuts, subs, docs int
	subst, quotes    int
	depth            int
}

func (p *Parser) mark() mark {
	return mark{p.source, len(p.cuts), len(p.subs), len(p.docs), len(p.subst), p.quotes, p.depth}
}

// back returns to a mark. What was read meanwhile stays read.
func (p *Parser) back(m mark) {
	p.pos, p.line, p.lineStart = m.src.pos, m.src.line, m.src.lineStart
	p.cuts, p.subs, p.docs = p.cuts[:m.cuts], p.subs[:m.subs], p.docs[:m.docs]
	p.subst = p.subst[:m.subst]
	p.quotes, p.depth = m.quotes, m.depth
}

// tryArithm reads (EXPRESSION)), whose ( is next. It returns nil and stays
// where it is when the text is not of that form, which means that the ( is
// that of a subshell.
func (p *Parser) tryArithm(line uint32) *Arithm {
	if p.notArith[p.pos] {
		return nil
	}
	m := p.mark()
	p.pos++
	x, ok := p.arithmText(enderParens)
	if !ok {
		p.unclosed(line, ')')
	}
	p.pos++
	p.joined()
	if p.cur() == ')' {
		p.pos++
		return x
	}
	if c := p.cur(); c == '\n' || c == 0 {
		// bash gives up here, though a subshell could follow.
		line := p.lineText()
		p.fail(p.here(), "syntax error near `"+line[strings.LastIndexAny(line, " \t")+1:]+"'", "`"+line+"'")
	}
	p.back(m)
	if p.notArith == nil {
		p.notArith = map[int]bool{}
	}
	p.notArith[p.pos] = true
	return nil
}
