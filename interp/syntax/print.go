package syntax

import (
	"strconv"
	"strings"
)

// Print gives a function's definition as `declare -f` prints it, with a
// newline at the end.
func Print(f *FuncDecl) string {
	var pr printer
	pr.str(f.Name + " () \n")
	pr.body(f)
	return pr.text() + "\n"
}

// PrintCommand gives a command as jobs, BASH_COMMAND and the text of command
// substitutions show it.
func PrintCommand(s *Stmt) string {
	var pr printer
	pr.stmt(s)
	if s.Background {
		pr.str(" &")
	}
	pr.flush("")
	return pr.text()
}

// A printer writes commands in the layout of bash, which has two: one for
// functions, where each command of a list has a line, and one for the rest.
type printer struct {
	b      strings.Builder
	last   byte
	indent int
	inFunc int // functions around the place
	// docs are here-documents whose body is to come. flushed tells that
	// bodies were written instead of the next ; of a list.
	docs    []*Redirect
	flushed bool
}

func (pr *printer) str(s string) {
	if s != "" {
		pr.b.WriteString(s)
		pr.last = s[len(s)-1]
	}
}

func (pr *printer) text() string { return pr.b.String() }

// margin starts a line.
func (pr *printer) margin() {
	for range pr.indent {
		pr.str("    ")
	}
}

// semicolon ends a command unless something else ends it already.
func (pr *printer) semicolon() {
	if pr.last != '&' && pr.last != '\n' {
		pr.str(";")
	}
}

// nextLine is a newline and the margin.
func (pr *printer) nextLine() {
	pr.str("\n")
	pr.margin()
}

// flush writes an operator and the bodies of the here-documents before it. It
// tells whether there were any.
func (pr *printer) flush(operator string) bool {
	if len(pr.docs) == 0 {
		pr.str(operator)
		return false
	}
	docs := pr.docs
	pr.docs = nil
	pr.str(operator)
	pr.str("\n")
	for _, r := range docs {
		end, _ := delimiter(r.Word.Src)
		pr.str(documentText(r))
		pr.str(end)
		pr.str("\n")
	}
	pr.flushed = true
	return true
}

func documentText(r *Redirect) string {
	if r.Body == nil {
		return ""
	}
	return r.Body.Src
}

// list writes commands with what separates them. In bash's tree a list is
// joined in pairs from the left, and the second of a pair is followed by the
// bodies of its here-documents.
func (pr *printer) list(list []*Stmt) {
	for i, s := range list {
		pr.stmt(s)
		last := i == len(list)-1
		if i > 0 && !s.Background {
			pr.flush("")
		}
		switch {
		case s.Background:
			if pr.flush(" &") {
				pr.str(" ")
			}
			if !last {
				pr.str(" ")
			}
		case last:
		case pr.flush(""):
			pr.separate(s)
		default:
			if pr.flushed {
				pr.flushed = false
				if s.newline && pr.inFunc == 0 {
					pr.nextLine()
					continue
				}
			} else if !s.newline {
				pr.str(";")
			}
			pr.separate(s)
		}
	}
}

// separate goes to where the next command of a list starts.
func (pr *printer) separate(s *Stmt) {
	switch {
	case pr.inFunc > 0:
		if s.newline {
			pr.str("\n")
		}
		pr.nextLine()
	case s.newline:
		pr.str("\n")
	default:
		pr.str(" ")
	}
}

// stmt writes a command and its redirections, but not its &.
func (pr *printer) stmt(s *Stmt) {
	if s.Negated {
		pr.str("! ")
	}
	if s.Cmd != nil {
		pr.command(s.Cmd)
	}
	pr.redirects(s)
}

func (pr *printer) command(c Command) {
	switch c := c.(type) {
	case *CallExpr:
		pr.call(c.Assigns, c.Args)
	case *DeclClause:
		pr.decl(c)
	case *BinaryCmd:
		pr.stmt(c.X)
		operator := " && "
		if c.Op == OrStmt {
			operator = " || "
		}
		if pr.flush(operator) {
			pr.str(" ")
		}
		pr.stmt(c.Y)
		pr.flush("")
	case *Pipeline:
		pr.pipeline(c)
	case *Block:
		pr.block(c)
	case *Subshell:
		pr.str("( ")
		pr.list(c.Stmts)
		pr.flush("")
		pr.str(" )")
	case *FuncDecl:
		pr.str("function " + c.Name + " () \n")
		pr.body(c)
	case *ArithmCmd:
		pr.str("((" + c.X.Src + "))")
	case *TestClause:
		pr.str("[[ ")
		pr.test(c.X)
		pr.str(" ]]")
	case *CoprocClause:
		pr.str("coproc " + c.Name + " ")
		pr.stmt(c.Stmt)
	case *TimeClause:
		pr.str("time ")
		if c.Posix {
			pr.str("-p ")
		}
		if c.Stmt != nil {
			pr.stmt(c.Stmt)
		}
	default:
		pr.compound(c)
	}
}

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
		// The bodies of here-documents of a lone command here wait until
		// those after then.
		pr.list(c.Cond)
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
	s := strings.TrimLeft(x.Src, " \t\n")
	if s == "" {
		return "1"
	}
	return s
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

