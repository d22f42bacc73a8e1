package bashast

import (
	"bytes"
	"strings"
)

// closing returns the position behind the next quote from i on.
func (g *grammar) closing(i int, quote byte) int {
	if n := bytes.IndexByte(g.src[min(i, len(g.src)):], quote); n >= 0 {
		return i + n + 1
	}
	g.fail(len(g.src))
	return len(g.src)
}

// double passes the rest of a double-quoted string.
func (g *grammar) double() {
	for g.pos < len(g.src) {
		switch g.src[g.pos] {
		case '"':
			g.pos++
			return
		case '\\':
			g.pos += 2
		case '`':
			g.backtick()
		case '$':
			g.dollar(true)
		default:
			g.pos++
		}
	}
	g.fail(len(g.src))
}

// dollar passes a dollar sign and what belongs to it. It reports whether it
// was more than the character itself.
func (g *grammar) dollar(quoted bool) bool {
	start := g.pos
	i := g.after(start + 1)
	c := g.at(i)
	switch {
	case c == '(':
		g.dollarParen(start, i+1)
	case g.found.accepts(g.src[start:], quoted):
		n, _ := plainExpansion(g.src[start:])
		g.pos = start + n
	case c == '{':
		g.pos = i + 1
		g.brace()
		g.found.add(ParameterExpansionNotSupported, span{start, g.pos})
	case c == '[':
		end := g.match(i+1, '[', ']')
		if end < 0 {
			g.fail(len(g.src))
			return true
		}
		g.text(i+1, end-1)
		g.pos = end
		g.found.add(ArithmeticExpansionNotSupported, span{start, end})
	case c == '\'' && !quoted:
		g.pos = i + 1
		g.ansiQuote()
	case c == '"' && !quoted:
		g.pos = i + 1
		g.double()
		g.found.add(NonLiteralWordNotSupported, span{start, g.pos})
	case c != 0 && expands(c):
		g.pos = i + 1
		if nameByte(c) && (c < '0' || c > '9') {
			for nameByte(g.at(g.after(g.pos))) {
				g.pos = g.after(g.pos) + 1
			}
		}
		g.found.add(ParameterExpansionNotSupported, span{start, g.pos})
	default:
		g.pos = start + 1
		return false
	}
	return true
}

// ansiQuote passes the rest of $'...'.
func (g *grammar) ansiQuote() {
	for g.pos < len(g.src) {
		switch g.src[g.pos] {
		case '\'':
			g.pos++
			return
		case '\\':
			g.pos += 2
		default:
			g.pos++
		}
	}
	g.fail(len(g.src))
}

// dollarParen passes $(( )) or $( ); inner is behind the first parenthesis.
// What begins like arithmetic but does not end so is a command substitution
// that begins with a subshell.
func (g *grammar) dollarParen(start, inner int) {
	if i := g.after(inner); g.at(i) == '(' {
		if end := g.arithmetic(i + 1); end > 0 {
			g.pos = end
			g.found.add(ArithmeticExpansionNotSupported, span{start, end})
			return
		}
	}
	g.pos = inner
	g.nested()
	g.found.add(CommandSubstitutionNotSupported, span{start, g.pos})
}

// process passes <( ) or >( ).
func (g *grammar) process() {
	start := g.pos
	g.pos = g.after(start+1) + 1
	g.nested()
	g.found.add(ProcessSubstitutionNotSupported, span{start, g.pos})
}

// nested parses commands up to and including a closing parenthesis.
func (g *grammar) nested() {
	ahead, has, noAssign, docs := g.ahead, g.has, g.noAssign, g.docs
	g.has, g.noAssign, g.docs = false, false, nil
	if g.enter() {
		g.newlines()
		if !g.isOp(")") {
			g.list()
		}
		if !g.isOp(")") {
			g.fail(g.peek().start)
		}
		g.next()
	}
	g.leave()
	g.ahead, g.has, g.noAssign, g.docs = ahead, has, noAssign, docs
}

// arithmetic tries to read an expression and )) from i on. It returns the
// position behind them, or -1.
func (g *grammar) arithmetic(i int) int {
	end := g.match(i, '(', ')')
	if end < 0 {
		return -1
	}
	behind := g.after(end)
	if g.at(behind) != ')' {
		return -1
	}
	g.text(i, end-1)
	return behind + 1
}

// match finds the delimiter that closes what was opened before i, passing
// quotes and nested pairs, and returns the position behind it, or -1. It looks
// at each byte once and enters nothing, so that trying is cheap; what all tries
// together may look at is bounded.
func (g *grammar) match(i int, open, closer byte) int {
	depth, quote := 1, byte(0)
	for ; i < len(g.src); i++ {
		if g.tried++; g.tried > maxTried {
			g.exceed(i)
			return -1
		}
		switch c := g.src[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == open:
			depth++
		case c == closer:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// brace passes the rest of ${ }.
func (g *grammar) brace() {
	if g.enter() {
		for g.pos < len(g.src) && g.src[g.pos] != '}' {
			switch g.src[g.pos] {
			case '\\':
				g.pos += 2
			case '\'':
				g.pos = g.closing(g.pos+1, '\'')
			case '"':
				g.pos++
				g.double()
			case '`':
				g.backtick()
			case '$':
				g.dollar(true)
			default:
				g.pos++
			}
		}
		if g.pos >= len(g.src) {
			g.fail(len(g.src))
		}
		g.pos++
	}
	g.leave()
}

// backtick passes `...`. bash reads what is inside only when it runs it, so an
// error in there is none yet.
func (g *grammar) backtick() {
	start := g.pos
	var inner []byte
	for g.pos++; g.at(g.pos) != '`'; g.pos++ {
		if g.pos >= len(g.src) {
			g.fail(len(g.src))
			return
		}
		if g.src[g.pos] == '\\' && strings.IndexByte("$`\\", g.at(g.pos+1)) >= 0 && g.pos+1 < len(g.src) {
			g.pos++
		}
		inner = append(inner, g.src[g.pos])
	}
	g.pos++
	at := span{start, g.pos}
	g.found.add(CommandSubstitutionNotSupported, at)
	if g.enter() {
		sub := grammar{src: inner, depth: g.depth, tried: g.tried, found: g.found.within()}
		sub.newlines()
		sub.list()
		if sub.found.code != "" {
			g.found.add(sub.found.code, at) // the text was rewritten: only the whole has a place
		}
		g.sinkWith(sub, start)
	}
	g.leave()
}

// text notes the expansions in src[start:end], which bash treats like a
// double-quoted string: a here-document, an expression, a subscript.
func (g *grammar) text(start, end int) {
	if !g.enter() {
		return
	}
	sub := grammar{src: g.src[:end], pos: start, depth: g.depth, tried: g.tried, found: g.found.within()}
	for sub.pos < end && !sub.failed {
		switch sub.src[sub.pos] {
		case '\\':
			sub.pos += 2
		case '`':
			sub.backtick()
		case '$':
			sub.dollar(true)
		default:
			sub.pos++
		}
	}
	if sub.found.code != "" {
		g.found.add(sub.found.code, sub.found.at)
	}
	g.sinkWith(sub, start)
	g.leave()
}

// sinkWith fails if a nested reading went past a limit. Its other errors are
// for bash to find when it runs that text.
func (g *grammar) sinkWith(sub grammar, at int) {
	g.tried = sub.tried
	if sub.beyond {
		g.exceed(at)
	}
}
