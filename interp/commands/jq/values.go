package jq

import (
	"io"
	"math"
	"strings"
	"unicode/utf8"
)

func needNumber(v Value) (float64, error) {
	f, ok := float(v)
	if !ok {
		return 0, wrongType(v, "number required")
	}
	return f, nil
}

// values are the functions that look at values of all types.
func values() map[string]*native {
	value := func(f func(*run, Value, []Value) (Value, error)) *native { return &native{value: f} }
	test := func(f func(float64) bool) *native {
		return value(func(_ *run, in Value, _ []Value) (Value, error) {
			x, err := needNumber(in)
			return f(x), err
		})
	}
	return map[string]*native{
		"not/0":    value(func(_ *run, in Value, _ []Value) (Value, error) { return !Truth(in), nil }),
		"type/0":   value(func(_ *run, in Value, _ []Value) (Value, error) { return typeName(in), nil }),
		"length/0": value(length),
		"keys/0": value(func(r *run, in Value, _ []Value) (Value, error) {
			return keysOf(in, (*Object).SortedKeys)
		}),
		"keys_unsorted/0": value(func(r *run, in Value, _ []Value) (Value, error) { return keysOf(in, (*Object).Keys) }),
		"has/1":           value(has),
		"contains/1":      value(containsAny),
		"tostring/0":      value(func(r *run, in Value, _ []Value) (Value, error) { return r.tostring(in) }),
		"tonumber/0":      value(toNumber),
		"fromjson/0":      value(fromJSON),
		"to_entries/0":    value(toEntries),
		"from_entries/0":  value(fromEntries),
		"setpath/2":       value(setPathTo),
		"delpaths/1":      value(deleteAllPaths),
		"flatten/0":       value(func(r *run, in Value, _ []Value) (Value, error) { return r.flatten(in, math.Inf(1)) }),
		"flatten/1":       value(flattenTo),
		"infinite/0":      value(func(*run, Value, []Value) (Value, error) { return math.Inf(1), nil }),
		"nan/0":           value(func(*run, Value, []Value) (Value, error) { return math.NaN(), nil }),
		"isinfinite/0":    test(func(f float64) bool { return math.IsInf(f, 0) }),
		"isfinite/0":      test(func(f float64) bool { return !math.IsInf(f, 0) && f == f }),
		"isnan/0":         test(func(f float64) bool { return f != f }),
		"isnormal/0": test(func(f float64) bool {
			return f == f && !math.IsInf(f, 0) && math.Abs(f) >= 0x1p-1022
		}),
		"abs/0":     value(absolute),
		"toarray/0": value(toArray),
	}
}

// containsAny is contains, of values of one type.
func containsAny(r *run, in Value, args []Value) (Value, error) {
	if kindOf(in) != kindOf(args[0]) {
		return nil, mismatch(in, args[0], "cannot have their containment checked")
	}
	return r.contains(in, args[0])
}

// toNumber is tonumber.
func toNumber(_ *run, in Value, _ []Value) (Value, error) {
	switch v := in.(type) {
	case float64, *Integer:
		return v, nil
	case string:
		n, err := Parse(v)
		if err == nil && kindOf(n) != kindNumber {
			err = wrongType(in, "cannot be parsed as a number")
		}
		return n, err
	}
	return nil, wrongType(in, "cannot be parsed as a number")
}

// fromJSON is fromjson.
func fromJSON(_ *run, in Value, _ []Value) (Value, error) {
	s, ok := in.(string)
	if !ok {
		return nil, wrongType(in, "only strings can be parsed")
	}
	return Parse(s)
}

// setPathTo is setpath.
func setPathTo(r *run, in Value, args []Value) (Value, error) {
	keys, ok := args[0].(*Array)
	if !ok {
		return nil, failure("Path must be specified as an array")
	}
	return r.setPath(in, keys.all(), args[1])
}

// deleteAllPaths is delpaths.
func deleteAllPaths(r *run, in Value, args []Value) (Value, error) {
	all, ok := args[0].(*Array)
	if !ok {
		return nil, failure("Paths must be specified as an array")
	}
	paths := make([][]Value, all.Len())
	for i := range paths {
		keys, ok := all.At(i).(*Array)
		if !ok {
			return nil, failure("Path must be specified as array, not %s", typeName(all.At(i)))
		}
		paths[i] = keys.all()
	}
	return r.deletePaths(in, paths)
}

// flattenTo is flatten with a depth.
func flattenTo(r *run, in Value, args []Value) (Value, error) {
	depth, ok := float(args[0])
	if !ok && Compare(args[0], 0.0) > 0 {
		return nil, mismatch(args[0], 1.0, "cannot be subtracted")
	}
	if !ok || depth < 0 {
		return nil, failure("flatten depth must not be negative")
	}
	return r.flatten(in, depth)
}

