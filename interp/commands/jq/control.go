package jq

import (
	"errors"
	"io"
	"math"
)

// A Halt ends the program. Value is what to say before, if it is not nil.
type Halt struct {
	Value  Value
	Status int
}

func (*Halt) Error() string { return "halt" }

// controls are the functions that decide which outputs there are.
func controls() map[string]*native {
	filter := func(f func(*run, []*node, *env, input, output) error) *native { return &native{filter: f} }
	one := func(f func(*run, []*node, *env, input) (Value, error)) *native {
		return &native{single: true, filter: func(r *run, args []*node, e *env, in input, out output) error {
			return r.computed(in, out)(f(r, args, e, in))
		}}
	}
	return map[string]*native{
		"empty/0":   filter(func(*run, []*node, *env, input, output) error { return nil }),
		"error/0":   {value: func(_ *run, in Value, _ []Value) (Value, error) { return nil, &Error{in} }},
		"error/1":   {value: func(_ *run, _ Value, args []Value) (Value, error) { return nil, &Error{args[0]} }},
		"select/1":  filter(selectValues),
		"recurse/0": filter(func(r *run, _ []*node, _ *env, in input, out output) error { return r.recurse(in, out) }),
		"path/1": filter(func(r *run, args []*node, e *env, in input, out output) error {
			return r.paths(args[0], e, in.v, func(p *Array) error { return out(derived(in, p)) })
		}),
		"getpath/1": filter(getpath),
		"range/3":   filter(ranges),
		"limit/2": filter(func(r *run, args []*node, e *env, in input, out output) error {
			return r.count(args, e, in, r.limit, out)
		}),
		"skip/2": filter(func(r *run, args []*node, e *env, in input, out output) error {
			return r.count(args, e, in, r.skip, out)
		}),
		"nth/2": filter(func(r *run, args []*node, e *env, in input, out output) error {
			return r.count(args, e, in, r.nth, out)
		}),
		"last/1":              filter(lastOutput),
		"isempty/1":           one(hasNoOutput),
		"any/2":               one(func(r *run, args []*node, e *env, in input) (Value, error) { return r.quantify(args, e, in, true) }),
		"all/2":               one(func(r *run, args []*node, e *env, in input) (Value, error) { return r.quantify(args, e, in, false) }),
		"add/1":               one(addOutputs),
		"fromstream/1":        filter(fromStream),
		"input/0":             {value: nextInput},
		"inputs/0":            filter(allInputs),
		"debug/0":             filter(debugValue),
		"stderr/0":            filter(valueToStderr),
		"input_filename/0":    {value: func(r *run, _ Value, _ []Value) (Value, error) { return r.host.File(), nil }},
		"input_line_number/0": {value: func(r *run, _ Value, _ []Value) (Value, error) { return float64(r.host.Line()), nil }},
		"env/0":               {value: func(r *run, _ Value, _ []Value) (Value, error) { return r.host.environment(), nil }},
		"halt/0":              {value: func(*run, Value, []Value) (Value, error) { return nil, &Halt{} }},
		"halt_error/1":        {value: haltError},
		"builtins/0":          {value: func(r *run, _ Value, _ []Value) (Value, error) { return r.host.names(), nil }},
		"get_search_list/0":   {value: searchList},
	}
}

// selectValues is select.
func selectValues(r *run, args []*node, e *env, in input, out output) error {
	return r.eval(args[0], e, input{v: in.v}, func(v input) error {
		if !Truth(v.v) {
			return nil
		}
		return out(in)
	})
}

// lastOutput is last with a filter.
func lastOutput(r *run, args []*node, e *env, in input, out output) error {
	var last input
	found := false
	err := r.eval(args[0], e, in, func(v input) error { last, found = v, true; return nil })
	if err != nil || !found {
		return err
	}
	return out(last)
}

// hasNoOutput is isempty.
func hasNoOutput(r *run, args []*node, e *env, in input) (Value, error) {
	found := false
	err := r.eval(args[0], e, input{v: in.v}, func(input) error {
		found = true
		return errStop
	})
	if found {
		err = nil
	}
	return !found, err
}

// addOutputs is add with a filter.
func addOutputs(r *run, args []*node, e *env, in input) (Value, error) {
	return r.sum(func(use func(Value) error) error {
		return r.eval(args[0], e, input{v: in.v}, func(v input) error { return use(v.v) })
	})
}

// nextInput is input.
func nextInput(r *run, _ Value, _ []Value) (Value, error) {
	v, err := r.read()
	if err == io.EOF {
		return nil, failure("No more inputs")
	}
	return v, err
}

// read returns the next input. Text that is none is an error of the filter.
func (r *run) read() (Value, error) {
	v, err := r.host.Next()
	var bad *SyntaxError
	if errors.As(err, &bad) {
		return nil, failure("%s", bad.text)
	}
	return v, err
}

// allInputs is inputs.
func allInputs(r *run, _ []*node, _ *env, in input, out output) error {
	for {
		if err := r.tick(); err != nil {
			return err
		}
		v, err := r.read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := out(derived(in, v)); err != nil {
			return err
		}
	}
}

// debugValue is debug.
func debugValue(r *run, _ []*node, _ *env, in input, out output) error {
	f := r.host.Shown
	f.Indent, f.Most = "", r.memory.largest()
	text := f.Append(nil, NewArray("DEBUG:", in.v))
	if err := r.memory.add(len(text)); err != nil {
		return err
	}
	r.host.Message(string(text) + "\n")
	return out(in)
}

// valueToStderr is stderr; strings are written as they are.
func valueToStderr(r *run, _ []*node, _ *env, in input, out output) error {
	text, err := r.tostring(in.v)
	if err != nil {
		return err
	}
	r.host.Message(text.(string))
	return out(in)
}

