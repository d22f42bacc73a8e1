package syntax

// function parses ( ) and the body of a function. The ( is at hand.
func (p *Parser) function(s *Stmt, name *Word) {
	p.next()
	if p.peek(asArgument).kind != tokRight {
		p.unexpected()
	}
	p.next()
	p.define(s, &FuncDecl{Name: name.Src, Body: p.functionBody()})
}

// functionWord parses what follows `function`.
func (p *Parser) functionWord(s *Stmt) {
	if p.peek(asArgument).kind != tokWord {
		p.unexpected()
	}
	f := &FuncDecl{Name: p.tok.word.Src, Keyword: true}
	p.next()
	if p.peek(asCommand).kind == tokLeft && p.at(0) != '(' {
		at := p.tok.pos
		p.next()
		if p.peek(asCommand).kind != tokRight {
			// The body is a subshell.
			f.Body = &Stmt{Position: at, Cmd: p.subshell(at)}
			p.redirects(f.Body)
			p.define(s, f)
			return
		}
		p.next()
	}
	f.Body = p.functionBody()
	p.define(s, f)
}

// define makes s the definition of a function that ends here.
func (p *Parser) define(s *Stmt, f *FuncDecl) {
	f.Position = s.Position
	f.Bytes = p.base + uint32(p.pos) - s.Position.Offset
	f.End = p.line
	if p.has {
		f.End = p.tok.pos.Line
	}
	s.Cmd = f
}

func (p *Parser) functionBody() *Stmt {
	p.newlines()
	t := p.peek(asCommand)
	body := &Stmt{Position: t.pos}
	p.enter()
	switch {
	case t.kind == tokLeft:
		body.Cmd = p.parens()
		p.redirects(body)
	case t.kind == tokWord && compoundStart(t.lit):
		p.compound(body)
	default:
		p.unexpected()
	}
	p.leave()
	return body
}

// coproc parses what follows `coproc`.
func (p *Parser) coproc(s *Stmt, at Pos) {
	c := &CoprocClause{Position: at, Name: "COPROC"}
	t := p.peek(asCommand)
	switch t.lit {
	case "!", "coproc", "function":
		p.unexpected()
	}
	if t.kind == tokWord && !compoundStart(t.lit) {
		first := *t
		p.next()
		n := p.peek(asArgument)
		if n.lit == "!" {
			p.unexpected()
		}
		if n.kind == tokLeft || n.kind == tokWord && compoundStart(n.lit) {
			c.Name = first.word.Src
			c.Stmt = p.command()
			s.Cmd = c
			return
		}
		c.Stmt = &Stmt{Position: first.pos}
		p.simple(c.Stmt, &first)
	} else {
		c.Stmt = p.command()
	}
	s.Cmd = c
}

// compoundStart tells whether a compound command that may be the body of a function
// or a coprocess with a name starts with the word.
func compoundStart(word string) bool {
	switch word {
	case "{", "if", "while", "until", "for", "select", "case", "[[":
		return true
	}
	return false
}
