package jq

import (
	"fmt"
	"slices"
	"strings"
)

// A program is a filter or a module that was parsed.
type program struct {
	file, text string
	meta       Value
	imports    []moduleImport
	defs       []*function
	main       *node
}

// A moduleImport is one import or include.
type moduleImport struct {
	at            int
	path, name    string
	include, data bool
	meta          Value
}

// A scope is a name that can be used, and all that could be before it.
type scope struct {
	up   *scope
	kind scopeKind
	name string
	// arity is that of a function, value what a constant stands for.
	arity    int
	function *function
	value    Value
	// depth is the place in the environment.
	depth int
}

type scopeKind uint8

const (
	scopeVariable scopeKind = iota
	scopeConstant
	scopeFunction
	scopeClosure
	scopeLabel
)

// A resolver finds out what the names of a program mean. It changes the nodes.
type resolver struct {
	file, text string
	library    *library
	wrong      []string
	// named is what env(NAME) means, see Host.
	named func(name string, raw bool) (Value, error)
}

func (r *resolver) fail(n *node, format string, args ...any) {
	r.wrong = append(r.wrong, complaint(r.file, r.text, n.at, format, args...))
}

// define resolves a function in the scope where it is defined and returns the
// scope behind it.
func (r *resolver) define(f *function, s *scope, depth int) *scope {
	f.depth, f.state = depth, resolving
	outer := &scope{up: s, kind: scopeFunction, name: f.name, arity: len(f.params), function: f}
	inner := outer
	for _, param := range f.params {
		depth++
		inner = &scope{up: inner, kind: scopeClosure, name: strings.TrimPrefix(param, "$"), depth: depth}
	}
	for _, param := range f.params {
		if param[0] == '$' {
			depth++
			inner = &scope{up: inner, kind: scopeVariable, name: param[1:], depth: depth}
		}
	}
	r.resolve(f.body, inner, depth)
	f.state = resolved
	return outer
}

// resolve finds what the names in n mean and whether n has one output.
func (r *resolver) resolve(n *node, s *scope, depth int) {
	if n == nil {
		return
	}
	switch n.op {
	case opDefine:
		r.resolve(n.a, r.define(n.function, s, depth), depth)
		n.single = n.a.single
	case opBind:
		r.resolve(n.a, s, depth)
		inner, deep := r.patterns(n, s, depth)
		r.resolve(n.b, inner, deep)
		n.single = n.a.single && n.b.single && plainPattern(n.patterns)
	case opReduce, opForeach:
		r.resolve(n.a, s, depth)
		r.resolve(n.b, s, depth)
		inner, deep := r.patterns(n, s, depth)
		r.resolve(n.c, inner, deep)
		r.resolve(n.d, inner, deep)
		n.single = n.op == opReduce && n.b.single
	case opLabel:
		r.resolve(n.a, &scope{up: s, kind: scopeLabel, name: n.text, depth: depth + 1}, depth+1)
	case opBreak:
		r.breaks(n, s, depth)
	case opVariable:
		r.variable(n, s, depth)
	case opCall:
		if r.environment(n) {
			return
		}
		for _, a := range n.list {
			r.resolve(a, s, depth)
		}
		r.call(n, s, depth)
	case opLocation:
		o := NewObject()
		o.Put("file", r.file)
		o.Put("line", float64(1+strings.Count(r.text[:n.at], "\n")))
		n.op, n.value, n.single = opLiteral, o, true
	default:
		r.children(n, s, depth)
	}
}

// children resolves what has no scope of its own.
func (r *resolver) children(n *node, s *scope, depth int) {
	all := true
	for _, c := range []*node{n.a, n.b, n.c} {
		if c != nil {
			r.resolve(c, s, depth)
			all = all && c.single
		}
	}
	for _, c := range n.list {
		r.resolve(c, s, depth)
		all = all && c.single
	}
	for _, e := range n.pairs {
		r.resolve(e.key, s, depth)
		r.resolve(e.value, s, depth)
		all = all && e.key.single && e.value.single
		if e.key.op == opLiteral {
			if _, ok := e.key.value.(string); !ok {
				r.fail(n, "Cannot use %s (%s) as object key", typeName(e.key.value), dump(e.key.value, short))
			}
		}
	}
	switch n.op {
	case opIterate, opComma, opTry, opRecurse:
		n.single = false
	case opField, opIndex, opSlice:
		n.single = all && !n.optional
	case opArray:
		n.single = true
	case opAssign:
		n.single = n.text == "|=" || n.b.single
	case opBinary:
		n.single = all
		if x, ok := n.b.value.(float64); ok && n.text == "/" && n.a.op == opLiteral && n.b.op == opLiteral && x == 0 && kindOf(n.a.value) == kindNumber {
			r.fail(n.a, "Division by zero?")
		}
	default:
		n.single = all
	}
}

