package arith

// This file has the operators, from those that bind least on (bash manual, Shell
// Arithmetic).

func (c *compiler) comma() int64 {
	v := c.assign()
	for c.cur == ',' {
		c.emit(instr{op: opPop}, -1)
		c.next()
		v = c.assign()
	}
	return v
}

func (c *compiler) assign() int64 {
	v := c.cond()
	if c.cur != '=' && c.cur != tokAssign {
		return v
	}
	if !c.enter() {
		return 0
	}
	defer func() { c.nest-- }()
	special, op, lhs := c.cur == tokAssign, c.op, c.lhs
	if c.last != tokName {
		c.fail("attempted assignment to non-variable", c.start)
		return 0
	}
	if !special && !c.failed {
		c.code = c.code[:len(c.code)-1] // the name's place holder
		c.depth--
	}
	c.next()
	r := c.assign()
	if special {
		bin := binaryOp(op)
		c.emit(instr{op: bin, val: int64(c.start)}, -1)
		v = skippedBinary(bin, v, r)
	} else {
		v = r
	}
	c.store(lhs, special)
	return v
}

func (c *compiler) cond() int64 {
	v := c.binary(1)
	if c.cur != '?' {
		return v
	}
	if !c.enter() {
		return 0
	}
	defer func() { c.nest-- }()
	jump, outer := c.branch(opJumpZero, -1)
	c.next()
	if c.cur == tokEnd || c.cur == ':' {
		c.fail("expression expected", c.start)
	}
	a := c.comma()
	if c.cur != ':' {
		c.fail("`:' expected for conditional expression", c.start)
	}
	first := c.skipErr
	past, _ := c.branch(opJump, -1)
	c.skipErr = first
	c.land(jump, outer)
	outer = c.skipErr
	c.skipErr = ""
	c.next()
	if c.cur == tokEnd {
		c.fail("expression expected", c.start)
	}
	b := c.cond()
	c.land(past, outer)
	c.last = tokCond
	if v != 0 {
		return a
	}
	return b
}

// binaryOp is the instruction of a binary operator that is no jump, 0 for other
// tokens.
func binaryOp(t token) opcode {
	switch t {
	case '|':
		return opOr
	case '^':
		return opXor
	case '&':
		return opAnd
	case tokEqEq:
		return opEqual
	case tokNotEq:
		return opNotEqual
	case tokLessEq:
		return opLessEqual
	case tokGreaterEq:
		return opGreaterEqual
	case '<':
		return opLess
	case '>':
		return opGreater
	case tokShiftLeft:
		return opShiftLeft
	case tokShiftRight:
		return opShiftRight
	case '+':
		return opAdd
	case '-':
		return opSub
	case '*':
		return opMul
	case '/':
		return opDiv
	case '%':
		return opMod
	}
	return 0
}

// precedence of the binary operators but **, 0 for other tokens.
func precedence(t token) int {
	switch t {
	case tokOr:
		return 1
	case tokAnd:
		return 2
	case '|':
		return 3
	case '^':
		return 4
	case '&':
		return 5
	case tokEqEq, tokNotEq:
		return 6
	case tokLessEq, tokGreaterEq, '<', '>':
		return 7
	case tokShiftLeft, tokShiftRight:
		return 8
	case '+', '-':
		return 9
	case '*', '/', '%':
		return 10
	}
	return 0
}

func (c *compiler) binary(low int) int64 {
	v := c.power()
	for {
		op := c.cur
		p := precedence(op)
		if p < low || p == 0 {
			return v
		}
		if op == tokAnd || op == tokOr {
			v = c.shortCircuit(v, op, p)
			continue
		}
		bin, pos := binaryOp(op), c.at
		c.next()
		r := c.binary(p + 1)
		for pos < len(c.src) && (c.src[pos] == ' ' || c.src[pos] == '\t') {
			pos++
		}
		c.emit(instr{op: bin, val: int64(pos)}, -1)
		v = skippedBinary(bin, v, r)
		c.last = tokNum
	}
}

