package perl

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// A compiler makes a program of a tree.
type compiler struct {
	*parser
	re       *Regexp
	captured map[int]int32 // the first of three registers of a group that is referred to
	called   map[int]bool
	starts   map[int]int32 // where groups that are called begin
	calls    []int32       // instructions that want to know that
	bound    bool          // the way that led to a place matters
	inside   int           // how many constructs are open whose state matters
	then     bool          // (*THEN) is in the pattern
	alt      int32
	alts     int32
	open     []int32 // the registers of groups that are open
	accepted []int32 // (*ACCEPT) in the lookaround that is open
	err      error
}

func (c *compiler) compile(tree *node) (*Regexp, error) {
	c.captured, c.called, c.starts = map[int]int32{}, map[int]bool{}, map[int]int32{}
	c.re.regs = 1
	c.bound = c.notEmpty || c.notEmptyAtStart
	c.survey(tree)
	c.begin(0)
	c.node(tree)
	if c.called[0] {
		c.emit(inst{op: oReturn})
	}
	c.emit(inst{op: oMatch})
	if c.err != nil {
		return nil, c.err
	}
	for _, pc := range c.calls {
		c.re.code[pc].x = c.starts[int(c.re.code[pc].num)]
	}
	c.link()
	c.starting(tree)
	return c.re, nil
}

// survey finds out what of the groups has to be kept, and whether a way back to
// the same place can be another.
func (c *compiler) survey(n *node) {
	switch n.kind {
	case nBackref:
		c.keep(n)
	case nCond:
		if n.cond == condGroup {
			c.keep(n)
		}
		c.bound = c.bound || n.cond == condCall
	case nCall:
		num, _ := c.number(n)
		c.called[num], c.bound = true, true
	case nVerb:
		c.bound = c.bound || n.verb != verbFail
		c.then = c.then || n.verb == verbThen
		c.re.verbs = true
	}
	for _, kid := range n.kids {
		c.survey(kid)
	}
}

func (c *compiler) keep(n *node) {
	c.bound = true
	for _, num := range c.numbers(n) {
		if _, ok := c.captured[num]; !ok {
			c.captured[num] = c.register(3)
		}
	}
}

func (c *compiler) register(n int) int32 {
	r := c.re.regs
	c.re.regs += n
	return int32(r)
}

// emit adds an instruction and returns its place.
func (c *compiler) emit(in inst) int32 {
	if len(c.re.code) >= maxProgram {
		if c.err == nil {
			c.err = fail("regular expression is too large")
		}
		return 0
	}
	in.memo = -1
	if (in.op == oSplit || in.op == oRepeat) && !c.bound && c.inside == 0 {
		in.memo = int32(c.re.memos)
		c.re.memos += 2
	}
	c.re.code = append(c.re.code, in)
	return int32(len(c.re.code) - 1)
}

func (c *compiler) here() int32 { return int32(len(c.re.code)) }

// begin says that a group begins here.
func (c *compiler) begin(num int) {
	if _, ok := c.starts[num]; !ok {
		c.starts[num] = c.here()
	}
}

// node compiles one node.
func (c *compiler) node(n *node) {
	if c.err != nil {
		return
	}
	switch n.kind {
	case nChar, nSet, nAny, nAll:
		c.emit(c.item(n))
	case nNewline:
		// What \R has matched it does not give up.
		in := inst{op: oNewline}
		if n.ascii {
			in.num = 1
		}
		c.emit(in)
	case nCluster:
		c.emit(inst{op: oCluster})
	case nAssert:
		c.emit(inst{op: oAssert, r: n.r, ucp: n.ucp})
	case nKeep:
		c.emit(inst{op: oKeep})
	case nCat:
		c.sequence(n.kids)
	case nAlt:
		c.alternatives(n.kids)
	case nGroup:
		c.group(n)
	case nAtomic:
		c.atomic(n.kids[0])
	case nLook:
		c.look(n)
	case nRepeat:
		c.repeat(n)
	case nBackref:
		c.emit(inst{op: oBackref, nums: c.slots(n), fold: n.fold})
	case nCall:
		num, _ := c.number(n)
		c.calls = append(c.calls, c.emit(inst{op: oCall, num: int32(num)}))
	case nCond:
		c.conditional(n)
	case nVerb:
		c.backtracking(n)
	}
}

