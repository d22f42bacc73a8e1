package awk

func (p *parser) ifStatement() stmt {
	p.advance()
	p.expect("(")
	s := &ifStmt{cond: p.expression()}
	p.expect(")")
	s.yes = p.body()
	// An else may follow on another line, so that what comes next has to be
	// looked at; empty statements on the way mean nothing.
	p.separators()
	if p.accept("else") {
		s.no = p.body()
	}
	return s
}

func (p *parser) loop() []stmt {
	p.loops++
	defer func() { p.loops-- }()
	return p.body()
}

func (p *parser) whileStatement() stmt {
	p.advance()
	p.expect("(")
	s := &whileStmt{cond: p.expression()}
	p.expect(")")
	s.body = p.loop()
	return s
}

func (p *parser) doStatement() stmt {
	p.advance()
	s := &whileStmt{post: true, body: p.loop()}
	p.separators()
	p.expect("while")
	p.expect("(")
	s.cond = p.expression()
	p.expect(")")
	return s
}

func (p *parser) forStatement() stmt {
	p.advance()
	p.expect("(")
	if s := p.forIn(); s != nil {
		s.body = p.loop()
		return s
	}
	s := &forStmt{}
	if !p.is(";") {
		s.init = p.simple()
	}
	p.expect(";")
	p.newlines()
	if !p.is(";") {
		s.cond = p.expression()
	}
	p.expect(";")
	p.newlines()
	if !p.is(")") {
		s.step = p.simple()
	}
	p.expect(")")
	s.body = p.loop()
	return s
}

// forIn parses name in array), or nothing.
func (p *parser) forIn() *forInStmt {
	if !p.is(tName) {
		return nil
	}
	saved, name := p.lex, p.tok
	p.advance()
	if p.accept("in") && p.is(tName) {
		array := p.tok
		if p.advance(); p.accept(")") {
			return &forInStmt{v: p.scalarOperand(p.variable(name)), array: p.arrayVar(array)}
		}
	}
	p.lex, p.tok = saved, name
	return nil
}

func (p *parser) print() stmt {
	s := &printStmt{format: p.is("printf")}
	p.advance()
	saved := p.noGT
	p.noGT = true
	defer func() { p.noGT = saved }()
	if !p.is(";", tNewline, "}", tEOF, ">", ">>", "|") {
		s.args = p.list(false)
	}
	if len(s.args) == 1 {
		if l, ok := s.args[0].(*listExpr); ok {
			s.args = l.list
			p.lists--
		}
	}
	for _, e := range s.args {
		p.scalarOperand(e)
	}
	if s.format && len(s.args) == 0 {
		p.unexpected()
	}
	switch {
	case p.accept(">"):
		s.mode = '>'
	case p.accept(">>"):
		s.mode = 'a'
	case p.accept("|"):
		s.mode = '|'
	default:
		return s
	}
	s.dest = p.expression()
	return s
}
