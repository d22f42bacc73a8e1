package awk

import "strings"

func (p *parser) list(newlines bool) []expr {
	list := []expr{p.expression()}
	for p.accept(",") {
		p.newlines()
		list = append(list, p.expression())
		if newlines {
			p.newlines()
		}
	}
	return list
}

// expression parses with the precedence of POSIX awk, table 4-1. Assignments
// are parsed where their left side is, as yacc would: in 1 + x = 3 the sum is
// of 1 and an assignment.
func (p *parser) expression() expr {
	p.enter()
	defer p.leave()
	e := p.or()
	if !p.is("?") {
		return e
	}
	p.advance()
	p.newlines()
	yes := p.expression()
	p.newlines()
	p.expect(":")
	p.newlines()
	return &condExpr{e, yes, p.expression()}
}

// chain guards the length of what a loop of the parser puts together, which
// is the depth of the tree.
func (p *parser) chain(n int) {
	if p.nodes++; n > maxChain {
		p.fail("expression too long")
	}
}

func (p *parser) or() expr {
	e := p.and()
	for n := 0; p.is("||"); n++ {
		p.chain(n)
		p.advance()
		p.newlines()
		e = &orExpr{e, p.and()}
	}
	return e
}

func (p *parser) and() expr {
	e := p.in()
	for n := 0; p.is("&&"); n++ {
		p.chain(n)
		p.advance()
		p.newlines()
		e = &andExpr{e, p.in()}
	}
	return e
}

func (p *parser) in() expr {
	e := p.match()
	for n := 0; p.is("in"); n++ {
		p.chain(n)
		p.advance()
		e = &inExpr{[]expr{e}, p.arrayName()}
	}
	return e
}

func (p *parser) match() expr {
	e := p.comparison()
	for n := 0; p.is("~", "!~"); n++ {
		p.chain(n)
		not := p.is("!~")
		p.advance()
		e = &matchExpr{e, p.pattern(p.comparison()), not}
	}
	return e
}

// pattern turns a constant string used as a regular expression into one.
func (p *parser) pattern(e expr) expr {
	if s, ok := e.(*strLit); ok {
		if re, err := p.compile(s.s); err == nil {
			return &regexLit{re}
		}
	}
	return e
}

var comparisons = map[string]compareOp{"<": opLess, "<=": opLessEqual, "==": opEqual, "!=": opNotEqual, ">": opGreater, ">=": opGreaterEqual}

func (p *parser) comparison() expr {
	e := p.piped()
	for n := 0; ; n++ {
		op, ok := comparisons[p.tok.kind]
		if !ok || op == opGreater && p.noGT {
			return e
		}
		p.chain(n)
		p.advance()
		e = &compareExpr{op, e, p.piped()}
	}
}

// piped parses command | getline.
func (p *parser) piped() expr {
	e := p.concat()
	for n := 0; p.is("|", "|&") && p.lex.sees("getline"); n++ {
		p.chain(n)
		kind := p.tok.kind[len(p.tok.kind)-1]
		p.advance()
		p.advance()
		e = &getlineExpr{kind, e, p.target()}
		if p.startsOperand() {
			e = p.concatWith(e)
		}
	}
	return e
}

// startsOperand tells whether another operand of a concatenation follows.
func (p *parser) startsOperand() bool {
	return p.is(tNumber, tString, tName, tCall, tBuiltin, "$", "(", "@", "++", "--", "!")
}

func (p *parser) concat() expr {
	e := p.additive()
	if !p.startsOperand() {
		return e
	}
	return p.concatWith(e)
}

func (p *parser) concatWith(e expr) expr {
	c := &concatExpr{[]expr{e}}
	for p.startsOperand() {
		p.nodes++
		c.parts = append(c.parts, p.additive())
	}
	return c
}

func (p *parser) additive() expr {
	e := p.multiplicative()
	for n := 0; p.is("+", "-"); n++ {
		p.chain(n)
		op := p.tok.kind[0]
		p.advance()
		e = &arithExpr{op, e, p.multiplicative()}
	}
	return e
}

func (p *parser) multiplicative() expr {
	e := p.unary()
	for n := 0; p.is("*", "/", "%"); n++ {
		p.chain(n)
		op := p.tok.kind[0]
		p.advance()
		e = &arithExpr{op, e, p.unary()}
	}
	return e
}

func (p *parser) unary() expr {
	p.enter()
	defer p.leave()
	switch {
	case p.accept("!"):
		return &notExpr{p.unary()}
	case p.accept("-"):
		return &signExpr{p.unary(), true}
	case p.accept("+"):
		return &signExpr{p.unary(), false}
	}
	return p.power()
}

func (p *parser) power() expr {
	e := p.postfix()
	if !p.accept("^") {
		return e
	}
	return &arithExpr{'^', e, p.unary()}
}

// postfix parses a primary, and behind an lvalue ++, -- or an assignment.
func (p *parser) postfix() expr {
	e := p.primary()
	if !isLvalue(e) {
		return e
	}
	switch {
	case p.is("++", "--"):
		return p.increased(e)
	case p.is("="):
		p.advance()
		p.newlines()
		return &assignExpr{p.scalar(e), 0, p.expression()}
	case len(p.tok.kind) == 2 && p.tok.kind[1] == '=' && strings.IndexByte("+-*/%^", p.tok.kind[0]) >= 0:
		op := p.tok.kind[0]
		p.advance()
		p.newlines()
		return &assignExpr{p.scalar(e), op, p.expression()}
	}
	return p.scalar(e)
}

// increased parses the ++ or -- behind an lvalue.
func (p *parser) increased(e expr) expr {
	delta := 1.0
	if p.is("--") {
		delta = -1
	}
	p.advance()
	return &incExpr{p.scalar(e), delta, true}
}

func isLvalue(e expr) bool {
	switch e.(type) {
	case *varExpr, *indexExpr, *fieldExpr:
		return true
	}
	return false
}

// scalar notes that a name is used as a scalar, unless it is by itself the
// argument of a function, where either may stand.
func (p *parser) scalar(e expr) expr {
	v, ok := e.(*varExpr)
	if ok && !p.is(",", ")") {
		p.uses = append(p.uses, use{v, p.fn, false})
	}
	return e
}
