package jq

import "slices"

// mostItems bounds the index that an assignment may make an array grow to.
const mostItems = 1 << 29

// getPath returns what is at a path; below null all is null.
func (r *run) getPath(v Value, keys []Value) (Value, error) {
	var err error
	for _, k := range keys {
		if v == nil {
			return nil, nil
		}
		if v, err = r.lookup(v, k); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// setPath returns v with another value at a path.
func (r *run) setPath(v Value, keys []Value, to Value) (Value, error) {
	if len(keys) == 0 {
		return to, nil
	}
	if len(keys) > nesting {
		return nil, errNested
	}
	inner, err := r.lookup(v, keys[0])
	if err != nil {
		return nil, err
	}
	if inner, err = r.setPath(inner, keys[1:], to); err != nil {
		return nil, err
	}
	if err := r.memory.add(96 + 16*sizeOf(v)); err != nil {
		return nil, err
	}
	w, err := r.set(v, keys[0], inner)
	if err != nil {
		return nil, err
	}
	return r.made(w)
}

// sizeOf is how many elements v has. They are counted for each change, for who
// keeps the older versions keeps copies of them.
func sizeOf(v Value) int {
	switch v := v.(type) {
	case *Array:
		return v.Len()
	case *Object:
		return 3 * v.Len()
	}
	return 0
}

// set returns v with another value for a key.
func (r *run) set(v, key, to Value) (Value, error) {
	switch k := key.(type) {
	case string:
		switch o := v.(type) {
		case nil:
			return NewObject().with(k, to), nil
		case *Object:
			return o.with(k, to), nil
		}
	case float64, *Integer:
		a, ok := v.(*Array)
		if v == nil {
			a, ok = NewArray(), true
		}
		if ok {
			f, _ := float(k)
			return r.setIndex(a, f, to)
		}
	case *Object:
		a, ok := v.(*Array)
		if v == nil {
			a, ok = NewArray(), true
		}
		if ok {
			return r.setSlice(a, k, to)
		}
	case *Array:
		if _, ok := v.(*Array); ok {
			return nil, failure("Cannot update field at array index of array")
		}
	}
	return nil, failure("Cannot update field at %s index of %s", typeName(key), typeName(v))
}

func (r *run) setIndex(a *Array, f float64, to Value) (Value, error) {
	i, ok := place(f, a.Len())
	if !ok {
		if f != f {
			return nil, failure("Cannot set array element at NaN index")
		}
		return nil, failure("Out of bounds negative array index")
	}
	if f > mostItems {
		return nil, failure("Array index too large")
	}
	if i > a.Len() {
		if err := r.memory.add(16 * (i - a.Len())); err != nil {
			return nil, err
		}
		items := make([]Value, i+1)
		copy(items, a.all())
		items[i] = to
		return NewArray(items...), nil
	}
	return a.with(i, to), nil
}

func (r *run) setSlice(a *Array, key *Object, to Value) (Value, error) {
	from, until, err := bounds(key, a.Len())
	if err != nil {
		return nil, err
	}
	with, ok := to.(*Array)
	if !ok {
		return nil, failure("A slice of an array can only be assigned another array")
	}
	if err := r.memory.add(16 * (a.Len() + with.Len())); err != nil {
		return nil, err
	}
	put := slices.Clone(with.all())
	items := slices.Concat(a.all()[:from], put, a.all()[until:])
	return NewArray(items...), nil
}

// deletePaths returns v without what is at some paths. All of them mean what
// they do in v, not in what is left after the others.
func (r *run) deletePaths(v Value, all [][]Value) (Value, error) {
	if len(all) == 0 || v == nil {
		return v, nil
	}
	var here []Value
	groups := map[string][][]Value{}
	var order []Value
	var names []string
	for _, keys := range all {
		switch len(keys) {
		case 0:
			return nil, nil
		case 1:
			here = append(here, keys[0])
			continue
		}
		name, err := r.written(keys[0])
		if err != nil {
			return nil, err
		}
		if groups[name] == nil {
			order, names = append(order, keys[0]), append(names, name)
		}
		groups[name] = append(groups[name], keys[1:])
	}
	for i, key := range order {
		inner, err := r.lookup(v, key)
		if err != nil {
			return nil, err
		}
		if inner == nil {
			continue
		}
		if inner, err = r.deletePaths(inner, groups[names[i]]); err != nil {
			return nil, err
		}
		if v, err = r.set(v, key, inner); err != nil {
			return nil, err
		}
	}
	return deleteKeys(v, here)
}

// deleteKeys returns v without some keys.
func deleteKeys(v Value, keys []Value) (Value, error) {
	if len(keys) == 0 {
		return v, nil
	}
	switch x := v.(type) {
	case *Object:
		drop := map[string]bool{}
		for _, k := range keys {
			s, ok := k.(string)
			if !ok {
				return nil, failure("Cannot delete %s field of object", typeName(k))
			}
			drop[s] = true
		}
		return x.without(func(key string) bool { return drop[key] }), nil
	case *Array:
		drop := make([]bool, x.Len())
		for _, k := range keys {
			switch k := k.(type) {
			case float64, *Integer:
				f, _ := float(k)
				if i, ok := place(f, x.Len()); ok && i < x.Len() {
					drop[i] = true
				}
			case *Object:
				i, j, err := bounds(k, x.Len())
				if err != nil {
					return nil, err
				}
				for ; i < j; i++ {
					drop[i] = true
				}
			default:
				return nil, failure("Cannot delete %s element of array", typeName(k))
			}
		}
		items := []Value{}
		for i, v := range x.all() {
			if !drop[i] {
				items = append(items, v)
			}
		}
		left := NewArray(items...)
		left.Origin = x.Origin
		return left, nil
	}
	if v == nil {
		return nil, nil
	}
	return nil, failure("Cannot delete fields from %s", typeName(v))
}

// update replaces what is at the paths of n by the first output of change for
// it. Where there is none, it is deleted in the end.
func (r *run) update(n *node, e *env, in Value, change func(Value, output) error) (Value, error) {
	v := in
	var gone [][]Value
	err := r.paths(n, e, in, func(p *Array) error {
		keys := p.all()
		old, err := r.getPath(v, keys)
		if err != nil {
			return err
		}
		var to Value
		found := false
		err, failed := guarded(func(out output) error { return change(old, out) }, func(v input) error {
			to, found = v.v, true
			return errStop
		})
		switch {
		case !found && err != nil:
			return err
		case !found && failed != nil:
			return failed
		case !found:
			gone = append(gone, keys)
			return nil
		}
		v, err = r.setPath(v, keys, to)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.deletePaths(v, gone)
}

// assign is n.a = b, += and their like.
func (r *run) assign(n *node, e *env, in, b Value) (Value, error) {
	switch n.text {
	case "=":
		v := in
		err := r.paths(n.a, e, in, func(p *Array) error {
			var err error
			v, err = r.setPath(v, p.all(), b)
			return err
		})
		return v, err
	case "//=":
		return r.update(n.a, e, in, func(v Value, out output) error {
			if Truth(v) {
				return out(input{v: v})
			}
			return out(input{v: b})
		})
	}
	operator := n.text[:len(n.text)-1]
	return r.update(n.a, e, in, func(v Value, out output) error {
		w, err := r.binary(operator, v, b)
		if err != nil {
			return err
		}
		return out(input{v: w})
	})
}
