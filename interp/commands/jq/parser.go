package jq

// nestedFilters bounds how deep a filter is.
const nestedFilters = 1000

// A parser reads the text of one filter or module by recursive descent.
type parser struct {
	file, text string
	at         int
	token      token
	last       int // the start of the token before
	open       []byte
	level      int
	// wrong is the first mistake, with what can be said besides. After it there
	// are only ends.
	wrong string
	also  []string
}

// parse reads a filter; a module has definitions alone.
func parse(file, text string, module bool) (*program, error) {
	p := &parser{file: file, text: text}
	p.scan()
	prog := &program{file: file, text: text}
	p.header(prog)
	for p.word("def") && p.wrong == "" {
		prog.defs = append(prog.defs, p.define())
	}
	switch {
	case p.token.kind != tokenEnd && !module:
		prog.main = p.pipe()
	case !module:
		prog.main = &node{op: opIdentity, single: true}
	}
	if p.token.kind != tokenEnd {
		p.unexpected("$end")
	}
	if p.wrong != "" {
		return nil, &CompileError{append([]string{p.wrong}, p.also...)}
	}
	return prog, nil
}

// fail notes the first mistake and ends the text.
func (p *parser) fail(at int, format string, args ...any) {
	if p.wrong == "" {
		p.wrong = complaint(p.file, p.text, at, format, args...)
	}
	p.at, p.token = len(p.text), token{kind: tokenEnd, start: at}
}

// unexpected is about a token that can not stand where it does; expecting names
// the few that could, as jq lists them.
func (p *parser) unexpected(expecting string) {
	what := string(p.token.kind)
	switch p.token.kind {
	case tokenKeyword:
		what = p.token.text
	case tokenMark:
		what = p.token.text
		if len(what) == 1 {
			what = "'" + what + "'"
		}
	}
	if expecting != "" {
		what += ", expecting " + expecting
	}
	p.fail(p.token.start, "syntax error, unexpected %s (Unix shell quoting issues?)", what)
}

func (p *parser) is(mark string) bool { return p.token.kind == tokenMark && p.token.text == mark }
func (p *parser) word(w string) bool  { return p.token.kind == tokenKeyword && p.token.text == w }

func (p *parser) accept(mark string) bool {
	if p.is(mark) {
		p.scan()
		return true
	}
	return false
}

func (p *parser) acceptWord(w string) bool {
	if p.word(w) {
		p.scan()
		return true
	}
	return false
}

func (p *parser) expect(mark string) {
	if p.accept(mark) {
		return
	}
	switch mark { // else much could follow
	case "|", "(", "$", "}":
		p.unexpected("'" + mark + "'")
	default:
		p.unexpected("")
	}
}

func (p *parser) expectWord(w string) {
	if !p.acceptWord(w) {
		p.unexpected("")
	}
}

// ident takes a name; keywords are names behind a $.
func (p *parser) ident(keywords bool) string {
	if p.token.kind != tokenIdent && (!keywords || p.token.kind != tokenKeyword) {
		p.unexpected("IDENT")
		return ""
	}
	text := p.token.text
	p.scan()
	return text
}

// deeper enters a nested filter; false when there are too many.
func (p *parser) deeper() bool {
	if p.level++; p.level > nestedFilters {
		p.fail(p.token.start, "the filter is nested too deeply")
		return false
	}
	return true
}

// pipe reads a whole filter: definitions, bindings and pipes, which bind least.
func (p *parser) pipe() *node {
	if !p.deeper() {
		return &node{}
	}
	defer func() { p.level-- }()
	// Pipes are collected and then put together from the right.
	var stages []*node
	for {
		n := p.stage()
		stages = append(stages, n)
		if !p.is("|") {
			break
		}
		p.scan()
	}
	n := stages[len(stages)-1]
	for i := len(stages) - 2; i >= 0; i-- {
		n = &node{op: opPipe, at: stages[i].at, a: stages[i], b: n}
	}
	return n
}

// stage reads what is between two pipes. Definitions and bindings take all that
// follows.
func (p *parser) stage() *node {
	if p.word("def") {
		at := p.token.start
		f := p.define()
		return &node{op: opDefine, at: at, function: f, a: p.pipe()}
	}
	return p.binary(0)
}

func (p *parser) define() *function {
	f := &function{at: p.token.start}
	p.scan()
	if p.token.kind == tokenKeyword { // a keyword can be a name since 1.7
		p.token.kind = tokenIdent
	}
	f.name = p.ident(false)
	if p.accept("(") {
		for {
			dollar := ""
			if p.accept("$") {
				dollar = "$"
			}
			if dollar == "" && p.token.kind != tokenIdent && p.token.kind != tokenKeyword {
				p.unexpected("IDENT or '$'")
			}
			f.params = append(f.params, dollar+p.ident(true))
			if !p.accept(";") {
				break
			}
		}
		p.expect(")")
	}
	p.expect(":")
	f.body = p.pipe()
	p.expect(";")
	return f
}

// operators by how they bind, those that bind least first.
var operators = [][]string{
	{","}, {"//"}, {"=", "|=", "+=", "-=", "*=", "/=", "%=", "//="}, {"or"}, {"and"},
	{"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"},
}

// Levels of operators with rules of their own.
const (
	levelComma       = 0
	levelAlternative = 1
	levelAssign      = 2
	levelOr          = 3
	levelAnd         = 4
	levelCompare     = 5
	levelTimes       = 7
)

// operator returns the level of the operator that is next, or -1.
func (p *parser) operator() int {
	if p.token.kind != tokenMark && p.token.kind != tokenKeyword {
		return -1
	}
	for level, all := range operators {
		for _, o := range all {
			if p.token.text == o {
				return level
			}
		}
	}
	return -1
}

// binary reads operators that bind at least as close as level.
func (p *parser) binary(level int) *node {
	if !p.deeper() {
		return &node{}
	}
	defer func() { p.level-- }()
	left := p.prefix()
	for {
		l := p.operator()
		if l < level {
			return left
		}
		o, at := p.token.text, p.token.start
		p.scan()
		var right *node
		switch {
		case p.word("def"):
			right = p.stage()
		case l == levelAlternative: // binds to the right
			right = p.binary(l)
		default:
			right = p.binary(l + 1)
		}
		if l == levelComma {
			if left.op != opComma {
				left = &node{op: opComma, at: at, list: []*node{left}}
			}
			left.list = append(left.list, right)
			continue
		}
		n := &node{op: opBinary, at: at, text: o, a: left, b: right}
		switch l {
		case levelAlternative:
			n.op = opAlternative
		case levelAssign:
			n.op = opAssign
		case levelOr:
			n.op = opOr
		case levelAnd:
			n.op = opAnd
		}
		left = n
		if (l == levelAssign || l == levelCompare) && p.operator() == l {
			p.unexpected("") // they do not associate
		}
	}
}

// prefix reads a term with what stands before it or takes what follows it.
func (p *parser) prefix() *node {
	at := p.token.start
	if p.accept("-") {
		return &node{op: opNegate, at: at, a: p.binary(levelTimes)}
	}
	if p.acceptWord("label") {
		p.expect("$")
		name := p.ident(true)
		p.expect("|")
		return &node{op: opLabel, at: at, text: name, a: p.pipe()}
	}
	n := p.term()
	if !p.word("as") {
		return n
	}
	p.scan()
	patterns := p.patterns()
	p.expect("|")
	return &node{op: opBind, at: at, a: n, patterns: patterns, b: p.pipe()}
}
