package awk

func (p *parser) primary() expr {
	p.nodes++
	t := p.tok
	switch t.kind {
	case tNumber:
		p.advance()
		return &numLit{t.num}
	case tString:
		p.advance()
		return &strLit{t.text}
	case "/", "/=":
		return p.regexConstant()
	case "$":
		p.advance()
		return &fieldExpr{p.fieldIndex()}
	case "++", "--":
		p.advance()
		delta := 1.0
		if t.kind == "--" {
			delta = -1
		}
		return &incExpr{p.lvalue(), delta, false}
	case tName:
		return p.name()
	case "@":
		return p.at()
	case tCall:
		return p.call()
	case tBuiltin:
		return p.builtin()
	case "getline":
		p.advance()
		g := &getlineExpr{left: p.target()}
		if p.accept("<") {
			g.kind, g.src = '<', p.operand()
		}
		return g
	case "(":
		return p.group()
	case "!", "-", "+":
		return p.unary()
	}
	p.unexpected()
	return nil
}

// operand is a primary without what may follow an lvalue.
func (p *parser) operand() expr {
	p.enter()
	defer p.leave()
	return p.scalarOperand(p.primary())
}

func (p *parser) scalarOperand(e expr) expr {
	if v, ok := e.(*varExpr); ok {
		p.uses = append(p.uses, use{v, p.fn, false})
	}
	return e
}

// fieldIndex parses what follows a $. In $$i++ it is $i++.
// fieldIndex parses what follows a $. In $$i++ it is $i++.
func (p *parser) fieldIndex() expr {
	p.enter()
	defer p.leave()
	if p.is("-", "+", "!") {
		return p.unary()
	}
	e := p.scalarOperand(p.primary())
	if _, field := e.(*fieldExpr); field && p.is("++", "--") {
		e = p.increased(e)
	}
	return e
}

func (p *parser) lvalue() expr {
	if !p.is("$", tName) {
		p.unexpected()
	}
	return p.operand()
}

// target is the lvalue that may follow getline.
func (p *parser) target() expr {
	if !p.is("$", tName) {
		return nil
	}
	return p.operand()
}

func (p *parser) regexConstant() expr {
	if p.tok.kind == "/=" {
		p.lex.at--
	}
	src := p.lex.regex()
	re, err := p.compile(src)
	if err != nil {
		p.fail("regular expression /%s/: %v", src, err)
	}
	p.advance()
	return &regexLit{re}
}

func (p *parser) group() expr {
	p.enter()
	defer p.leave()
	p.expect("(")
	saved := p.noGT
	p.noGT = false
	p.newlines()
	list := p.list(true)
	p.newlines()
	p.noGT = saved
	p.expect(")")
	if len(list) == 1 {
		if v, ok := list[0].(*varExpr); ok {
			p.uses = append(p.uses, use{v, p.fn, false})
		}
		return &groupExpr{list[0]}
	}
	if p.accept("in") {
		return &inExpr{list, p.arrayName()}
	}
	p.lists++
	return &listExpr{list}
}

func (p *parser) name() expr {
	t := p.tok
	p.advance()
	if !p.is("[") {
		return p.variable(t)
	}
	return p.elementOf(p.arrayVar(t))
}

// elementOf parses the subscripts behind the name of an array; further ones
// mean elements of an array that is an element.
func (p *parser) elementOf(array expr) *indexExpr {
	e := &indexExpr{array, p.subscripts()}
	for n := 0; p.is("["); n++ {
		p.chain(n)
		e = &indexExpr{e, p.subscripts()}
	}
	return e
}

func (p *parser) subscripts() []expr {
	p.expect("[")
	saved := p.noGT
	p.noGT = false
	list := p.list(false)
	for _, e := range list {
		p.scalarOperand(e)
	}
	p.noGT = saved
	p.expect("]")
	return list
}

// arrayName parses what stands for an array as a whole: a name, or an element
// that is an array.
func (p *parser) arrayName() expr {
	if !p.is(tName) {
		p.unexpected()
	}
	t := p.tok
	p.advance()
	array := p.arrayVar(t)
	if p.is("[") {
		return p.elementOf(array)
	}
	return array
}

func (p *parser) arguments() []expr {
	saved := p.noGT
	p.noGT = false
	defer func() { p.noGT = saved }()
	p.expect("(")
	if p.newlines(); p.accept(")") {
		return nil
	}
	list := p.list(true)
	p.newlines()
	p.expect(")")
	return list
}

func (p *parser) call() expr {
	t := p.tok
	p.advance()
	c := &callExpr{name: t.text, line: t.line}
	p.calls = append(p.calls, c)
	if p.fn != nil {
		c.fn = p.fn // whose it is, until resolve
	}
	c.args = p.arguments()
	return c
}

func (p *parser) builtin() expr {
	t := p.tok
	p.advance()
	b := builtins()[t.text]
	e := &builtinExpr{id: b.id, line: t.line}
	if b.id == bLength && !p.is("(") {
		return e
	}
	saved := p.lists
	e.args = p.arguments()
	p.lists = saved
	if len(e.args) < b.min || len(e.args) > b.max {
		p.fail("wrong number of arguments in call to %s", t.text)
	}
	for i, a := range e.args {
		v, bare := a.(*varExpr)
		_, element := a.(*indexExpr)
		array := i < 8 && b.arrays&(1<<i) != 0
		switch {
		case array && element:
		case array && !bare:
			p.fail("argument %d of %s must be an array", i+1, t.text)
		case array:
			p.uses = append(p.uses, use{v, p.fn, true})
		case bare && b.id != bLength && b.id != bTypeof && b.id != bIsarray:
			p.uses = append(p.uses, use{v, p.fn, false})
		}
		if i == b.regex {
			if _, group := a.(*groupExpr); !group {
				e.args[i] = p.pattern(a)
			}
		}
	}
	return e
}
