package syntax

// A closer is what ends a run of word parts outside double quotes.
type closer uint8

const (
	untilMeta    closer = iota // a word of the command language
	untilBrace                 // the operand of ${...}
	untilSlash                 // the pattern of ${NAME/PATTERN/...}
	untilBracket               // a subscript
	untilIndex                 // a subscript in ${...}
	untilParen                 // an extended pattern
	untilEnd                   // all of the source
)

// subSpan is a substitution and its place in src.
type subSpan struct {
	from, to int
	part     any // what bash writes anew: see spanText
}

// parts collects the parts of a word.
type parts struct {
	p    *Parser
	list []WordPart
	from int // start of literal text that is not in list yet
}

// flush moves the literal text before the place to the list.
func (w *parts) flush() { w.flushTo(w.p.pos) }

func (w *parts) flushTo(end int) {
	if end > w.from {
		w.list = append(w.list, &Lit{Value: w.p.src[w.from:end]})
	}
	w.from = end
}

// join passes continuations at the place.
func (w *parts) join() {
	if w.p.at(0) == '\\' && w.p.at(1) == '\n' {
		w.p.count()
		w.flush()
		w.p.continuation()
		w.from = w.p.pos
	}
}

// add puts a part behind the text before it, which ended at start.
func (w *parts) add(part WordPart) {
	w.p.count()
	w.list = append(w.list, part)
	w.from = w.p.pos
}

// lone is a Word of one Lit in one allocation.
type lone struct {
	word Word
	lit  Lit
	arr  [1]WordPart
}

// wordToken reads a word into p.tok.
func (p *Parser) wordToken(ctx context) {
	t := &p.tok
	t.kind = tokWord
	start := p.pos
	i := start
	for i < len(p.src) && classes[p.src[i]]&(clsMeta|clsQuote|clsBrace) == 0 && p.src[i] != '[' && p.src[i] != '=' {
		i++
	}
	if i > start && i < len(p.src) && classes[p.src[i]]&clsMeta != 0 && p.src[i] != '(' && !(p.src[i] == '<' || p.src[i] == '>') && ctx != asRegex {
		l := &lone{lit: Lit{Value: p.src[start:i]}}
		l.arr[0] = &l.lit
		l.word = Word{Position: t.pos, Src: l.lit.Value, Parts: l.arr[:]}
		p.pos, t.end = i, i
		t.word, t.lit = &l.word, l.lit.Value
		return
	}
	outer := len(p.subs)
	t2 := *t
	w := p.longWord(ctx)
	*t = t2
	t.word = w
	t.end = p.pos
	w.spans = p.spans(outer, start)
	if len(w.Parts) == 1 {
		if l, ok := w.Parts[0].(*Lit); ok {
			t.lit = l.Value
		}
	} else if len(w.Parts) == 0 {
		w.Parts = nil
	} else if len(p.cuts) > 0 && plainText(w.Parts) {
		t.lit = w.Src // in pieces because of a continuation
	}
}

// plainText tells whether all parts are literal text.
func plainText(parts []WordPart) bool {
	for _, part := range parts {
		if _, ok := part.(*Lit); !ok {
			return false
		}
	}
	return true
}

// spans takes the substitutions that were found since the given number, with
// places counted in the word's Src.
func (p *Parser) spans(outer, start int) []subSpan {
	if len(p.subs) == outer {
		return nil
	}
	list := append([]subSpan(nil), p.subs[outer:]...)
	p.subs = p.subs[:outer]
	for i := range list {
		s := &list[i]
		s.from = len(p.text(start, s.from))
		s.to = len(p.text(start, s.to))
	}
	return list
}

// longWord reads a word that is more than plain text.
func (p *Parser) longWord(ctx context) *Word {
	word := &Word{Position: p.here()}
	start := p.pos
	w := parts{p: p, from: p.pos}
	a := assigning{ctx: ctx}
	p.assignStart(&w, &a)
	if a.value > 0 && p.cur() == '(' && (ctx == asCommand || ctx == asDecl) {
		a.array = p.array(&w)
		if c := p.cur(); c != 0 && classes[c]&clsMeta == 0 {
			a.array = nil // NAME=(...)x is a string
		}
	}
	p.runWord(&w, untilMeta, ctx, word, &a)
	word.Src = p.text(start, p.pos)
	word.Parts = w.list
	if a.value > 0 {
		word.Assign = p.assign(word, start, &a)
	}
	return word
}

// run reads parts up to the closer, which it leaves.
func (p *Parser) run(w *parts, end closer, ctx context) {
	p.runWord(w, end, ctx, nil, nil)
}

// runWord reads parts up to the closer. Where word is given it learns of
// braces, and a of the subscript of an assignment.
func (p *Parser) runWord(w *parts, end closer, ctx context, word *Word, a *assigning) {
	nested, line := 0, p.line
	mask := uint8(clsUntil | clsBrace)
	if end == untilMeta {
		mask = clsMeta | clsQuote | clsBrace
		if a.inSubscript() {
			mask |= clsUntil
		}
	}
	for {
		for p.pos < len(p.src) && classes[p.src[p.pos]]&mask == 0 {
			p.pos++
		}
		c := p.cur()
		switch c {
		case 0:
			if ctx == asRegex && end == untilMeta && nested > 0 {
				p.unclosed(line, ')')
			}
			w.flush()
			return
		case '\\':
			p.escaped(w)
			continue
		case '\'', '"', '`', '$':
			w.flush()
			w.add(p.quoteOrDollar(c, end))
			continue
		case '{':
			if word != nil {
				word.Braces = true
			}
			p.pos++
			continue
		case '<', '>':
			if p.at(1) == '(' && end != untilBracket && end != untilIndex && end != untilEnd {
				w.flush()
				w.add(p.procSubst(c))
				continue
			}
		case '(':
			if p.extended(w, ctx, end) {
				continue
			}
		}
		if end == untilMeta {
			if a.inSubscript() && p.subscriptEnd(w, a, c) || ctx == asRegex && p.regexPart(c, &nested) {
				continue
			}
			if classes[c]&clsMeta != 0 {
				w.flush()
				return
			}
		} else if p.closes(end, c, &nested) {
			w.flush()
			return
		}
		p.skip(c)
	}
}

// closes tells whether c is the closer of a run inside brackets or braces, where
// so many brackets of its kind are open.
func (p *Parser) closes(end closer, c byte, nested *int) bool {
	switch end {
	case untilBrace:
		return c == '}'
	case untilSlash:
		return c == '}' || c == '/'
	case untilBracket:
		return closesGroup(nested, c, '[', ']')
	case untilIndex:
		return c == '}' && *nested == 0 && p.at(1) != ']' || closesGroup(nested, c, '[', ']')
	case untilParen:
		return closesGroup(nested, c, '(', ')')
	}
	return false
}

// closesGroup counts brackets and tells whether c closes the one in which the text
// began.
func closesGroup(nested *int, c, open, shut byte) bool {
	switch {
	case c == open:
		*nested++
	case c == shut && *nested == 0:
		return true
	case c == shut:
		*nested--
	}
	return false
}

// skip passes c, which is at the place.
func (p *Parser) skip(c byte) {
	if c == '\n' {
		p.newline()
	} else {
		p.pos++
	}
}

// regexPart reads what in a regular expression does not end a word: groups
// and what stands in them.
func (p *Parser) regexPart(c byte, nested *int) bool {
	switch {
	case c == '(':
		*nested++
	case c == ')' && *nested > 0:
		*nested--
	case c == '|':
	case *nested == 0 || c == 0:
		return false
	}
	p.skip(c)
	return true
}
