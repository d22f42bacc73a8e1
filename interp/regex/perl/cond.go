package perl

import "strings"

// conditional reads (?(condition)yes|no).
func (p *parser) conditional() (*node, bool, error) {
	p.at++
	n := &node{kind: nCond}
	if err := p.condition(n); err != nil {
		return nil, false, err
	}
	body, err := p.alternatives()
	if err != nil {
		return nil, false, err
	}
	if !p.take(")") {
		return nil, false, fail("missing closing parenthesis")
	}
	branches := []*node{body, {kind: nEmpty}}
	if body.kind == nAlt {
		branches = body.kids
	}
	switch {
	case n.cond == condNever && body.kind == nAlt:
		return nil, false, fail("DEFINE subpattern contains more than one branch")
	case len(branches) > 2:
		return nil, false, fail("conditional subpattern contains more than two branches")
	}
	n.kids = append(branches[:2:2], n.kids...)
	return n, true, nil
}

// condition reads what is asked, with its parentheses.
func (p *parser) condition(n *node) error {
	if strings.HasPrefix(p.rest(), "?") || strings.HasPrefix(p.rest(), "*") {
		return p.lookCondition(n)
	}
	if !p.more() {
		return fail("missing closing parenthesis")
	}
	switch {
	case p.take("VERSION"):
		return p.version(n)
	case p.take("<"):
		return p.named(n, '>')
	case p.take("'"):
		return p.named(n, '\'')
	case p.take("R&"):
		n.cond = condCall
		name, err := p.name(')')
		n.name = name
		p.refer(n)
		return err
	case p.take("DEFINE)"):
		n.cond = condNever
		return nil
	case p.take("R)"):
		n.cond, n.num = condCall, -1
		return nil
	}
	start := p.at
	if p.take("R") && p.more() && '0' <= p.src[p.at] && p.src[p.at] <= '9' {
		n.cond = condCall
	} else {
		p.at = start
	}
	num, digit, err := p.signed()
	switch {
	case err != nil:
		return err
	case !digit && p.at > start:
		return fail("digit expected after (?+ or (?-")
	case digit:
		if n.num = num; num == 0 {
			return fail(noGroup)
		}
		if !p.take(")") {
			return fail("missing closing parenthesis for condition")
		}
		p.refer(n)
		return nil
	}
	name, err := p.name(')')
	n.name = name
	p.refer(n)
	return err
}

// named reads a name with its closer, and the parenthesis behind it.
func (p *parser) named(n *node, closer byte) error {
	name, err := p.name(closer)
	if err != nil {
		return err
	}
	if !p.take(")") {
		return fail("missing closing parenthesis for condition")
	}
	n.name = name
	p.refer(n)
	return nil
}

// lookCondition reads a lookaround that is a condition.
func (p *parser) lookCondition(n *node) error {
	p.at--
	look, _, err := p.parenthesis()
	if err != nil {
		return err
	}
	if look == nil || look.kind != nLook && (look.kind != nVerb || look.verb != verbFail) {
		return fail("assertion expected after (?( or (?(?C)")
	}
	n.cond, n.kids = condLook, []*node{look}
	return nil
}

// version reads (?(VERSION=10.4): the version that this follows is 10.42.
func (p *parser) version(n *node) error {
	bad := fail("syntax error or number too big in (?(VERSION condition")
	atLeast := p.take(">=")
	if !atLeast && !p.take("=") {
		return bad
	}
	text, _, ok := strings.Cut(p.rest(), ")")
	major, minor, dot := strings.Cut(text, ".")
	if !ok || !digits(major) || dot && !digits(minor) || len(minor) > 2 || count(major) > 1000 {
		return bad
	}
	asked := 100 * count(major)
	switch len(minor) {
	case 1:
		asked += 10 * count(minor)
	case 2:
		asked += count(minor)
	}
	p.at += len(text) + 1
	if n.cond = condFalse; asked == 1042 || atLeast && asked < 1042 {
		n.cond = condAlways
	}
	return nil
}
