package awk

// at parses what begins with an @ in an expression: the call of the function
// that a variable names, or a regular expression as a value (gawk, Indirect
// Calls and Strong Regexp Constants). The latter is the text of it.
func (p *parser) at() expr {
	p.advance()
	if p.is("/", "/=") {
		return &strLit{p.regexConstant().(*regexLit).re.src}
	}
	if !p.is(tCall) {
		p.unexpected()
	}
	name := p.tok
	name.kind = tName
	v := p.variable(name)
	p.scalarOperand(v)
	c := p.call().(*callExpr)
	c.indirect = v
	return c
}

// checkArguments looks at a call of which the function was not known before it
// ran, as check does for others.
func (in *interp) checkArguments(fn *function, e *callExpr) {
	if len(e.args) > len(fn.params) {
		in.fail("function %s called with more arguments than declared", fn.name)
	}
	for i, a := range e.args {
		if !fn.params[i].array {
			continue
		}
		v, name := a.(*varExpr)
		if _, element := a.(*indexExpr); !element && (!name || v.scope == special) {
			in.fail("argument %d of %s must be an array", i+1, fn.name)
		}
	}
}

// callBuiltin calls a function of awk by its name.
func (in *interp) callBuiltin(name string, e *callExpr) value {
	b, ok := builtins()[name]
	if !ok {
		in.fail("function called indirectly through %s does not exist: %q", e.indirect.name, name)
	}
	if len(e.args) < b.min || len(e.args) > b.max {
		in.fail("wrong number of arguments in call to %s", name)
	}
	for i, a := range e.args {
		if i >= 8 || b.arrays&(1<<i) == 0 {
			continue
		}
		v, bare := a.(*varExpr)
		if _, element := a.(*indexExpr); !element && (!bare || v.scope == special) {
			in.fail("argument %d of %s must be an array", i+1, name)
		}
	}
	in.round()
	return in.builtin(&builtinExpr{b.id, e.args, e.line})
}