// absolute is abs.
func absolute(_ *run, in Value, _ []Value) (Value, error) {
	f, ok := float(in)
	switch {
	case !ok:
		return nil, wrongType(in, "has no absolute value")
	case f < 0:
		return -f, nil
	}
	return in, nil
}

// toArray is toarray.
func toArray(_ *run, in Value, _ []Value) (Value, error) {
	if _, ok := in.(*Array); ok {
		return in, nil
	}
	return NewArray(in), nil
}

func length(_ *run, in Value, _ []Value) (Value, error) {
	switch v := in.(type) {
	case nil:
		return 0.0, nil
	case string:
		return float64(utf8.RuneCountInString(v)), nil
	case *Array:
		return float64(v.Len()), nil
	case *Object:
		return float64(v.Len()), nil
	case float64, *Integer:
		f, _ := float(v)
		return math.Abs(f), nil
	}
	return nil, wrongType(in, "has no length")
}

func keysOf(in Value, of func(*Object) []string) (Value, error) {
	items := []Value{}
	switch v := in.(type) {
	case *Object:
		for _, k := range of(v) {
			items = append(items, k)
		}
	case *Array:
		for i := range v.Len() {
			items = append(items, float64(i))
		}
	default:
		return nil, wrongType(in, "has no keys")
	}
	return NewArray(items...), nil
}

func has(_ *run, in Value, args []Value) (Value, error) {
	switch v := in.(type) {
	case nil:
		return false, nil
	case *Object:
		if k, ok := args[0].(string); ok {
			_, found := v.Get(k)
			return found, nil
		}
	case *Array:
		if f, ok := float(args[0]); ok {
			return f >= 0 && f < float64(v.Len()), nil
		}
	}
	return nil, failure("Cannot check whether %s has a %s key", typeName(in), typeName(args[0]))
}

// tostring leaves strings as they are.
func (r *run) tostring(v Value) (Value, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	return r.written(v)
}

// written is v as JSON.
func (r *run) written(v Value) (string, error) {
	f := Format{Most: r.memory.largest()}
	b := f.Append(nil, v)
	if err := r.memory.add(len(b)); err != nil {
		return "", err
	}
	return string(b), nil
}

// Parse reads a text of exactly one value. The error is an *Error.
func Parse(text string) (Value, error) {
	d := NewDecoder(strings.NewReader(text), DecoderOptions{})
	v, err := d.Next()
	if err == io.EOF {
		return nil, failure("Expected JSON value (while parsing '%s')", text)
	}
	if err == nil {
		if _, err = d.Next(); err == nil {
			return nil, failure("Unexpected extra JSON values (while parsing '%s')", text)
		}
	}
	if err != io.EOF {
		return nil, failure("%s (while parsing '%s')", err, text)
	}
	return v, nil
}

func toEntries(r *run, in Value, _ []Value) (Value, error) {
	items := []Value{}
	add := func(k, v Value) {
		o := NewObject()
		o.Put("key", k)
		o.Put("value", v)
		items = append(items, o)
	}
	switch v := in.(type) {
	case *Object:
		for i := range v.Len() {
			k, w := v.At(i)
			add(k, w)
		}
	case *Array:
		for i := range v.Len() {
			add(float64(i), v.At(i))
		}
	default:
		return nil, wrongType(in, "has no keys")
	}
	if err := r.memory.add(200 * len(items)); err != nil {
		return nil, err
	}
	return r.made(NewArray(items...))
}

// fromEntries takes keys and values by any of the names that jq 1.7 knows.
func fromEntries(r *run, in Value, _ []Value) (Value, error) {
	result := NewObject()
	err := r.iterate(input{v: in}, func(e input) error {
		var key Value
		for _, name := range []string{"key", "k", "name", "Name", "K", "Key"} {
			k, err := lookup(e.v, name)
			if err != nil {
				return err
			}
			if k != nil {
				key = k
				break
			}
		}
		name, ok := key.(string)
		switch key.(type) {
		case *Array, *Object:
			return keyError(key)
		}
		if !ok {
			name = Text(key)
		}
		entry, _ := e.v.(*Object)
		var value Value
		for _, name := range []string{"value", "v", "Value", "V"} {
			if entry == nil {
				break
			}
			if v, ok := entry.Get(name); ok {
				value = v
				break
			}
		}
		result.Put(name, value)
		return r.memory.add(64)
	})
	if err != nil {
		return nil, err
	}
	return r.made(result)
}

func (r *run) flatten(in Value, depth float64) (Value, error) {
	items := []Value{}
	var walk func(v Value, depth float64) error
	walk = func(v Value, depth float64) error {
		return r.iterate(input{v: v}, func(e input) error {
			if _, ok := e.v.(*Array); ok && depth > 0 {
				return walk(e.v, depth-1)
			}
			items = append(items, e.v)
			return r.memory.add(16)
		})
	}
	if err := walk(in, depth); err != nil {
		return nil, err
	}
	return NewArray(items...), nil
}
