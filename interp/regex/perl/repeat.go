package perl

import "math"

// expanded is how many instructions copies of what is repeated may become,
// instead of a loop that counts.
const expanded = 400

// repeat compiles a quantifier.
func (c *compiler) repeat(n *node) {
	kid := n.kids[0]
	switch {
	case n.max == 0:
		// It never matches here; a group in it may be called.
		at := c.emit(inst{op: oJump})
		c.node(kid)
		c.re.code[at].x = c.here()
		return
	case n.min == 1 && n.max == 1:
		if n.mode == possessive {
			c.atomic(kid)
		} else {
			c.node(kid)
		}
		return
	case kid.single():
		in := inst{op: oRepeat, mode: n.mode, min: int32(n.min), max: bound(n.max), next: -1}
		c.emit(in)
		c.emit(c.item(kid))
		return
	case n.mode == possessive:
		again := *n
		again.mode = greedy
		c.atomic(&again)
		return
	}
	copies := n.max
	if copies == infinite {
		copies = n.min + 1
	}
	if size(kid)*copies > expanded && copies > 1 {
		c.counted(n)
		return
	}
	for range n.min {
		c.node(kid)
	}
	if n.max == infinite {
		c.star(n)
		return
	}
	// x{2,4} is xx(x(x)?)?
	var splits []int32
	for range n.max - n.min {
		splits = append(splits, c.split(n.mode))
		c.node(kid)
	}
	for _, split := range splits {
		c.leave(split, n.mode)
	}
}

// keeps tells whether a greedy repeat need not give back what it took, because
// what follows it can not begin with that: it is possessive then.
func (c *compiler) keeps(n, next *node) bool {
	if n.kind != nRepeat || n.mode != greedy || !n.kids[0].single() {
		return false
	}
	if next.kind == nAssert && next.r == 'z' {
		return true
	}
	if next.kind == nLook && !next.not && !next.behind {
		next = next.kids[0]
	}
	var taken, begins [256]bool
	if c.first(n.kids[0], &taken) || c.first(next, &begins) {
		return false
	}
	for b := range taken {
		if taken[b] && begins[b] {
			return false
		}
	}
	return true
}

// bound is a maximum as a program has it.
func bound(high int) int32 {
	if high == infinite {
		return math.MaxInt32
	}
	return int32(high)
}

// split goes on with what follows it or leaves, in the order of the mode; leave
// says where to.
func (c *compiler) split(m mode) int32 {
	at := c.emit(inst{op: oSplit})
	c.re.code[at].x, c.re.code[at].y = c.here(), c.here()
	return at
}

func (c *compiler) leave(split int32, m mode) {
	if m == lazy {
		c.re.code[split].x = c.here()
	} else {
		c.re.code[split].y = c.here()
	}
}

// star compiles any number of rounds. A round that matches nothing is the last.
func (c *compiler) star(n *node) {
	split := c.split(n.mode)
	if !nullable(n.kids[0]) {
		c.node(n.kids[0])
		c.emit(inst{op: oJump, x: split})
		c.leave(split, n.mode)
		return
	}
	reg := c.register(1)
	c.inside++
	c.emit(inst{op: oRound, reg: reg})
	c.node(n.kids[0])
	end := c.emit(inst{op: oProgress, reg: reg})
	c.inside--
	c.emit(inst{op: oJump, x: split})
	c.re.code[end].x = c.here()
	c.leave(split, n.mode)
}

// counted compiles rounds that are counted.
func (c *compiler) counted(n *node) {
	reg := c.register(2)
	c.emit(inst{op: oZero, reg: reg})
	loop := c.emit(inst{op: oLoop, mode: n.mode, reg: reg, min: int32(n.min), max: bound(n.max)})
	c.re.code[loop].x = c.here()
	c.inside++
	c.emit(inst{op: oRound, reg: reg + 1})
	c.node(n.kids[0])
	end := c.emit(inst{op: oProgress, reg: reg + 1, num: reg, min: int32(n.min)})
	c.inside--
	c.emit(inst{op: oJump, x: loop})
	c.re.code[end].x, c.re.code[loop].y = c.here(), c.here()
}

// size is about how many instructions a node becomes.
func size(n *node) int {
	sum := 1
	for _, kid := range n.kids {
		sum += size(kid)
	}
	switch n.kind {
	case nRepeat:
		if !n.kids[0].single() {
			sum *= max(n.max, n.min+1, 1)
		}
	case nGroup, nAtomic, nLook, nCond:
		sum += 3
	}
	return min(sum, maxProgram)
}

// nullable tells whether a node may match nothing.
func nullable(n *node) bool {
	switch n.kind {
	case nChar, nSet, nAny, nAll, nNewline, nCluster:
		return false
	case nCat:
		for _, kid := range n.kids {
			if !nullable(kid) {
				return false
			}
		}
		return true
	case nAlt:
		for _, kid := range n.kids {
			if nullable(kid) {
				return true
			}
		}
		return false
	case nGroup, nAtomic:
		return nullable(n.kids[0])
	case nRepeat:
		return n.min == 0 || nullable(n.kids[0])
	}
	return true
}
