package awk

import (
	"fmt"
	"slices"
)

// Limits of a program.
const (
	maxSource  = 4 << 20 // bytes, and as many of all that is included
	maxNesting = 500
	maxChain   = 20_000
)

type parser struct {
	lex      lexer
	tok      token
	prog     *program
	funcs    map[string]*function
	calls    []*callExpr
	uses     []use
	fn       *function
	locals   map[string]int
	loops    int
	switches int
	depth    int
	lists    int // (a, b) that no print has taken yet
	noGT     bool
	nodes    int
	outside  bool // of the rules and functions: in BEGIN or END
	inFile   bool // in BEGINFILE or ENDFILE
	includes int
	size     int // of what was included, in bytes
	origin
}

// A use is a name that stands where an array must, or a scalar.
type use struct {
	v     *varExpr
	fn    *function
	array bool
}

// An origin is what a program is made with.
type origin struct {
	compile func(string) (*regexpr, error) // makes its regular expressions
	// include reads the file of an @include; key is where it was found.
	include  func(name string) (text, key string, err error)
	included map[string]bool // by key: not to be read again
}

// parse reads a program. The error is a *syntaxError.
func parse(src string, from origin) (prog *program, err error) {
	if len(src) > maxSource {
		return nil, &syntaxError{1, "program too long"}
	}
	p := &parser{lex: lexer{src: src, line: 1}, origin: from, funcs: map[string]*function{},
		prog: &program{globals: map[string]int{}}}
	p.prog.named = p.funcs
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *syntaxError:
			prog, err = nil, e
		default:
			panic(e)
		}
	}()
	for _, name := range predefined {
		p.globalIndex(name)
	}
	p.advance()
	p.program()
	p.resolve()
	return p.prog, nil
}

func (p *parser) advance() { p.tok = p.lex.next() }

func (p *parser) fail(format string, args ...any) {
	panic(&syntaxError{p.tok.line, fmt.Sprintf(format, args...)})
}

func (p *parser) unexpected() {
	what := p.tok.kind
	switch what {
	case tName, tCall, tBuiltin:
		what = p.tok.text
	case tString:
		what = fmt.Sprintf("%q", p.tok.text)
	}
	p.fail("syntax error at or near %s", what)
}

func (p *parser) is(kinds ...string) bool { return slices.Contains(kinds, p.tok.kind) }

