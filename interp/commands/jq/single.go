package jq

// one evaluates a node that has exactly one output. It does what eval does
// without handing over.
func (r *run) one(n *node, e *env, in input) (input, error) {
	switch n.op { // the most frequent ones need no depth
	case opIdentity:
		return in, nil
	case opLiteral:
		return derived(in, n.value), nil
	case opVariable:
		return derived(in, e.climb(n.links).value), nil
	}
	if err := r.enter(); err != nil {
		return in, err
	}
	defer func() { r.depth-- }()
	switch n.op {
	case opField:
		v, err := r.one(n.a, e, in)
		if err != nil {
			return in, err
		}
		return r.index(v, n.text)
	case opIndex:
		k, err := r.one(n.b, e, input{v: in.v})
		if err != nil {
			return in, err
		}
		v, err := r.one(n.a, e, in)
		if err != nil {
			return in, err
		}
		return r.index(v, k.v)
	case opPipe:
		v, err := r.one(n.a, e, in)
		if err != nil {
			return in, err
		}
		return r.one(n.b, e, v)
	case opIf, opDefine, opClosure, opBind, opCall, opReduce, opAlternative:
		return r.oneFlow(n, e, in)
	case opSlice:
		return r.last(n, e, in)
	case opNative:
		if n.native.filter != nil {
			return r.last(n, e, in)
		}
	}
	v, err := r.compute(n, e, in.v)
	if err != nil {
		return in, err
	}
	return derived(in, v), nil
}

// oneFlow evaluates a node that decides what else is evaluated, and where.
func (r *run) oneFlow(n *node, e *env, in input) (input, error) {
	switch n.op {
	case opDefine:
		return r.one(n.a, e, in)
	case opClosure: // see single
		c := e.climb(n.links)
		return r.one(c.body, c.scope, in)
	case opCall:
		callee, err := r.callOne(n, e, in)
		if err != nil {
			return in, err
		}
		return r.one(n.function.body, callee, in)
	case opReduce:
		start, err := r.one(n.b, e, in)
		if err != nil {
			return in, err
		}
		return r.reduce(n, e, in, start)
	case opAlternative:
		v, err := r.one(n.a, e, in)
		if err != nil || Truth(v.v) {
			return v, err
		}
		return r.one(n.b, e, in)
	}
	v, err := r.one(n.a, e, input{v: in.v})
	switch {
	case err != nil:
		return in, err
	case n.op == opBind:
		return r.one(n.b, &env{up: e, value: v.v}, in)
	case Truth(v.v): // opIf
		return r.one(n.b, e, in)
	}
	return r.one(n.c, e, in)
}

// last is for what is simplest to evaluate as if there were many outputs.
func (r *run) last(n *node, e *env, in input) (input, error) {
	got := in
	err := r.generate(n, e, in, func(v input) error { got = v; return nil })
	return got, err
}

// callOne makes the environment of a function with values that are single.
func (r *run) callOne(n *node, e *env, in input) (*env, error) {
	callee, ok := r.call(n, e)
	if ok {
		return callee, nil
	}
	for i, param := range n.function.params {
		if param[0] == '$' {
			v, err := r.one(n.list[i], e, input{v: in.v})
			if err != nil {
				return nil, err
			}
			callee = &env{up: callee, value: v.v}
		}
	}
	return callee, nil
}

// compute evaluates a node that makes a new value of others.
func (r *run) compute(n *node, e *env, in Value) (Value, error) {
	switch n.op {
	case opArray:
		return r.array(n, e, in)
	case opObject:
		return r.object(n, e, in)
	case opString:
		return r.text(n, e, in)
	case opFormat:
		return r.format(n.text, in)
	case opNative:
		var space [3]Value
		args := space[:0]
		for _, a := range n.list {
			v, err := r.one(a, e, input{v: in})
			if err != nil {
				return nil, err
			}
			args = append(args, v.v)
		}
		return n.native.value(r, in, args)
	case opAssign:
		if n.text == "|=" {
			return r.update(n.a, e, in, func(v Value, out output) error { return r.eval(n.b, e, input{v: v}, out) })
		}
		b, err := r.one(n.b, e, input{v: in})
		if err != nil {
			return nil, err
		}
		return r.assign(n, e, in, b.v)
	case opAnd, opOr:
		a, err := r.one(n.a, e, input{v: in})
		if err != nil {
			return nil, err
		}
		if Truth(a.v) == (n.op == opOr) {
			return n.op == opOr, nil
		}
		b, err := r.one(n.b, e, input{v: in})
		return Truth(b.v), err
	case opNegate:
		a, err := r.one(n.a, e, input{v: in})
		if err != nil {
			return nil, err
		}
		return negate(a.v)
	}
	b, err := r.one(n.b, e, input{v: in})
	if err != nil {
		return nil, err
	}
	a, err := r.one(n.a, e, input{v: in})
	if err != nil {
		return nil, err
	}
	return r.binary(n.text, a.v, b.v)
}

func (r *run) array(n *node, e *env, in Value) (Value, error) {
	if n.a == nil {
		return NewArray(), nil
	}
	items, err := r.collect(n.a, e, in)
	if err != nil {
		return nil, err
	}
	return r.made(NewArray(items...))
}

// made checks what was put together.
func (r *run) made(v Value) (Value, error) {
	if depthOf(v) > nesting {
		return nil, errNested
	}
	if weightOf(v) > r.memory.most() {
		return nil, ErrMemory
	}
	return v, nil
}

func (r *run) object(n *node, e *env, in Value) (Value, error) {
	o := NewObject()
	for _, p := range n.pairs {
		k, err := r.one(p.key, e, input{v: in})
		if err != nil {
			return nil, err
		}
		v, err := r.one(p.value, e, input{v: in})
		if err != nil {
			return nil, err
		}
		key, ok := k.v.(string)
		if !ok {
			return nil, keyError(k.v)
		}
		o.Put(key, v.v)
	}
	if err := r.memory.add(64 * (1 + len(n.pairs))); err != nil {
		return nil, err
	}
	return r.made(o)
}

// text puts a string together.
func (r *run) text(n *node, e *env, in Value) (Value, error) {
	var b []byte
	for _, part := range n.list {
		v, err := r.one(part, e, input{v: in})
		if err != nil {
			return nil, err
		}
		b = append(b, v.v.(string)...)
	}
	return string(b), r.memory.add(len(b))
}