// haltError is halt_error with a status.
func haltError(_ *run, in Value, args []Value) (Value, error) {
	f, ok := float(args[0])
	if !ok {
		return nil, wrongType(in, "halt_error/1: number required")
	}
	return nil, &Halt{Value: in, Status: int(integer(f) & 255)}
}

// searchList is get_search_list.
func searchList(r *run, _ Value, _ []Value) (Value, error) {
	all := []Value{}
	for _, p := range r.host.Search {
		all = append(all, p)
	}
	return NewArray(all...), nil
}

// getpath is a path itself.
func getpath(r *run, args []*node, e *env, in input, out output) error {
	return r.eval(args[0], e, input{v: in.v}, func(at input) error {
		keys, ok := at.v.(*Array)
		if !ok {
			return failure("Path must be specified as an array")
		}
		v, err := r.getPath(in.v, keys.all())
		if err != nil {
			return err
		}
		next := input{v: v}
		if in.p != nil {
			if in.p.lost {
				return failure("Invalid path expression near attempt to access element %s of %s", dump(keys, short), dump(in.v, longer))
			}
			next.p = in.p
			for i := range keys.Len() {
				next.p = &path{up: next.p, key: keys.At(i)}
			}
		}
		return out(next)
	})
}

// ranges counts from the first argument up to the second by the third.
func ranges(r *run, args []*node, e *env, in input, out output) error {
	each := func(n *node, use func(float64) error) error {
		return r.eval(n, e, input{v: in.v}, func(v input) error {
			f, ok := float(v.v)
			if !ok {
				return failure("Range bounds must be numeric")
			}
			return use(f)
		})
	}
	return each(args[0], func(from float64) error {
		return each(args[1], func(to float64) error {
			return each(args[2], func(by float64) error {
				for f := from; by > 0 && f < to || by < 0 && f > to; f += by {
					if err := r.next(derived(in, f), out); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
}

// count calls use for each value of the first argument.
func (r *run) count(args []*node, e *env, in input, use func(n float64, f *node, e *env, in input, out output) error, out output) error {
	return r.eval(args[0], e, input{v: in.v}, func(v input) error {
		n, ok := float(v.v)
		if !ok {
			return failure("Invalid arguments to limit or skip: %s is no number", dump(v.v, short))
		}
		return use(n, args[1], e, in, out)
	})
}

func (r *run) limit(n float64, f *node, e *env, in input, out output) error {
	if n <= 0 {
		return nil
	}
	err := r.eval(f, e, in, func(v input) error {
		n--
		if n > 0 {
			return out(v)
		}
		if err := out(v); err != nil {
			return err
		}
		return &enough{&n}
	})
	var done *enough
	if errors.As(err, &done) && done.of == &n {
		return nil
	}
	return err
}

// enough ends the generator that counts with of.
type enough struct{ of *float64 }

func (*enough) Error() string { return errStop.Error() }

func (r *run) skip(n float64, f *node, e *env, in input, out output) error {
	if n < 0 {
		return failure("skip doesn't support negative count")
	}
	return r.eval(f, e, in, func(v input) error {
		if n--; n >= 0 {
			return nil
		}
		return out(v)
	})
}

func (r *run) nth(n float64, f *node, e *env, in input, out output) error {
	if n < 0 {
		return failure("nth doesn't support negative indices")
	}
	n = math.Floor(n)
	err := r.eval(f, e, in, func(v input) error {
		if n--; n >= 0 {
			return nil
		}
		if err := out(v); err != nil {
			return err
		}
		return &enough{&n}
	})
	var done *enough
	if errors.As(err, &done) && done.of == &n {
		return nil
	}
	return err
}

// quantify is any and all: it stops at the first that decides.
func (r *run) quantify(args []*node, e *env, in input, want bool) (Value, error) {
	result := !want
	err, failed := guarded(func(out output) error {
		return r.eval(args[0], e, input{v: in.v}, func(v input) error { return r.eval(args[1], e, input{v: v.v}, out) })
	}, func(v input) error {
		if Truth(v.v) == want {
			result = want
			return errStop
		}
		return nil
	})
	if failed != nil {
		err = nil
	}
	return result, err
}

// sum adds up. Strings and arrays are put together in one piece.
func (r *run) sum(each func(func(Value) error) error) (Value, error) {
	var total Value
	var text []byte
	building := false
	err := each(func(v Value) error {
		s, ok := v.(string)
		switch {
		case ok && (total == nil || building):
			text, total, building = append(text, s...), "", true
			return r.memory.add(len(s))
		case v == nil:
			return nil
		case building:
			total, building = string(text), false
		}
		var err error
		total, err = r.binary("+", total, v)
		return err
	})
	if building {
		total = string(text)
	}
	return total, err
}

// fromStream puts the events of tostream together again.
func fromStream(r *run, args []*node, e *env, in input, out output) error {
	var v Value
	return r.eval(args[0], e, input{v: in.v}, func(event input) error {
		parts, ok := event.v.(*Array)
		if !ok || parts.Len() == 0 {
			return failure("Invalid streaming format")
		}
		keys, ok := parts.At(0).(*Array)
		if !ok {
			return failure("Invalid streaming format")
		}
		ends := keys.Len() == 1 && parts.Len() == 1 || keys.Len() == 0
		if parts.Len() > 1 {
			var err error
			if v, err = r.setPath(v, keys.all(), parts.At(1)); err != nil {
				return err
			}
		}
		if !ends {
			return nil
		}
		done := v
		v = nil
		return out(derived(in, done))
	})
}
