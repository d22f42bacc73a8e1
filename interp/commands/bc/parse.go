package bc

import "fmt"

// A parser reads tokens and compiles them, an item at a time: a line of
// statements, or a function. Like that of GNU bc it looks at a token only when it
// has to, which is what the numbers of lines in messages tell of.
type parser struct {
	*scanner
	m    *machine
	tok  token
	code *code
	// function is the one that is being defined.
	function *function
	// leave and again are the labels of break and continue, -1 outside of loops.
	leave, again int
	depth        int
	// failed: the item is not to be run. broken: nothing more of it makes sense
	// up to where the parser recovers.
	failed, broken bool
	// quiet is how many tokens have to be read before a syntax error is
	// reported again.
	quiet int
	// ended: the program ends, because of quit or in the middle of an item.
	ended bool
	// warns and standard are the options -w and -s.
	warns bool

	variables, arrays, functions names
}

// names numbers the names of a kind.
type names struct {
	ids map[string]int
	all []string
}

func newNames(first ...string) names {
	n := names{ids: map[string]int{}}
	for _, name := range first {
		n.id(name)
	}
	return n
}

func (n *names) id(name string) int {
	id, known := n.ids[name]
	if !known {
		id = len(n.all)
		n.ids[name] = id
		n.all = append(n.all, name)
	}
	return id
}

// report is about what was read last.
func (p *parser) report(format string, args ...any) {
	p.m.report(fmt.Sprintf("%s %d: ", p.name, p.line) + fmt.Sprintf(format, args...))
}

// fail reports an error after which the parser goes on.
func (p *parser) fail(format string, args ...any) {
	p.failed = true
	p.report(format, args...)
}

// warn is about what POSIX does not have.
func (p *parser) warn(format string, args ...any) {
	switch text := fmt.Sprintf(format, args...); {
	case p.standard:
		p.fail("Error: %s", text)
	case p.warns:
		p.report("(Warning) %s", text)
	}
}

// syntax reports a syntax error at the next token.
func (p *parser) syntax() {
	if p.broken {
		return
	}
	if p.quiet == 0 {
		p.fail("syntax error")
	} else if p.quiet == errorDistance {
		p.tok = token{} // it was no help
	}
	p.broken, p.quiet = true, errorDistance
}

// errorDistance is how many tokens there are between two syntax errors.
const errorDistance = 3

// peek is the next token.
func (p *parser) peek() token {
	switch {
	case p.broken:
		return token{kind: noToken}
	case p.tok.kind == nothing:
		p.tok = p.token()
	}
	return p.tok
}

// next takes the token that peek has shown.
func (p *parser) next() {
	if p.tok.kind != endOfFile {
		p.tok = token{}
	}
	p.quiet = max(p.quiet-1, 0)
}

func (p *parser) is(op string) bool {
	t := p.peek()
	return (t.kind == operator || t.kind == word) && t.text == op
}

func (p *parser) take(op string) bool {
	if p.is(op) {
		p.next()
		return true
	}
	return false
}

func (p *parser) want(op string) {
	if !p.take(op) {
		p.syntax()
	}
}

// takeLine takes the end of a line.
func (p *parser) takeLine() bool {
	if p.peek().kind != newline {
		return false
	}
	p.next()
	return true
}

// optionalLine takes the end of a line where POSIX has none.
func (p *parser) optionalLine() {
	if p.takeLine() {
		p.warn("newline not allowed")
	}
}

// item compiles the next item; nil at the end of the sources. What has been
// wrong in it has been reported.
func (p *parser) item() *code {
	p.code = &code{}
	p.failed, p.broken, p.leave, p.again = false, false, -1, -1
	if p.peek().kind == endOfFile {
		return nil
	}
	if p.take("define") {
		if p.define(); !p.broken {
			return p.code
		}
		p.recover(true)
	}
	p.list(true)
	return p.code
}

