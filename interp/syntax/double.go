package syntax

import "strings"

// A quoted context ends as one of these does. All are read as text inside
// double quotes.
type ender uint8

const (
	enderQuote   ender = iota // "..."
	enderEnd                  // a here-document, a prompt: all of the source
	enderBrace                // the operand of ${...} inside one of the others
	enderColon                // : or } of ${NAME:OFFSET:COUNT}
	enderBracket              // ] of $[...]
	enderParens               // ) of arithmetic
	enderSemi                 // ; or ) of for (( ))
	enderInner                // "..." inside an operand inside one of the first two
)

// double reads "...". end is enderQuote or enderInner.
func (p *Parser) double(end ender) *DblQuoted {
	line := p.line
	p.enter()
	p.quotes++
	p.pos++
	w := parts{p: p, from: p.pos}
	p.runQuoted(&w, end)
	if p.cur() != '"' {
		p.unclosed(line, '"')
	}
	p.pos++
	p.quotes--
	p.leave()
	return &DblQuoted{Parts: w.list}
}

// runQuoted reads the parts of text in double quotes, up to its ender, which
// it leaves.
func (p *Parser) runQuoted(w *parts, end ender) {
	mask := uint8(clsDouble)
	if end > enderEnd {
		mask |= clsUntil
	}
	state := quotedState{end: end, posix: p.posix}
	line := p.line // where the quote that is open was opened
	for {
		for p.pos < len(p.src) && classes[p.src[p.pos]]&mask == 0 {
			p.pos++
		}
		c := p.cur()
		switch c {
		case 0:
			w.flush()
			if end == enderBrace && state.quote != 0 && !p.closed {
				p.unclosed(line, state.quote)
			}
			return
		case '\\':
			p.quotedEscape(w, end)
			continue
		case '`':
			w.flush()
			p.lineUp()
			w.add(p.backquotes(end == enderQuote || end == enderBrace || end == enderInner))
			continue
		case '$':
			w.flush()
			p.lineUp()
			if end == enderBrace && p.at(1) == '\'' {
				w.add(p.operandANSI())
				continue
			}
			w.add(p.dollar(true))
			p.lineUp()
			continue
		case '"':
			if end == enderBrace {
				w.flush()
				if state.quote != 0 {
					p.pos++ // opens and ends nothing, but is taken off
					w.from = p.pos
				} else {
					w.add(p.double(enderInner))
				}
				continue
			}
		case '\n':
			p.newline()
			continue
		case '\'':
			if end == enderParens && state.quote == 0 {
				p.single()
				continue
			}
			line = p.line
		}
		if state.ends(c) {
			w.flush()
			return
		}
		p.pos++
	}
}

// lineUp makes what follows in a here-document count from the line of its
// command, as bash parses each substitution on its own.
func (p *Parser) lineUp() {
	if p.docLine > 0 {
		p.line = p.docLine
	}
}

// quotedState finds the end of text in double quotes.
type quotedState struct {
	end    ender
	quote  byte // the open quote of arithmetic, 0 outside
	nested int  // open parentheses and brackets of arithmetic
	cond   int  // ? of arithmetic whose : is to come
	posix  bool // posix mode is on
}

// ends tells whether c ends the text.
func (s *quotedState) ends(c byte) bool {
	switch s.end {
	case enderQuote, enderInner:
		return c == '"'
	case enderEnd:
		return false
	case enderBrace:
		// Single quotes stand for themselves, but a brace between them does
		// not end the operand, except in posix mode (Austin Group, 221).
		if c == '\'' && !s.posix {
			s.quote ^= c
		}
		return c == '}' && s.quote == 0
	}
	if s.quote != 0 {
		if c == s.quote {
			s.quote = 0
		}
		return false
	}
	if c == '\'' || c == '"' {
		s.quote = c
		return false
	}
	switch s.end {
	case enderBracket:
		return closesGroup(&s.nested, c, '[', ']')
	case enderColon:
		return c == '}' || s.colon(c)
	}
	return closesGroup(&s.nested, c, '(', ')') || c == ';' && s.end == enderSemi
}

// colon tells whether c ends the offset of ${NAME:OFFSET:COUNT}: a colon that
// belongs to no ? and is not in parentheses.
func (s *quotedState) colon(c byte) bool {
	switch c {
	case '(':
		s.nested++
	case ')':
		s.nested--
	}
	if s.nested > 0 {
		return false // parentheses are passed over as a whole
	}
	switch c {
	case '?':
		s.cond++
	case ':':
		if s.cond == 0 {
			return true
		}
		s.cond--
	}
	return false
}

// quotedEscape reads a backslash inside double quotes.
func (p *Parser) quotedEscape(w *parts, end ender) {
	c := p.at(1)
	switch {
	case c == '\n':
		w.flush()
		p.continuation()
		w.from = p.pos
	case strings.IndexByte("$`\\", c) >= 0 && c != 0,
		c == '"' && end != enderEnd,
		c == '}' && end == enderBrace:
		w.flush()
		p.pos++
		w.from = p.pos
		p.pos++
	case end == enderInner && c != 0:
		// bash takes such quotes off together with the backslashes in them.
		w.flush()
		p.pos++
		w.from = p.pos
		p.pos++
	default:
		p.pos++
		if c != 0 {
			p.pos++
		}
	}
}
