package perl

import (
	"strings"
)

// parenthesis reads what an opening parenthesis begins.
func (p *parser) parenthesis() (n *node, repeatable bool, err error) {
	if len(p.rest()) > 1 && p.src[p.at+1] == '*' {
		return p.star()
	}
	p.at++
	if !p.take("?") {
		if p.flags&noCapture != 0 {
			return p.group(&node{kind: nGroup})
		}
		return p.capture("")
	}
	if !p.more() {
		return nil, false, fail("missing closing parenthesis")
	}
	switch c := p.src[p.at]; c {
	case '#':
		return nil, false, fail("missing ) after (?# comment") // skip takes those that end
	case ':':
		p.at++
		return p.group(&node{kind: nGroup})
	case '>':
		p.at++
		return p.group(&node{kind: nAtomic})
	case '|':
		p.at++
		return p.reset()
	case '=', '!', '*':
		p.at++
		return p.look(&node{kind: nLook, not: c == '!', free: c == '*'})
	case '<':
		if rest := p.src[p.at+1:]; rest != "" && strings.IndexByte("=!*", rest[0]) >= 0 {
			p.at += 2
			return p.look(&node{kind: nLook, behind: true, not: rest[0] == '!', free: rest[0] == '*'})
		}
		p.at++
		return p.namedGroup('>')
	case '\'':
		p.at++
		return p.namedGroup('\'')
	case 'P':
		return p.python()
	case 'R', '&', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		n, err := p.call()
		return n, true, err
	case '(':
		return p.conditional()
	case 'C':
		return nil, false, p.callout()
	case '-':
		if rest := p.src[p.at+1:]; rest != "" && '0' <= rest[0] && rest[0] <= '9' {
			n, err := p.call()
			return n, true, err
		}
	}
	return p.options()
}

// group reads the rest of a group into n.
func (p *parser) group(n *node) (*node, bool, error) {
	kid, err := p.alternatives()
	if err != nil {
		return nil, false, err
	}
	if !p.take(")") {
		return nil, false, fail("missing closing parenthesis")
	}
	n.kids = append(n.kids, kid)
	return n, true, nil
}

// capture reads a group that is captured.
func (p *parser) capture(name string) (*node, bool, error) {
	p.count++
	if p.count > maxNumber {
		return nil, false, fail("subpattern number is too big")
	}
	p.last = max(p.last, p.count)
	n := &node{kind: nGroup, num: p.count, name: name}
	if name != "" {
		if err := p.addName(name); err != nil {
			return nil, false, err
		}
	}
	if p.groups[n.num] == nil {
		p.groups[n.num] = n
	}
	return p.group(n)
}

// addName gives the group that begins a name. Groups of one number, in a branch
// reset, have one name.
func (p *parser) addName(name string) error {
	if len(p.names) >= 10000 {
		return fail("too many named subpatterns (maximum 10000)")
	}
	for _, x := range p.names {
		switch {
		case x.name == name && x.num == p.count:
			return nil
		case x.num == p.count:
			return fail("different names for subpatterns of the same number are not allowed")
		case x.name == name && p.flags&duplicate == 0:
			return fail("two named subpatterns have the same name (PCRE2_DUPNAMES not set)")
		}
	}
	p.names = append(p.names, named{name, p.count})
	return nil
}

func (p *parser) namedGroup(closer byte) (*node, bool, error) {
	name, err := p.name(closer)
	if err != nil {
		return nil, false, err
	}
	return p.capture(name)
}

// python reads (?P<n>, (?P=n) and (?P>n).
func (p *parser) python() (*node, bool, error) {
	switch {
	case p.take("P<"):
		return p.namedGroup('>')
	case p.take("P="):
		name, err := p.name(')')
		return p.refer(&node{kind: nBackref, name: name, fold: p.flags&fold != 0}), true, err
	case p.take("P>"):
		name, err := p.name(')')
		return p.refer(&node{kind: nCall, name: name}), true, err
	}
	if p.at++; !p.more() {
		return nil, false, fail("missing closing parenthesis")
	}
	return nil, false, fail("unrecognized character after (?P")
}

