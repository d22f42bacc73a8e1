package syntax

import "fmt"

// testClause parses [[ ... ]]. The [[ is at hand.
func (p *Parser) testClause(at Pos) *TestClause {
	p.has = false
	p.testLine = at.Line
	x := p.testOr()
	if !p.testWord("]]") {
		p.testFail()
	}
	p.next()
	return &TestClause{Position: at, X: x}
}

// testWord tells whether the token at hand is the given plain word.
func (p *Parser) testWord(s string) bool {
	return p.peek(asTest).kind == tokWord && p.tok.lit == s
}

// testSkip passes newlines, which [[ ]] allows between its terms.
func (p *Parser) testSkip() *token {
	for p.peek(asTest).kind == tokNewline {
		p.next()
	}
	return &p.tok
}

// testOr parses terms joined by ||, testAnd those joined by &&.
func (p *Parser) testOr() TestExpr  { return p.testChain(tokOr, "||", p.testAnd) }
func (p *Parser) testAnd() TestExpr { return p.testChain(tokAnd, "&&", p.testTerm) }

// testChain parses terms joined by an operator.
func (p *Parser) testChain(kind tokenKind, op string, term func() TestExpr) TestExpr {
	x := term()
	for n := 1; p.testSkip().kind == kind; n++ {
		if n >= p.lim.Chain {
			p.exceeded("list length", p.lim.Chain)
		}
		p.next()
		x = &BinaryTest{Op: op, X: x, Y: term()}
	}
	return x
}

// testTerm parses one term.
func (p *Parser) testTerm() TestExpr {
	p.enter()
	defer p.leave()
	t := p.testSkip()
	switch {
	case t.kind == tokLeft:
		return p.testParens()
	case t.kind != tokWord:
		p.conditional(fmt.Sprintf("unexpected token `%s' in conditional command", p.testToken()))
	case t.lit == "]]":
		p.conditional() // bash has no words for it
	case t.lit == "!":
		p.next()
		x := p.testTerm()
		if not, ok := x.(*UnaryTest); ok && not.Op == "!" {
			return not.X
		}
		return &UnaryTest{Op: "!", X: x}
	case unaryOp(t.lit):
		op := t.lit
		p.next()
		n := p.peek(asTest)
		if n.kind == tokWord && n.lit != "]]" {
			// -f = x is still the unary operator with the word "=".
			x := &UnaryTest{Op: op, X: &WordTest{Word: n.word}}
			p.next()
			return x
		}
		p.conditional(fmt.Sprintf("unexpected argument `%s' to conditional unary operator", p.testToken()))
	}
	left := t.word
	p.next()
	return p.testBinary(left)
}

// testBinary parses what follows the first word of a term.
func (p *Parser) testBinary(left *Word) TestExpr {
	t := p.peek(asTest)
	x := &WordTest{Word: left}
	var op string
	switch {
	case t.kind == tokWord && binaryOp(t.lit):
		op = t.lit
	case t.kind == tokRedir && t.fd < 0 && t.fdVar == "" && (t.redir == RedirIn || t.redir == RedirOut):
		op = p.src[t.start:t.end]
	case t.kind == tokWord && t.lit == "]]", t.kind == tokAnd, t.kind == tokOr, t.kind == tokRight:
		return &UnaryTest{Op: "-n", X: x}
	case t.kind == tokWord:
		p.conditional("conditional binary operator expected")
	default:
		p.conditional(fmt.Sprintf("unexpected token `%s', conditional binary operator expected", p.testToken()))
	}
	p.next()
	ctx := asTest
	switch op {
	case "=", "==", "!=":
		ctx = asTestPattern
	case "=~":
		ctx = asRegex
	}
	if r := p.peek(ctx); r.kind != tokWord || r.lit == "]]" {
		if ctx == asRegex && (r.kind == tokRight || r.kind == tokRedir) {
			p.testFail()
		}
		p.conditional(fmt.Sprintf("unexpected argument `%s' to conditional binary operator", p.testToken()))
	}
	y := &WordTest{Word: p.tok.word}
	p.next()
	return &BinaryTest{Op: op, X: x, Y: y}
}

func (p *Parser) testToken() string {
	switch p.tok.kind {
	case tokEOF:
		return "EOF"
	case tokNewline:
		return "newline"
	}
	return p.tokenText()
}

// testParens parses ( ... ), whose ( is at hand. bash has another line of
// message for each that an error is in.
func (p *Parser) testParens() TestExpr {
	at := p.tok.pos
	done := false
	defer func() {
		if done {
			return
		}
		r := recover()
		if b, ok := r.(bailout); ok && b.err.InTest {
			b.err.Messages = append(b.err.Messages, "expected `)'")
		}
		panic(r)
	}()
	p.next()
	x := p.testOr()
	if p.testSkip().kind != tokRight {
		done = true
		if p.tok.kind == tokEOF {
			p.tok.pos.Line = at.Line
		}
		p.conditional(fmt.Sprintf("unexpected token `%s', expected `)'", p.testToken()))
	}
	p.next()
	done = true
	return &ParenTest{X: x}
}

// conditional reports an error of [[ ]] at the token at hand.
func (p *Parser) conditional(messages ...string) {
	t := &p.tok
	ended := (t.kind == tokNewline || t.kind == tokEOF) && p.cur() == 0
	panic(bailout{&Error{Pos: t.pos, Name: p.cfg.Name, Messages: messages, InTest: true, InSubst: len(p.subst) > 0, AtEnd: ended, Incomplete: t.kind == tokEOF}})
}

// testFail reports a token that can not go on or end the expression.
func (p *Parser) testFail() {
	p.tok.pos.Line = p.testLine
	if p.tok.kind == tokEOF {
		p.conditional("unexpected EOF while looking for `]]'")
	}
	if p.tok.kind == tokWord {
		p.conditional("syntax error in conditional expression")
	}
	p.conditional(fmt.Sprintf("syntax error in conditional expression: unexpected token `%s'", p.testToken()))
}

// unaryOp tells whether s is a unary operator (bash manual, Conditional
// Expressions).
func unaryOp(s string) bool {
	if len(s) != 2 || s[0] != '-' {
		return false
	}
	switch s[1] {
	case 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k', 'n', 'o', 'p', 'r', 's', 't', 'u', 'v', 'w', 'x', 'z',
		'G', 'L', 'N', 'O', 'R', 'S':
		return true
	}
	return false
}

func binaryOp(s string) bool {
	switch s {
	case "=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-ef", "-nt", "-ot":
		return true
	}
	return false
}
