package jq

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A regexNode is a part of a regular expression.
type regexNode struct {
	list     []*regexNode // one behind the other, or with alt one of them
	alt      bool
	min, max int // repeated, when rep is set; max < 0 is any number
	rep      bool
	lazy     bool
	once     bool // possessive
	group    int  // captured as, when > 0
	inst     inst
	leaf     bool
}

// A regexParser reads a regular expression.
type regexParser struct {
	s        string
	at       int
	flags    regexState
	groups   []string
	level    int
	pure     bool
	nameUses []nameUse
	mostRef  int
}

// A nameUse is \k<name>, to be found when all names are known.
type nameUse struct {
	node *regexNode
	name string
}

// regexState is what (?imsx) changes.
type regexState struct{ fold, extended, dotAll, lines bool }

// compileRegex compiles an expression. The error is in the words of Oniguruma.
func compileRegex(s string, flags regexState) (*regex, error) {
	p := &regexParser{s: s, flags: flags, groups: []string{""}, pure: true}
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if p.at < len(s) {
		return nil, errRegex("unmatched close parenthesis")
	}
	if p.mostRef >= len(p.groups) {
		return nil, errRegex("invalid backref number/name")
	}
	for _, u := range p.nameUses {
		found := -1
		for i, name := range p.groups {
			if name == u.name && i > 0 {
				found = i
			}
		}
		if found < 0 {
			return nil, errRegex("undefined name <" + u.name + "> reference")
		}
		u.node.inst.x = found
	}
	re := &regex{groups: p.groups, pure: p.pure}
	c := &regexCompiler{re: re}
	if err := c.emit(n); err != nil {
		return nil, err
	}
	c.add(inst{op: opMatch})
	return re, nil
}

func (p *regexParser) next() rune {
	r, n := utf8.DecodeRuneInString(p.s[p.at:])
	p.at += n
	return r
}

func (p *regexParser) more() bool { return p.at < len(p.s) }

