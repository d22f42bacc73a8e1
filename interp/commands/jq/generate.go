package jq

import (
	"errors"
	"slices"
	"strings"
)

// keyError is the error of an object's key that is no string.
func keyError(v Value) error {
	return failure("Cannot use %s (%s) as object key", typeName(v), dump(v, short))
}

// objects makes an object for each combination of its keys and values; the
// last one changes fastest.
func (r *run) objects(n *node, e *env, in input, i int, o *Object, out output) error {
	if i == len(n.pairs) {
		v, err := r.made(o)
		if err != nil {
			return err
		}
		return out(derived(in, v))
	}
	return r.eval(n.pairs[i].key, e, input{v: in.v}, func(k input) error {
		return r.eval(n.pairs[i].value, e, input{v: in.v}, func(v input) error {
			key, ok := k.v.(string)
			if !ok {
				return keyError(k.v)
			}
			if err := r.memory.add(64); err != nil {
				return err
			}
			return r.objects(n, e, in, i+1, o.with(key, v.v), out)
		})
	})
}

// strings makes a string for each combination of its parts; the first one
// changes fastest.
func (r *run) strings(n *node, e *env, in input, i int, behind []string, out output) error {
	if i < 0 {
		parts := slices.Clone(behind)
		slices.Reverse(parts)
		return out(derived(in, strings.Join(parts, "")))
	}
	return r.eval(n.list[i], e, input{v: in.v}, func(v input) error {
		s, _ := v.v.(string)
		if err := r.memory.add(len(s)); err != nil {
			return err
		}
		return r.strings(n, e, in, i-1, append(behind[:len(behind):len(behind)], s), out)
	})
}

// slices hands over a[b:c] for all b, c and a.
func (r *run) slices(n *node, e *env, in input, out output) error {
	bound := func(n *node, use func(Value) error) error {
		if n == nil {
			return use(nil)
		}
		return r.eval(n, e, input{v: in.v}, func(v input) error { return use(v.v) })
	}
	return bound(n.c, func(to Value) error {
		return bound(n.b, func(from Value) error {
			key := NewObject()
			key.Put("start", from)
			key.Put("end", to)
			return r.eval(n.a, e, in, func(v input) error { return r.indexed(n, v, key, out) })
		})
	})
}

// catchable tells whether try may catch an error.
func catchable(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// guarded runs a generator so that errors of what takes its outputs can be told
// from its own: those come back as failed.
func guarded(generate func(output) error, out output) (err, failed error) {
	err = generate(func(v input) error {
		if failed = out(v); failed != nil {
			return errStop
		}
		return nil
	})
	if failed != nil {
		return nil, failed
	}
	return err, nil
}

// try catches errors of n.a, not of what takes its outputs.
func (r *run) try(n *node, e *env, in input, out output) error {
	err, failed := guarded(func(out output) error { return r.eval(n.a, e, in, out) }, out)
	if failed != nil {
		return failed
	}
	var caught *Error
	if !errors.As(err, &caught) {
		return err
	}
	if n.b == nil {
		return nil
	}
	return r.eval(n.b, e, derived(in, caught.Value), out)
}

// alternative hands over what is true of n.a; if nothing is, n.b.
func (r *run) alternative(n *node, e *env, in input, out output) error {
	found := false
	err := r.eval(n.a, e, in, func(v input) error {
		if !Truth(v.v) {
			return nil
		}
		found = true
		return out(v)
	})
	if err != nil || found {
		return err
	}
	return r.eval(n.b, e, in, out)
}

// bind evaluates n.b with the variables of each output of n.a.
func (r *run) bind(n *node, e *env, in input, out output) error {
	return r.eval(n.a, e, input{v: in.v}, func(v input) error {
		return r.destructure(n, e, v.v, func(inner *env, out output) error { return r.eval(n.b, inner, in, out) }, out)
	})
}

// destructure calls body with each way to bind the patterns. Of several patterns
// the next one is tried after an error, which can be one of body.
func (r *run) destructure(n *node, e *env, v Value, body func(*env, output) error, out output) error {
	for i, p := range n.patterns {
		attempt := func(out output) error {
			return r.matchPattern(p, e, v, n.slots, func(values []Value) error {
				inner := e
				for _, v := range values {
					inner = &env{up: inner, value: v}
				}
				return body(inner, out)
			})
		}
		if i == len(n.patterns)-1 {
			return attempt(out)
		}
		err, failed := guarded(attempt, out)
		if failed != nil {
			return failed
		}
		if err == nil || !catchable(err) {
			return err
		}
	}
	return nil
}

// matchPattern finds the values of a pattern's variables, all ways.
func (r *run) matchPattern(p *pattern, e *env, v Value, slots int, use func([]Value) error) error {
	return r.matchInto(p, e, v, make([]Value, slots), use)
}

func (r *run) matchInto(p *pattern, e *env, v Value, values []Value, use func([]Value) error) error {
	switch {
	case p.name != "":
		values = slices.Clone(values)
		values[p.slot] = v
		return use(values)
	case p.object:
		return r.matchEntries(p.entries, e, v, values, use)
	}
	return r.matchArray(p.array, 0, e, v, values, use)
}

func (r *run) matchArray(list []*pattern, i int, e *env, v Value, values []Value, use func([]Value) error) error {
	if i == len(list) {
		return use(values)
	}
	if v != nil {
		if _, ok := v.(*Array); !ok {
			return indexError(v, float64(i))
		}
	}
	item, err := r.index(input{v: v}, float64(i))
	if err != nil {
		return err
	}
	return r.matchInto(list[i], e, item.v, values, func(values []Value) error {
		return r.matchArray(list, i+1, e, v, values, use)
	})
}

func (r *run) matchEntries(list []patternEntry, e *env, v Value, values []Value, use func([]Value) error) error {
	if len(list) == 0 {
		return use(values)
	}
	entry := list[0]
	inner := e
	for _, known := range values {
		inner = &env{up: inner, value: known}
	}
	return r.eval(entry.key, inner, input{v: v}, func(k input) error {
		if _, ok := k.v.(string); !ok {
			return failure("Cannot index %s with %s", typeName(v), typeName(k.v))
		}
		item, err := r.index(input{v: v}, k.v)
		if err != nil {
			return err
		}
		if entry.name != "" {
			values = slices.Clone(values)
			values[entry.slot] = item.v
		}
		rest := func(values []Value) error { return r.matchEntries(list[1:], e, v, values, use) }
		if entry.pattern == nil {
			return rest(values)
		}
		return r.matchInto(entry.pattern, e, item.v, values, rest)
	})
}

// reduce folds the outputs of n.a into start; the last output of n.c counts, and
// none is null.
func (r *run) reduce(n *node, e *env, in, start input) (input, error) {
	state := start
	err := r.eval(n.a, e, input{v: in.v}, func(v input) error {
		before := state
		state = derived(input{p: before.p}, nil)
		return r.destructure(n, e, v.v, func(inner *env, out output) error { return r.eval(n.c, inner, before, out) }, func(v input) error {
			state = v
			return nil
		})
	})
	return state, err
}

// foreach hands over each state, or what n.d makes of it.
func (r *run) foreach(n *node, e *env, in input, out output) error {
	return r.eval(n.b, e, in, func(state input) error {
		return r.eval(n.a, e, input{v: in.v}, func(v input) error {
			return r.destructure(n, e, v.v, func(inner *env, out output) error {
				return r.eval(n.c, inner, state, func(v input) error {
					state = v
					if n.d == nil {
						return out(v)
					}
					return r.eval(n.d, inner, v, out)
				})
			}, out)
		})
	})
}
