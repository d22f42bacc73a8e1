package syntax

import (
	"strings"
	"unicode/utf8"
)

// escaped reads a backslash and what it quotes.
func (p *Parser) escaped(w *parts) {
	w.flush()
	if p.at(1) == '\n' {
		p.continuation()
		w.from = p.pos
		return
	}
	p.pos++
	start := p.pos
	if p.pos == len(p.src) && !p.more() {
		// A backslash at the very end stands for itself.
		w.add(&Escaped{Value: "\\"})
		return
	}
	_, n := utf8.DecodeRuneInString(p.src[start:])
	p.pos += n
	w.add(&Escaped{Value: p.src[start : start+n]})
}

// extended reads an extended pattern whose ( is next.
func (p *Parser) extended(w *parts, ctx context, end closer) bool {
	if p.pos == w.from || !p.extglob && ctx != asTestPattern {
		return false
	}
	switch end {
	case untilBracket, untilIndex, untilBrace, untilSlash:
		return false // parentheses are plain text there
	}
	op := p.src[p.pos-1]
	switch op {
	case '?', '*', '+', '@', '!':
	default:
		return false
	}
	line := p.line
	p.enter()
	w.flushTo(p.pos - 1)
	p.pos++
	in := parts{p: p, from: p.pos}
	p.run(&in, untilParen, ctx)
	if p.cur() != ')' {
		p.unclosed(line, ')')
	}
	p.pos++
	p.leave()
	w.add(&ExtGlob{Op: op, Parts: in.list})
	return true
}

// quoteOrDollar reads a quotation or an expansion that starts with c.
func (p *Parser) quoteOrDollar(c byte, end closer) WordPart {
	switch c {
	case '\'':
		return p.single()
	case '"':
		return p.double(enderQuote)
	case '`':
		return p.backquotes(false)
	}
	return p.dollar(false)
}

// single reads '...'.
func (p *Parser) single() *SglQuoted {
	line := p.line
	p.pos++
	start := p.pos
	for {
		n := strings.IndexByte(p.src[p.pos:], '\'')
		to := len(p.src)
		if n >= 0 {
			to = p.pos + n
		}
		p.pass(to)
		if n >= 0 {
			break
		}
		if !p.more() {
			p.unclosed(line, '\'')
		}
	}
	q := &SglQuoted{Value: p.src[start:p.pos]}
	p.pos++
	return q
}

// pass moves the place to an index, counting lines.
func (p *Parser) pass(to int) {
	for p.pos < to {
		n := strings.IndexByte(p.src[p.pos:to], '\n')
		if n < 0 {
			p.pos = to
			return
		}
		p.pos += n
		p.newline()
	}
}

// procSubst reads <(...) or >(...).
func (p *Parser) procSubst(c byte) *ProcSubst {
	s := &ProcSubst{Position: p.here(), Out: c == '>', posix: p.posix}
	start := p.pos
	p.pos += 2
	s.Stmts = p.inParens()
	s.Src = p.text(start+2, p.pos-1)
	p.subs = append(p.subs, subSpan{start, p.pos, s})
	return s
}