// item is the instruction of a node that takes one character.
func (c *compiler) item(n *node) inst {
	switch n.kind {
	case nSet:
		return inst{op: oSet, set: n.set}
	case nAny:
		return inst{op: oAny}
	case nAll:
		return inst{op: oAll}
	}
	if n.fold {
		if all := folds(n.r); len(all) > 1 {
			return inst{op: oFold, runes: all}
		}
	}
	return inst{op: oChar, r: n.r}
}

// folds are a character and what it is in other cases.
func folds(r rune) []rune {
	all := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	return all
}

// plain tells whether a node is one character in one case.
func plain(n *node) bool {
	return n.kind == nChar && (!n.fold || len(folds(n.r)) == 1)
}

// sequence compiles nodes one behind the other; characters become strings.
func (c *compiler) sequence(kids []*node) {
	for i := 0; i < len(kids); i++ {
		var text []byte
		k := i
		for ; k < len(kids) && plain(kids[k]); k++ {
			text = utf8.AppendRune(text, kids[k].r)
		}
		if k-i < 2 {
			kid := kids[i]
			if i+1 < len(kids) && c.keeps(kid, kids[i+1]) {
				kept := *kid
				kept.mode = possessive
				kid = &kept
			}
			c.node(kid)
			continue
		}
		c.emit(inst{op: oString, text: string(text)})
		i = k - 1
	}
}

func (c *compiler) alternatives(kids []*node) {
	outer := c.alt
	if c.then {
		c.alts++
		c.alt = c.alts
	}
	var ends []int32
	for i, kid := range kids {
		split := int32(-1)
		if i < len(kids)-1 || c.then {
			split = c.emit(inst{op: oSplit, alt: c.alt})
			c.re.code[split].x = c.here()
		}
		c.node(kid)
		if i < len(kids)-1 || c.then {
			ends = append(ends, c.emit(inst{op: oJump}))
		}
		if split >= 0 {
			c.re.code[split].y = c.here()
		}
	}
	if c.then {
		c.emit(inst{op: oFail})
	}
	for _, end := range ends {
		c.re.code[end].x = c.here()
	}
	c.alt = outer
}

func (c *compiler) group(n *node) {
	reg, kept := c.captured[n.num]
	if n.num == 0 {
		kept = false
	}
	if n.num > 0 {
		c.begin(n.num)
	}
	if kept {
		c.emit(inst{op: oOpen, reg: reg})
		c.open = append(c.open, reg)
	}
	c.node(n.kids[0])
	if kept {
		c.emit(inst{op: oClose, reg: reg})
		c.open = c.open[:len(c.open)-1]
	}
	if n.num > 0 && c.called[n.num] {
		c.emit(inst{op: oReturn, num: int32(n.num)})
	}
}

func (c *compiler) atomic(kid *node) {
	reg := c.register(1)
	c.emit(inst{op: oAtomic, reg: reg})
	c.inside++
	c.node(kid)
	c.inside--
	c.emit(inst{op: oCut, reg: reg})
}

func (c *compiler) backtracking(n *node) {
	switch n.verb {
	case verbFail:
		c.emit(inst{op: oFail})
	case verbAccept:
		at := c.emit(inst{op: oVerb, verb: n.verb, nums: slices.Clone(c.open)})
		c.accepted = append(c.accepted, at)
	default:
		c.emit(inst{op: oVerb, verb: n.verb, text: n.name, alt: c.alt})
	}
}
