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
	return Text(e.Value)
}

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

// call makes the environment of a function. It is not ok when an argument that
// is a value has several outputs.
func (r *run) call(n *node, e *env) (*env, bool) {
	f := n.function
	callee := e.climb(n.links)
	if f.depth == 0 {
		callee = nil
	}
	for _, a := range n.list {
		body, scope := a, e
		for body.op == opClosure { // no chain of arguments that are handed on
			c := scope.climb(body.links)
			body, scope = c.body, c.scope
		}
		callee = &env{up: callee, body: body, scope: scope}
		r.memory.spent += 48
	}
	for _, param := range f.params {
		if param[0] == '$' {
			return callee, false
		}
	}
	return callee, true
}

// callValues calls a function for each combination of the values of its
// parameters with $.
func (r *run) callValues(n *node, e *env, in input, i int, values []Value, out output) error {
	f := n.function
	for i < len(n.list) && f.params[i][0] != '$' {
		i++
	}
	if i == len(n.list) {
		callee, _ := r.call(n, e)
		for _, v := range values {
			callee = &env{up: callee, value: v}
		}
		return r.eval(f.body, callee, in, out)
	}
	return r.eval(n.list[i], e, input{v: in.v}, func(v input) error {
		return r.callValues(n, e, in, i+1, append(values[:len(values):len(values)], v.v), out)
	})
}

// generate evaluates what can have any number of outputs and no tail.
func (r *run) generate(n *node, e *env, in input, out output) error {
	switch n.op {
	case opIterate:
		return r.eval(n.a, e, in, func(v input) error {
			if n.optional && depthOf(v.v) == 0 {
				return nil
			}
			return r.iterate(v, out)
		})
	case opField:
		return r.eval(n.a, e, in, func(v input) error { return r.indexed(n, v, n.text, out) })
	case opIndex:
		return r.eval(n.b, e, input{v: in.v}, func(k input) error {
			return r.eval(n.a, e, in, func(v input) error { return r.indexed(n, v, k.v, out) })
		})
	case opSlice:
		return r.slices(n, e, in, out)
	case opString:
		return r.strings(n, e, in, len(n.list)-1, nil, out)
	case opObject:
		return r.objects(n, e, in, 0, NewObject(), out)
	case opNegate:
		return r.eval(n.a, e, input{v: in.v}, func(v input) error { return r.computed(in, out)(negate(v.v)) })
	case opBinary:
		return r.eval(n.b, e, input{v: in.v}, func(b input) error {
			return r.eval(n.a, e, input{v: in.v}, func(a input) error { return r.computed(in, out)(r.binary(n.text, a.v, b.v)) })
		})
	case opAnd, opOr:
		return r.eval(n.a, e, input{v: in.v}, func(a input) error {
			if Truth(a.v) == (n.op == opOr) {
				return out(derived(in, n.op == opOr))
			}
			return r.eval(n.b, e, input{v: in.v}, func(b input) error { return out(derived(in, Truth(b.v))) })
		})
	case opAlternative:
		return r.alternative(n, e, in, out)
	case opAssign:
		return r.eval(n.b, e, input{v: in.v}, func(b input) error { return r.computed(in, out)(r.assign(n, e, in.v, b.v)) })
	case opTry:
		return r.try(n, e, in, out)
	case opReduce:
		return r.eval(n.b, e, in, func(start input) error {
			v, err := r.reduce(n, e, in, start)
			if err != nil {
				return err
			}
			return out(v)
		})
	case opForeach:
		return r.foreach(n, e, in, out)
	case opLabel:
		label := &env{up: e}
		err := r.eval(n.a, label, in, out)
		var b *broken
		if errors.As(err, &b) && b.label == label {
			return nil
		}
		return err
	case opBreak:
		return &broken{e.climb(n.links)}
	case opRecurse:
		return r.recurse(in, out)
	case opNative:
		if n.native.filter != nil {
			return n.native.filter(r, n.list, e, in, out)
		}
		return r.natives(n, e, in, len(n.list)-1, make([]Value, len(n.list)), out)
	}
	return errors.New("a filter of unknown kind")
}

// natives calls a function of values for each combination of its arguments; the
// first argument changes fastest.
func (r *run) natives(n *node, e *env, in input, i int, args []Value, out output) error {
	if i < 0 {
		return r.computed(in, out)(n.native.value(r, in.v, args))
	}
	return r.eval(n.list[i], e, input{v: in.v}, func(v input) error {
		args[i] = v.v
		return r.natives(n, e, in, i-1, args, out)
	})
}

// computed makes an output of what was computed of in.
func (r *run) computed(in input, out output) func(Value, error) error {
	return func(v Value, err error) error {
		if err != nil {
			return err
		}
		return out(derived(in, v))
	}
}

// derived is a value that was not found in another: a path that is wanted is
// lost, unless it is the very value at the path.
func derived(in input, v Value) input {
	if in.p == nil {
		return input{v: v}
	}
	if identical(in.v, v) {
		return in
	}
	return input{v, &path{up: in.p, lost: true}}
}

// collect returns all outputs of n.
func (r *run) collect(n *node, e *env, in Value) ([]Value, error) {
	items := []Value{}
	err := r.eval(n, e, input{v: in}, func(v input) error {
		items = append(items, v.v)
		return r.memory.add(32)
	})
	return items, err
}
