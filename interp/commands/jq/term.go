package jq

import "strings"

// term reads a term with its suffixes.
func (p *parser) term() *node {
	if !p.deeper() {
		return &node{}
	}
	defer func() { p.level-- }()
	n := p.simple()
	for {
		at := p.token.start
		switch {
		case p.token.kind == tokenField:
			n = &node{op: opField, at: at, a: n, text: p.token.text}
			p.scan()
			p.optional(n)
		case p.is("?"):
			p.scan()
			n = &node{op: opTry, at: at, a: n}
		case p.is("?//"), p.is("?//="): // two operators behind a term
			p.token.text = p.token.text[1:]
			n = &node{op: opTry, at: at, a: n}
		case p.is("["):
			n = p.bracket(n)
			p.optional(n)
		case p.is("."):
			p.scan()
			switch {
			case p.token.kind == tokenString:
				n = &node{op: opIndex, at: at, a: n, b: p.stringTerm("")}
				p.optional(n)
			case p.is("["):
				n = p.bracket(n)
				p.optional(n)
			default:
				p.unexpected("FORMAT or QQSTRING_START")
				return n
			}
		default:
			return n
		}
	}
}

// optional takes a ? behind a step, which is about that step alone. Behind
// anything else it is about all of the term.
func (p *parser) optional(n *node) {
	switch {
	case p.accept("?"):
		n.optional = true
	case p.is("?//"), p.is("?//="): // two operators
		p.token.text = p.token.text[1:]
		n.optional = true
	}
}

// bracket reads [], [i] or [i:j] behind a term.
func (p *parser) bracket(of *node) *node {
	n := &node{op: opIterate, at: p.token.start, a: of}
	p.expect("[")
	switch {
	case p.accept("]"):
		return n
	case p.accept(":"):
		n.op, n.c = opSlice, p.pipe()
	default:
		n.op, n.b = opIndex, p.pipe()
		if p.accept(":") {
			if n.op = opSlice; !p.is("]") {
				n.c = p.pipe()
			}
		}
	}
	p.expect("]")
	return n
}

// simple reads a term without suffixes.
func (p *parser) simple() *node {
	t := p.token
	n := &node{at: t.start}
	switch t.kind {
	case tokenNumber:
		p.scan()
		n.op, n.value = opLiteral, number(t.text)
	case tokenString:
		return p.stringTerm("")
	case tokenFormat:
		p.scan()
		if p.token.kind == tokenString {
			return p.stringTerm(t.text)
		}
		n.op, n.text = opFormat, t.text
	case tokenField:
		p.scan()
		n.op, n.text, n.a = opField, t.text, &node{op: opIdentity, at: t.start}
		p.optional(n)
	case tokenIdent:
		return p.call()
	case tokenKeyword:
		return p.keyword()
	case tokenMark:
		return p.punctuated()
	default:
		p.noTerm()
	}
	return n
}

// noTerm is about a token that begins no term. The first of a filter can only be
// its end.
func (p *parser) noTerm() {
	if p.token.kind != tokenEnd && strings.TrimSpace(p.text[:p.token.start]) == "" {
		p.unexpected("$end")
		return
	}
	p.unexpected("")
}

func (p *parser) punctuated() *node {
	n := &node{at: p.token.start}
	switch p.token.text {
	case ".":
		p.scan()
		n.op = opIdentity
		if p.token.kind == tokenString {
			n = &node{op: opIndex, at: n.at, a: n, b: p.stringTerm("")}
			p.optional(n)
		}
	case "..":
		p.scan()
		n.op = opRecurse
	case "$":
		p.scan()
		if p.acceptWord("__loc__") {
			n.op = opLocation
			return n
		}
		n.at = p.token.start - 1
		if p.token.kind != tokenIdent && p.token.kind != tokenKeyword {
			p.unexpected("IDENT or __loc__")
		}
		n.op, n.text = opVariable, p.ident(true)
	case "(":
		p.scan()
		n = p.pipe()
		p.expect(")")
	case "[":
		p.scan()
		n.op = opArray
		if !p.is("]") {
			n.a = p.pipe()
		}
		p.expect("]")
	case "{":
		return p.object()
	default:
		p.noTerm()
	}
	return n
}

// call reads a function with its arguments, or break.
func (p *parser) call() *node {
	n := &node{op: opCall, at: p.token.start, text: p.token.text}
	p.scan()
	if n.text == "break" {
		p.expect("$")
		if p.wrong != "" {
			p.also = append(p.also, complaint(p.file, p.text, n.at, "break requires a label to break to"))
			return n
		}
		n.op, n.text = opBreak, p.ident(true)
		return n
	}
	if p.accept("(") {
		for {
			n.list = append(n.list, p.pipe())
			if !p.accept(";") {
				break
			}
		}
		p.expect(")")
	}
	return n
}

