package bashast

import "bytes"

// compound reads the compound command that the reserved word t begins, or
// reports that t begins none.
func (g *grammar) compound(t token) bool {
	switch t.text {
	case "if":
		g.begin()
		g.ifClause()
	case "while", "until":
		g.begin()
		g.list()
		g.loopBody()
	case "for", "select":
		g.begin()
		if t.text == "select" {
			g.found.addCompound(CompoundCommandNotSupported, t.span)
		}
		g.forClause(t.text == "for")
	case "case":
		g.begin()
		g.caseClause()
	case "function":
		g.begin()
		g.functionClause()
	case "coproc":
		g.begin()
		g.found.addCompound(CompoundCommandNotSupported, t.span)
		g.coprocess()
	case "[[":
		g.begin()
		g.found.addCompound(CompoundCommandNotSupported, t.span)
		g.condition()
	case "{":
		g.begin()
		g.group()
	default:
		return false
	}
	return true
}

// begin takes the reserved word and notes it.
func (g *grammar) begin() {
	g.found.add(CompoundCommandNotSupported, g.next().span)
}

// expect takes the reserved word that has to come now.
func (g *grammar) expect(word string) {
	if !g.isWord(word) {
		g.fail(g.peek().start)
		return
	}
	g.next()
}

// body reads newlines and a list, which must not be empty.
func (g *grammar) body() {
	g.newlines()
	g.list()
}

// group reads the rest of { list; }.
func (g *grammar) group() {
	g.body()
	g.expect("}")
}

// parenthesis reads (( )) or ( ).
func (g *grammar) parenthesis() {
	t := g.next()
	if i := g.after(t.end); g.at(i) == '(' {
		if end := g.arithmetic(i + 1); end > 0 {
			g.pos = end
			g.found.add(CompoundCommandNotSupported, span{t.start, end})
			g.found.addCompound(CompoundCommandNotSupported, span{t.start, end})
			return
		}
	}
	g.body()
	if !g.isOp(")") {
		g.fail(g.peek().start)
		return
	}
	g.found.add(SubshellNotSupported, span{t.start, g.next().end})
}

// ifClause reads the rest of if ... fi.
func (g *grammar) ifClause() {
	g.body()
	g.expect("then")
	g.body()
	for g.isWord("elif") {
		g.next()
		g.body()
		g.expect("then")
		g.body()
	}
	if g.isWord("else") {
		g.next()
		g.body()
	}
	g.expect("fi")
}

// loopBody reads do list done.
func (g *grammar) loopBody() {
	g.expect("do")
	g.body()
	g.expect("done")
}

// forClause reads the rest of a for or select loop.
func (g *grammar) forClause(arithmetic bool) {
	name := g.next()
	switch {
	case arithmetic && name.kind == tokenOp && name.op == "(":
		i := g.after(name.end)
		end := -1
		if g.at(i) == '(' {
			end = g.arithmetic(i + 1)
		}
		if end < 0 || bytes.Count(g.src[i:end], []byte{';'}) != 2 {
			g.fail(name.start)
			return
		}
		g.found.addCompound(CompoundCommandNotSupported, span{name.start, end})
		g.pos = end
		if g.isOp(";") {
			g.next()
		}
	case name.kind == tokenWord:
		g.forWords()
	default:
		g.fail(name.start)
		return
	}
	g.newlines()
	if g.isWord("{") {
		g.next()
		g.group()
		return
	}
	g.loopBody()
}

// forWords reads the list of words of a loop, if there is one.
func (g *grammar) forWords() {
	if g.isOp(";") {
		g.next()
		return
	}
	g.newlines()
	if !g.isWord("in") {
		return
	}
	g.noAssign = true
	g.next()
	for g.peek().kind == tokenWord {
		g.next()
	}
	g.noAssign = false
	if !g.isOp(";") && g.peek().kind != tokenNewline {
		g.fail(g.peek().start)
		return
	}
	g.next()
}

// caseClause reads the rest of case ... esac.
func (g *grammar) caseClause() {
	g.noAssign = true
	if t := g.next(); t.kind != tokenWord {
		g.fail(t.start)
	}
	g.newlines()
	g.expect("in")
	for g.newlines(); !g.failed && !g.isWord("esac"); g.newlines() {
		g.patterns()
		g.noAssign = false
		g.newlines()
		if g.beginsCommand() {
			g.list()
		}
		g.noAssign = true
		if !g.isOp(";;", ";&", ";;&") {
			break
		}
		g.next()
	}
	g.noAssign = false
	g.expect("esac")
}

// patterns reads [(] pattern [| pattern]... ).
func (g *grammar) patterns() {
	g.pattern = true
	defer func() { g.pattern = false }()
	if g.isOp("(") {
		g.next()
	}
	for !g.failed {
		if t := g.next(); t.kind != tokenWord {
			g.fail(t.start)
			return
		}
		t := g.next()
		if t.kind == tokenOp && t.op == ")" {
			return
		}
		if t.kind != tokenOp || t.op != "|" {
			g.fail(t.start)
		}
	}
}

// functionClause reads the rest of function NAME [()] body.
func (g *grammar) functionClause() {
	name := g.next()
	if name.kind != tokenWord {
		g.fail(name.start)
		return
	}
	g.found.addCompound(FunctionNotSupported, name.span)
	if g.isOp("(") && g.emptyParens() {
		g.functionBody(name)
		return
	}
	g.functionCommand()
}

// emptyParens reports whether the parenthesis that comes next is closed at
// once; otherwise it begins a subshell that is a function's body.
func (g *grammar) emptyParens() bool {
	i := g.after(g.peek().end)
	for g.at(i) == ' ' || g.at(i) == '\t' {
		i = g.after(i + 1)
	}
	return g.at(i) == ')'
}

// functionBody reads () and the body behind the name of a function.
func (g *grammar) functionBody(name token) {
	g.found.add(CompoundCommandNotSupported, name.span)
	g.found.addCompound(FunctionNotSupported, name.span)
	g.next()
	if !g.isOp(")") {
		g.fail(g.peek().start)
		return
	}
	g.next()
	g.functionCommand()
}

// functionCommand reads a body, which has to be a compound command.
func (g *grammar) functionCommand() {
	g.newlines()
	t := g.peek()
	switch {
	case !g.enter():
		return
	case g.isOp("("):
		g.parenthesis()
	case t.kind != tokenWord || t.quoted || t.text == "function" || t.text == "coproc" || !g.compound(t):
		g.fail(t.start)
	}
	g.leave()
	g.redirections()
}

// coprocess reads the rest of coproc [NAME] command.
func (g *grammar) coprocess() {
	t := g.peek()
	if t.kind == tokenWord && (t.quoted || !reserved(t.text)) {
		g.noAssign = true
		g.next()
		next := g.peek()
		g.noAssign = false
		if g.isOp("(") || next.kind == tokenWord && !next.quoted && reserved(next.text) {
			g.command()
			return
		}
		g.noAssign = true
		for g.peek().kind == tokenWord || g.peek().kind == tokenRedir {
			if g.peek().kind == tokenRedir {
				g.redirection()
				continue
			}
			g.next()
		}
		g.noAssign = false
		return
	}
	g.command()
}
