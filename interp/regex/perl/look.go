package perl

// look compiles a lookaround.
func (c *compiler) look(n *node) {
	reg := c.register(2)
	begin, end := oLook, oLookEnd
	switch {
	case n.not:
		begin, end = oNot, oNotEnd
	case n.free:
		end = oFreeEnd
	}
	at := c.emit(inst{op: begin, reg: reg})
	c.looked(n)
	c.emit(inst{op: end, reg: reg})
	c.re.code[at].x = c.here()
}

// looked compiles what a lookaround looks for.
func (c *compiler) looked(n *node) {
	outer, accepted, begin := c.alt, c.accepted, c.here()
	c.alt, c.accepted = 0, nil
	c.inside++
	if n.behind {
		c.lookBack(n.kids[0])
	} else {
		c.node(n.kids[0])
	}
	c.inside--
	for _, at := range c.accepted {
		c.re.code[at].x, c.re.code[at].y = c.here(), begin
	}
	c.alt, c.accepted = outer, accepted
}

// lookBack goes back by the length of each alternative, then compares it.
func (c *compiler) lookBack(kid *node) {
	kids := []*node{kid}
	if kid.kind == nAlt {
		kids = kid.kids
	}
	var ends []int32
	for i, alternative := range kids {
		split := int32(-1)
		if i < len(kids)-1 {
			split = c.emit(inst{op: oSplit})
			c.re.code[split].x = c.here()
		}
		if w, _ := c.width(alternative, 0); w > 0 {
			c.emit(inst{op: oBack, num: int32(w)})
		}
		c.node(alternative)
		if split >= 0 {
			ends = append(ends, c.emit(inst{op: oJump}))
			c.re.code[split].y = c.here()
		}
	}
	for _, end := range ends {
		c.re.code[end].x = c.here()
	}
}

// slots are the registers of the groups that a node refers to.
func (c *compiler) slots(n *node) []int32 {
	var all []int32
	for _, num := range c.numbers(n) {
		all = append(all, c.captured[num])
	}
	return all
}

func (c *compiler) conditional(n *node) {
	var test int32
	switch n.cond {
	case condNever:
		// The groups in it may be called.
		test = c.emit(inst{op: oJump})
		c.node(n.kids[0])
		c.re.code[test].x = c.here()
		return
	case condAlways:
		c.node(n.kids[0])
		return
	case condFalse:
		test = c.emit(inst{op: oHas})
	case condLook:
		test = c.lookTest(n.kids[2])
	case condGroup:
		test = c.emit(inst{op: oHas, nums: c.slots(n)})
	case condCall:
		in := inst{op: oWithin}
		if n.num >= 0 {
			for _, num := range c.numbers(n) {
				in.nums = append(in.nums, int32(num))
			}
		}
		test = c.emit(in)
	}
	c.node(n.kids[0])
	end := c.emit(inst{op: oJump})
	c.re.code[test].x = c.here()
	c.node(n.kids[1])
	c.re.code[end].x = c.here()
}

// lookTest compiles a lookaround that is a condition; the instruction whose x
// is where to go on if it does not hold is returned.
func (c *compiler) lookTest(look *node) int32 {
	if look.kind == nVerb {
		return c.emit(inst{op: oHas})
	}
	reg := c.register(2)
	at := c.emit(inst{op: oNot, reg: reg})
	c.looked(look)
	if !look.not {
		c.emit(inst{op: oCondEnd, reg: reg})
		return at
	}
	end := c.emit(inst{op: oCondNot, reg: reg})
	c.re.code[at].x = c.here()
	return end
}
