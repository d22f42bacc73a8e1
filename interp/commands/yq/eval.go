package yq

import (
	"context"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// A Host is what an expression can see besides its documents.
type Host struct {
	// Getenv returns a variable of the environment.
	Getenv func(name string) (string, bool)
	// Load reads a file: in a format, or with "str" as it is.
	Load func(format, name string) (*yaml.Node, error)
	// Decode and Encode read and write one value in a format.
	Decode func(format, text string) (*yaml.Node, error)
	Encode func(format string, indent int, n *yaml.Node) (string, error)
	// Nodes bounds how many nodes may be made.
	Nodes int64
}

// A Result is a node that came out, and its document, nil where it has none.
type Result struct {
	Node     *yaml.Node
	Document *Document
	// Root tells that the node is all of its document.
	Root bool
}

var errMany = errors.New("the expression needs more memory than the limits allow")

// A run is one evaluation.
type run struct {
	ctx   context.Context
	host  *Host
	nodes int64
	depth int
}

// A scope is a variable, and those around it.
type scope struct {
	up     *scope
	name   string
	values []*place
}

// A state is what an expression works on.
type state struct {
	nodes []*place
	vars  *scope
	// together tells that operators see all nodes at once.
	together bool
}

func (s state) with(nodes ...*place) state { s.nodes = nodes; return s }

// count counts nodes that are made or looked at.
func (r *run) count(n int64) error {
	if r.nodes += n; r.nodes > r.host.Nodes {
		return errMany
	}
	if r.nodes&1023 < n {
		return r.ctx.Err()
	}
	return nil
}

// Run evaluates an expression for all documents at once, or for each of them.
func (e *Expression) Run(ctx context.Context, host *Host, documents []*Document, together bool) ([]Result, error) {
	r := &run{ctx: ctx, host: host}
	s := state{together: together}
	for _, d := range documents {
		root := newNull()
		if len(d.Node.Content) > 0 {
			root = d.Node.Content[0]
		}
		s.nodes = append(s.nodes, &place{node: root, document: d})
	}
	places, err := r.eval(e.main, s)
	var results []Result
	for _, p := range places {
		results = append(results, Result{p.node, p.document, p.document != nil && len(p.document.Node.Content) > 0 && p.node == p.document.Node.Content[0]})
	}
	return results, err
}

// eval returns what an expression makes of the nodes of s.
func (r *run) eval(e *expr, s state) ([]*place, error) {
	if err := r.count(1); err != nil {
		return nil, err
	}
	if r.depth++; r.depth > nesting {
		return nil, errors.New("the expression calls itself too deeply")
	}
	defer func() { r.depth-- }()
	out, err := r.step(e, s)
	if err == nil { // lists grow fast, though no node is made
		err = r.count(int64(len(out)))
	}
	if err != nil && e.quiet && r.ctx.Err() == nil && !errors.Is(err, errMany) {
		return nil, nil
	}
	return out, err
}

func (r *run) step(e *expr, s state) ([]*place, error) {
	switch e.op {
	case opSelf:
		return s.nodes, nil
	case opValue:
		return r.constant(e, s)
	case opField, opIndex, opSlice, opEach, opDescend:
		return r.traverse(e, s)
	case opPipe:
		nodes, err := r.eval(e.a, s)
		if err != nil {
			return nil, err
		}
		return r.eval(e.b, s.with(nodes...))
	case opUnion:
		left, err := r.eval(e.a, s)
		if err != nil {
			return nil, err
		}
		right, err := r.eval(e.b, s)
		return append(left[:len(left):len(left)], right...), err
	case opBinary:
		return r.crossed(e, s, func(a, b *place) (*yaml.Node, error) { return r.binary(e.text, e.flags, a.node, b.node) })
	case opAnd, opOr:
		return r.logic(e, s)
	case opAssign:
		return s.nodes, r.assign(e, s)
	case opAttribute:
		return s.nodes, r.setAttribute(e, s)
	case opBind:
		return r.bind(e, s)
	case opReduce:
		return r.reduce(e, s)
	case opVariable:
		for v := s.vars; v != nil; v = v.up {
			if v.name == e.text {
				return v.values, nil
			}
		}
		return nil, fmt.Errorf("variable '%s' is not defined", e.text)
	case opCall:
		if e.call == nil {
			return r.attribute(e, s)
		}
		return e.call.run(r, e, s)
	case opList:
		return r.list(e, s)
	case opObject:
		return r.object(e, s)
	case opText:
		return r.text(e, s)
	}
	return r.negate(e, s)
}

// made is a place of a value that stands nowhere, made of p.
func made(n *yaml.Node, p *place) *place {
	q := &place{node: n}
	if p != nil {
		q.document = p.document
	}
	return q
}

// constant is a value for each node.
func (r *run) constant(e *expr, s state) ([]*place, error) {
	var out []*place
	for _, p := range s.nodes {
		c, err := r.copied(e.value, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, made(c, p))
		if s.together {
			break
		}
	}
	return out, nil
}

// each evaluates f for each node by itself.
func (r *run) each(s state, f func(p *place, s state) ([]*place, error)) ([]*place, error) {
	var out []*place
	for _, p := range s.nodes {
		one, err := f(p, s.with(p))
		if err != nil {
			return nil, err
		}
		out = append(out, one...)
	}
	return out, nil
}

func (r *run) negate(e *expr, s state) ([]*place, error) {
	return r.mapped(e.a, s, func(p *place) (*yaml.Node, error) { return r.binary("-", "", newInt(0), p.node) })
}

// mapped makes one node of each that an expression has.
func (r *run) mapped(e *expr, s state, f func(p *place) (*yaml.Node, error)) ([]*place, error) {
	nodes, err := r.eval(e, s)
	if err != nil {
		return nil, err
	}
	out := make([]*place, 0, len(nodes))
	for _, p := range nodes {
		n, err := f(p)
		if err != nil {
			return nil, err
		}
		out = append(out, made(n, p))
	}
	return out, nil
}