func (p *parser) keyword() *node {
	n := &node{at: p.token.start}
	switch p.token.text {
	case "if":
		return p.condition()
	case "try":
		p.scan()
		n.op, n.a = opTry, p.body()
		if p.acceptWord("catch") {
			n.b = p.body()
		}
	case "reduce", "foreach":
		n.op = opReduce
		if p.token.text == "foreach" {
			n.op = opForeach
		}
		p.scan()
		n.a = p.term()
		p.expectWord("as")
		n.patterns = p.patterns()
		p.expect("(")
		n.b = p.pipe()
		p.expect(";")
		n.c = p.pipe()
		if n.op == opForeach && p.accept(";") {
			n.d = p.pipe()
		}
		p.expect(")")
	case "def":
		return p.stage()
	default:
		p.noTerm()
	}
	return n
}

// body is what try and catch take.
func (p *parser) body() *node {
	if p.is("-") {
		return p.prefix()
	}
	return p.term()
}

// condition reads if and elif; without else the input passes.
func (p *parser) condition() *node {
	n := &node{op: opIf, at: p.token.start}
	if !p.deeper() {
		return n
	}
	defer func() { p.level-- }()
	p.scan()
	n.a = p.pipe()
	p.expectWord("then")
	if n.b = p.pipe(); p.wrong != "" {
		p.unterminated(n.at)
		return n
	}
	switch {
	case p.word("elif"):
		n.c = p.condition()
		return n
	case p.acceptWord("else"):
		n.c = p.pipe()
	default:
		n.c = &node{op: opIdentity, at: p.token.start}
	}
	open := p.wrong == ""
	p.expectWord("end")
	if open && p.wrong != "" {
		p.unterminated(n.at)
	}
	return n
}

func (p *parser) unterminated(at int) {
	p.also = append(p.also, complaint(p.file, p.text, at, "Possibly unterminated 'if' statement"))
}

// stringTerm reads a string; what is put in goes through format.
func (p *parser) stringTerm(format string) *node {
	n := &node{op: opString, at: p.token.start, text: format}
	parts := p.token.parts
	p.scan()
	if len(parts) == 0 || len(parts) == 1 && parts[0].filter == nil {
		n.op, n.value = opLiteral, ""
		if len(parts) == 1 {
			n.value = parts[0].text
		}
		return n
	}
	for _, part := range parts {
		if part.filter == nil {
			n.list = append(n.list, &node{op: opLiteral, at: n.at, value: part.text})
		} else {
			n.list = append(n.list, &node{op: opPipe, at: n.at, a: part.filter, b: &node{op: opFormat, at: n.at, text: format}})
		}
	}
	return n
}

func (p *parser) object() *node {
	n := &node{op: opObject, at: p.token.start}
	p.expect("{")
	for !p.is("}") && p.wrong == "" {
		n.pairs = append(n.pairs, p.pair())
		if !p.is("}") {
			p.expect(",")
		}
	}
	p.expect("}")
	return n
}

// pair reads key: value, or a key alone that names what its value is.
func (p *parser) pair() pair {
	t := p.token
	at := t.start
	var e pair
	switch {
	case p.accept("$"):
		if p.acceptWord("__loc__") {
			return pair{&node{op: opLiteral, at: at, value: "__loc__"}, &node{op: opLocation, at: at}}
		}
		name := p.ident(true)
		e.key, e.value = &node{op: opLiteral, at: at, value: name}, &node{op: opVariable, at: at, text: name}
		if !p.is(":") {
			return e
		}
		e.key = &node{op: opVariable, at: at, text: name}
	case t.kind == tokenIdent || t.kind == tokenKeyword:
		p.scan()
		e.key = &node{op: opLiteral, at: at, value: t.text}
	case t.kind == tokenNumber:
		p.scan()
		e.key = &node{op: opLiteral, at: at, value: number(t.text)}
	case t.kind == tokenString:
		e.key = p.stringTerm("")
	case t.kind == tokenFormat:
		p.scan()
		if p.token.kind != tokenString {
			p.unexpected("")
			return e
		}
		e.key = p.stringTerm(t.text)
	default:
		if !p.accept("(") {
			p.unexpected("")
		}
		e.key = p.pipe()
		p.expect(")")
		if !p.is(":") {
			p.unexpected("")
		}
	}
	if p.accept(":") {
		e.value = p.objectValue()
		return e
	}
	e.value = &node{op: opIndex, at: at, a: &node{op: opIdentity, at: at}, b: e.key}
	return e
}

// objectValue reads a value, which has no comma outside of brackets.
func (p *parser) objectValue() *node {
	n := p.binary(levelAlternative)
	if p.is("|") {
		at := p.token.start
		p.scan()
		return &node{op: opPipe, at: at, a: n, b: p.objectValue()}
	}
	return n
}
