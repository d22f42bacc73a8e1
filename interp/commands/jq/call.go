package jq

import (
	"errors"
)

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
	case opNegate, opBinary, opAnd, opOr, opAssign:
		return r.operate(n, e, in, out)
	case opAlternative:
		return r.alternative(n, e, in, out)
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

// operate applies an operator to each combination of its operands' outputs; those on
// the left change fastest.
func (r *run) operate(n *node, e *env, in input, out output) error {
	operand := func(n *node, then output) error { return r.eval(n, e, input{v: in.v}, then) }
	computed := r.computed(in, out)
	switch n.op {
	case opNegate:
		return operand(n.a, func(a input) error { return computed(negate(a.v)) })
	case opAssign:
		return operand(n.b, func(b input) error { return computed(r.assign(n, e, in.v, b.v)) })
	case opBinary:
		return operand(n.b, func(b input) error {
			return operand(n.a, func(a input) error { return computed(r.binary(n.text, a.v, b.v)) })
		})
	}
	return operand(n.a, func(a input) error { // and, or
		if Truth(a.v) == (n.op == opOr) {
			return out(derived(in, n.op == opOr))
		}
		return operand(n.b, func(b input) error { return out(derived(in, Truth(b.v))) })
	})
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
