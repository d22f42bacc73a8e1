package bc

// A node is a statement or an expression: what it is, a name or digits, and
// what it is made of.
type node struct {
	op   string
	text string
	kids []*node
	// value is what the digits of a number come to in a base of base.
	value num
	base  int
}

// A function of the program. Names of arrays end in "[]".
type function struct {
	params, autos []string
	body          *node
	void          bool
}

// A parser reads tokens and makes nodes. err is its first error.
type parser struct {
	text     string
	at, line int
	kind     kind
	tok      string
	err      string
	depth    int
}

func (p *parser) fail(why string) {
	if p.err == "" {
		p.err = why
	}
}

func (p *parser) is(op string) bool { return (p.kind == operator || p.kind == word) && p.tok == op }

func (p *parser) take(op string) bool {
	if p.is(op) {
		p.advance()
		return true
	}
	return false
}

func (p *parser) want(op string) {
	if !p.take(op) {
		p.fail("syntax error")
	}
}

// recover goes to the next line after an error.
func (p *parser) recover() {
	for p.kind != newline && p.kind != endOfFile {
		p.advance()
	}
	p.err, p.depth = "", 0
}

func (p *parser) lines() {
	for p.kind == newline {
		p.advance()
	}
}

// ends tells whether a statement ends here.
func (p *parser) ends() bool {
	return p.is(";") || p.is("}") || p.kind == newline || p.kind == endOfFile
}

// item reads a line of statements, or a function.
func (p *parser) item(functions map[string]*function) (list []*node) {
	if p.take("define") {
		id, fn := p.define()
		if p.err == "" {
			functions[id] = fn
		}
		return nil
	}
	for p.err == "" && p.kind != endOfFile {
		if p.kind == newline {
			p.advance()
			break
		}
		if !p.take(";") {
			list = append(list, p.statement())
			if p.err == "" && (!p.ends() || p.is("}")) {
				p.fail("syntax error")
			}
		}
	}
	return list
}

func (p *parser) define() (string, *function) {
	fn := &function{void: p.take("void")}
	id := p.tok
	if p.kind != name {
		p.fail("syntax error")
	}
	p.advance()
	p.want("(")
	fn.params = p.names()
	p.want(")")
	p.lines()
	p.want("{")
	p.lines()
	if p.take("auto") {
		fn.autos = p.names()
	}
	fn.body = p.block()
	return id, fn
}

// names reads a list of variables.
func (p *parser) names() (all []string) {
	for p.err == "" && (p.kind == name || p.is("*")) {
		p.take("*")
		v := p.tok
		p.advance()
		if p.take("[") {
			p.want("]")
			v += "[]"
		}
		all = append(all, v)
		if !p.take(",") {
			break
		}
	}
	return all
}

// block reads statements up to the closing brace.
func (p *parser) block() *node {
	n := &node{op: "block"}
	for p.err == "" && !p.take("}") {
		switch {
		case p.kind == endOfFile:
			p.fail("syntax error")
		case p.kind == newline || p.is(";"):
			p.advance()
		default:
			n.kids = append(n.kids, p.statement())
			if p.err == "" && !p.ends() {
				p.fail("syntax error")
			}
		}
	}
	return n
}

// deeper counts nesting; it fails beyond maxDepth.
func (p *parser) deeper() bool {
	if p.depth++; p.depth > maxDepth {
		p.fail("nested too deeply")
		return false
	}
	return true
}

func (p *parser) statement() *node {
	n := &node{op: p.tok}
	if !p.deeper() {
		return n
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("{"):
		return p.block()
	case p.kind == text:
		n.op, n.text = "str", p.tok
		p.advance()
	case p.take("quit"), p.take("halt"), p.take("break"), p.take("continue"):
	case p.take("return"):
		if !p.ends() {
			n.kids = []*node{p.expr()}
		}
	case p.take("print"):
		for p.err == "" {
			n.kids = append(n.kids, p.printed())
			if !p.take(",") {
				break
			}
		}
	case p.take("if"), p.take("while"):
		p.want("(")
		n.kids = []*node{p.expr()}
		p.want(")")
		p.lines()
		n.kids = append(n.kids, p.statement())
		if n.op == "if" && p.take("else") {
			p.lines()
			n.kids = append(n.kids, p.statement())
		}
	case p.take("for"):
		p.want("(")
		for _, end := range []string{";", ";", ")"} {
			var part *node
			if !p.is(end) {
				part = p.expr()
			}
			n.kids = append(n.kids, part)
			p.want(end)
		}
		p.lines()
		n.kids = append(n.kids, p.statement())
	default:
		n.op, n.kids = "expr", []*node{p.expr()}
	}
	return n
}

