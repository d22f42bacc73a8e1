package jq

import (
	"strings"
	"unicode/utf8"
)

// class reads a set in brackets behind the first one.
func (p *regexParser) class() (*charSet, error) {
	if p.level++; p.level > regexDepth {
		return nil, errRegex("too deep nest level")
	}
	defer func() { p.level-- }()
	outer := &charSet{fold: p.flags.fold, negated: p.accept("^")}
	set := &charSet{fold: p.flags.fold}
	outer.inner = []*charSet{set}
	first := true
	for {
		if !p.more() {
			return nil, errRegex("premature end of char-class")
		}
		if p.accept("]") {
			if !first {
				return outer, nil
			}
			if !strings.Contains(p.s[p.at:], "]") {
				return nil, errRegex("empty char-class")
			}
			set.ranges = append(set.ranges, ']', ']')
			first = false
			continue
		}
		first = false
		if p.accept("&&") {
			// What follows up to the end is one more condition.
			rest, err := p.class()
			if err != nil {
				return nil, err
			}
			set.both = rest
			return outer, nil
		}
		if err := p.member(set); err != nil {
			return nil, err
		}
	}
}

// member reads a character, a range or a class within brackets.
func (p *regexParser) member(set *charSet) error {
	if strings.HasPrefix(p.s[p.at:], "[:") {
		if end := strings.Index(p.s[p.at:], ":]"); end > 0 {
			name := p.s[p.at+2 : p.at+end]
			p.at += end + 2
			inner := &charSet{negated: strings.HasPrefix(name, "^")}
			in := posixClass(strings.TrimPrefix(name, "^"))
			if in == nil {
				return errRegex("invalid POSIX bracket type")
			}
			inner.classes = []func(rune) bool{in}
			set.inner = append(set.inner, inner)
			return nil
		}
	}
	if p.accept("[") {
		inner, err := p.class()
		set.inner = append(set.inner, inner)
		return err
	}
	low, inner, err := p.classCharacter()
	if err != nil {
		return err
	}
	if inner != nil {
		set.inner = append(set.inner, inner)
		return nil
	}
	high := low
	if rest := p.s[p.at:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		p.at++
		if high, inner, err = p.classCharacter(); err != nil {
			return err
		}
		if inner != nil { // a class ends no range
			set.inner = append(set.inner, inner)
			set.ranges = append(set.ranges, '-', '-')
			high = low
		}
	}
	if high < low {
		return errRegex("empty range in char class")
	}
	set.ranges = append(set.ranges, low, high)
	return nil
}

// classCharacter reads one character of a class, or a class of its own.
func (p *regexParser) classCharacter() (rune, *charSet, error) {
	c := p.next()
	if c != '\\' {
		return c, nil, nil
	}
	if !p.more() {
		return 0, nil, errRegex("end pattern at escape")
	}
	e, n := utf8.DecodeRuneInString(p.s[p.at:])
	if set, ok := classEscape(e); ok {
		p.at += n
		return 0, set, nil
	}
	switch e {
	case 'p', 'P':
		p.at += n
		set, err := p.property(e == 'P')
		return 0, set, err
	case 'b':
		p.at += n
		return '\b', nil, nil
	}
	r, err := p.character()
	return r, nil, err
}

// A regexCompiler makes instructions of nodes.
type regexCompiler struct{ re *regex }

func (c *regexCompiler) add(in inst) int {
	c.re.prog = append(c.re.prog, in)
	return len(c.re.prog) - 1
}

func (c *regexCompiler) emit(n *regexNode) error {
	if len(c.re.prog) > mostInsts {
		return errRegex("too big regular expression")
	}
	switch {
	case n.leaf:
		in := n.inst
		if in.op == opLook || in.op == opAtomic {
			sub, err := c.sub(n.list[0])
			if err != nil {
				return err
			}
			in.sub = sub
		}
		c.add(in)
		return nil
	case n.alt:
		return c.alternatives(n.list)
	case n.rep:
		return c.repeat(n)
	}
	if n.group > 0 {
		c.add(inst{op: opSave, x: 2 * n.group})
	}
	for _, e := range n.list {
		if err := c.emit(e); err != nil {
			return err
		}
	}
	if n.group > 0 {
		c.add(inst{op: opSave, x: 2*n.group + 1})
	}
	return nil
}

// sub compiles what is within a lookaround or an atomic group.
func (c *regexCompiler) sub(n *regexNode) (*regex, error) {
	inner := &regexCompiler{re: &regex{groups: c.re.groups}}
	if err := inner.emit(n); err != nil {
		return nil, err
	}
	inner.add(inst{op: opMatch})
	return inner.re, nil
}

func (c *regexCompiler) alternatives(list []*regexNode) error {
	var ends []int
	for i, e := range list {
		split := -1
		if i < len(list)-1 {
			split = c.add(inst{op: opSplit})
			c.re.prog[split].x = split + 1
		}
		if err := c.emit(e); err != nil {
			return err
		}
		if split >= 0 {
			ends = append(ends, c.add(inst{op: opJump}))
			c.re.prog[split].y = len(c.re.prog)
		}
	}
	for _, e := range ends {
		c.re.prog[e].x = len(c.re.prog)
	}
	return nil
}

func (c *regexCompiler) repeat(n *regexNode) error {
	if n.once {
		greedy := *n
		greedy.once = false
		sub, err := c.sub(&greedy)
		c.add(inst{op: opAtomic, sub: sub})
		return err
	}
	body := n.list[0]
	for range n.min {
		if err := c.emit(body); err != nil {
			return err
		}
	}
	low, _ := body.width()
	if n.max < 0 {
		return c.star(body, n.lazy, low == 0)
	}
	var splits []int
	for range n.max - n.min {
		splits = append(splits, c.add(inst{op: opSplit}))
		if err := c.emit(body); err != nil {
			return err
		}
	}
	for _, s := range splits {
		c.branch(s, s+1, len(c.re.prog), n.lazy)
	}
	return nil
}

// branch sets where a split leads: into the loop first, or with lazy out of it.
func (c *regexCompiler) branch(split, in, out int, lazy bool) {
	if lazy {
		in, out = out, in
	}
	c.re.prog[split].x, c.re.prog[split].y = in, out
}

// star repeats any number of times. What can be empty goes round only if it
// moved.
func (c *regexCompiler) star(body *regexNode, lazy, empty bool) error {
	split := c.add(inst{op: opSplit})
	loop := c.re.loops
	if empty {
		c.re.loops++
		c.add(inst{op: opMark, x: loop})
	}
	if err := c.emit(body); err != nil {
		return err
	}
	if empty {
		at := c.add(inst{op: opProgress, x: loop})
		c.re.prog[at].y = at + 2
	}
	c.add(inst{op: opJump, x: split})
	c.branch(split, split+1, len(c.re.prog), lazy)
	return nil
}
