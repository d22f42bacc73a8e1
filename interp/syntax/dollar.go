package syntax

import "strings"

// dollar reads what starts with $ (which is next): an expansion, outside double
// quotes also a quotation, or a $ that stands for itself.
func (p *Parser) dollar(quoted bool) WordPart {
	start := p.pos
	at := p.here()
	p.pos++
	p.joined()
	c := p.cur()
	switch {
	case c == '\'' && !quoted:
		s := p.ansi()
		p.subs = append(p.subs, subSpan{start, p.pos, s})
		return s
	case c == '"' && !quoted:
		p.subs = append(p.subs, subSpan{start, p.pos, nil})
		d := p.double(enderQuote)
		d.Dollar = true
		return d
	case c == '(':
		return p.dollarParen(start, at)
	case c == '{':
		return p.braced(start, at, quoted)
	case c == '[':
		p.pos++
		p.enter()
		x := p.arithm(enderBracket, at.Line)
		p.pos++
		p.leave()
		return &ArithmExp{Position: at, Bracket: true, X: x}
	case isFirst(c):
		name := p.name()
		return &ParamExp{Position: at, Src: p.text(start, p.pos), Short: true, Name: name}
	case isDigit(c) || c != 0 && strings.IndexByte("@*#?-$!", c) >= 0:
		p.pos++
		return &ParamExp{Position: at, Src: p.text(start, p.pos), Short: true, Name: p.src[p.pos-1 : p.pos]}
	}
	return &Lit{Value: "$"}
}

// name reads a name; continuations may be inside it.
func (p *Parser) name() string {
	start := p.pos
	for {
		for p.pos < len(p.src) && isName(p.src[p.pos]) {
			p.pos++
		}
		if p.at(0) != '\\' || p.at(1) != '\n' {
			return p.text(start, p.pos)
		}
		p.continuation()
	}
}

// backquotes reads `...`. Inside double quotes, quoted, a backslash also
// undoes a quote.
func (p *Parser) backquotes(quoted bool) *CmdSubst {
	s := &CmdSubst{Position: p.here(), Backquotes: true}
	line := p.line
	p.pos++
	start := p.pos
	var b strings.Builder
	plain := true
	from := start
	for {
		for p.pos < len(p.src) && p.src[p.pos] != '`' && p.src[p.pos] != '\\' && p.src[p.pos] != '\n' {
			p.pos++
		}
		c := p.cur()
		if c == 0 {
			p.unclosed(line, '`')
		}
		if c == '`' {
			break
		}
		if c == '\n' {
			p.newline()
			continue
		}
		if c != '\\' {
			continue // the start of a line that was just read
		}
		switch e := p.at(1); {
		case e == '\\' || e == '`' || e == '$' || e == '"' && quoted:
			b.WriteString(p.src[from:p.pos])
			plain = false
			from = p.pos + 1
			p.pos += 2
		case e == '\n': // gone even between single quotes
			b.WriteString(p.src[from:p.pos])
			plain = false
			p.continuation()
			from = p.pos
		default:
			p.pos++
		}
	}
	if plain {
		s.Src = p.src[start:p.pos]
	} else {
		b.WriteString(p.src[from:p.pos])
		s.Src = b.String()
	}
	p.pos++
	return s
}

// dollarParen reads $(...) or $((...)), whose ( is next.
func (p *Parser) dollarParen(start int, at Pos) WordPart {
	p.enter()
	defer p.leave()
	p.pos++
	if p.at(0) == '\\' && p.at(1) == '\n' {
		p.continuation()
	}
	from := p.pos
	if p.cur() == '(' {
		return p.dollarParens(at, from)
	}
	s := &CmdSubst{Position: at, posix: p.posix}
	if p.docLine > 0 && !p.inDoc && len(p.subst) == 0 {
		defer p.documentError(from)
	}
	s.Stmts = p.inParens()
	s.Src = p.text(from, p.pos-1)
	p.subs = append(p.subs, subSpan{start, p.pos, s})
	return s
}

// dollarParens reads $((...)), whose second ( is next. Where it does not end
// with )) it is a command substitution, which bash parses only when it runs.
func (p *Parser) dollarParens(at Pos, from int) WordPart {
	p.pos++
	x := p.arithm(enderParens, at.Line)
	p.pos++
	p.joined()
	if p.cur() == ')' {
		p.pos++
		return &ArithmExp{Position: at, X: x}
	}
	p.arithm(enderParens, at.Line)
	p.pos++
	return &CmdSubst{Position: at, Backquotes: true, Src: p.text(from, p.pos-1)}
}

// documentError makes the error of a substitution in a here-document one of
// its text alone, from an index on. It parses the text again, and so not for
// here-documents inside of others, where that would double with each.
func (p *Parser) documentError(from int) {
	r := recover()
	if r == nil {
		return
	}
	if b, ok := r.(bailout); !ok || b.err.Limit != "" {
		panic(r)
	}
	q := p.child(p.src[from:], p.docLine+1)
	q.cfg.Name = strings.TrimSuffix(p.cfg.Name, ": -c") + ": command substitution"
	q.inParens()
	panic(r)
}

// inParens reads commands up to the ) and passes it.
func (p *Parser) inParens() []*Stmt {
	p.enter()
	defer p.leave()
	tok, docs, subs := p.tok, p.docs, len(p.subs)
	p.docs, p.has = nil, false
	p.subst = append(p.subst, p.line)
	stmts := p.stmts(untilRight)
	if p.peek(asCommand).kind != tokRight {
		p.unexpected()
	}
	p.lateDocuments()
	p.subst = p.subst[:len(p.subst)-1]
	p.tok, p.docs, p.has = tok, docs, false
	p.subs = p.subs[:subs]
	return stmts
}