func (p *parser) accept(kind string) bool {
	if p.tok.kind != kind {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(kind string) {
	if !p.accept(kind) {
		p.unexpected()
	}
}

func (p *parser) newlines() {
	for p.is(tNewline) {
		p.advance()
	}
}

func (p *parser) separators() {
	for p.is(tNewline, ";") {
		p.advance()
	}
}

// enter guards the depth of recursion; leave ends it.
func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		p.fail("program too deeply nested")
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) program() {
	for p.separators(); !p.is(tEOF); p.separators() {
		switch {
		case p.accept("BEGIN"):
			p.prog.begin = append(p.prog.begin, p.special())
		case p.accept("END"):
			p.prog.end = append(p.prog.end, p.special())
		case p.accept("BEGINFILE"):
			p.prog.beginFile = append(p.prog.beginFile, p.ofFile())
		case p.accept("ENDFILE"):
			p.prog.endFile = append(p.prog.endFile, p.ofFile())
		case p.is("@"):
			p.directive()
		case p.is("function"):
			p.function()
		default:
			p.rule()
		}
	}
}

func (p *parser) action() *block { return &block{p.braces()} }

// ofFile is the action of BEGINFILE and ENDFILE, which may use nextfile.
func (p *parser) ofFile() *block {
	p.inFile = true
	defer func() { p.inFile = false }()
	return p.action()
}

// special is the action of BEGIN and END.
func (p *parser) special() *block {
	p.outside = true
	defer func() { p.outside = false }()
	return p.action()
}

func (p *parser) rule() {
	r := &rule{ranged: -1}
	if !p.is("{") {
		r.pattern = p.expression()
		if p.accept(",") {
			p.newlines()
			r.last = p.expression()
			r.ranged = p.prog.ranges
			p.prog.ranges++
		}
		p.noLists()
	}
	if p.is("{") {
		r.action = p.action()
	} else if !p.is(tNewline, ";", tEOF) {
		p.unexpected()
	}
	p.prog.rules = append(p.prog.rules, r)
}

func (p *parser) function() {
	fn := &function{line: p.tok.line}
	p.advance()
	if !p.is(tName, tCall) || specials()[p.tok.text] != 0 {
		p.unexpected()
	}
	fn.name = p.tok.text
	if _, taken := p.funcs[fn.name]; taken {
		p.fail("function %s is defined twice", fn.name)
	}
	p.funcs[fn.name] = fn
	p.prog.functions = append(p.prog.functions, fn)
	p.advance()
	p.expect("(")
	p.fn, p.locals = fn, map[string]int{}
	p.parameters(fn)
	p.newlines()
	before := p.nodes
	fn.body = p.action().body
	fn.weight = min(p.nodes-before, maxChain+2*maxNesting) + 1
	p.fn, p.locals = nil, nil
}

func (p *parser) parameters(fn *function) {
	for p.newlines(); !p.is(")"); {
		if !p.is(tName) {
			p.unexpected()
		}
		name := p.tok.text
		if _, taken := p.locals[name]; taken || name == fn.name || specials()[name] != 0 {
			p.fail("bad parameter %s of function %s", name, fn.name)
		}
		p.locals[name] = len(fn.params)
		fn.params = append(fn.params, param{name: name})
		p.advance()
		if p.newlines(); p.accept(",") {
			p.newlines()
			if p.is(")") {
				p.unexpected()
			}
		} else if !p.is(")") {
			p.unexpected()
		}
	}
	p.advance()
}

// braces parses { statements }.
func (p *parser) braces() []stmt {
	p.enter()
	defer p.leave()
	p.expect("{")
	var list []stmt
	for p.separators(); !p.is("}"); p.separators() {
		if p.is(tEOF) {
			p.fail("missing } near end of file")
		}
		list = append(list, p.statement()...)
	}
	p.advance()
	return list
}

// body is the statement of an if or a loop; newlines may stand before it.
func (p *parser) body() []stmt {
	p.noLists()
	p.newlines()
	return p.statement()
}

func (p *parser) statement() []stmt {
	p.enter()
	defer p.leave()
	var s stmt
	switch {
	case p.is("{"):
		return p.braces()
	case p.accept(";"):
		return nil
	case p.is(tName, tCall) && p.tok.text == "switch":
		if s := p.switchStatement(); s != nil {
			return []stmt{s}
		}
		s = p.simple()
	case p.is("if"):
		return []stmt{p.ifStatement()}
	case p.is("while"):
		return []stmt{p.whileStatement()}
	case p.is("for"):
		return []stmt{p.forStatement()}
	case p.is("do"):
		s = p.doStatement()
	case p.is("next", "nextfile"):
		if p.outside || p.inFile && p.is("next") {
			p.fail("improper use of %s", p.tok.kind)
		}
		if s = stmt(&nextStmt{}); p.is("nextfile") {
			s = &nextFileStmt{}
		}
		p.advance()
	case p.is("break", "continue"):
		if p.loops == 0 && (p.switches == 0 || p.is("continue")) {
			p.fail("%s outside of a loop", p.tok.kind)
		}
		if s = stmt(&continueStmt{}); p.is("break") {
			s = &breakStmt{}
		}
		p.advance()
	case p.accept("exit"):
		s = &exitStmt{p.optional()}
	case p.is("return"):
		if p.fn == nil {
			p.fail("return outside of a function")
		}
		p.advance()
		s = &returnStmt{p.optional()}
	default:
		s = p.simple()
	}
	p.end()
	return []stmt{s}
}

// end is where a simple statement has to end.
func (p *parser) end() {
	p.noLists()
	if !p.is("}", tEOF) && !p.accept(";") && !p.accept(tNewline) {
		p.unexpected()
	}
}

func (p *parser) noLists() {
	if p.lists != 0 {
		p.unexpected()
	}
}

func (p *parser) optional() expr {
	if p.is(";", tNewline, "}", tEOF) {
		return nil
	}
	return p.expression()
}

// simple parses what may stand in the head of a for.
func (p *parser) simple() stmt {
	switch {
	case p.is("print", "printf"):
		return p.print()
	case p.accept("delete"):
		paren := p.accept("(")
		d := &deleteStmt{array: p.arrayName()}
		if element, ok := d.array.(*indexExpr); ok {
			d.array, d.subs = element.array, element.subs
		}
		if paren {
			p.expect(")")
		}
		return d
	}
	return &exprStmt{p.expression()}
}
