package jq

import (
	"strings"
	"unicode/utf8"
)

// texts are the functions of strings.
func texts() map[string]*native {
	value := func(f func(*run, Value, []Value) (Value, error)) *native { return &native{value: f} }
	// affix cuts something off both strings have.
	affix := func(cut func(s, part string) string) *native {
		return value(func(_ *run, in Value, args []Value) (Value, error) {
			s, ok := in.(string)
			part, isString := args[0].(string)
			if !ok || !isString {
				return in, nil
			}
			return cut(s, part), nil
		})
	}
	trim := func(cut func(s string) string) *native {
		return value(func(_ *run, in Value, _ []Value) (Value, error) {
			s, ok := in.(string)
			if !ok {
				return nil, wrongType(in, "trim input must be a string")
			}
			return cut(s), nil
		})
	}
	const blanks = " \t\n\v\f\r"
	tests := func(name string, test func(s, part string) bool) *native {
		return value(func(_ *run, in Value, args []Value) (Value, error) {
			s, ok := in.(string)
			part, isString := args[0].(string)
			if !ok || !isString {
				return nil, failure("%s() requires string inputs", name)
			}
			return test(s, part), nil
		})
	}
	return map[string]*native{
		"frexp/0": mathPair(frexp), "modf/0": mathPair(modf), "lgamma_r/0": mathPair(lgammaR),
		"fma/3":      value(fma),
		"ltrimstr/1": affix(strings.TrimPrefix), "rtrimstr/1": affix(strings.TrimSuffix),
		"trimstr/1":        affix(func(s, part string) string { return strings.TrimSuffix(strings.TrimPrefix(s, part), part) }),
		"trim/0":           trim(func(s string) string { return strings.Trim(s, blanks) }),
		"ltrim/0":          trim(func(s string) string { return strings.TrimLeft(s, blanks) }),
		"rtrim/0":          trim(func(s string) string { return strings.TrimRight(s, blanks) }),
		"startswith/1":     tests("startswith", strings.HasPrefix),
		"endswith/1":       tests("endswith", strings.HasSuffix),
		"ascii_downcase/0": value(func(_ *run, in Value, _ []Value) (Value, error) { return caseOf(in, "ascii_downcase", 'A', 'Z') }),
		"ascii_upcase/0":   value(func(_ *run, in Value, _ []Value) (Value, error) { return caseOf(in, "ascii_upcase", 'a', 'z') }),
		"utf8bytelength/0": value(func(_ *run, in Value, _ []Value) (Value, error) {
			s, ok := in.(string)
			if !ok {
				return nil, wrongType(in, "only strings have UTF-8 byte length")
			}
			return float64(len(s)), nil
		}),
		"explode/0": value(func(r *run, in Value, _ []Value) (Value, error) {
			s, ok := in.(string)
			if !ok {
				return nil, failure("explode input must be a string")
			}
			if err := r.memory.add(16 * len(s)); err != nil {
				return nil, err
			}
			items := []Value{}
			for _, c := range s {
				items = append(items, float64(c))
			}
			return NewArray(items...), nil
		}),
		"implode/0": value(implode),
		"split/1": value(func(r *run, in Value, args []Value) (Value, error) {
			s, ok := in.(string)
			by, isString := args[0].(string)
			if !ok || !isString {
				return nil, failure("split input and separator must be strings")
			}
			return r.split(s, by)
		}),
		"join/1":    value(join),
		"indices/1": value(func(r *run, in Value, args []Value) (Value, error) { return r.indices(in, args[0]) }),
		"index/1": value(func(r *run, in Value, args []Value) (Value, error) {
			all, err := r.indices(in, args[0])
			if a, ok := all.(*Array); ok && a.Len() > 0 {
				return a.At(0), err
			}
			return nil, err
		}),
		"rindex/1": value(func(r *run, in Value, args []Value) (Value, error) {
			all, err := r.indices(in, args[0])
			if a, ok := all.(*Array); ok && a.Len() > 0 {
				return a.At(a.Len() - 1), err
			}
			return nil, err
		}),
		"format/1": value(func(r *run, in Value, args []Value) (Value, error) {
			name, ok := args[0].(string)
			if !ok {
				return nil, wrongType(args[0], "is not a valid format")
			}
			return r.format("@"+name, in)
		}),
	}
}

func caseOf(in Value, name string, from, to byte) (Value, error) {
	s, ok := in.(string)
	if !ok {
		return nil, failure("%s input must be a string", name)
	}
	b := []byte(s)
	for i, c := range b {
		if c >= from && c <= to {
			b[i] = c ^ 0x20
		}
	}
	return string(b), nil
}

func implode(_ *run, in Value, _ []Value) (Value, error) {
	a, ok := in.(*Array)
	if !ok {
		return nil, failure("implode input must be an array")
	}
	b := make([]byte, 0, a.Len())
	for _, v := range a.all() {
		f, ok := float(v)
		if !ok {
			return nil, failure("Unicode codepoint must be numeric")
		}
		c := rune(utf8.RuneError)
		if f >= 0 && f <= utf8.MaxRune {
			c = rune(f)
		}
		b = utf8.AppendRune(b, c)
	}
	return string(b), nil
}

// join puts strings together; numbers and booleans are written, null is nothing.
func join(r *run, in Value, args []Value) (Value, error) {
	var b []byte
	first := true
	err := r.iterate(input{v: in}, func(e input) error {
		if !first {
			switch by := args[0].(type) {
			case string:
				b = append(b, by...)
			case nil:
			default:
				return mismatch(string(b), by, "cannot be added")
			}
		}
		first = false
		switch v := e.v.(type) {
		case nil:
		case string:
			b = append(b, v...)
		case *Array, *Object:
			return mismatch(string(b), v, "cannot be added")
		default:
			b = append(b, Text(v)...)
		}
		return r.memory.add(32)
	})
	if err != nil {
		return nil, err
	}
	return string(b), r.memory.add(len(b))
}

// indices returns where a part is: of a string by characters, of an array by
// elements.
func (r *run) indices(in, part Value) (Value, error) {
	if in == nil {
		return nil, nil
	}
	a, isArray := in.(*Array)
	if isArray {
		if p, ok := part.(*Array); ok {
			return r.places(a, p)
		}
		return r.places(a, NewArray(part))
	}
	s, ok := in.(string)
	p, isString := part.(string)
	if !ok || !isString {
		return lookup(in, part)
	}
	if p == "" {
		return nil, nil
	}
	found := []Value{}
	characters, at := 0, 0
	for {
		i := strings.Index(s[at:], p)
		if i < 0 {
			return NewArray(found...), nil
		}
		characters += utf8.RuneCountInString(s[at : at+i])
		found = append(found, float64(characters))
		_, n := utf8.DecodeRuneInString(s[at+i:])
		characters++
		at += i + n
		if err := r.tick(); err != nil {
			return nil, err
		}
	}
}
