package bashast

// condition reads the rest of [[ ... ]].
func (g *grammar) condition() {
	g.noAssign = true
	g.orCondition()
	g.noAssign = false
	g.expect("]]")
}

// orCondition reads conditions with || and && between them; which binds
// tighter does not matter for recognizing them.
func (g *grammar) orCondition() {
	if !g.enter() {
		return
	}
	defer g.leave()
	for !g.failed {
		g.newlines()
		g.term()
		g.newlines()
		if !g.isOp("&&", "||") {
			return
		}
		g.next()
	}
}

// term reads one condition.
func (g *grammar) term() {
	for g.isWord("!") {
		g.next()
	}
	if g.isOp("(") {
		g.next()
		g.orCondition()
		if !g.isOp(")") {
			g.fail(g.peek().start)
		}
		g.next()
		return
	}
	t := g.peek()
	if t.kind != tokenWord || g.isWord("]]") {
		g.fail(t.start)
		return
	}
	g.next()
	if !t.quoted && isUnaryTest(t.text) && g.peek().kind == tokenWord && !g.isWord("]]") {
		g.next()
		return
	}
	g.binaryTest()
}

// binaryTest reads the operator and the right side of a comparison, if the
// word before was not a whole condition.
func (g *grammar) binaryTest() {
	op := g.peek()
	switch {
	case g.isWord("=~"):
		g.next()
		g.regex()
	case op.kind == tokenRedir && (op.op == "<" || op.op == ">"),
		op.kind == tokenWord && !op.quoted && isBinaryTest(op.text):
		g.next()
		if t := g.next(); t.kind != tokenWord {
			g.fail(t.start)
		}
	}
}

// regex reads the right side of =~, in which parentheses and | are ordinary.
func (g *grammar) regex() {
	depth, any := 0, false
	g.blanks()
	for !g.failed {
		switch c := g.at(g.after(g.pos)); {
		case c == '(' || c == '|':
			if c == '(' {
				depth++
			}
			g.pos = g.after(g.pos) + 1
		case c == ')' && depth > 0:
			depth--
			g.pos++
		case (c == ' ' || c == '\t' || c == '<' || c == '>' || c == ';' || c == '&') && depth > 0:
			g.pos++
		case c == 0 || c == ' ' || c == '\t' || isMeta(c) || c == '\n':
			if !any {
				g.fail(g.pos)
			}
			return
		default:
			g.word()
		}
		any = true
	}
}

// isUnaryTest knows the operators that take one word.
func isUnaryTest(s string) bool {
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

// isBinaryTest knows the operators between two words, except =~ < and >.
func isBinaryTest(s string) bool {
	switch s {
	case "=", "==", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef":
		return true
	}
	return false
}
