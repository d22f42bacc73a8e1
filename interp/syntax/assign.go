package syntax

// assigning is what was found out about a word that may be an assignment.
type assigning struct {
	ctx    context
	name   string
	open   int // index in src after the [, 0 without one
	close  int // index of the ]
	nested int
	// first and last bound the parts of the subscript; parts from rest on
	// are the value's. value is the index in src where that starts, 0 if
	// the word is no assignment.
	first, last, rest int
	value             int
	appended          bool
	array             *ArrayExpr
}

// inSubscript tells whether the subscript of what may be an assignment is being
// read.
func (a *assigning) inSubscript() bool { return a != nil && a.open > 0 && a.value == 0 }

// assignStart reads NAME=, NAME+= or NAME[ if the place has one. In command
// position, and for [ of an element, the subscript may hold blanks and is read
// up to its end.
func (p *Parser) assignStart(w *parts, a *assigning) {
	start := p.pos
	i := 0
	if a.ctx == asElement && p.at(0) != '[' {
		return // NAME=... is a plain word there
	}
	if isFirst(p.at(0)) {
		for isName(p.at(i)) {
			i++
		}
		for p.at(i) == '\\' && p.at(i+1) == '\n' {
			p.pos += i
			w.join()
			i = 0
			for isName(p.at(i)) {
				i++
			}
		}
	} else if a.ctx != asElement {
		return
	}
	a.name = p.text(start, p.pos+i)
	switch {
	case p.assigns(i):
		if a.name == "" {
			return
		}
		p.pos += i
		p.assignOp(w, a)
	case p.at(i) == '[':
		p.pos += i + 1
		w.flush()
		a.open, a.first = p.pos, len(w.list)
		if a.ctx != asCommand && a.ctx != asElement {
			return
		}
		line := p.line
		p.enter()
		p.run(w, untilBracket, a.ctx)
		p.leave()
		if p.cur() != ']' {
			p.unclosed(line, ']')
		}
		p.subscriptClose(w, a)
		if a.value == 0 {
			a.open = 0
		}
	}
}

// subscriptEnd looks for the ] of an argument NAME[...]=VALUE.
func (p *Parser) subscriptEnd(w *parts, a *assigning, c byte) bool {
	switch c {
	case '[':
		a.nested++
	case ']':
		if a.nested > 0 {
			a.nested--
			break
		}
		p.subscriptClose(w, a)
		switch {
		case a.value == 0:
			a.open = 0
		case a.ctx == asDecl && p.cur() == '(':
			a.array = p.array(w)
		}
		return true
	}
	return false
}

// subscriptClose passes the ] and the operator behind it.
func (p *Parser) subscriptClose(w *parts, a *assigning) {
	w.flush()
	a.close, a.last = p.pos, len(w.list)
	p.pos++
	w.join()
	if p.cur(); p.assigns(0) {
		p.assignOp(w, a)
	}
}

// assigns tells whether = or += stands i bytes behind the place.
func (p *Parser) assigns(i int) bool {
	return p.at(i) == '=' || p.at(i) == '+' && p.at(p.beyond(i+1)) == '='
}

// assignOp passes = or +=, and continuations in it and behind it.
func (p *Parser) assignOp(w *parts, a *assigning) {
	if p.at(0) == '+' {
		a.appended = true
		p.pos++
		w.join()
	}
	p.pos++
	w.join()
	w.flush()
	a.value, a.rest = p.pos, len(w.list)
}

// assign makes the Assign of a word.
func (p *Parser) assign(word *Word, start int, a *assigning) *Assign {
	as := &Assign{Position: word.Position, Name: a.name, Append: a.appended, Array: a.array, Whole: word}
	if a.open > 0 {
		as.Index = p.subscript(word.Position, p.text(a.open, a.close), word.Parts[a.first:a.last])
	}
	if a.array == nil && p.pos > a.value {
		as.Value = &Word{Position: word.Position, Src: p.text(a.value, p.pos), Parts: word.Parts[a.rest:]}
	}
	return as
}

// subscript makes a Subscript from its parts, which were read as an ordinary
// word.
func (p *Parser) subscript(at Pos, src string, key []WordPart) *Subscript {
	s := &Subscript{Position: at}
	if src == "@" || src == "*" {
		s.All = src[0]
	}
	s.X.Position, s.X.Src = at, src
	s.X.Key = &Word{Position: at, Src: src, Parts: key}
	s.X.Plain = true
	quotes := false
	for _, part := range key {
		switch part.(type) {
		case *Lit:
			continue
		case *Escaped, *SglQuoted, *DblQuoted:
			quotes = true
		}
		s.X.Plain = false
	}
	s.X.Word = s.X.Key
	if quotes {
		s.X.Word = &Word{Position: at, Src: src, Parts: p.asQuoted(key)}
	}
	return s
}

// asQuoted turns the parts of an ordinary word into those of the same text
// inside double quotes, where quotes stand for themselves.
func (p *Parser) asQuoted(key []WordPart) []WordPart {
	var list []WordPart
	for _, part := range key {
		switch part := part.(type) {
		case *Escaped:
			v := part.Value
			switch v {
			case "$", "`", "\"", "\\":
			default:
				v = "\\" + v
			}
			list = append(list, &Lit{Value: v})
		case *SglQuoted:
			list = append(list, &Lit{Value: "'"})
			inner, err := p.document(part.Value)
			if err != nil {
				inner = &Word{Parts: []WordPart{&Lit{Value: part.Value}}}
			}
			list = append(append(list, inner.Parts...), &Lit{Value: "'"})
		case *DblQuoted:
			list = append(list, &Lit{Value: "\""})
			list = append(append(list, part.Parts...), &Lit{Value: "\""})
		default:
			list = append(list, part)
		}
	}
	return list
}

// array reads the ( ... ) of a compound assignment, which is next. Its text
// goes to the parts as well, for commands that take it as a string.
func (p *Parser) array(w *parts) *ArrayExpr {
	x := &ArrayExpr{Position: p.here()}
	start := p.pos
	line := p.line
	p.enter()
	p.pos++
	w.flush()
	p.has = false
	docs := p.docs
	p.docs = nil
	x.Elems = p.elements(w, line)
	p.docs = docs
	p.leave()
	w.list = append(w.list, &Lit{Value: ")"})
	w.from = p.pos
	p.subs = append(p.subs, subSpan{start, p.pos, x})
	return x
}

// elements reads words up to the ) and passes it. At the end of a closed
// source, no ) is needed where line is 0.
func (p *Parser) elements(w *parts, line uint32) []*ArrayElem {
	var list []*ArrayElem
	for {
		t := p.peek(asElement)
		switch t.kind {
		case tokNewline:
			p.next()
			continue
		case tokWord:
			e := &ArrayElem{Value: t.word, Whole: t.word}
			if as := t.word.Assign; as != nil && as.Name == "" {
				e.Index, e.Append, e.Value = as.Index, as.Append, as.Value
			}
			if len(list) > 0 {
				w.list = append(w.list, &Lit{Value: " "})
			}
			w.list = append(w.list, t.word.Parts...)
			list = append(list, e)
			p.next()
			continue
		case tokRight:
			if line > 0 {
				p.next()
				return list
			}
		case tokEOF:
			if line == 0 {
				return list
			}
			p.inList(func() { p.unclosed(line, ')') })
		}
		p.inList(p.unexpected)
	}
}
