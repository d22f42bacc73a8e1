package bashast

import "strings"

// word reads one word and notes what in it is not literal. A number or {name}
// right before a redirection operator belongs to that.
func (g *grammar) word() token {
	w := wordScan{g: g, start: g.pos}
	for !g.failed {
		g.pos = g.after(g.pos)
		if !w.piece() {
			break
		}
	}
	if g.pos == w.start {
		g.fail(w.start) // a word has at least one byte, or reading would not end
	}
	t := token{kind: tokenWord, span: span{w.start, g.pos}, text: string(w.text), quoted: w.quoted, assign: w.assign}
	if c := g.at(g.pos); (c == '<' || c == '>') && !w.quoted && isDescriptor(t.text) {
		return g.operator(w.start)
	}
	if strings.Contains(t.text, "{") && (w.quoted || t.text != "{}") && w.brace && !(g.found.compound && t.text == "{") {
		g.found.add(NonLiteralWordNotSupported, t.span)
	}
	return t
}

// isDescriptor reports whether an unquoted word before < or > names the
// descriptor to redirect.
func isDescriptor(s string) bool {
	if strings.HasPrefix(s, "{") && strings.HasSuffix(s, "}") && len(s) > 2 {
		return isName([]byte(s[1 : len(s)-1]))
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

type wordScan struct {
	g       *grammar
	start   int
	text    []byte
	quoted  bool
	assign  bool
	brace   bool // an unquoted { was seen
	bracket bool // an unquoted [ was seen
	equal   bool // an unquoted = was seen; only the first can assign
}

// piece reads one byte, quotation or expansion; false at the end of the word.
func (w *wordScan) piece() bool {
	g := w.g
	c := g.at(g.pos)
	switch c {
	case 0, ' ', '\t', '\n', ';', '&', '|', ')':
		return false
	case '<', '>':
		if g.at(g.after(g.pos+1)) != '(' {
			return false
		}
		w.quoted = true
		g.process()
		return true
	case '(':
		return w.paren()
	case '\\':
		w.quote(min(g.pos+2, len(g.src)))
		return true
	case '\'':
		w.quote(g.closing(g.pos+1, '\''))
		return true
	case '"', '`', '$':
		w.expansion(c)
		return true
	case '*', '?', '[', '{', '~':
		w.special(c)
	case '=':
		if !w.equal && !w.quoted {
			w.assign = isTarget(w.text)
		}
		w.equal = true
	}
	w.text = append(w.text, c)
	g.pos++
	return true
}

// quote passes a quoted piece that ends before end. Its bytes are kept in the
// text only so that a word of nothing but quotes differs from none.
func (w *wordScan) quote(end int) {
	g := w.g
	w.quoted = true
	w.text = append(w.text, g.src[g.pos:end]...)
	g.pos = end
}

// expansion passes what begins with a double quote, a backtick or a dollar.
func (w *wordScan) expansion(c byte) {
	g := w.g
	start := g.pos
	switch c {
	case '"':
		g.pos++
		g.double()
		w.quoted = true
	case '`':
		g.backtick()
		w.quoted = true
	case '$':
		w.quoted = g.dollar(false) || w.quoted
	}
	w.text = append(w.text, g.src[start:min(g.pos, len(g.src))]...)
}

// special notes the unquoted characters that bash may expand.
func (w *wordScan) special(c byte) {
	g := w.g
	at := span{g.pos, g.pos + 1}
	last := byte('=')
	if len(w.text) > 0 {
		last = w.text[len(w.text)-1]
	}
	switch {
	case c == '{':
		w.brace = true
		return
	case c == '~' && last != '=' && last != ':':
		return
	case c == '[':
		if !w.bracket && !g.noAssign && !w.quoted && isName(w.text) {
			w.subscript()
		}
		w.bracket = true
	}
	if !g.found.compound || !g.pattern && !w.loneBracket(c) || c == '~' {
		g.found.add(NonLiteralWordNotSupported, at)
	}
}

// loneBracket reports whether c is a [ that is a whole word.
func (w *wordScan) loneBracket(c byte) bool {
	next := w.g.at(w.g.pos + 1)
	return c == '[' && len(w.text) == 0 && (next == 0 || next == ' ' || next == '\t' || next == '\n' || isMeta(next))
}

// subscript passes to the last byte before the ] of a[i], which may hold
// blanks where an assignment can stand.
func (w *wordScan) subscript() {
	g := w.g
	if end := g.match(g.pos+1, '[', ']'); end > 0 {
		inner := span{g.pos + 1, end - 1}
		w.text = append(w.text, g.src[g.pos:inner.end]...)
		g.text(inner.start, inner.end)
		g.pos = inner.end - 1
		if g.at(inner.end+1) == '=' || g.at(inner.end+1) == '+' {
			g.found.addCompound(AssignmentPrefixNotSupported, span{w.start, inner.end + 1})
		}
	}
}

// isTarget reports whether text, up to its =, can be assigned to.
func isTarget(text []byte) bool {
	if i := strings.IndexByte(string(text), '['); i > 0 {
		rest := strings.TrimSuffix(string(text[i:]), "+")
		return strings.HasSuffix(rest, "]") && isName(text[:i]) && text[i-1] != '+'
	}
	return isName(text)
}

// paren reads an unquoted parenthesis inside a word: an extended glob, an
// array, or the end of the word.
func (w *wordScan) paren() bool {
	g := w.g
	if len(w.text) == 0 {
		return false
	}
	last := w.text[len(w.text)-1]
	switch {
	case w.assign && last == '=' && !g.noAssign:
		w.quoted = true
		g.array()
		g.found.addCompound(AssignmentPrefixNotSupported, span{w.start, g.pos})
		return true
	case strings.IndexByte("?*+@!", last) >= 0 && (g.noAssign || string(w.text) != "!"):
		end := g.match(g.pos+1, '(', ')')
		if end < 0 {
			g.fail(len(g.src))
			return false
		}
		g.found.add(NonLiteralWordNotSupported, span{g.pos - 1, end})
		w.quoted = true
		g.text(g.pos+1, end-1)
		g.pos = end
		return true
	}
	return false
}

// array passes the words of NAME=( ... ).
func (g *grammar) array() {
	ahead, has, noAssign := g.ahead, g.has, g.noAssign
	g.pos++
	g.has, g.noAssign = false, true
	if g.enter() {
		for t := g.next(); !g.failed; t = g.next() {
			if t.kind == tokenOp && t.op == ")" {
				break
			}
			if t.kind != tokenWord && t.kind != tokenNewline {
				g.fail(t.start)
			}
		}
	}
	g.leave()
	g.ahead, g.has, g.noAssign = ahead, has, noAssign
}
