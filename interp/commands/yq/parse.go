package yq

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// An op is what a part of an expression does.
type op uint8

const (
	opSelf      op = iota
	opValue        // value
	opField        // .text of a
	opIndex        // a[b]
	opSlice        // a[b:c]
	opEach         // a[]
	opDescend      // .. and, with keys, ...
	opPipe         // a | b
	opUnion        // a, b
	opBinary       // a text b, with flags
	opAnd          // a and b
	opOr           // a or b
	opAssign       // a text b
	opAttribute    // a text = b, or |=
	opBind         // a as $text | b
	opReduce       // a as $text ireduce (b; c)
	opVariable     // $text
	opCall         // text(list)
	opList         // [a]
	opObject       // pairs
	opText         // list, put together
	opNegate       // -a
)

// An expr is a part of an expression. What its fields mean is said by op.
type expr struct {
	op      op
	text    string
	flags   string
	value   *yaml.Node
	a, b, c *expr
	list    []*expr
	keys    bool // opDescend: keys as well; opField: the name was quoted
	quiet   bool // a ? stands behind it
	call    *function
}

// An Expression can be run.
type Expression struct{ main *expr }

// Bounds of an expression: bytes, and brackets one within the other.
const (
	mostText  = 1 << 20
	mostDepth = 500
)

// A parser reads an expression by how close its operators bind.
type parser struct {
	all   []token
	at    int
	depth int
}

// Parse reads an expression. An empty one is a single dot.
func Parse(text string) (*Expression, error) {
	if len(text) > mostText {
		return nil, errors.New("the expression is too long")
	}
	main, err := parse(text, 0)
	if err != nil {
		return nil, err
	}
	return &Expression{main}, nil
}

func parse(text string, depth int) (*expr, error) {
	all, err := tokens(text)
	if err != nil {
		return nil, err
	}
	p := &parser{all: all, depth: depth}
	if p.peek().kind == tokenEnd {
		return &expr{}, nil
	}
	e, err := p.binary(0)
	if err == nil && p.peek().kind != tokenEnd {
		err = p.unexpected()
	}
	return e, err
}

func (p *parser) peek() token { return p.all[p.at] }

func (p *parser) is(mark string) bool {
	t := p.peek()
	return t.kind == tokenMark && t.text == mark
}

func (p *parser) accept(mark string) bool {
	if p.is(mark) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(mark string) error {
	if p.accept(mark) {
		return nil
	}
	return fmt.Errorf("bad expression, expected '%s' but found %s", mark, p.found())
}

func (p *parser) found() string {
	if t := p.peek(); t.kind != tokenEnd {
		return "'" + t.text + "'"
	}
	return "its end"
}

func (p *parser) unexpected() error { return fmt.Errorf("bad expression, unexpected %s", p.found()) }

func (p *parser) word(w string) bool {
	t := p.peek()
	return t.kind == tokenIdent && t.text == w
}

// Levels of operators, those that bind least first.
const (
	levelUnion = 1 + iota
	levelLogic
	levelPipe
	levelAssign
	levelSum
	levelProduct
)

var levels = map[string]int{
	",": levelUnion, "and": levelLogic, "or": levelLogic, "|": levelPipe,
	"=": levelAssign, "|=": levelAssign, "+=": levelAssign, "-=": levelAssign, "*=": levelAssign, "/=": levelAssign, "%=": levelAssign, "//=": levelAssign,
	"==": levelAssign, "!=": levelAssign, "<": levelAssign, "<=": levelAssign, ">": levelAssign, ">=": levelAssign, "as": levelAssign, "ref": levelAssign,
	"+": levelSum, "-": levelSum, "//": levelSum, "*": levelProduct, "/": levelProduct, "%": levelProduct,
}

// assigning are the operators that change what is on their left.
var assigning = map[string]bool{"=": true, "|=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "//=": true}

// operator returns how close the next token binds, 0 when it is no operator.
func (p *parser) operator() int {
	t := p.peek()
	switch t.kind {
	case tokenMark:
		return levels[t.text]
	case tokenIdent:
		if attributes[t.text] != nil && p.all[p.at+1].kind == tokenMark && (p.all[p.at+1].text == "=" || p.all[p.at+1].text == "|=") {
			return levelAssign
		}
		return levels[t.text]
	}
	return 0
}

// binary reads operators that bind at least as close as level.
func (p *parser) binary(level int) (*expr, error) {
	if p.depth++; p.depth > mostDepth {
		return nil, errors.New("the expression is nested too deeply")
	}
	defer func() { p.depth-- }()
	left, err := p.unary()
	for err == nil {
		l := p.operator()
		if l == 0 || l < level {
			return left, nil
		}
		left, err = p.infix(left, l)
	}
	return nil, err
}

// infix reads an operator and what stands behind it.
func (p *parser) infix(left *expr, level int) (*expr, error) {
	t := p.peek()
	p.at++
	e := &expr{text: t.text, a: left}
	switch {
	case t.text == "as" || t.text == "ref":
		return p.binding(left)
	case t.kind == tokenIdent && attributes[t.text] != nil:
		e.op, e.flags = opAttribute, p.peek().text
		p.at++
	case t.text == ",":
		e.op = opUnion
	case t.text == "|":
		e.op = opPipe
	case t.text == "and":
		e.op = opAnd
	case t.text == "or":
		e.op = opOr
	case assigning[t.text]:
		e.op = opAssign
		e.flags = p.flags(t)
	default:
		e.op = opBinary
		e.flags = p.flags(t)
		if t.text == "*" && !p.peek().spaced && p.accept("=") {
			e.op, e.text = opAssign, "*="
		}
	}
	var err error
	e.b, err = p.binary(level + 1)
	return e, err
}

// flags reads those of a merge, which follow its star at once.
func (p *parser) flags(t token) string {
	if t.text != "*" && t.text != "*=" {
		return ""
	}
	flags := ""
	for {
		n := p.peek()
		switch {
		case n.spaced || n.kind != tokenMark && n.kind != tokenIdent:
			return flags
		case n.kind == tokenIdent && strings.Trim(n.text, "dnc") == "", n.text == "+", n.text == "?":
			flags += n.text
		case n.text == "+=":
			p.all[p.at] = token{kind: tokenMark, text: "="}
			return flags + "+"
		default:
			return flags
		}
		p.at++
	}
}

// binding reads what follows `as`: a variable, and a pipe or a reduction.
func (p *parser) binding(left *expr) (*expr, error) {
	t := p.peek()
	if t.kind != tokenVariable {
		return nil, p.unexpected()
	}
	p.at++
	e := &expr{op: opBind, text: t.text, a: left}
	var err error
	if !p.word("ireduce") {
		if err = p.expect("|"); err == nil {
			e.b, err = p.binary(levelPipe)
		}
		return e, err
	}
	p.at++
	e.op = opReduce
	if err = p.expect("("); err != nil {
		return nil, err
	}
	if e.b, err = p.binary(0); err != nil {
		return nil, err
	}
	if err = p.expect(";"); err != nil {
		return nil, err
	}
	if e.c, err = p.binary(0); err != nil {
		return nil, err
	}
	return e, p.expect(")")
}
