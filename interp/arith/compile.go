package arith

// compiler is bash's recursive descent with the evaluation taken out: where
// bash computes, it emits. Its functions return the value that the part has
// when it is skipped (variables count 0 there, bash computes on), because a
// negative exponent is an error even in a part that is not taken.
type compiler struct {
	lexState
	src   string
	code  []instr
	depth int // present stack
	deep  int // deepest stack
	nest  int
	cache *Cache
	look  bool  // reading ahead, emit nothing
	num   int64 // value of the present tokNum
	hole  bool  // which is not known yet
	// filling is set for a template.
	filling bool
	lhs     lvalue // what the last loaded name was
	failed  bool   // an opFail was emitted; nothing follows it
	failAt  int    // where
	over    bool   // MaxNesting was exceeded
	// skipErr is the first error that the present part raises even when it
	// is skipped, stubs are the jumps that lead to such errors.
	skipErr string
	stubs   []stub
}

type stub struct {
	jump int
	text string
}

// An lvalue is a name that was read, with or without subscript.
type lvalue struct {
	name string
	sub  *subscript // nil without one
	at   int
}

func compile(src string, nest int, cache *Cache) (*Program, error) {
	return (&compiler{src: src, nest: nest, cache: cache}).compile()
}

func (c *compiler) compile() (*Program, error) {
	src, cache := c.src, c.cache
	if len(src) > MaxSource {
		return nil, &Error{Text: "arithmetic expression too long"}
	}
	c.start = -1
	i := 0
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	if i == len(src) || src[i] == 0 {
		c.emit(instr{op: opConst}, 1)
	} else {
		c.next()
		c.comma()
		if c.cur != tokEnd {
			c.fail("syntax error in expression", c.start)
		}
	}
	if c.over {
		return nil, &Error{Text: message(src, "expression nested too deeply", c.start)}
	}
	if len(c.stubs) > 0 {
		c.code = append(c.code, instr{op: opEnd})
	}
	for _, s := range c.stubs {
		c.code[s.jump].jump = int32(len(c.code))
		c.code = append(c.code, instr{op: opFail, str: s.text})
	}
	return &Program{src: src, code: c.code, stack: c.deep, cache: cache}, nil
}

func (c *compiler) emit(in instr, grow int) {
	if c.failed {
		return
	}
	c.code = append(c.code, in)
	c.depth += grow
	c.deep = max(c.deep, c.depth)
}

// fail ends the program with an error; the rest of the text is not read.
func (c *compiler) fail(text string, pos int) {
	if c.failed {
		c.cur = tokEnd
		return
	}
	c.failText(message(c.src, text, pos))
}

// failUpTo is fail where bash has cut the text off at end.
func (c *compiler) failUpTo(text string, end int) {
	c.failText(message(c.src[:end], text, c.start))
}

func (c *compiler) failText(text string) {
	if !c.failed {
		c.failAt = len(c.code)
		c.code = append(c.code, instr{op: opFail, str: text})
		c.failed = true
	}
	c.at, c.cur, c.last = len(c.src), tokEnd, tokEnd
}

// enter counts a level of recursion; false means that there are too many.
func (c *compiler) enter() bool {
	if c.nest++; c.nest > MaxNesting {
		c.over = true
		c.fail("", c.start)
		return false
	}
	return true
}

// branch emits a jump over a part that is to follow and returns its place and
// the error to restore.
func (c *compiler) branch(op opcode, grow int) (jump int, outer string) {
	jump, outer = len(c.code), c.skipErr
	c.emit(instr{op: op}, grow)
	c.skipErr = ""
	return jump, outer
}

// land ends the part: the jump leads behind it, or to the error that the part
// raises even when it is skipped. live tells that the jump was emitted.
func (c *compiler) land(jump int, outer string) {
	if jump < len(c.code) && c.code[jump].op.jumps() {
		switch {
		case c.skipErr != "":
			c.stubs = append(c.stubs, stub{jump, c.skipErr})
		case c.failed:
			c.code[jump].jump = int32(c.failAt)
		default:
			c.code[jump].jump = int32(len(c.code))
		}
	}
	if outer != "" {
		c.skipErr = outer
	}
}
