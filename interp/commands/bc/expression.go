package bc

// What an expression is.
type shape int

const (
	regular  shape = 1 << iota // its value is printed
	compares                   // it has a comparison
	enclosed                   // it is in parentheses
	void                       // it calls a function without a value
	whole                      // it is an array as an argument
)

// How tightly operators bind.
const (
	argumentLevel = iota - 1 // an argument may be an array as well
	lowest
	orLevel
	andLevel
	notLevel
	relationLevel
	assignLevel
	sumLevel
	productLevel
	powerLevel
)

// level is how tightly an operator between two values binds; 0 if it is none.
func level(op string) int {
	switch op {
	case "||":
		return orLevel
	case "&&":
		return andLevel
	case "<", ">", "<=", ">=", "==", "!=":
		return relationLevel
	case "+", "-":
		return sumLevel
	case "*", "/", "%":
		return productLevel
	case "^":
		return powerLevel
	}
	return 0
}

// refuseVoid reports an expression without a value.
func (p *parser) refuseVoid(e shape, problem string) {
	if e&void != 0 && !p.broken {
		p.fail("%s", problem)
	}
}

// expression compiles an expression of operators that bind at least as tightly as
// least.
func (p *parser) expression(least int) shape {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return 0
	}
	left := p.operand(least == argumentLevel)
	if left&whole != 0 {
		return left
	}
	for {
		t := p.peek()
		binds := 0
		if t.kind == operator {
			binds = level(t.text)
		}
		if binds == 0 || binds < least {
			return left
		}
		p.next()
		left = p.binary(left, t.text, binds)
	}
}

// binary compiles the operator that has been read and what is to the right of it.
func (p *parser) binary(left shape, op string, binds int) shape {
	c := p.code
	switch binds {
	case andLevel:
		p.warn("&& operator")
		no := c.label()
		c.plain(opDup)
		c.jump(opFalse, no)
		c.plain(opPop)
		left |= p.expression(binds + 1)
		c.plain(opDup)
		c.jump(opFalse, no)
		c.plain(opPop)
		c.number("1")
		c.place(no)
	case orLevel:
		p.warn("|| operator")
		yes, end := c.label(), c.label()
		c.jump(opTrue, yes)
		left |= p.expression(binds + 1)
		c.jump(opTrue, yes)
		c.number("0")
		c.jump(opJump, end)
		c.place(yes)
		c.number("1")
		c.place(end)
	case powerLevel: // it binds to the right
		left |= p.expression(binds)
		c.emit(opBinary, 0, op, 1)
	default:
		left |= p.expression(binds + 1)
		c.emit(opBinary, 0, op, 1)
	}
	what := op
	if binds == relationLevel {
		what = "comparison"
	}
	p.refuseVoid(left, "void expression with "+what)
	left &^= enclosed | void
	if binds == relationLevel {
		left |= regular | compares
	}
	return left
}

// operand compiles what stands between operators, with the signs before it. An
// operator before it takes all that binds more tightly, however tightly the
// operator on its left binds.
func (p *parser) operand(argument bool) shape {
	defer func() { p.depth-- }()
	if !p.deeper() {
		return 0
	}
	t := p.peek()
	switch {
	case p.take("!"):
		e := p.expression(notLevel)
		if !p.broken {
			p.warn("! operator")
		}
		p.refuseVoid(e, "void expression with !")
		p.code.plain(opNot)
		return e &^ (enclosed | void)
	case p.take("-"):
		e := p.operand(false)
		p.refuseVoid(e, "void expression with unary -")
		p.code.plain(opNegate)
		return e &^ (enclosed | void)
	case p.take("("):
		e := p.expression(lowest)
		p.want(")")
		p.refuseVoid(e, "void expression in parenthesis")
		return e | regular | enclosed
	case p.take("++"), p.take("--"):
		p.increment(t.text)
		return regular
	case t.kind == number:
		p.next()
		p.code.number(t.text)
		return regular
	case t.kind == name:
		return p.nameOperand(argument)
	case p.take("length"), p.take("sqrt"):
		return p.builtin(t.text)
	case p.take("read"), p.take("random"):
		p.want("(")
		p.want(")")
		p.warn("%s function", t.text)
		p.code.plain(map[string]opcode{"read": opRead, "random": opRandom}[t.text])
		return regular
	case p.take("scale"):
		if p.is("(") {
			return p.builtin(t.text)
		}
		return p.place(place{id: scaleVariable})
	case p.isSpecial():
		return p.place(p.special())
	}
	p.syntax()
	return 0
}

// builtin compiles a call of length, sqrt or scale.
func (p *parser) builtin(of string) shape {
	p.want("(")
	e := p.expression(lowest)
	p.want(")")
	p.refuseVoid(e, "void expression in "+of+"()")
	p.code.plain(map[string]opcode{"length": opLength, "sqrt": opSqrt, "scale": opScale}[of])
	return regular
}

