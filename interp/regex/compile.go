package regex

import "github.com/aegish/aegish/interp/ctype"

type opcode uint8

const (
	iMatch opcode = iota
	iChar         // the character r
	iFold         // the character r in either case; r is in lower case
	iAny
	iAnyNoNewline
	iSet
	iSplit    // x, then y
	iJump     // x
	iSave     // capture x
	iAssert   // the condition kind
	iBackref  // group x
	iEnter    // loop x begins
	iMark     // a round of loop x begins
	iNonEmpty // the round of loop x was not empty
	iLoop     // a round of loop r ends: go to x, or on if it was empty
)

type inst struct {
	op   opcode
	kind kind
	r    rune
	x, y int
	set  *set
}

type program struct {
	code     []inst
	slots    int // captures
	loops    int
	backrefs bool
	fold     bool
	newline  bool
	bytes    bool // each byte is a character
}

type compiler struct {
	flags  Flags
	groups int
	prog   program
	over   bool
}

func (c *compiler) compile(n *node) (*program, error) {
	c.prog.slots = 2 * (c.groups + 1)
	c.prog.fold = c.flags&NoCase != 0
	c.prog.newline = c.flags&Newline != 0
	c.prog.bytes = c.flags&Bytes != 0
	c.emit(inst{op: iSave, x: 0})
	c.gen(n)
	c.emit(inst{op: iSave, x: 1})
	c.emit(inst{op: iMatch})
	if c.over {
		return nil, fail("Regular expression too big")
	}
	return &c.prog, nil
}

func (c *compiler) emit(in inst) int {
	if len(c.prog.code) >= maxProgram {
		c.over = true
		return 0
	}
	c.prog.code = append(c.prog.code, in)
	return len(c.prog.code) - 1
}

func (c *compiler) gen(n *node) {
	if c.over {
		return
	}
	switch n.kind {
	case kEmpty:
	case kChar:
		if lower := ctype.ToLower(n.r); c.prog.fold && (lower != n.r || ctype.ToUpper(n.r) != n.r) {
			c.emit(inst{op: iFold, r: lower})
		} else {
			c.emit(inst{op: iChar, r: n.r})
		}
	case kAny:
		if c.prog.newline {
			c.emit(inst{op: iAnyNoNewline})
		} else {
			c.emit(inst{op: iAny})
		}
	case kSet:
		c.emit(inst{op: iSet, set: n.set})
	case kCat:
		for _, s := range n.subs {
			c.gen(s)
		}
	case kAlt:
		c.alternatives(n.subs)
	case kRepeat:
		c.repeat(n)
	case kGroup:
		c.emit(inst{op: iSave, x: 2 * n.index})
		c.gen(n.subs[0])
		c.emit(inst{op: iSave, x: 2*n.index + 1})
	case kBackref:
		c.prog.backrefs = true
		c.emit(inst{op: iBackref, x: n.index})
	default:
		c.emit(inst{op: iAssert, kind: n.kind})
	}
}

func (c *compiler) alternatives(subs []*node) {
	var ends []int
	for i, s := range subs {
		if i == len(subs)-1 {
			c.gen(s)
			break
		}
		split := c.emit(inst{op: iSplit})
		c.gen(s)
		ends = append(ends, c.emit(inst{op: iJump}))
		c.prog.code[split].x, c.prog.code[split].y = split+1, len(c.prog.code)
	}
	for _, e := range ends {
		c.prog.code[e].x = len(c.prog.code)
	}
}

func (c *compiler) repeat(n *node) {
	sub := n.subs[0]
	again := n.max < 0
	copies := n.min
	if again && copies > 0 {
		copies-- // the last one is the body of the loop
	}
	for range copies {
		if c.gen(sub); c.over {
			return
		}
	}
	if again {
		c.loop(sub, n.min == 0)
		return
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, c.emit(inst{op: iSplit}))
		loop := c.prog.loops
		extra := n.min > 0
		if extra {
			c.prog.loops++
			c.emit(inst{op: iMark, x: loop})
		}
		if c.gen(sub); c.over {
			return
		}
		if extra {
			c.emit(inst{op: iNonEmpty, x: loop})
		}
	}
	for _, s := range splits {
		c.prog.code[s].x, c.prog.code[s].y = s+1, len(c.prog.code)
	}
}

// loop generates one round or more, or none if it is optional.
func (c *compiler) loop(sub *node, optional bool) {
	loop := c.prog.loops
	c.prog.loops++
	c.emit(inst{op: iEnter, x: loop})
	skip := -1
	if optional {
		skip = c.emit(inst{op: iSplit})
	}
	over := c.emit(inst{op: iJump})
	split := c.emit(inst{op: iSplit})
	mark := c.emit(inst{op: iMark, x: loop})
	c.gen(sub)
	c.emit(inst{op: iLoop, x: split, r: rune(loop)})
	if c.over {
		return
	}
	end := len(c.prog.code)
	c.prog.code[over].x = mark
	c.prog.code[split].x, c.prog.code[split].y = mark, end
	if skip >= 0 {
		c.prog.code[skip].x, c.prog.code[skip].y = over, end
	}
}
