package syntax

import "strings"

// braced reads ${...}, whose { is next. start is the index of the $.
func (p *Parser) braced(start int, at Pos, quoted bool) WordPart {
	p.enter()
	p.pos++
	x := &ParamExp{Position: at}
	if !p.parameter(x) || !p.operation(x, quoted) {
		p.badParam(x, quoted)
	}
	if p.cur() != '}' {
		p.unclosed(at.Line, '}')
	}
	p.pos++
	x.Src = p.text(start, p.pos)
	p.leave()
	return x
}

// badParam passes what is no expansion, up to the }.
func (p *Parser) badParam(x *ParamExp, quoted bool) {
	*x = ParamExp{Position: x.Position, Bad: true}
	p.toBrace(quoted)
}

// parameter reads ! and #, the parameter and its subscript.
func (p *Parser) parameter(x *ParamExp) bool {
	p.joined()
	switch p.cur() {
	case '#':
		// ${#}, ${#-word} and the like are about $#.
		c := p.at(1)
		switch {
		case c != 0 && strings.IndexByte(":%/=+", c) >= 0:
			if p.at(2) == '}' {
				return false
			}
		case c == '}':
		case c != 0 && strings.IndexByte("#?-@*!$", c) >= 0:
			x.Length = p.at(2) == '}'
		default:
			x.Length = true
		}
		if x.Length {
			p.pos++
		}
	case '!':
		c := p.at(1)
		if isName(c) || c != 0 && strings.IndexByte("@*#?", c) >= 0 {
			x.Indirect = true
			p.pos++
		}
	}
	p.joined()
	c := p.cur()
	switch {
	case isFirst(c):
		x.Name = p.name()
	case isDigit(c):
		start := p.pos
		for isDigit(p.cur()) {
			p.pos++
		}
		x.Name = p.src[start:p.pos]
	case c != 0 && strings.IndexByte("@*#?-$!", c) >= 0:
		p.pos++
		x.Name = p.src[p.pos-1 : p.pos]
		p.joined()
		return true
	default:
		return false
	}
	p.joined()
	if p.cur() == '[' && isFirst(c) {
		if !p.paramIndex(x) {
			return false
		}
		p.joined()
	}
	return true
}

// joined passes continuations at the place.
func (p *Parser) joined() {
	if p.at(0) == '\\' && p.at(1) == '\n' {
		p.continuation()
	}
}

// paramIndex reads [SUBSCRIPT].
func (p *Parser) paramIndex(x *ParamExp) bool {
	at := p.here()
	p.pos++
	start := p.pos
	w := parts{p: p, from: p.pos}
	p.run(&w, untilIndex, asArgument)
	if p.cur() == 0 {
		p.unclosed(at.Line, '}')
	}
	if p.cur() != ']' || p.pos == start {
		return false
	}
	x.Index = p.subscript(at, p.text(start, p.pos), w.list)
	p.pos++
	return true
}

// operation reads what follows the parameter, up to the }.
func (p *Parser) operation(x *ParamExp, quoted bool) bool {
	c := p.cur()
	if c == '}' {
		return true
	}
	if x.Length {
		return false
	}
	if strings.IndexByte("^,~", c) >= 0 && (strings.Contains("#?-", x.Name) || x.Indirect && x.Name == "@") {
		return false // for bash the letter belongs to these names
	}
	p.pos++
	p.joined()
	switch c {
	case '-', '=', '?', '+':
		x.Op = wordOp(c)
		x.Word = p.operand(quoted)
	case ':':
		return p.colon(x, quoted)
	case '#':
		p.trim(x, c, ParamTrimPrefix)
	case '%':
		p.trim(x, c, ParamTrimSuffix)
	case '^':
		p.trim(x, c, ParamUpper)
	case ',':
		p.trim(x, c, ParamLower)
	case '~':
		p.trim(x, c, ParamToggle)
	case '/':
		p.replacement(x)
	case '@':
		return p.prefix(x, c) || p.transform(x, quoted)
	case '*':
		return p.prefix(x, c)
	default:
		p.pos--
		return false
	}
	return true
}

