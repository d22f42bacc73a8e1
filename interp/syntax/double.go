package syntax

import "strings"

// A quoted context ends as one of these does. All are read as text inside
// double quotes.
type ender uint8

const (
	enderQuote   ender = iota // "..."
	enderEnd                  // a here-document, a prompt: all of the source
	enderBrace                // the operand of ${...} inside one of the others
	enderColon                // : or } of ${NAME:OFFSET:COUNT}
	enderBracket              // ] of $[...]
	enderParens               // ) of arithmetic
	enderSemi                 // ; or ) of for (( ))
	enderInner                // "..." inside an operand inside one of the first two
)

// double reads "...". end is enderQuote or enderInner.
func (p *Parser) double(end ender) *DblQuoted {
	line := p.line
	p.enter()
	p.quotes++
	p.pos++
	w := parts{p: p, from: p.pos}
	p.runQuoted(&w, end)
	if p.cur() != '"' {
		p.unclosed(line, '"')
	}
	p.pos++
	p.quotes--
	p.leave()
	return &DblQuoted{Parts: w.list}
}

// runQuoted reads the parts of text in double quotes, up to its ender, which
// it leaves.
func (p *Parser) runQuoted(w *parts, end ender) {
	mask := uint8(clsDouble)
	if end > enderEnd {
		mask |= clsUntil
	}
	state := quotedState{end: end}
	for {
		for p.pos < len(p.src) && classes[p.src[p.pos]]&mask == 0 {
			p.pos++
		}
		c := p.cur()
		switch c {
		case 0:
			w.flush()
			return
		case '\\':
			p.quotedEscape(w, end)
			continue
		case '`':
			w.flush()
			p.lineUp()
			w.add(p.backquotes(end == enderQuote || end == enderBrace || end == enderInner))
			continue
		case '$':
			w.flush()
			p.lineUp()
			if end == enderBrace && p.at(1) == '\'' {
				w.add(p.operandANSI())
				continue
			}
			w.add(p.dollar(true))
			p.lineUp()
			continue
		case '"':
			if end == enderBrace {
				w.flush()
				w.add(p.double(enderInner))
				continue
			}
		case '\n':
			p.newline()
			continue
		case '\'':
			if end == enderParens && state.quote == 0 {
				p.single()
				continue
			}
		}
		if state.ends(c) {
			w.flush()
			return
		}
		p.pos++
	}
}

// lineUp makes what follows in a here-document count from the line of its
// command, as bash parses each substitution on its own.
func (p *Parser) lineUp() {
	if p.docLine > 0 {
		p.line = p.docLine
	}
}

// quotedState finds the end of text in double quotes.
type quotedState struct {
	end    ender
	quote  byte // the open quote of arithmetic, 0 outside
	nested int  // open parentheses and brackets of arithmetic
	cond   int  // ? of arithmetic whose : is to come
}

// ends tells whether c ends the text.
func (s *quotedState) ends(c byte) bool {
	switch s.end {
	case enderQuote, enderInner:
		return c == '"'
	case enderEnd:
		return false
	case enderBrace:
		// Single quotes stand for themselves, but a brace between them does
		// not end the operand.
		if c == '\'' {
			s.quote ^= c
		}
		return c == '}' && s.quote == 0
	}
	if s.quote != 0 {
		if c == s.quote {
			s.quote = 0
		}
		return false
	}
	if c == '\'' || c == '"' {
		s.quote = c
		return false
	}
	switch s.end {
	case enderBracket:
		return s.closes(c, '[', ']')
	case enderColon:
		return c == '}' || s.colon(c)
	}
	return s.closes(c, '(', ')') || c == ';' && s.end == enderSemi
}

// closes counts brackets and tells whether c closes the first of them.
func (s *quotedState) closes(c, open, shut byte) bool {
	switch {
	case c == open:
		s.nested++
	case c == shut && s.nested == 0:
		return true
	case c == shut:
		s.nested--
	}
	return false
}

// colon tells whether c ends the offset of ${NAME:OFFSET:COUNT}: a colon that
// belongs to no ? and is not in parentheses.
func (s *quotedState) colon(c byte) bool {
	switch c {
	case '(':
		s.nested++
	case ')':
		s.nested--
	case '?':
		s.cond++
	case ':':
		if s.nested <= 0 && s.cond == 0 {
			return true
		}
		if s.nested <= 0 {
			s.cond--
		}
	}
	return false
}

// quotedEscape reads a backslash inside double quotes.
func (p *Parser) quotedEscape(w *parts, end ender) {
	c := p.at(1)
	switch {
	case c == '\n':
		w.flush()
		p.continuation()
		w.from = p.pos
	case strings.IndexByte("$`\\", c) >= 0 && c != 0,
		c == '"' && end != enderEnd,
		c == '}' && end == enderBrace:
		w.flush()
		p.pos++
		w.from = p.pos
		p.pos++
	case end == enderInner && c != 0:
		// bash takes such quotes off together with the backslashes in them.
		w.flush()
		p.pos++
		w.from = p.pos
		p.pos++
	default:
		p.pos++
		if c != 0 {
			p.pos++
		}
	}
}

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
	s := &CmdSubst{Position: at}
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
	p.unread(len(p.docs))
	p.subst = p.subst[:len(p.subst)-1]
	p.tok, p.docs, p.has = tok, docs, false
	p.subs = p.subs[:subs]
	return stmts
}
