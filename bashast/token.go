package bashast

import "strings"

// maxDepth bounds how deeply constructs may nest before an input is refused.
// Each level costs one pass over the text at most.
const maxDepth = 100

// maxTried bounds how many bytes may be looked at in search of closing
// delimiters, most of which are found at once.
const maxTried = 16 * MaxInput

type tokenKind byte

const (
	tokenEOF tokenKind = iota
	tokenNewline
	tokenWord
	tokenOp    // control operator; op says which
	tokenRedir // redirection operator, with its descriptor if it has one
)

type token struct {
	kind tokenKind
	span
	op     string
	text   string // of a word: its bytes without line continuations
	quoted bool   // some of the word is quoted, escaped or expanded
	assign bool   // the word has the form of an assignment
}

// grammar is the recognizer: a lexer with one token of look-ahead, below a
// recursive-descent parser (grammar.go, compound.go). After the first error it
// only ever sees the end of the input.
type grammar struct {
	src      []byte
	pos      int
	depth    int
	tried    int
	beyond   bool // a limit was exceeded
	found    facts
	failed   bool
	failure  span
	ahead    token
	has      bool // ahead is valid
	noAssign bool // the next word is an argument: no array can be assigned
	pattern  bool // the next word is a pattern of case
	docs     []hereDoc
}

// A hereDoc is one whose body is still to be read.
type hereDoc struct {
	delim         string
	tabs, literal bool // <<- and quoted delimiter
}

// fail notes the first error; from then on there are no more tokens.
func (g *grammar) fail(at int) {
	if !g.failed {
		g.failed, g.failure = true, span{min(at, len(g.src)), min(at+1, len(g.src))}
	}
	g.pos, g.has = len(g.src), false
}

// exceed fails because of a limit, which also ends the readings around this one.
func (g *grammar) exceed(at int) {
	g.beyond = true
	g.fail(at)
}

// enter counts one level of nesting; leave takes it back.
func (g *grammar) enter() bool {
	if g.depth++; g.depth > maxDepth {
		g.exceed(g.pos)
	}
	return !g.failed
}

func (g *grammar) leave() { g.depth-- }

// at returns the byte at i, or 0 behind the end; no input holds a NUL.
func (g *grammar) at(i int) byte {
	if i < len(g.src) {
		return g.src[i]
	}
	return 0
}

// after passes line continuations from i on.
func (g *grammar) after(i int) int {
	for g.at(i) == '\\' && g.at(i+1) == '\n' {
		i += 2
	}
	return i
}

func (g *grammar) peek() token {
	if g.failed {
		return token{span: span{len(g.src), len(g.src)}}
	}
	if !g.has {
		g.ahead, g.has = g.scan(), true
	}
	return g.ahead
}

func (g *grammar) next() token {
	t := g.peek()
	g.has = false
	return t
}

// isOp reports whether the next token is one of the control operators.
func (g *grammar) isOp(ops ...string) bool {
	t := g.peek()
	if t.kind != tokenOp {
		return false
	}
	for _, op := range ops {
		if t.op == op {
			return true
		}
	}
	return false
}

// isWord reports whether the next token is that unquoted word.
func (g *grammar) isWord(text string) bool {
	t := g.peek()
	return t.kind == tokenWord && !t.quoted && t.text == text
}

// newlines passes any number of newlines.
func (g *grammar) newlines() {
	for g.peek().kind == tokenNewline {
		g.next()
	}
}

// scan reads one token. The bodies of here-documents go with the newline
// before them.
func (g *grammar) scan() token {
	g.blanks()
	start := g.pos
	switch c := g.at(g.pos); {
	case g.pos >= len(g.src):
		return token{kind: tokenEOF, span: span{start, start}}
	case c == '\n':
		g.pos++
		t := token{kind: tokenNewline, span: span{start, g.pos}}
		g.bodies()
		return t
	case (c == '<' || c == '>') && g.at(g.after(g.pos+1)) == '(':
		return g.word()
	case isMeta(c):
		return g.operator(start)
	}
	return g.word()
}

// blanks passes blanks, continuations and comments.
func (g *grammar) blanks() {
	for {
		g.pos = g.after(g.pos)
		switch g.at(g.pos) {
		case ' ', '\t':
			g.pos++
		case '#':
			start := g.pos
			for g.pos < len(g.src) && g.src[g.pos] != '\n' {
				g.pos++
			}
			if !g.found.compound {
				g.found.add(NonLiteralWordNotSupported, span{start, g.pos})
			}
		default:
			return
		}
	}
}

func isMeta(c byte) bool { return strings.IndexByte("&|;<>()", c) >= 0 }

// operator reads the longest operator at pos. A descriptor before it, if any,
// begins at start.
func (g *grammar) operator(start int) token {
	op, end := longestOperator(g.src, g.pos)
	g.pos = end
	t := token{kind: tokenOp, span: span{start, end}, op: op}
	if strings.ContainsAny(op, "<>") {
		t.kind = tokenRedir
	}
	return t
}

// longestOperator reads the operator that begins at i, if one does, as bash
// does: with line continuations anywhere inside. It returns the position
// behind its last character.
func longestOperator(src []byte, i int) (string, int) {
	op, end := "", i
	for i < len(src) && isOperator(op+string(src[i])) {
		op += string(src[i])
		end = i + 1
		for i = end; i+1 < len(src) && src[i] == '\\' && src[i+1] == '\n'; {
			i += 2
		}
	}
	return op, end
}

// isOperator knows the operators of bash; each prefix of one is one, too.
func isOperator(s string) bool {
	switch s {
	case "&", "&&", "&>", "&>>", "|", "||", "|&", ";", ";;", ";&", ";;&", "(", ")",
		"<", "<<", "<<-", "<<<", "<&", "<>", ">", ">>", ">&", ">|":
		return true
	}
	return false
}

// bodies reads the here-documents that the line before announced. One without
// an end reaches to the end of the input, about which bash only warns.
func (g *grammar) bodies() {
	docs := g.docs
	g.docs = nil
	for _, doc := range docs {
		start := g.pos
		end := start
		for g.pos < len(g.src) {
			line := string(g.line())
			if doc.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if line == doc.delim {
				break
			}
			end = g.pos
		}
		if !doc.literal {
			g.text(start, end)
		}
	}
}

// line passes one line and returns it without its newline.
func (g *grammar) line() []byte {
	start := g.pos
	for g.pos < len(g.src) && g.src[g.pos] != '\n' {
		g.pos++
	}
	line := g.src[start:g.pos]
	if g.pos < len(g.src) {
		g.pos++
	}
	return line
}
