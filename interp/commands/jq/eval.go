package jq

import (
	"context"
	"errors"
)

// An input is what a filter works on. While paths are wanted, p is where v
// stands.
type input struct {
	v Value
	p *path
}

// A path leads from an outer value to an inner one; the first has no up.
type path struct {
	up  *path
	key Value
	// lost is set where the value is none that is found at the path.
	lost bool
}

// An env is a variable, a parameter or a label, and those around it.
type env struct {
	up    *env
	value Value
	// body and scope are those of an argument, evaluated where it stands.
	body  *node
	scope *env
}

func (e *env) climb(links int) *env {
	for range links {
		e = e.up
	}
	return e
}

// An output takes the outputs of a filter, one after the other.
type output func(input) error

// Error is an error of a filter, which try can catch.
type Error struct{ Value Value }

// Error returns the message, or the value as text.
func (e *Error) Error() string {
	if s, ok := e.Value.(string); ok {
		return s
	}
	f := Format{Most: mostMessage}
	return string(f.Append(nil, e.Value))
}

// mostMessage is how much of a value a message shows, in bytes.
const mostMessage = 1 << 24

// A broken is the way back to a label.
type broken struct{ label *env }

func (*broken) Error() string { return "break" }

// errStop ends a generator from whom enough was had.
var errStop = errors.New("enough")

// Errors of the limits. They can not be caught.
var (
	ErrDepth  = errors.New("the filter calls itself too deeply")
	ErrMemory = errors.New("the filter needs more memory than the limits allow")
	errNested = &Error{"the value is nested too deeply"}
)

// depthLimit bounds how deep evaluations are within each other. The stack of
// one is below 1 KiB.
const depthLimit = 100_000

// pollEvery is after how many evaluations the context is looked at.
const pollEvery = 1 << 9

// A run is the evaluation of a filter on one input.
type run struct {
	ctx    context.Context
	host   *Host
	depth  int
	ticks  int
	memory meter

	expressions map[string]*expression
}

func (r *run) enter() error {
	if r.depth++; r.depth > depthLimit {
		return ErrDepth
	}
	return r.tick()
}

// tick is called by all that could go on for ever.
func (r *run) tick() error {
	if r.ticks++; r.ticks >= pollEvery {
		r.ticks = 0
		if r.ctx.Err() != nil {
			return context.Cause(r.ctx)
		}
		return r.memory.look(false)
	}
	return nil
}

// eval hands the outputs of n to out. What stands last in n is evaluated in the
// same loop, so that a function which calls itself there needs no stack.
func (r *run) eval(n *node, e *env, in input, out output) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer func() { r.depth-- }()
	for {
		if n.single {
			v, err := r.one(n, e, in)
			if err != nil {
				return err
			}
			return out(v)
		}
		if err := r.tick(); err != nil {
			return err
		}
		switch n.op {
		case opPipe:
			if !single(n.a, e) {
				rest := n.b
				return r.eval(n.a, e, in, func(v input) error { return r.eval(rest, e, v, out) })
			}
			v, err := r.one(n.a, e, in)
			if err != nil {
				return err
			}
			n, in = n.b, v
		case opComma:
			last := len(n.list) - 1
			for _, c := range n.list[:last] {
				if err := r.eval(c, e, in, out); err != nil {
					return err
				}
			}
			n = n.list[last]
		case opIf:
			if !single(n.a, e) {
				yes, no := n.b, n.c
				return r.eval(n.a, e, input{v: in.v}, func(v input) error {
					if Truth(v.v) {
						return r.eval(yes, e, in, out)
					}
					return r.eval(no, e, in, out)
				})
			}
			v, err := r.one(n.a, e, input{v: in.v})
			if err != nil {
				return err
			}
			if Truth(v.v) {
				n = n.b
			} else {
				n = n.c
			}
		case opDefine:
			n = n.a
		case opClosure:
			c := e.climb(n.links)
			n, e = c.body, c.scope
		case opCall:
			callee, ok := r.call(n, e)
			if !ok {
				return r.callValues(n, e, in, 0, nil, out)
			}
			n, e = n.function.body, callee
		case opBind:
			if !single(n.a, e) || !plainPattern(n.patterns) {
				return r.bind(n, e, in, out)
			}
			v, err := r.one(n.a, e, input{v: in.v})
			if err != nil {
				return err
			}
			n, e = n.b, &env{up: e, value: v.v}
		default:
			return r.generate(n, e, in, out)
		}
	}
}

// single tells whether n has one output here: an argument can.
func single(n *node, e *env) bool {
	for n.op == opClosure {
		c := e.climb(n.links)
		n, e = c.body, c.scope
	}
	return n.single
}
