package yq

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// unary reads a term, perhaps with a sign.
func (p *parser) unary() (*expr, error) {
	if p.depth++; p.depth > mostDepth {
		return nil, fmt.Errorf("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	if p.accept("-") {
		a, err := p.unary()
		return &expr{op: opNegate, a: a}, err
	}
	e, err := p.simple()
	for err == nil {
		t := p.peek()
		switch {
		case t.kind == tokenPath && !t.spaced:
			e = p.field(e)
		case p.is("[") && !t.spaced:
			e, err = p.bracket(e)
		case p.is(".") && !t.spaced && p.all[p.at+1].kind == tokenMark && p.all[p.at+1].text == "[":
			p.at++
			e, err = p.bracket(e)
		case p.is("?") && !t.spaced:
			p.at++
			e.quiet = true
		default:
			return e, nil
		}
	}
	return nil, err
}

// field reads .name behind a term.
func (p *parser) field(of *expr) *expr {
	t := p.peek()
	p.at++
	return &expr{op: opField, text: t.text, a: of, keys: t.quoted}
}

// bracket reads [], [i] or [i:j].
func (p *parser) bracket(of *expr) (*expr, error) {
	p.at++
	e := &expr{op: opEach, a: of}
	if p.accept("]") {
		return e, nil
	}
	var err error
	if p.is(":") {
		e.op = opSlice
	} else {
		e.op = opIndex
		if e.b, err = p.binary(0); err != nil {
			return nil, err
		}
	}
	if p.accept(":") {
		if e.op = opSlice; !p.is("]") {
			if e.c, err = p.binary(0); err != nil {
				return nil, err
			}
		}
	}
	return e, p.expect("]")
}

// simple reads a term without what follows it.
func (p *parser) simple() (*expr, error) {
	t := p.peek()
	switch t.kind {
	case tokenPath:
		return p.field(&expr{}), nil
	case tokenVariable:
		p.at++
		return &expr{op: opVariable, text: t.text}, nil
	case tokenNumber:
		p.at++
		n := &yaml.Node{Kind: yaml.ScalarNode, Value: t.text}
		if n.Tag = n.ShortTag(); n.Tag != "!!int" && n.Tag != "!!float" {
			return nil, fmt.Errorf("bad expression, '%s' is no number", t.text)
		}
		return &expr{op: opValue, value: n}, nil
	case tokenString:
		p.at++
		return p.interpolated(t.text)
	case tokenIdent:
		return p.call()
	case tokenMark:
		return p.punctuated()
	}
	return nil, p.unexpected()
}

// interpolated puts a string together of what the lexer marked in it.
func (p *parser) interpolated(text string) (*expr, error) {
	parts := strings.Split(text, "\x00")
	if len(parts) == 1 {
		return &expr{op: opValue, value: newString(text)}, nil
	}
	e := &expr{op: opText}
	for i, part := range parts {
		one := &expr{op: opValue, value: newString(part)}
		if i%2 == 1 {
			var err error
			if one, err = parse(part, p.depth); err != nil {
				return nil, err
			}
		}
		e.list = append(e.list, one)
	}
	return e, nil
}

func (p *parser) punctuated() (*expr, error) {
	switch t := p.peek(); t.text {
	case ".":
		p.at++
		return &expr{}, nil
	case "..", "...":
		p.at++
		return &expr{op: opDescend, keys: t.text == "..."}, nil
	case "(":
		p.at++
		e, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		return &expr{op: opPipe, a: e, b: &expr{}}, p.expect(")")
	case "[":
		p.at++
		e := &expr{op: opList}
		if p.accept("]") {
			return e, nil
		}
		var err error
		if e.a, err = p.binary(0); err != nil {
			return nil, err
		}
		return e, p.expect("]")
	case "{":
		return p.object()
	}
	return nil, p.unexpected()
}

// object reads {key: value, ...}; the pairs are in list, one behind the other.
func (p *parser) object() (*expr, error) {
	p.at++
	e := &expr{op: opObject}
	for !p.accept("}") {
		if len(e.list) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		key, err := p.key()
		if err != nil {
			return nil, err
		}
		value := &expr{op: opIndex, a: &expr{}, b: key}
		if p.accept(":") {
			if value, err = p.binary(levelLogic); err != nil {
				return nil, err
			}
		}
		e.list = append(e.list, key, value)
	}
	return e, nil
}

func (p *parser) key() (*expr, error) {
	if t := p.peek(); t.kind == tokenIdent && p.all[p.at+1].text != "(" {
		p.at++
		return &expr{op: opValue, value: newString(t.text)}, nil
	}
	return p.unary()
}

// call reads a function with its arguments, or a constant.
func (p *parser) call() (*expr, error) {
	t := p.peek()
	p.at++
	switch t.text {
	case "true", "false", "TRUE", "FALSE", "True", "False":
		return &expr{op: opValue, value: &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: t.text}}, nil
	case "null":
		return &expr{op: opValue, value: newNull()}, nil
	}
	e := &expr{op: opCall, text: t.text}
	if t.text == "env" || t.text == "strenv" {
		return p.variable(e)
	}
	if !p.peek().spaced && p.accept("(") {
		for {
			a, err := p.binary(0)
			if err != nil {
				return nil, err
			}
			e.list = append(e.list, a)
			if !p.accept(";") {
				break
			}
		}
		if err := p.expect(")"); err != nil {
			return nil, err
		}
	}
	if attributes[t.text] != nil && len(e.list) == 0 {
		return e, nil
	}
	return e, e.named()
}

// variable reads the name of one of the environment, in brackets.
func (p *parser) variable(e *expr) (*expr, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	t := p.peek()
	if t.kind != tokenIdent {
		return nil, p.unexpected()
	}
	p.at++
	e.list = []*expr{{text: t.text}}
	if err := p.expect(")"); err != nil {
		return nil, err
	}
	return e, e.named()
}

// named finds the function that a call names.
func (e *expr) named() error {
	name := fmt.Sprintf("%s/%d", strings.ToLower(strings.ReplaceAll(e.text, "_", "")), len(e.list))
	f, ok := functions()[name]
	if !ok {
		return fmt.Errorf("bad expression, there is no %s", e.text)
	}
	e.call = f
	return nil
}
