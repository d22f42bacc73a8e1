package syntax

import "strings"

// compound parses the compound command that starts with the reserved word at
// hand. It returns false where the word is none.
func (p *Parser) compound(s *Stmt) bool {
	t := &p.tok
	switch t.lit {
	case "{", "if", "while", "until", "for", "select", "case", "[[", "function", "coproc":
	case "then", "do", "done", "else", "elif", "fi", "esac", "}", "in", "!", "time", "]]":
		p.unexpected()
	default:
		return false
	}
	p.enter()
	at := t.pos
	word := t.lit
	if word != "[[" {
		p.next()
	}
	switch word {
	case "{":
		s.Cmd = &Block{Position: at, Stmts: p.some(untilCurly)}
		p.reserved("}")
	case "if":
		s.Cmd = p.ifClause(at)
	case "while", "until":
		c := &WhileClause{Position: at, Until: word == "until"}
		c.Cond = p.some(untilDo)
		c.Do = p.doGroup()
		s.Cmd = c
	case "for":
		s.Cmd = p.forClause(at)
	case "select":
		c := &SelectClause{Position: at}
		c.Name, c.In, c.Items, c.Do = p.forWords()
		s.Cmd = c
	case "case":
		s.Cmd = p.caseClause(at)
	case "[[":
		s.Cmd = p.testClause(at)
	case "function":
		p.functionWord(s)
		p.leave()
		return true
	case "coproc":
		p.coproc(s, at)
		p.leave()
		return true
	}
	p.redirects(s)
	p.leave()
	return true
}

// reserved passes a reserved word that must be next.
func (p *Parser) reserved(word string) {
	if p.peek(asCommand).kind != tokWord || p.tok.lit != word {
		p.unexpected()
	}
	p.next()
}

func (p *Parser) ifClause(at Pos) *IfClause {
	first := &IfClause{Position: at}
	c := first
	for {
		c.Cond = p.some(untilThen)
		p.reserved("then")
		c.Then = p.some(untilElse)
		word, at := p.tok.lit, p.tok.pos
		p.next()
		switch word {
		case "fi":
			return first
		case "else":
			c.Else = &IfClause{Position: at, Then: p.some(untilFi)}
			p.reserved("fi")
			return first
		}
		c.Else = &IfClause{Position: at}
		c = c.Else
	}
}

// doGroup parses do ... done.
func (p *Parser) doGroup() []*Stmt {
	p.reserved("do")
	list := p.some(untilDone)
	p.reserved("done")
	return list
}

// loopBody parses do ... done or { ... }.
func (p *Parser) loopBody() []*Stmt {
	if p.peek(asCommand).kind == tokWord && p.tok.lit == "{" {
		p.next()
		list := p.some(untilCurly)
		p.reserved("}")
		return list
	}
	return p.doGroup()
}

// forClause parses what follows `for`.
func (p *Parser) forClause(at Pos) *ForClause {
	c := &ForClause{Position: at}
	if p.peek(asPattern).kind == tokLeft && p.cur() == '(' {
		p.arithFor(c)
		return c
	}
	c.Name, c.In, c.Items, c.Do = p.forWords()
	return c
}

// forWords parses NAME [in WORDS] and the body, of for and select.
func (p *Parser) forWords() (name string, in bool, items []*Word, body []*Stmt) {
	if p.peek(asPattern).kind != tokWord {
		p.unexpected()
	}
	name = p.tok.word.Src
	p.next()
	// The word behind the name is no alias.
	if t := p.peek(asPattern); t.kind == tokWord && t.lit == "{" {
		p.unexpected() // it needs a separator before it
	}
	if p.tok.kind == tokSemi {
		p.next()
		p.newlines()
		return name, false, nil, p.loopBody()
	}
	p.newlines()
	if p.tok.kind == tokWord && p.tok.lit == "in" {
		in = true
		p.next()
		for p.peek(asPattern).kind == tokWord {
			items = append(items, p.tok.word)
			p.next()
		}
		if p.tok.kind != tokSemi && p.tok.kind != tokNewline {
			p.unexpected()
		}
		p.next()
		p.newlines()
	}
	return name, in, items, p.loopBody()
}