func (pr *printer) block(c *Block) {
	if pr.inFunc == 0 {
		pr.str("{ ")
		pr.list(c.Stmts)
		pr.flush("")
		pr.semicolon()
		pr.str(" }")
		return
	}
	pr.str("{ \n")
	pr.indent++
	pr.margin()
	pr.list(c.Stmts)
	pr.flush("")
	pr.indent--
	pr.nextLine()
	pr.str("}")
}

func (pr *printer) pipeline(c *Pipeline) {
	for i, s := range c.Stages {
		pr.stmt(s)
		if i == len(c.Stages)-1 {
			pr.flush("")
			return
		}
		if c.All[i] {
			pr.str(" 2>&1")
			pr.flushed = false
		}
		if pr.flush(" |") {
			pr.str("  ")
		} else {
			pr.str(" ")
		}
	}
}

// body writes a function's body, in braces whatever it is.
func (pr *printer) body(f *FuncDecl) {
	pr.margin()
	pr.str("{ \n")
	pr.inFunc++
	pr.indent++
	pr.margin()
	var redirs []*Redirect
	if block, ok := f.Body.Cmd.(*Block); ok {
		redirs = f.Body.Redirs
		pr.list(block.Stmts)
	} else {
		pr.stmt(f.Body)
	}
	pr.flush("")
	pr.indent--
	pr.inFunc--
	pr.nextLine()
	pr.str("}")
	pr.flushed = false
	pr.redirects(&Stmt{Cmd: f, Redirs: redirs})
	pr.flush("")
}

func (pr *printer) call(assigns []*Assign, args []*Word) {
	for i, a := range assigns {
		if i > 0 {
			pr.str(" ")
		}
		pr.str(wordText(a.Whole))
	}
	for i, w := range args {
		if i > 0 || len(assigns) > 0 {
			pr.str(" ")
		}
		pr.str(wordText(w))
	}
}

func (pr *printer) decl(c *DeclClause) {
	pr.call(c.Assigns, c.Prefix)
	if len(c.Assigns)+len(c.Prefix) > 0 {
		pr.str(" ")
	}
	pr.str(c.Variant)
	for _, w := range c.Args {
		pr.str(" " + wordText(w))
	}
}

func (pr *printer) redirects(s *Stmt) {
	if len(s.Redirs) > 0 {
		pr.flushed = false
	}
	for i, r := range s.Redirs {
		if i > 0 || s.Cmd != nil {
			pr.str(" ")
		}
		pr.redirect(r)
	}
}

// redirect writes a redirection. A here-document's body comes later.
func (pr *printer) redirect(r *Redirect) {
	fd := func(standard int) string {
		switch {
		case r.FdVar != "":
			return "{" + r.FdVar + "}"
		case r.N >= 0 && r.N != standard:
			return strconv.Itoa(r.N)
		}
		return ""
	}
	word := wordText(r.Word)
	switch r.Op {
	case RedirIn:
		pr.str(fd(0) + "< " + word)
	case RedirOut:
		pr.str(fd(1) + "> " + word)
	case RedirAppend:
		pr.str(fd(1) + ">> " + word)
	case RedirClobber:
		pr.str(fd(1) + ">| " + word)
	case RedirInOut:
		pr.str(inOut(r) + "<> " + word)
	case RedirAll:
		pr.str("&> " + word)
	case RedirAllAppend:
		pr.str("&>> " + word)
	case RedirHereStr:
		pr.str(fd(0) + "<<< " + word)
	case RedirHeredoc, RedirDashDoc:
		pr.str(fd(0) + [...]string{RedirHeredoc: "<<", RedirDashDoc: "<<-"}[r.Op])
		end, quoted := delimiter(r.Word.Src)
		if quoted {
			end = singleQuote(end)
		}
		pr.str(end)
		pr.docs = append(pr.docs, r)
	case RedirDupIn, RedirDupOut:
		pr.dup(r, word)
	}
}

// inOut is the descriptor before <>, which bash always writes.
func inOut(r *Redirect) string {
	if r.FdVar == "" && r.N < 0 {
		return "0"
	}
	return r.varName() + strings.TrimPrefix(strconv.Itoa(r.N), "-1")
}

// dup writes <& or >&. bash knows those with a number from those with a word.
func (pr *printer) dup(r *Redirect, word string) {
	arrow, n := "<&", 0
	if r.Op == RedirDupOut {
		arrow, n = ">&", 1
	}
	number := allDigits(strings.TrimSuffix(word, "-")) && word != ""
	switch {
	case word == "-":
		arrow = ">&"
	case !number && r.N < 0:
		pr.str(r.varName() + arrow + word)
		return
	}
	switch {
	case r.FdVar != "":
		pr.str(r.varName())
	case r.N >= 0:
		pr.str(strconv.Itoa(r.N))
	default:
		pr.str(strconv.Itoa(n))
	}
	pr.str(arrow + word)
}

func (r *Redirect) varName() string {
	if r.FdVar == "" {
		return ""
	}
	return "{" + r.FdVar + "}"
}