func (p *regexParser) accept(s string) bool {
	if strings.HasPrefix(p.s[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

// alternatives reads up to the end or a closing parenthesis. What options a
// group sets ends with it.
func (p *regexParser) alternatives() (*regexNode, error) {
	if p.level++; p.level > regexDepth {
		return nil, errRegex("too deep nest level")
	}
	flags := p.flags
	defer func() { p.level--; p.flags = flags }()
	alt := &regexNode{alt: true}
	for {
		seq, err := p.sequence()
		if err != nil {
			return nil, err
		}
		alt.list = append(alt.list, seq)
		if !p.accept("|") {
			break
		}
	}
	if len(alt.list) == 1 {
		return alt.list[0], nil
	}
	return alt, nil
}

func (p *regexParser) sequence() (*regexNode, error) {
	seq := &regexNode{}
	for p.more() && p.s[p.at] != '|' && p.s[p.at] != ')' {
		if p.flags.extended && p.blank() {
			continue
		}
		n, err := p.atom()
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		if n, err = p.quantified(n); err != nil {
			return nil, err
		}
		seq.list = append(seq.list, n)
	}
	return seq, nil
}

// blank passes white space and comments of extended expressions.
func (p *regexParser) blank() bool {
	switch c := p.s[p.at]; {
	case c == '#':
		for p.more() && p.s[p.at] != '\n' {
			p.at++
		}
		return true
	case strings.IndexByte(" \t\n\v\f\r", c) >= 0:
		p.at++
		return true
	}
	return false
}

// quantified reads the repetitions behind an atom.
func (p *regexParser) quantified(n *regexNode) (*regexNode, error) {
	for p.more() {
		if p.flags.extended && p.blank() {
			continue
		}
		low, high := 0, -1
		braces := false
		switch p.s[p.at] {
		case '*':
		case '+':
			low = 1
		case '?':
			high = 1
		case '{':
			width, l, h, err := interval(p.s[p.at:])
			if err != nil {
				return nil, err
			}
			if width == 0 {
				return n, nil
			}
			p.at += width - 1
			low, high, braces = l, h, true
		default:
			return n, nil
		}
		p.at++
		r := &regexNode{rep: true, min: low, max: high, list: []*regexNode{n}}
		switch {
		case p.accept("?"):
			r.lazy = true
		case !braces && p.accept("+"):
			r.once = true
			p.pure = false
		}
		n = r
	}
	return n, nil
}

// interval reads {n}, {n,}, {,m} or {n,m}; width 0 when it is none.
func interval(s string) (width, low, high int, err error) {
	end := strings.IndexByte(s, '}')
	if end < 2 {
		return 0, 0, 0, nil
	}
	a, b, comma := strings.Cut(s[1:end], ",")
	if !allDigits(a) || !allDigits(b) || a+b == "" {
		return 0, 0, 0, nil
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			n = mostRepeat + 1
		}
		return n
	}
	if a != "" {
		low = number(a)
	}
	high = low
	if comma {
		if high = -1; b != "" {
			high = number(b)
		}
	}
	switch {
	case low > mostRepeat || high > mostRepeat:
		return 0, 0, 0, errRegex("too big number")
	case high >= 0 && high < low:
		return 0, 0, 0, errRegex("upper is smaller than lower in repeat range")
	}
	return end + 1, low, high, nil
}

func leaf(in inst) *regexNode { return &regexNode{leaf: true, inst: in} }

// atom reads what can be repeated; nil for what is nothing.
func (p *regexParser) atom() (*regexNode, error) {
	c := p.next()
	switch c {
	case '(':
		return p.group()
	case '[':
		set, err := p.class()
		if err != nil {
			return nil, err
		}
		return leaf(inst{op: opSet, set: set}), nil
	case '.':
		if p.flags.dotAll {
			return leaf(inst{op: opAnyNL}), nil
		}
		return leaf(inst{op: opAny}), nil
	case '^':
		if p.flags.lines {
			return leaf(inst{op: opLineStart}), nil
		}
		return leaf(inst{op: opTextStart}), nil
	case '$':
		if p.flags.lines {
			return leaf(inst{op: opLineEnd}), nil
		}
		return leaf(inst{op: opTextEndNL}), nil
	case '*', '+', '?':
		return nil, errRegex("target of repeat operator is not specified")
	case '\\':
		return p.escape()
	}
	return leaf(inst{op: opChar, char: c, fold: p.flags.fold}), nil
}

// group reads what follows a parenthesis.
func (p *regexParser) group() (*regexNode, error) {
	number := 0
	var wrap *inst
	switch {
	case p.accept("?#"):
		end := strings.IndexByte(p.s[p.at:], ')')
		if end < 0 {
			return nil, errRegex("end pattern in group")
		}
		p.at += end + 1
		return nil, nil
	case p.accept("?:"):
	case p.accept("?="):
		wrap = &inst{op: opLook}
	case p.accept("?!"):
		wrap = &inst{op: opLook, neg: true}
	case p.accept("?<="):
		wrap = &inst{op: opLook, y: 1}
	case p.accept("?<!"):
		wrap = &inst{op: opLook, y: 1, neg: true}
	case p.accept("?>"):
		wrap = &inst{op: opAtomic}
	case p.accept("?<"), p.accept("?P<"):
		name, err := p.groupName()
		if err != nil {
			return nil, err
		}
		number = p.newGroup(name)
	case strings.HasPrefix(p.s[p.at:], "?"):
		return p.options()
	default:
		number = p.newGroup("")
	}
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if !p.accept(")") {
		return nil, errRegex("end pattern with unmatched parenthesis")
	}
	if wrap == nil {
		return &regexNode{group: number, list: []*regexNode{n}}, nil
	}
	p.pure = false
	if wrap.y > 0 {
		wrap.x, wrap.y = behind(n)
	}
	return &regexNode{leaf: true, inst: *wrap, list: []*regexNode{n}}, nil
}

// newGroup counts a group that captures, and returns its number.
func (p *regexParser) newGroup(name string) int {
	p.groups = append(p.groups, name)
	return len(p.groups) - 1
}

// groupName reads a name and the bracket that closes it.
func (p *regexParser) groupName() (string, error) {
	name, _, closed := strings.Cut(p.s[p.at:], ">")
	if !closed || name == "" || digit(name[0]) || strings.ContainsAny(name, "()|*") {
		return "", errRegex("invalid group name <" + name + ">")
	}
	p.at += len(name) + len(">")
	return name, nil
}

// behind is how many characters a lookbehind looks back, at the least and at the
// most, which is never 0.
func behind(n *regexNode) (least, most int) {
	least, most = n.width()
	if most < 0 || most > mostBehind {
		most = mostBehind
	}
	return least, max(most, 1)
}

// mostBehind is how many characters a lookbehind looks back.
const mostBehind = 255

// options reads (?imsx-imsx) and (?imsx-imsx:...).
func (p *regexParser) options() (*regexNode, error) {
	p.at++
	flags, on := p.flags, true
	for p.more() {
		switch p.next() {
		case '-':
			on = false
		case 'i':
			flags.fold = on
		case 'x':
			flags.extended = on
		case 's':
			flags.dotAll = on
		case 'm':
			flags.lines = on
		case ')':
			p.flags = flags
			return nil, nil
		case ':':
			outer := p.flags
			p.flags = flags
			n, err := p.alternatives()
			p.flags = outer
			if err != nil {
				return nil, err
			}
			if !p.accept(")") {
				return nil, errRegex("end pattern with unmatched parenthesis")
			}
			return &regexNode{list: []*regexNode{n}}, nil
		default:
			return nil, errRegex("undefined group option")
		}
	}
	return nil, errRegex("end pattern in group")
}

// width is how many characters a node takes at least and at most, -1 for any.
func (n *regexNode) width() (low, high int) {
	add := func(a, b int) int {
		if a < 0 || b < 0 {
			return -1
		}
		return min(a+b, mostRepeat)
	}
	switch {
	case n.leaf:
		switch n.inst.op {
		case opChar, opAny, opAnyNL, opSet:
			return 1, 1
		case opBackref:
			return 0, -1
		case opAtomic:
			return n.list[0].width()
		}
		return 0, 0
	case n.rep:
		low, high = n.list[0].width()
		if high >= 0 && n.max >= 0 {
			high = min(high*n.max, mostRepeat)
		} else {
			high = -1
		}
		return min(low*n.min, mostRepeat), high
	case n.alt:
		low, high = n.list[0].width()
		for _, c := range n.list[1:] {
			l, h := c.width()
			low = min(low, l)
			if high = max(high, h); h < 0 {
				high = -1
			}
		}
		return low, high
	}
	for _, c := range n.list {
		l, h := c.width()
		low, high = add(low, l), add(high, h)
	}
	return low, high
}