// arithFor parses (( INIT; COND; POST )) and the body. The first ( is at hand.
func (p *Parser) arithFor(c *ForClause) {
	line := p.line
	p.has = false
	start := p.pos - 1
	p.pos++
	list := make([]*Arithm, 0, 3)
	for {
		list = append(list, p.forPart(line))
		closed := p.cur() == ')'
		p.pos++
		if closed {
			break
		}
	}
	p.joined()
	if p.cur() != ')' {
		p.fail(p.here()) // bash has no words for it
	}
	p.pos++
	text, end := p.text(start, p.pos), p.here()
	if p.peek(asCommand).kind == tokSemi {
		p.next()
	}
	p.newlines()
	c.Do = p.loopBody()
	// bash counts the expressions when it has read the whole loop.
	switch {
	case len(list) < 3:
		p.fail(end, "syntax error: arithmetic expression required", "syntax error: `"+text+"'")
	case len(list) > 3:
		p.fail(end, "syntax error: `;' unexpected", "syntax error: `"+text+"'")
	}
	c.Init, c.Cond, c.Post = list[0], list[1], list[2]
}

// forPart reads a part of the C-style for, without the blanks before it.
func (p *Parser) forPart(line uint32) *Arithm {
	x := p.arithm(enderSemi, line)
	x.Src = strings.TrimLeft(x.Src, " \t\n")
	x.Word.Src = x.Src
	if len(x.Word.Parts) > 0 {
		if lit, ok := x.Word.Parts[0].(*Lit); ok {
			lit.Value = strings.TrimLeft(lit.Value, " \t\n")
		}
	}
	return x
}

// caseClause parses what follows `case`.
func (p *Parser) caseClause(at Pos) *CaseClause {
	c := &CaseClause{Position: at}
	if p.peek(asPattern).kind != tokWord {
		p.unexpected()
	}
	c.Word = p.tok.word
	p.next()
	p.newlines()
	p.reserved("in")
	for {
		for p.peek(asPattern).kind == tokNewline {
			p.next()
		}
		if p.tok.kind == tokWord && p.tok.lit == "esac" {
			p.next()
			return c
		}
		item := p.caseItem()
		c.Items = append(c.Items, item)
		switch p.tok.kind {
		case tokDSemi:
		case tokSemiAmp:
			item.Op = CaseFallthrough
		case tokDSemiAmp:
			item.Op = CaseResume
		default:
			continue // esac comes next
		}
		p.next()
	}
}

func (p *Parser) caseItem() *CaseItem {
	item := &CaseItem{Position: p.tok.pos}
	if p.tok.kind == tokLeft {
		p.next()
	}
	for {
		if p.peek(asPattern).kind != tokWord {
			p.unexpected()
		}
		item.Patterns = append(item.Patterns, p.tok.word)
		p.next()
		if p.peek(asPattern).kind == tokRight {
			break
		}
		if p.tok.kind != tokPipe {
			p.unexpected()
		}
		p.next()
	}
	p.next()
	item.Stmts = p.stmts(untilEsac)
	return item
}

// parens parses ( ... ) or (( ... )). The first ( is at hand.
func (p *Parser) parens() Command {
	at := p.tok.pos
	p.joined()
	if p.at(0) == '(' {
		p.has = false
		if x := p.tryArithm(at.Line); x != nil {
			return &ArithmCmd{Position: at, X: x}
		}
	}
	p.next()
	return p.subshell(at)
}

// subshell parses what follows the ( of a subshell.
func (p *Parser) subshell(at Pos) *Subshell {
	c := &Subshell{Position: at, Stmts: p.some(untilRight)}
	p.next()
	return c
}
