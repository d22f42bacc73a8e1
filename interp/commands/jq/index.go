package jq

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// failure is an error that try can catch.
func failure(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// indexError is the error of a value that has no such key.
func indexError(v, key Value) error {
	if k, ok := key.(string); ok {
		return failure("Cannot index %s with string \"%s\"", typeName(v), k)
	}
	return failure("Cannot index %s with %s", typeName(v), typeName(key))
}

// index returns the value of a key, which is also a step of the path.
func (r *run) index(in input, key Value) (input, error) {
	if in.p != nil && in.p.lost {
		return in, failure("Invalid path expression near attempt to access element %s of %s", dump(key, short), dump(in.v, longer))
	}
	v, err := r.lookup(in.v, key)
	if err != nil {
		return in, err
	}
	if in.p == nil {
		return input{v: v}, nil
	}
	return input{v, &path{up: in.p, key: key}}, nil
}

// indexed hands over what is at a key for the step n.
func (r *run) indexed(n *node, in input, key Value, out output) error {
	v, err := r.index(in, key)
	if err != nil {
		if n.optional {
			return nil
		}
		return err
	}
	return out(v)
}

// lookup finds an array within another, besides all that the function does.
func (r *run) lookup(v, key Value) (Value, error) {
	if x, ok := v.(*Array); ok {
		if part, ok := key.(*Array); ok {
			return r.places(x, part)
		}
	}
	return lookup(v, key)
}

// lookup returns what is at a key: of an object, an index or a slice of an array
// or string.
func lookup(v, key Value) (Value, error) {
	switch x := v.(type) {
	case *Object:
		if k, ok := key.(string); ok {
			w, _ := x.Get(k)
			return w, nil
		}
	case *Array:
		switch k := key.(type) {
		case float64, *Integer:
			f, _ := float(k)
			if i, ok := place(f, x.Len()); ok && i < x.Len() {
				return x.At(i), nil
			}
			return nil, nil
		case *Object:
			i, j, err := bounds(k, x.Len())
			if err != nil {
				return nil, err
			}
			return x.slice(i, j), nil
		}
	case string:
		if k, ok := key.(*Object); ok {
			i, j, err := bounds(k, utf8.RuneCountInString(x))
			if err != nil {
				return nil, err
			}
			return substring(x, i, j), nil
		}
	case nil:
		switch key.(type) {
		case string, float64, *Integer, *Object:
			return nil, nil
		}
	}
	return nil, indexError(v, key)
}

// place makes an index of a number; from -1 on it counts from the end. It is not
// ok before the first element.
func place(f float64, n int) (int, bool) {
	if f != f {
		return 0, false
	}
	f = math.Floor(f)
	if f < 0 {
		f += float64(n)
	}
	return int(integer(min(f, math.MaxInt32))), f >= 0
}

var errSlice = failure("Start and end indices of an array slice must be numbers")

// bounds returns the ends of a slice within n elements.
func bounds(key *Object, n int) (from, to int, err error) {
	start, has := key.Get("start")
	end, both := key.Get("end")
	if !has || !both {
		return 0, 0, errSlice
	}
	f, t := 0.0, float64(n)
	for _, b := range []struct {
		v    Value
		into *float64
	}{{start, &f}, {end, &t}} {
		if b.v == nil {
			continue
		}
		g, ok := float(b.v)
		if !ok {
			return 0, 0, errSlice
		}
		if g < 0 {
			g += float64(n)
		}
		*b.into = g
	}
	limit := func(f float64) int { return int(max(0, min(f, float64(n)))) }
	from, to = limit(math.Floor(f)), limit(math.Ceil(t))
	return from, max(from, to), nil
}

// substring returns the characters from i up to j.
func substring(s string, i, j int) string {
	offset := func(s string, n int) int {
		at := 0
		for range n {
			_, size := utf8.DecodeRuneInString(s[at:])
			at += size
		}
		return at
	}
	start := offset(s, i)
	return s[start : start+offset(s[start:], j-i)]
}

// places returns where the elements of part are in a, one behind the other.
func (r *run) places(a, part *Array) (Value, error) {
	found := []Value{}
	for i := 0; part.Len() > 0 && i+part.Len() <= a.Len(); i++ {
		same := true
		for j := 0; j < part.Len() && same; j++ {
			if err := r.tick(); err != nil {
				return nil, err
			}
			same = Compare(a.At(i+j), part.At(j)) == 0
		}
		if same {
			found = append(found, float64(i))
		}
	}
	return NewArray(found...), nil
}

// iterate hands over all values of an array or object.
func (r *run) iterate(in input, out output) error {
	if in.p != nil && in.p.lost {
		return failure("Invalid path expression near attempt to iterate through %s", dump(in.v, longer))
	}
	switch v := in.v.(type) {
	case *Array:
		for i := range v.Len() {
			next := input{v: v.At(i)}
			if in.p != nil {
				next.p = &path{up: in.p, key: float64(i)}
			}
			if err := r.next(next, out); err != nil {
				return err
			}
		}
	case *Object:
		for i := range v.Len() {
			k, w := v.At(i)
			next := input{v: w}
			if in.p != nil {
				next.p = &path{up: in.p, key: k}
			}
			if err := r.next(next, out); err != nil {
				return err
			}
		}
	case nil:
		return failure("Cannot iterate over null (null)")
	default:
		return failure("Cannot iterate over %s (%s)", typeName(v), dump(v, short))
	}
	return nil
}

func (r *run) next(v input, out output) error {
	if err := r.tick(); err != nil {
		return err
	}
	return out(v)
}

// recurse hands over a value and all within it.
func (r *run) recurse(in input, out output) error {
	if err := r.enter(); err != nil {
		return err
	}
	defer func() { r.depth-- }()
	if err := out(in); err != nil {
		return err
	}
	if depthOf(in.v) == 0 {
		return nil
	}
	return r.iterate(in, func(v input) error { return r.recurse(v, out) })
}

// keys returns the steps of a path as an array.
func (p *path) keys() *Array {
	n := 0
	for q := p; q.up != nil; q = q.up {
		n++
	}
	items := make([]Value, n)
	for q := p; q.up != nil; q = q.up {
		n--
		items[n] = q.key
	}
	return NewArray(items...)
}

// paths calls use with the path of each output of n.
func (r *run) paths(n *node, e *env, in Value, use func(*Array) error) error {
	return r.eval(n, e, input{in, &path{}}, func(v input) error {
		if v.p.lost {
			return failure("Invalid path expression with result %s", dump(v.v, longer))
		}
		return use(v.p.keys())
	})
}
