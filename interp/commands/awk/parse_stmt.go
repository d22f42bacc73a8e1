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
	uses, calls, nodes := len(p.uses), len(p.calls), p.nodes
	if p.accept("in") && p.is(tName) {
		if array := p.arrayName(); p.accept(")") {
			return &forInStmt{v: p.scalarOperand(p.variable(name)), array: array}
		}
	}
	p.lex, p.tok = saved, name
	p.uses, p.calls, p.nodes = p.uses[:uses], p.calls[:calls], nodes
	return nil
}

func (p *parser) print() stmt {
	s := &printStmt{format: p.is("printf")}
	p.advance()
	saved := p.noGT
	p.noGT = true
	defer func() { p.noGT = saved }()
	if !p.is(";", tNewline, "}", tEOF, ">", ">>", "|", "|&") {
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
	case p.accept("|&"):
		s.mode = '&'
	default:
		return s
	}
	s.dest = p.expression()
	return s
}

// switchStatement parses the switch of gawk. The word is a name like any other
// unless a block follows its parentheses; nil then.
func (p *parser) switchStatement() stmt {
	saved, word := p.lex, p.tok
	uses, calls, nodes := len(p.uses), len(p.calls), p.nodes
	if p.advance(); p.accept("(") {
		s := &switchStmt{value: p.scalarOperand(p.expression())}
		if p.accept(")") {
			if p.newlines(); p.accept("{") {
				p.switches++
				p.cases(s)
				p.switches--
				return s
			}
		}
	}
	p.lex, p.tok = saved, word
	p.uses, p.calls, p.nodes = p.uses[:uses], p.calls[:calls], nodes
	return nil
}

func (p *parser) cases(s *switchStmt) {
	for p.separators(); !p.accept("}"); p.separators() {
		switch {
		case p.is(tName) && p.tok.text == "default":
			p.advance()
			s.cases = append(s.cases, switchCase{})
		case p.is(tName, tCall) && p.tok.text == "case":
			p.advance()
			s.cases = append(s.cases, switchCase{constant: p.operand()})
		case len(s.cases) == 0:
			p.unexpected()
		default:
			last := &s.cases[len(s.cases)-1]
			last.body = append(last.body, p.statement()...)
			continue
		}
		p.expect(":")
	}
}