// list reads statements up to the end of the line, or, in a block, up to its
// brace. After an error it goes on where a statement may begin.
func (p *parser) list(line bool) {
	for !p.ended {
		switch {
		case line && p.takeLine(), !line && p.take("}"):
			return
		case p.take(";"), p.takeLine():
			continue
		case p.peek().kind == endOfFile:
			p.syntax()
		default:
			p.statement()
			if !p.is(";") && !p.is("}") && p.peek().kind != newline || line && p.is("}") {
				p.syntax()
			}
		}
		if p.broken {
			p.recover(line)
		}
	}
}

// recover skips what can not begin a statement, or, in a line, end it.
func (p *parser) recover(line bool) {
	for ; !p.ended; p.tok = (token{}) {
		p.broken = false
		t := p.peek()
		switch {
		case t.kind == endOfFile:
			p.broken, p.ended = true, true
		case line && t.kind == newline:
			p.quiet = 0
			return
		case beginsStatement(t):
			return
		}
	}
}

func beginsStatement(t token) bool {
	switch t.kind {
	case number, name, text:
		return true
	case word:
		return t.text != "auto" && t.text != "define" && t.text != "else" && t.text != "void"
	}
	return t.kind == operator && contains([]string{"-", "!", "(", "{", "++", "--"}, t.text)
}

func contains(all []string, op string) bool {
	for _, o := range all {
		if o == op {
			return true
		}
	}
	return false
}

// define reads a function behind its first word.
func (p *parser) define() {
	fn := &function{}
	if p.take("void") {
		fn.void = true
		p.warn("void functions")
	}
	fn.name = p.identifier()
	p.want("(")
	if !p.is(")") {
		fn.params = p.parameters()
	}
	p.want(")")
	p.optionalLine()
	p.want("{")
	if p.broken {
		return
	}
	if !p.takeLine() {
		p.warn("End of line required")
	}
	for p.takeLine() {
		p.warn("Too many end of lines")
	}
	p.letters(fn.name)
	outside := p.code
	p.code, p.function = &code{}, fn
	if p.take("auto") {
		fn.autos = p.parameters()
		if !p.take(";") && !p.takeLine() {
			p.syntax()
		}
	}
	if !p.broken {
		p.check(fn)
		p.list(false)
	}
	p.code.number("0")
	p.code.plain(opReturn)
	fn.body = p.code
	p.code, p.function = outside, nil
	if !p.failed {
		p.m.define(p.functions.id(fn.name), fn)
	}
}

// check reports what is twice in the lists of a function.
func (p *parser) check(fn *function) {
	seen := map[parameter]bool{}
	for i, list := range [][]parameter{fn.params, fn.autos} {
		for _, v := range list {
			v.reference = false
			if seen[v] && i == 0 {
				p.fail("duplicate parameter names")
			} else if seen[v] {
				p.twice(fn, v)
			}
			seen[v] = true
		}
	}
	for _, v := range fn.params {
		if v.reference {
			p.warn("Variable array parameter")
		}
	}
}

// twice reports an automatic variable whose name is taken.
func (p *parser) twice(fn *function, v parameter) {
	for _, param := range fn.params {
		if param.id == v.id && param.array == v.array {
			p.fail("variable in both parameter and auto lists")
			return
		}
	}
	p.fail("duplicate auto variable names")
}

// identifier reads a name.
func (p *parser) identifier() string {
	t := p.peek()
	if t.kind != name {
		p.syntax()
		return ""
	}
	p.next()
	if max(len(p.variables.all), len(p.arrays.all), len(p.functions.all)) > maxNames {
		p.fail("too many names")
		p.broken, p.ended = true, true
	}
	return t.text
}

// letters warns of a name of several letters, where it is looked up.
func (p *parser) letters(id string) string {
	if len(id) > 1 {
		p.warn("multiple letter name - %s", id)
	}
	return id
}

// parameters reads a list of variables.
func (p *parser) parameters() (all []parameter) {
	for {
		reference := p.take("*")
		id := p.identifier()
		switch {
		case p.take("["):
			p.want("]")
			all = append(all, parameter{p.arrays.id(p.letters(id)), true, reference})
			if reference {
				p.warn("Call by variable arrays")
			}
		case reference:
			p.syntax()
		default:
			all = append(all, parameter{id: p.variables.id(p.letters(id))})
		}
		if !p.take(",") {
			return all
		}
	}
}