// A place is what can be assigned to: a variable, or an element of an array whose
// subscript is on the stack.
type place struct {
	id    int
	array bool
}

// The variables that have a meaning of their own.
const (
	ibaseVariable = iota
	obaseVariable
	scaleVariable
	historyVariable
	lastVariable
)

func specialNames() []string { return []string{"ibase", "obase", "scale", "history", "last"} }

func (p *parser) isSpecial() bool {
	t := p.peek()
	return t.kind == word && contains(specialNames(), t.text)
}

// special reads a variable that has a meaning of its own.
func (p *parser) special() place {
	t := p.peek()
	p.next()
	switch t.text {
	case "last":
		p.warn("Last variable")
	case "history":
		p.warn("History variable")
	}
	return place{id: p.variables.id(t.text)}
}

// nameOperand compiles a call, or what a place is used for.
func (p *parser) nameOperand(argument bool) shape {
	id := p.identifier()
	if !p.broken {
		p.peek()
		p.letters(id)
	}
	switch {
	case p.take("("):
		return p.call(id)
	case p.take("["):
		if argument && p.take("]") {
			array := p.arrays.id(id)
			p.code.emit(opArray, array, "", 2+len(itoa(array)))
			return whole
		}
		p.subscript()
		return p.place(place{p.arrays.id(id), true})
	}
	return p.place(place{id: p.variables.id(id)})
}

// subscript compiles a subscript behind its bracket.
func (p *parser) subscript() {
	e := p.expression(lowest)
	p.want("]")
	p.refuseVoid(e, "void expression as subscript")
	if e&compares != 0 && !p.broken {
		p.warn("comparison in subscript")
	}
}

// call compiles a call behind its parenthesis.
func (p *parser) call(function string) shape {
	var kinds []byte // the last argument first
	for !p.broken && !p.is(")") {
		kinds = append([]byte{p.argument()}, kinds...)
		if !p.take(",") {
			break
		}
		if p.is(")") {
			p.syntax()
		}
	}
	p.want(")")
	id := p.functions.id(function)
	p.code.emit(opCall, id, string(kinds), 2+nameSize(id)+len(kinds))
	if fn := p.m.function(id); fn != nil && fn.void {
		return void
	}
	return regular
}

// argument compiles an argument and tells whether it is an array.
func (p *parser) argument() byte {
	e := p.expression(argumentLevel)
	if e&whole != 0 {
		return '1'
	}
	p.refuseVoid(e, "void argument")
	if e&compares != 0 && !p.broken {
		p.warn("comparison in argument")
	}
	return '0'
}

// place compiles what a place is used for: assigning to it, changing it by 1, or
// its value.
func (p *parser) place(to place) shape {
	t := p.peek()
	switch {
	case t.kind == operator && assigns(t.text):
		p.next()
		op := t.text[:len(t.text)-1]
		if op != "" && to.array {
			p.code.plain(opDup)
		}
		if op != "" {
			p.code.named(to.op(opLoad, opLoadElem), to.id)
		}
		p.refuseVoid(p.expression(assignLevel), "Assignment of a void expression")
		if op != "" {
			p.code.emit(opBinary, 0, op, 1)
		}
		p.code.named(to.op(opStore, opStoreElem), to.id)
		return 0
	case p.take("++"), p.take("--"):
		if to.array {
			p.code.plain(opDup)
		}
		p.code.named(to.op(opLoad, opLoadElem), to.id)
		if to.array {
			p.code.plain(opSwap)
		}
		p.code.named(to.change(t.text), to.id)
		return regular
	}
	p.code.named(to.op(opLoad, opLoadElem), to.id)
	return regular
}

// increment compiles what follows ++ or -- .
func (p *parser) increment(op string) {
	var to place
	switch t := p.peek(); {
	case t.kind == name:
		id := p.identifier()
		if to.array = p.take("["); to.array {
			p.subscript()
			to.id = p.arrays.id(p.letters(id))
		} else {
			to.id = p.variables.id(p.letters(id))
		}
	case p.isSpecial():
		to = p.special()
	default:
		p.syntax()
		return
	}
	if to.array {
		p.code.plain(opDup)
	}
	p.code.named(to.change(op), to.id)
	p.code.named(to.op(opLoad, opLoadElem), to.id)
}

// op chooses the instruction for a variable or for an element.
func (to place) op(variable, element opcode) opcode {
	if to.array {
		return element
	}
	return variable
}

// change is the instruction for ++ and --.
func (to place) change(op string) opcode {
	if op == "++" {
		return to.op(opAdd1, opAdd1Elem)
	}
	return to.op(opSub1, opSub1Elem)
}

func assigns(op string) bool {
	return op == "=" || len(op) == 2 && op[1] == '=' && op[0] != '=' && op[0] != '<' && op[0] != '>' && op[0] != '!'
}
