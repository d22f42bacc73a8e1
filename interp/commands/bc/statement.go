package bc

// deeper counts nesting; beyond maxDepth it ends the program.
func (p *parser) deeper() bool {
	if p.depth++; p.depth > maxDepth {
		if !p.ended {
			p.fail("nested too deeply")
		}
		p.broken, p.ended = true, true
	}
	return !p.ended
}

// statement compiles a statement.
func (p *parser) statement() {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return
	}
	t := p.peek()
	switch {
	case p.take("{"):
		p.list(false)
	case t.kind == text:
		p.next()
		p.code.emit(opString, 0, t.text, len(t.text)+2)
	case p.take("quit"):
		p.broken, p.ended = true, true
	case p.take("halt"):
		p.code.plain(opHalt)
	case p.take("break"):
		p.jumpOut(p.leave, "Break outside a for/while")
	case p.take("continue"):
		p.warn("Continue statement")
		p.jumpOut(p.again, "Continue outside a for")
	case p.take("return"):
		p.returnStatement()
	case p.take("print"):
		p.warn("print statement")
		p.printed()
		for p.take(",") {
			p.printed()
		}
	case p.take("if"):
		p.ifStatement()
	case p.take("while"):
		p.whileStatement()
	case p.take("for"):
		p.forStatement()
	case p.take("limits"):
		p.m.limits()
	case p.take("warranty"):
		p.m.print("\nThere is no warranty, to the extent permitted by law.\n\n")
	default:
		p.expressionStatement()
	}
}

// jumpOut compiles break and continue.
func (p *parser) jumpOut(label int, problem string) {
	if label < 0 {
		p.fail("%s", problem)
		return
	}
	p.code.jump(opJump, label)
}

// expressionStatement prints a value unless the expression assigns.
func (p *parser) expressionStatement() {
	e := p.expression(lowest)
	if p.broken {
		return
	}
	if e&compares != 0 {
		p.warn("comparison in expression")
	}
	if e&regular != 0 {
		p.code.plain(opShow)
	} else {
		p.code.plain(opPop)
	}
}

func (p *parser) printed() {
	if t := p.peek(); t.kind == text {
		p.next()
		p.code.emit(opEscape, 0, t.text, len(t.text)+2)
		return
	}
	p.refuseVoid(p.expression(lowest), "void expression in print")
	p.code.plain(opPrint)
}

func (p *parser) returnStatement() {
	if t := p.peek(); t.kind == newline || t.kind == endOfFile || p.is(";") || p.is("}") {
		p.code.number("0")
	} else {
		e := p.expression(lowest)
		if p.broken {
			return
		}
		if p.function != nil && p.function.void {
			p.fail("Return expression in a void function.")
		}
		p.refuseVoid(e, "return requires non-void expression")
		if e&compares != 0 {
			p.warn("comparison in return expression")
		}
		if e&enclosed == 0 {
			p.warn("return expression requires parenthesis")
		}
	}
	if p.function == nil {
		p.fail("Return outside of a function.")
	}
	p.code.plain(opReturn)
}

func (p *parser) ifStatement() {
	p.want("(")
	p.refuseVoid(p.expression(lowest), "void expression")
	p.want(")")
	no := p.code.label()
	p.code.jump(opFalse, no)
	p.optionalLine()
	p.statement()
	if p.take("else") {
		p.warn("else clause in if statement")
		end := p.code.label()
		p.code.jump(opJump, end)
		p.code.place(no)
		p.optionalLine()
		p.statement()
		no = end
	}
	p.code.place(no)
}

// body compiles the statement of a loop with the labels of it.
func (p *parser) body(leave, again int) {
	outerLeave, outerAgain := p.leave, p.again
	p.leave, p.again = leave, again
	p.optionalLine()
	p.statement()
	p.leave, p.again = outerLeave, outerAgain
}

func (p *parser) whileStatement() {
	again, leave := p.code.label(), p.code.label()
	p.code.place(again)
	p.want("(")
	p.refuseVoid(p.expression(lowest), "void expression")
	p.want(")")
	p.code.jump(opFalse, leave)
	p.body(leave, again)
	p.code.jump(opJump, again)
	p.code.place(leave)
}

// forPart compiles one expression of a for, up to what ends it; false if there is
// none.
func (p *parser) forPart(end, which string) bool {
	if p.take(end) {
		p.warn("Missing expression in for statement")
		return false
	}
	e := p.expression(lowest)
	p.want(end)
	if p.refuseVoid(e, which+" expression is void"); e&compares != 0 && which != "second" {
		p.warn("Comparison in %s for expression", which)
	}
	return !p.broken
}

func (p *parser) forStatement() {
	c := p.code
	test, do, step, leave := c.label(), c.label(), c.label(), c.label()
	p.want("(")
	if p.forPart(";", "first") {
		c.plain(opPop)
	}
	c.place(test)
	if !p.forPart(";", "second") {
		c.number("1")
	}
	c.jump(opTrue, do)
	c.jump(opJump, leave)
	c.place(step)
	if p.forPart(")", "third") {
		c.plain(opPop)
	}
	c.jump(opJump, test)
	c.place(do)
	p.body(leave, step)
	c.jump(opJump, step)
	c.place(leave)
}