func (c *compiler) shortCircuit(v int64, op token, p int) int64 {
	kind := opJumpFalse
	if op == tokOr {
		kind = opJumpTrue
	}
	jump, outer := c.branch(kind, -1)
	c.next()
	r := c.binary(p + 1)
	c.emit(instr{op: opBool}, 0)
	c.land(jump, outer)
	c.last = op
	if op == tokOr {
		return truth(v != 0 || r != 0)
	}
	return truth(v != 0 && r != 0)
}

func (c *compiler) power() int64 {
	v := c.unary()
	for c.cur == tokPower {
		if !c.enter() {
			return 0
		}
		c.next()
		r := c.power()
		c.nest--
		c.last = tokNum
		c.emit(instr{op: opPower, val: int64(c.start)}, -1)
		if r < 0 {
			if c.skipErr == "" {
				c.skipErr = message(c.src, "exponent less than 0", c.start)
			}
			return 0
		}
		v = power(v, r)
	}
	return v
}

func (c *compiler) unary() int64 {
	op := c.cur
	if op != '!' && op != '~' && op != '-' && op != '+' {
		return c.primary()
	}
	if !c.enter() {
		return 0
	}
	c.next()
	v := c.unary()
	c.nest--
	switch op {
	case '!':
		c.emit(instr{op: opNot}, 0)
		v = truth(v == 0)
	case '~':
		c.emit(instr{op: opInvert}, 0)
		v = ^v
	case '-':
		c.emit(instr{op: opNegate}, 0)
		v = -v
	}
	c.last = tokNum
	return v
}

func (c *compiler) primary() int64 {
	switch c.cur {
	case tokPreInc, tokPreDec:
		by := int64(1)
		if c.cur == tokPreDec {
			by = -1
		}
		c.last = c.cur
		c.next()
		c.emit(instr{op: opAddConst, val: by}, 0)
		c.store(c.lhs, true)
		c.cur = tokNum // so that --x=7 and --x++ are errors
		c.next()
		return by
	case '(':
		if !c.enter() {
			return 0
		}
		c.next()
		v := c.comma()
		c.nest--
		if c.cur != ')' {
			c.fail("missing `)'", c.start)
		}
		c.next()
		return v
	case tokNum:
		v := c.num
		if c.hole {
			c.emit(instr{op: opHole, val: int64(holesIn(c.src[:c.start]))}, 1)
		} else {
			c.emit(instr{op: opConst, val: v}, 1)
		}
		c.next()
		return v
	case tokName:
		c.postfix()
		return 0
	}
	c.fail("syntax error: operand expected", c.start)
	return 0
}

// postfix handles what may follow a name that has been loaded.
func (c *compiler) postfix() {
	lhs := c.lhs
	if kind := c.peek(); kind != tokPostInc && kind != tokPostDec {
		c.next()
		return
	}
	c.cur = tokName
	c.next()
	by := int64(1)
	if c.cur == tokPostDec {
		by = -1
	}
	c.emit(instr{op: opAddConst, val: by}, 0)
	c.store(lhs, true)
	c.emit(instr{op: opAddConst, val: -by}, 0)
	c.last, c.cur = tokName, tokNum // so that x++=7 is an error
	c.next()
}

// load emits what puts a variable on the stack. keep tells that it is to be
// assigned; the index of an element is then left below its value.
func (c *compiler) load(keep bool) {
	v := c.lhs
	if v.sub == nil {
		c.emit(instr{op: opLoad, str: v.name, val: int64(v.at)}, 1)
		return
	}
	in := instr{op: opLoadElem, str: v.name, val: int64(v.at), sub: v.sub}
	if keep {
		in.op = opLoadKeep
		c.emit(in, 2)
		return
	}
	c.emit(in, 1)
}

// store emits what assigns the top of the stack, which stays. kept tells that
// the index of an element is below it.
func (c *compiler) store(v lvalue, kept bool) {
	switch {
	case v.sub == nil:
		c.emit(instr{op: opStore, str: v.name}, 0)
	case kept:
		c.emit(instr{op: opStoreKept, str: v.name, sub: v.sub}, -1)
	default:
		c.emit(instr{op: opStoreElem, str: v.name, val: int64(v.at), sub: v.sub}, 0)
	}
}