func (p *parser) printed() *node {
	if p.kind != text {
		return p.expr()
	}
	n := &node{op: "str", text: p.tok}
	p.advance()
	return n
}

// levels are the binary operators from loose to tight; assignment is between
// comparisons and sums.
var levels = [][]string{{"||"}, {"&&"}, {"!"}, {"<", ">", "<=", ">=", "==", "!="}, {"="}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) expr() *node { return p.level(0) }

func (p *parser) level(i int) *node {
	if i == len(levels) {
		return p.power()
	}
	if !p.deeper() {
		return &node{}
	}
	defer func() { p.depth-- }()
	if levels[i][0] == "!" {
		if p.take("!") {
			return &node{op: "not", kids: []*node{p.level(i)}}
		}
		return p.level(i + 1)
	}
	left := p.level(i + 1)
	for p.err == "" && p.kind == operator {
		op := p.tok
		if levels[i][0] == "=" {
			if !assigns(op) || !place(left) {
				return left
			}
			p.advance()
			return &node{op: "assign", text: op[:len(op)-1], kids: []*node{left, p.level(i)}}
		}
		if !contains(levels[i], op) {
			break
		}
		p.advance()
		left = &node{op: op, kids: []*node{left, p.level(i + 1)}}
	}
	return left
}

func contains(all []string, op string) bool {
	for _, o := range all {
		if o == op {
			return true
		}
	}
	return false
}

func assigns(op string) bool {
	return op == "=" || len(op) == 2 && op[1] == '=' && op[0] != '=' && op[0] != '<' && op[0] != '>' && op[0] != '!'
}

// place tells whether something can be assigned to.
func place(n *node) bool {
	return n != nil && contains([]string{"var", "elem", "scale", "ibase", "obase", "last"}, n.op)
}

// power binds to the right; a sign before its base binds tighter: -2^2 is 4.
func (p *parser) power() *node {
	left := p.unary()
	if p.err != "" || !p.is("^") || !p.deeper() {
		return left
	}
	defer func() { p.depth-- }()
	p.advance()
	return &node{op: "^", kids: []*node{left, p.power()}}
}

func (p *parser) unary() *node {
	if !p.deeper() {
		return &node{}
	}
	defer func() { p.depth-- }()
	if p.take("-") {
		return &node{op: "neg", kids: []*node{p.unary()}}
	}
	if op := p.tok; p.take("++") || p.take("--") {
		n := &node{op: "pre", text: op[:1], kids: []*node{p.unary()}}
		if !place(n.kids[0]) {
			p.fail("syntax error")
		}
		return n
	}
	n := p.primary()
	if op := p.tok; p.err == "" && place(n) && (p.take("++") || p.take("--")) {
		return &node{op: "post", text: op[:1], kids: []*node{n}}
	}
	return n
}

func (p *parser) primary() *node {
	n := &node{op: p.tok, text: p.tok}
	switch {
	case p.kind == number:
		n.op = "num"
		p.advance()
	case p.kind == name:
		p.advance()
		p.named(n)
	case p.take("("):
		n.op, n.kids = "paren", []*node{p.expr()}
		p.want(")")
	case p.take("ibase"), p.take("obase"), p.take("last"):
	case p.take("scale"), p.take("length"), p.take("sqrt"):
		if p.is("(") || n.op != "scale" {
			p.want("(")
			n.op += "()"
			n.kids = []*node{p.expr()}
			p.want(")")
		}
	default:
		p.fail("syntax error")
	}
	return n
}

// named reads what follows a name: arguments, a subscript, nothing.
func (p *parser) named(n *node) {
	switch {
	case p.take("("):
		n.op = "call"
		for p.err == "" && !p.is(")") {
			n.kids = append(n.kids, p.expr())
			if !p.take(",") {
				break
			}
		}
		p.want(")")
	case p.take("["):
		if n.op = "array"; !p.is("]") {
			n.op, n.kids = "elem", []*node{p.expr()}
		}
		p.want("]")
	default:
		n.op = "var"
	}
}
