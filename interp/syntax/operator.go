package syntax

// follow passes c if it is next, continuations before it as well.
func (p *Parser) follow(c byte) bool {
	if p.at(0) == '\\' && p.at(1) == '\n' {
		p.continuation()
	}
	if p.pos < len(p.src) && p.src[p.pos] == c {
		p.pos++
		return true
	}
	return false
}

// operator reads the operator that starts with c.
func (p *Parser) operator(c byte) {
	t := &p.tok
	p.pos++
	switch c {
	case ';':
		t.kind = tokSemi
		if p.follow(';') {
			t.kind = tokDSemi
			if p.follow('&') {
				t.kind = tokDSemiAmp
			}
		} else if p.follow('&') {
			t.kind = tokSemiAmp
		}
	case '&':
		t.kind = tokAmp
		if p.follow('&') {
			t.kind = tokAnd
		} else if p.follow('>') {
			t.kind, t.redir = tokRedir, RedirAll
			if p.follow('>') {
				t.redir = RedirAllAppend
			}
		}
	case '|':
		t.kind = tokPipe
		if p.follow('|') {
			t.kind = tokOr
		} else if p.follow('&') {
			t.kind = tokPipeAmp
		}
	case '(':
		t.kind = tokLeft
	case ')':
		t.kind = tokRight
	case '<':
		t.kind, t.redir = tokRedir, RedirIn
		p.input()
	case '>':
		t.kind, t.redir = tokRedir, RedirOut
		switch {
		case p.follow('>'):
			t.redir = RedirAppend
		case p.follow('|'):
			t.redir = RedirClobber
		case p.follow('&'):
			t.redir = RedirDupOut
		}
	}
}

func (p *Parser) input() {
	switch {
	case p.follow('<'):
		p.tok.redir = RedirHeredoc
		if p.follow('-') {
			p.tok.redir = RedirDashDoc
		} else if p.follow('<') {
			p.tok.redir = RedirHereStr
		}
	case p.follow('>'):
		p.tok.redir = RedirInOut
	case p.follow('&'):
		p.tok.redir = RedirDupIn
	}
}

// number reads digits that stand directly before a redirection operator.
func (p *Parser) number() bool {
	i, n := 0, 0
	for isDigit(p.at(i)) {
		if n = n*10 + int(p.at(i)-'0'); n > 1<<31-1 {
			return false
		}
		i = p.beyond(i + 1)
	}
	if !p.operatorAt(i) {
		return false
	}
	p.tok.fd = n
	return true
}

// fdName reads {NAME} or {NAME[SUBSCRIPT]} directly before a redirection
// operator.
func (p *Parser) fdName() bool {
	i := 1
	for isName(p.at(i)) {
		i++
	}
	if !validName(p.src[p.pos+1 : p.pos+i]) {
		return false
	}
	if p.at(i) == '[' {
		for i++; p.at(i) != ']'; i++ {
			if c := p.at(i); !isName(c) && c != '@' && c != '-' && c != '+' {
				return false
			}
		}
		i++
	}
	name := p.src[p.pos+1 : p.pos+i]
	if p.at(i) != '}' || !p.operatorAt(p.beyond(i+1)) {
		return false
	}
	p.tok.fdVar = name
	return true
}

// operatorAt reads the redirection operator that stands i further on, if one does.
func (p *Parser) operatorAt(i int) bool {
	c := p.at(i)
	if c != '<' && c != '>' || p.at(i+1) == '(' {
		return false
	}
	p.passTo(p.pos + i)
	p.operator(c)
	return true
}

// beyond is i, counted from the place, or where the continuations end that
// stand there.
func (p *Parser) beyond(i int) int {
	for p.at(i) == '\\' && p.at(i+1) == '\n' {
		if i += 2; p.pos+i == len(p.src) && !p.more() {
			break
		}
	}
	return i
}

// passTo moves the place to an index, over continuations.
func (p *Parser) passTo(to int) {
	for p.pos < to {
		if p.src[p.pos] != '\\' || !p.continuation() {
			p.pos++
		}
	}
}
