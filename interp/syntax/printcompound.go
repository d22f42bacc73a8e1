package syntax

// compound writes the compound commands that have bodies of their own.
func (pr *printer) compound(c Command) {
	switch c := c.(type) {
	case *IfClause:
		pr.ifClause(c)
	case *WhileClause:
		if c.Until {
			pr.str("until ")
		} else {
			pr.str("while ")
		}
		pr.list(c.Cond)
		pr.flush("")
		pr.semicolon()
		pr.str(" do\n")
		pr.indented(c.Do)
		pr.margin()
		pr.str("done")
	case *ForClause:
		pr.forClause(c)
	case *SelectClause:
		pr.loop("select", c.Name, c.In, c.Items, c.Do)
	case *CaseClause:
		pr.caseClause(c)
	}
}

// indented writes a list, one level further in, and a newline.
func (pr *printer) indented(list []*Stmt) {
	pr.indent++
	pr.margin()
	pr.list(list)
	pr.flush("")
	pr.semicolon()
	pr.indent--
	pr.str("\n")
}

func (pr *printer) ifClause(c *IfClause) {
	closing := 0
	for {
		pr.str("if ")
		pr.list(c.Cond)
		if pr.joined == 0 {
			pr.flush("")
		}
		pr.semicolon()
		pr.str(" then\n")
		pr.indented(c.Then)
		if c.Else == nil {
			break
		}
		pr.margin()
		pr.str("else\n")
		if c.Else.Cond == nil {
			pr.indented(c.Else.Then)
			break
		}
		// elif is an if inside the else.
		c = c.Else
		pr.indent++
		pr.margin()
		closing++
	}
	pr.margin()
	pr.str("fi")
	for ; closing > 0; closing-- {
		pr.semicolon()
		pr.indent--
		pr.nextLine()
		pr.str("fi")
	}
}

func (pr *printer) forClause(c *ForClause) {
	if c.Name != "" {
		pr.loop("for", c.Name, c.In, c.Items, c.Do)
		return
	}
	pr.str("for ((" + forPart(c.Init) + "; " + forPart(c.Cond) + "; " + forPart(c.Post) + "))\n")
	pr.margin()
	pr.loopBody(c.Do)
}

// forPart is an expression of for (( )), 1 where nothing is written.
func forPart(x *Arithm) string {
	if x.Src == "" {
		return "1"
	}
	return x.Src
}

func (pr *printer) loop(word, name string, in bool, items []*Word, body []*Stmt) {
	pr.str(word + " " + name + " in ")
	if !in {
		pr.str(`"$@"`)
	}
	for i, w := range items {
		if i > 0 {
			pr.str(" ")
		}
		pr.str(wordText(w))
	}
	pr.str(";")
	pr.nextLine()
	pr.loopBody(body)
}

func (pr *printer) loopBody(body []*Stmt) {
	pr.str("do\n")
	pr.indented(body)
	pr.margin()
	pr.str("done")
}

func (pr *printer) caseClause(c *CaseClause) {
	pr.str("case " + wordText(c.Word) + " in ")
	pr.indent++
	for _, item := range c.Items {
		pr.nextLine()
		for i, w := range item.Patterns {
			if i > 0 {
				pr.str(" | ")
			}
			pr.str(wordText(w))
		}
		pr.str(")\n")
		pr.indent++
		if len(item.Stmts) > 0 {
			pr.margin()
			pr.list(item.Stmts)
			pr.flush("")
		}
		pr.indent--
		pr.nextLine()
		pr.str([...]string{CaseBreak: ";;", CaseFallthrough: ";&", CaseResume: ";;&"}[item.Op])
	}
	pr.indent--
	pr.nextLine()
	pr.str("esac")
}