// prefix tells whether it is ${!PREFIX@} or ${!PREFIX*}; c is the last character.
func (p *Parser) prefix(x *ParamExp, c byte) bool {
	if !x.Indirect || p.cur() != '}' || !validName(x.Name) {
		return false
	}
	x.Prefix, x.Indirect = c, false
	return true
}

// transform reads the letter of ${NAME@X}. Another one is an error once it is used
// on something that is set.
func (p *Parser) transform(x *ParamExp, quoted bool) bool {
	if x.Indirect && p.cur() == '}' {
		return false
	}
	x.Op = ParamTransform
	if p.at(1) != '}' || strings.IndexByte("QEPAKakuUL", p.cur()) < 0 {
		p.toBrace(quoted)
		return true
	}
	x.Transform = p.cur()
	p.pos++
	return true
}

// toBrace reads the parts up to the } and drops them.
func (p *Parser) toBrace(quoted bool) {
	w := parts{p: p, from: p.pos}
	if quoted {
		p.runQuoted(&w, enderBrace)
	} else {
		p.run(&w, untilBrace, asArgument)
	}
}

// wordOp is the operator c without a colon; that with one follows it.
func wordOp(c byte) ParamOp {
	switch c {
	case '-':
		return ParamDefault
	case '=':
		return ParamAssign
	case '?':
		return ParamError
	}
	return ParamAlt
}

// operand reads the word of an operator, up to the }.
func (p *Parser) operand(quoted bool) *Word {
	word := &Word{Position: p.here()}
	start := p.pos
	w := parts{p: p, from: p.pos}
	if quoted {
		p.runQuoted(&w, enderBrace)
	} else {
		p.runWord(&w, untilBrace, asArgument, word, nil)
		if p.quotes > 0 {
			p.bareANSI(w.list)
		}
	}
	word.Src, word.Parts = p.text(start, p.pos), w.list
	return word
}

// trim reads the pattern of an operator that may be doubled.
func (p *Parser) trim(x *ParamExp, c byte, op ParamOp) {
	x.Op = op
	if p.cur() == c {
		p.pos++
		x.Op++
	}
	x.Word = p.pattern(untilBrace)
}

// pattern reads a pattern, in which quotes count even inside double quotes.
func (p *Parser) pattern(end closer) *Word {
	word := &Word{Position: p.here()}
	start := p.pos
	w := parts{p: p, from: p.pos}
	p.runWord(&w, end, asArgument, word, nil)
	word.Src, word.Parts = p.text(start, p.pos), w.list
	return word
}

func (p *Parser) replacement(x *ParamExp) {
	x.Op = ParamReplace
	switch p.cur() {
	case '/':
		x.Op = ParamReplaceAll
		p.pos++
	case '#':
		x.Op = ParamReplacePrefix
		p.pos++
	case '%':
		x.Op = ParamReplaceSuffix
		p.pos++
	}
	word := &Word{Position: p.here()}
	start := p.pos
	w := parts{p: p, from: p.pos}
	if x.Op == ParamReplaceAll && p.cur() == '/' {
		p.pos++ // ${x////y}: the slash is the pattern
	}
	p.runWord(&w, untilSlash, asArgument, word, nil)
	word.Src, word.Parts = p.text(start, p.pos), w.list
	x.Word = word
	if p.cur() == '/' {
		p.pos++
		// Quotes count in it, inside double quotes as well.
		x.Repl = p.pattern(untilBrace)
	}
}

// colon reads what follows a colon: a word operator's or an offset.
func (p *Parser) colon(x *ParamExp, quoted bool) bool {
	switch c := p.cur(); c {
	case '-', '=', '?', '+':
		p.pos++
		x.Op = wordOp(c) + 1
		x.Word = p.operand(quoted)
		return true
	}
	at := p.here()
	x.Op = ParamSlice
	x.Offset = p.arithm(enderColon, at.Line)
	if p.cur() == ':' {
		p.pos++
		x.Count = p.arithm(enderColon, at.Line)
	}
	return p.cur() == '}'
}