func plainPattern(all []*pattern) bool { return len(all) == 1 && all[0].name != "" }

// patterns puts the variables of patterns into scope. With several patterns,
// all variables are bound, to null where a pattern lacks them.
func (r *resolver) patterns(n *node, s *scope, depth int) (*scope, int) {
	var names []string
	for _, p := range n.patterns {
		for _, name := range p.variables(nil) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	n.slots = len(names)
	inner := s
	for i, name := range names {
		inner = &scope{up: inner, kind: scopeVariable, name: name, depth: depth + i + 1}
	}
	for _, p := range n.patterns {
		r.pattern(p, names, inner, depth+len(names))
	}
	return inner, depth + len(names)
}

// pattern resolves the keys of a pattern, which see its variables.
func (r *resolver) pattern(p *pattern, names []string, s *scope, depth int) {
	p.slot = slices.Index(names, p.name)
	for _, e := range p.array {
		r.pattern(e, names, s, depth)
	}
	for i := range p.entries {
		e := &p.entries[i]
		r.resolve(e.key, s, depth)
		e.slot = slices.Index(names, e.name)
		if e.pattern != nil {
			r.pattern(e.pattern, names, s, depth)
		}
	}
}

// environment makes a value of env(NAME), and tells whether n is one.
func (r *resolver) environment(n *node) bool {
	if r.named == nil || n.text != "env" && n.text != "strenv" || len(n.list) != 1 || n.list[0].op != opCall || len(n.list[0].list) > 0 {
		return false
	}
	v, err := r.named(n.list[0].text, n.text == "strenv")
	if err != nil {
		r.fail(n, "%v", err)
	}
	n.op, n.value, n.single = opLiteral, v, true
	return true
}

func (r *resolver) breaks(n *node, s *scope, depth int) {
	for ; s != nil; s = s.up {
		if s.kind == scopeLabel && s.name == n.text {
			n.links = depth - s.depth
			return
		}
	}
	r.fail(n, "$*label-%s is not defined", n.text)
}

func (r *resolver) variable(n *node, s *scope, depth int) {
	n.single = true
	for ; s != nil; s = s.up {
		switch {
		case s.name != n.text:
		case s.kind == scopeVariable:
			n.links = depth - s.depth
			return
		case s.kind == scopeConstant:
			n.op, n.value = opLiteral, s.value
			return
		}
	}
	if n.text == "ENV" {
		n.op, n.native = opNative, r.library.natives["env/0"]
		return
	}
	r.fail(n, "$%s is not defined", n.text)
}

// call finds the function of a call: the last one defined of that name and
// number of parameters, else one that is built in.
func (r *resolver) call(n *node, s *scope, depth int) {
	for ; s != nil; s = s.up {
		switch {
		case s.name != n.text:
		case s.kind == scopeClosure && len(n.list) == 0:
			n.op, n.links = opClosure, depth-s.depth
			return
		case s.kind == scopeFunction && s.arity == len(n.list):
			r.calls(n, s.function, depth)
			return
		}
	}
	name := fmt.Sprintf("%s/%d", n.text, len(n.list))
	if c, ok := constants[name]; ok {
		n.op, n.value, n.single = opLiteral, c, true
		return
	}
	if native, ok := r.library.natives[name]; ok {
		n.op, n.native = opNative, native
		n.single = native.single
		if native.value != nil {
			n.single = true
			for _, a := range n.list {
				n.single = n.single && a.single
			}
		}
		return
	}
	if f := r.library.function(name); f != nil {
		r.calls(n, f, depth)
		return
	}
	r.fail(n, "%s is not defined", name)
}

var constants = map[string]Value{"null/0": nil, "true/0": true, "false/0": false}

func (r *resolver) calls(n *node, f *function, depth int) {
	n.function, n.links = f, depth-f.depth
	n.single = f.state == resolved && f.body.single
	for i, param := range f.params {
		n.single = n.single && (param[0] != '$' || n.list[i].single)
	}
}
