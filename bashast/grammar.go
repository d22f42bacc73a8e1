package bashast

// program reads the whole input: at least one command.
func (g *grammar) program() {
	g.newlines()
	if g.peek().kind == tokenEOF {
		g.fail(0)
		return
	}
	g.statements(func(at span) { g.found.add(MultipleStatements, at) })
	if t := g.peek(); t.kind != tokenEOF {
		g.fail(t.start)
	}
}

// list reads commands below the top level, where lists are no violation.
func (g *grammar) list() { g.statements(func(span) {}) }

// statements reads commands with ; & && || and newlines between them, up to a
// token that can not begin a command. There has to be at least one. It calls
// more for whatever makes them more than one plain statement.
func (g *grammar) statements(more func(span)) {
	if !g.enter() {
		return
	}
	defer g.leave()
	for count := 0; !g.failed; count++ {
		if count > 0 {
			more(g.peek().span)
		}
		g.pipeline()
		for g.isOp("&&", "||") {
			more(g.next().span)
			g.newlines()
			g.pipeline()
		}
		switch {
		case g.isOp("&"):
			at := g.next().span
			g.found.addCompound(BackgroundNotSupported, at)
			more(at)
		case g.isOp(";"), g.peek().kind == tokenNewline:
			g.next()
		default:
			return
		}
		g.newlines()
		if !g.beginsCommand() {
			return
		}
	}
}

// beginsCommand reports whether the next token can be the first of a command.
func (g *grammar) beginsCommand() bool {
	switch t := g.peek(); t.kind {
	case tokenRedir:
		return true
	case tokenOp:
		return t.op == "("
	case tokenWord:
		return t.quoted || !closes(t.text)
	}
	return false
}

// closes reports whether a reserved word can not begin a command.
func closes(word string) bool {
	switch word {
	case "then", "elif", "else", "fi", "do", "done", "esac", "}", "in", "]]":
		return true
	}
	return false
}

// pipeline reads commands with | or |& between them, after any ! and time.
func (g *grammar) pipeline() {
	prefixed := false
	for !g.failed && (g.isWord("!") || g.isWord("time")) {
		timed := g.isWord("time")
		g.found.add(CompoundCommandNotSupported, g.next().span)
		prefixed = true
		if timed && g.isWord("-p") {
			g.next()
		}
		if timed && g.isWord("--") {
			g.next()
		}
	}
	if prefixed && !g.beginsCommand() && (g.isOp(";", "&") || g.peek().kind == tokenNewline || g.peek().kind == tokenEOF) {
		return // ! and time may stand alone
	}
	g.command()
	for g.isOp("|", "|&") {
		g.found.add(PipelineNotSupported, g.next().span)
		g.newlines()
		if g.isWord("!") {
			g.fail(g.peek().start)
		}
		if g.isWord("time") {
			at := g.next().span
			g.found.add(CompoundCommandNotSupported, at)
			g.found.addCompound(CompoundCommandNotSupported, at)
		}
		g.command()
	}
}

// command reads one simple or compound command with its redirections.
func (g *grammar) command() {
	if !g.enter() {
		return
	}
	defer g.leave()
	t := g.peek()
	switch {
	case !g.beginsCommand():
		g.fail(t.start)
	case g.isOp("("):
		g.parenthesis()
		g.redirections()
	case t.kind == tokenWord && !t.quoted && g.compound(t):
		g.redirections()
	default:
		g.simple()
	}
}

// redirections reads what may follow a compound command.
func (g *grammar) redirections() {
	for g.peek().kind == tokenRedir {
		g.redirection()
	}
}

// redirection reads an operator and its word.
func (g *grammar) redirection() {
	op := g.next()
	noAssign := g.noAssign
	g.noAssign = true
	word := g.peek()
	g.noAssign = noAssign
	if word.kind != tokenWord {
		g.fail(word.start)
		return
	}
	g.next()
	switch op.op {
	case "<<", "<<-":
		g.found.add(HereDocNotSupported, span{op.start, word.end})
		g.docs = append(g.docs, hereDoc{unquote(word), op.op == "<<-", word.quoted})
	case "<<<":
		g.found.add(HereDocNotSupported, span{op.start, word.end})
	default:
		g.found.add(RedirectionNotSupported, span{op.start, word.end})
	}
}

// unquote removes the quotes of a here-document's delimiter.
func unquote(word token) string {
	if !word.quoted {
		return word.text
	}
	var out []byte
	quote := byte(0)
	for i := 0; i < len(word.text); i++ {
		c := word.text[i]
		switch {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == '\\' && quote != '\'' && i+1 < len(word.text):
			i++
			out = append(out, word.text[i])
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// simple reads assignments, words and redirections, or the definition of a
// function.
func (g *grammar) simple() {
	first := true // no command word yet
	for !g.failed {
		t := g.peek()
		switch {
		case t.kind == tokenRedir:
			g.redirection()
			continue
		case t.kind != tokenWord:
			g.noAssign = false
			if !first && g.isOp("(") {
				g.fail(t.start)
			}
			return
		}
		g.next()
		switch {
		case !first:
		case t.assign:
			g.found.add(AssignmentPrefixNotSupported, t.span)
		default:
			first = false
			if g.commandWord(t); g.isOp("(") {
				g.noAssign = false
				g.functionBody(t)
				return
			}
		}
	}
}

// commandWord notes what makes a command word special and decides how its
// arguments are read.
func (g *grammar) commandWord(t token) {
	switch {
	case !t.quoted && declares(t.text):
		g.found.add(CompoundCommandNotSupported, t.span)
		return
	case t.text == "" || t.text[0] == '%':
		g.found.add(NonLiteralWordNotSupported, t.span)
	}
	g.noAssign = true
}