// call reads (?R), (?1), (?-1), (?&n).
func (p *parser) call() (*node, error) {
	n := &node{kind: nCall}
	switch {
	case p.take("R"):
		if !p.take(")") {
			return nil, fail("(?R (recursive pattern call) must be followed by a closing parenthesis")
		}
		return p.refer(n), nil
	case p.take("&"):
		name, err := p.name(')')
		n.name = name
		return p.refer(n), err
	}
	num, digit, err := p.signed()
	switch {
	case err != nil:
		return nil, err
	case !digit:
		return nil, fail("digit expected after (?+ or (?-")
	case !p.more() || !p.take(")"):
		return nil, fail("missing closing parenthesis")
	}
	n.num = num
	return p.refer(n), nil
}

// reset reads (?|...): each alternative numbers its groups from the same.
func (p *parser) reset() (*node, bool, error) {
	if p.depth++; p.depth > maxNesting+1 {
		return nil, false, fail("parentheses are too deeply nested")
	}
	flags := p.flags
	defer func() { p.flags = flags; p.depth-- }()
	start, highest := p.count, p.count
	n := &node{kind: nAlt}
	for {
		p.count = start
		kid, err := p.sequence()
		if err != nil {
			return nil, false, err
		}
		n.kids = append(n.kids, kid)
		highest = max(highest, p.count)
		if !p.take("|") {
			break
		}
	}
	p.count = highest
	if !p.take(")") {
		return nil, false, fail("missing closing parenthesis")
	}
	return &node{kind: nGroup, kids: []*node{n}}, true, nil
}

// look reads a lookaround.
func (p *parser) look(n *node) (*node, bool, error) {
	if n.not && !n.behind && p.take(")") {
		return &node{kind: nVerb, verb: verbFail}, true, nil
	}
	p.looks++
	_, _, err := p.group(n)
	p.looks--
	if n.behind {
		p.behind = append(p.behind, n)
	}
	return n, true, err
}

// options reads (?i) and (?i:...).
func (p *parser) options() (*node, bool, error) {
	flags, on, hyphen, caret := p.flags, true, false, false
	if p.take("^") {
		flags &^= fold | multi | dotAll | extended | extendedAll | noCapture
		caret = true
	}
	for {
		if !p.more() {
			return nil, false, fail("missing closing parenthesis")
		}
		c := p.src[p.at]
		p.at++
		switch c {
		case ')':
			p.flags = flags
			return nil, false, nil
		case ':':
			before := p.flags
			p.flags = flags
			n, again, err := p.group(&node{kind: nGroup})
			p.flags = before
			return n, again, err
		case '-':
			if hyphen || caret {
				return nil, false, fail("invalid hyphen in option setting")
			}
			on, hyphen = false, true
			continue
		}
		f, ok := letter(c)
		if !ok {
			p.at--
			return nil, false, fail("unrecognized character after (? or (?-")
		}
		if c == 'x' {
			flags &^= extendedAll
			if p.take("x") {
				f |= extendedAll
			}
		}
		if on {
			flags |= f
		} else {
			flags &^= f
		}
	}
}

func letter(c byte) (pflag, bool) {
	switch c {
	case 'i':
		return fold, true
	case 'm':
		return multi, true
	case 's':
		return dotAll, true
	case 'x':
		return extended, true
	case 'n':
		return noCapture, true
	case 'U':
		return ungreedy, true
	case 'J':
		return duplicate, true
	}
	return 0, false
}

// callout reads (?C), (?C1) and (?C"text"), and does nothing about them.
func (p *parser) callout() error {
	p.at++
	if p.more() && strings.IndexByte("`'\"^%#${", p.src[p.at]) >= 0 {
		closer := p.src[p.at : p.at+1]
		if closer == "{" {
			closer = "}"
		}
		i := strings.Index(p.src[p.at+1:], closer)
		if i < 0 {
			return fail("missing terminating delimiter for callout with string argument")
		}
		p.at += i + 2
	} else {
		from := p.at
		for p.more() && '0' <= p.src[p.at] && p.src[p.at] <= '9' {
			p.at++
		}
		if count(p.src[from:p.at]) > 255 {
			return fail("number after (?C is greater than 255")
		}
	}
	switch {
	case !p.more():
		return fail("missing closing parenthesis")
	case !p.take(")"):
		return fail("closing parenthesis for (?C expected")
	}
	return nil
}
