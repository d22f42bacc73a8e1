package syntax

import "strings"

// Print gives a function's definition as `declare -f` prints it, with a
// newline at the end. In posix mode functions inside it are as POSIX defines
// them, without the word function.
func Print(f *FuncDecl, posix bool) string {
	pr := printer{posix: posix}
	if reservedWord(f.Name) {
		pr.str("function ")
	}
	pr.str(f.Name + " () \n")
	pr.body(f)
	return pr.text() + "\n"
}

// PrintExported gives what the environment has of an exported function: each
// line has a margin of one blank, however deep it is.
func PrintExported(f *FuncDecl, posix bool) string {
	pr := printer{flat: true, posix: posix}
	pr.str("() ")
	pr.body(f)
	return pr.text()
}

// PrintCommand gives a command as jobs, BASH_COMMAND and the text of command
// substitutions show it.
func PrintCommand(s *Stmt, posix bool) string {
	pr := printer{posix: posix}
	pr.stmt(s)
	if s.Background {
		pr.str(" &")
	}
	pr.flush("")
	return pr.text()
}

// PrintWord gives a word as PrintCommand shows it.
func PrintWord(w *Word) string { return wordText(w) }

// A printer writes commands in the layout of bash, which has two: one for
// functions, where each command of a list has a line, and one for the rest.
type printer struct {
	b      strings.Builder
	last   byte
	indent int
	inFunc int // functions around the place
	// flat is the layout of the environment.
	flat bool
	// posix leaves out function before definitions.
	posix bool
	// docs are here-documents whose body is to come. flushed tells that
	// bodies were written instead of the next ; of a list.
	docs    []*Redirect
	flushed bool
	// joined counts the lists of several commands around the place: in one,
	// the bodies of a lone condition's here-documents wait until those after
	// then, in bash, too.
	joined int
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
	if pr.flat {
		if pr.inFunc > 0 {
			pr.str(" ")
		}
		return
	}
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
	if len(list) > 1 {
		pr.joined++
		defer func() { pr.joined-- }()
	}
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
		if !pr.posix {
			pr.str("function ")
		}
		pr.str(c.Name + " () \n")
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
	pr.str("{ ")
	if !pr.flat || pr.inFunc > 0 {
		pr.str("\n")
	}
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
