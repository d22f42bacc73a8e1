package jq

import (
	"strings"
)

func (p *parser) patterns() []*pattern {
	list := []*pattern{p.pattern()}
	for p.accept("?//") {
		list = append(list, p.pattern())
	}
	return list
}

func (p *parser) pattern() *pattern {
	if !p.deeper() {
		return &pattern{}
	}
	defer func() { p.level-- }()
	switch {
	case p.accept("$"):
		return &pattern{name: p.ident(true)}
	case p.accept("["):
		pt := &pattern{}
		for {
			pt.array = append(pt.array, p.pattern())
			if !p.accept(",") {
				break
			}
		}
		p.expect("]")
		return pt
	case p.accept("{"):
		pt := &pattern{object: true}
		for {
			pt.entries = append(pt.entries, p.patternEntry())
			if !p.accept(",") {
				break
			}
		}
		p.expect("}")
		return pt
	}
	p.unexpected("'$' or '[' or '{'")
	return &pattern{}
}

func (p *parser) patternEntry() patternEntry {
	var e patternEntry
	if p.accept("$") {
		e.name = p.ident(true)
		e.key = &node{op: opLiteral, value: e.name}
		if p.accept(":") {
			e.pattern = p.pattern()
		}
		return e
	}
	at := p.token.start
	switch {
	case p.token.kind == tokenIdent || p.token.kind == tokenKeyword:
		e.key = &node{op: opLiteral, at: at, value: p.ident(true)}
	case p.token.kind == tokenString:
		e.key = p.stringTerm("")
	default:
		if !p.accept("(") {
			p.unexpected("")
		}
		e.key = p.pipe()
		p.expect(")")
	}
	if !p.accept(":") {
		p.unexpected("':'")
	}
	e.pattern = p.pattern()
	return e
}

// header reads module, import and include directives.
func (p *parser) header(prog *program) {
	if p.token.kind == tokenIdent && p.token.text == "module" {
		p.scan()
		prog.meta = p.constant("Module metadata must be constant")
		if _, ok := prog.meta.(*Object); !ok && p.wrong == "" {
			p.fail(p.token.start, "Module metadata must be an object")
		}
		p.expect(";")
	}
	for p.wrong == "" && (p.word("import") || p.word("include")) {
		i := moduleImport{at: p.token.start, include: p.word("include")}
		p.scan()
		path, ok := p.stringConstant()
		if !ok && p.token.kind != tokenString {
			p.unexpected("FORMAT or QQSTRING_START")
		}
		if !ok {
			p.fail(p.token.start, "Import path must be constant")
			return
		}
		i.path = path
		if !i.include {
			p.expectWord("as")
			i.data = p.accept("$")
			i.name = p.ident(true)
		}
		if p.is("{") {
			i.meta = p.constant("Module metadata must be constant")
		}
		p.expect(";")
		prog.imports = append(prog.imports, i)
	}
}

func (p *parser) stringConstant() (string, bool) {
	if p.token.kind != tokenString {
		return "", false
	}
	var b strings.Builder
	for _, part := range p.token.parts {
		if part.filter != nil {
			return "", false
		}
		b.WriteString(part.text)
	}
	p.scan()
	return b.String(), true
}

// constant reads a filter that is a value.
func (p *parser) constant(wrong string) Value {
	at := p.token.start
	v, ok := p.term().constant()
	if !ok {
		p.fail(at, "%s", wrong)
	}
	return v
}

// constant returns the value of a filter that has always the same.
func (n *node) constant() (Value, bool) {
	switch n.op {
	case opLiteral:
		return n.value, true
	case opCall:
		switch n.text {
		case "null":
			return nil, len(n.list) == 0
		case "true", "false":
			return n.text == "true", len(n.list) == 0
		}
	case opArray:
		elements := []*node{n.a}
		switch {
		case n.a == nil:
			elements = nil
		case n.a.op == opComma:
			elements = n.a.list
		}
		items := []Value{}
		for _, e := range elements {
			v, ok := e.constant()
			if !ok {
				return nil, false
			}
			items = append(items, v)
		}
		return NewArray(items...), true
	case opObject:
		o := NewObject()
		for _, e := range n.pairs {
			k, ok := e.key.constant()
			name, isString := k.(string)
			if !ok || !isString || e.value == nil {
				return nil, false
			}
			v, ok := e.value.constant()
			if !ok {
				return nil, false
			}
			o.Put(name, v)
		}
		return o, true
	}
	return nil, false
}
