package jq

import (
	"strings"
	"unicode/utf8"
)

// blanks is what trim cuts off.
const blanks = " \t\n\v\f\r"

// texts are the functions of strings.
func texts() map[string]*native {
	all := map[string]*native{}
	for name, f := range map[string]func(*run, Value, []Value) (Value, error){
		"fma/3":            fma,
		"utf8bytelength/0": byteLength,
		"explode/0":        explode,
		"implode/0":        implode,
		"split/1":          splitText,
		"join/1":           join,
		"indices/1":        func(r *run, in Value, args []Value) (Value, error) { return r.indices(in, args[0]) },
		"index/1":          oneIndex(func(*Array) int { return 0 }),
		"rindex/1":         oneIndex(func(a *Array) int { return a.Len() - 1 }),
		"format/1":         formatNamed,
		"ltrimstr/1":       cutPart(strings.TrimPrefix),
		"rtrimstr/1":       cutPart(strings.TrimSuffix),
		"trimstr/1":        cutPart(func(s, part string) string { return strings.TrimSuffix(strings.TrimPrefix(s, part), part) }),
		"trim/0":           trimBlanks(strings.Trim),
		"ltrim/0":          trimBlanks(strings.TrimLeft),
		"rtrim/0":          trimBlanks(strings.TrimRight),
		"startswith/1":     testPart("startswith", strings.HasPrefix),
		"endswith/1":       testPart("endswith", strings.HasSuffix),
		"ascii_downcase/0": changeCase("ascii_downcase", 'A', 'Z'),
		"ascii_upcase/0":   changeCase("ascii_upcase", 'a', 'z'),
	} {
		all[name] = &native{value: f}
	}
	all["frexp/0"], all["modf/0"], all["lgamma_r/0"] = mathPair(frexp), mathPair(modf), mathPair(lgammaR)
	return all
}

// cutPart makes a function that cuts something off a string; what is no string
// stays as it is.
func cutPart(cut func(s, part string) string) func(*run, Value, []Value) (Value, error) {
	return func(_ *run, in Value, args []Value) (Value, error) {
		s, ok := in.(string)
		part, isString := args[0].(string)
		if !ok || !isString {
			return in, nil
		}
		return cut(s, part), nil
	}
}

// trimBlanks makes a function that cuts blanks off.
func trimBlanks(trim func(s, cutset string) string) func(*run, Value, []Value) (Value, error) {
	return func(_ *run, in Value, _ []Value) (Value, error) {
		s, ok := in.(string)
		if !ok {
			return nil, wrongType(in, "trim input must be a string")
		}
		return trim(s, blanks), nil
	}
}

// testPart makes a function that tells something about two strings.
func testPart(name string, test func(s, part string) bool) func(*run, Value, []Value) (Value, error) {
	return func(_ *run, in Value, args []Value) (Value, error) {
		s, ok := in.(string)
		part, isString := args[0].(string)
		if !ok || !isString {
			return nil, failure("%s() requires string inputs", name)
		}
		return test(s, part), nil
	}
}

// changeCase makes a function that changes the case of some letters of ASCII.
func changeCase(name string, from, to byte) func(*run, Value, []Value) (Value, error) {
	return func(_ *run, in Value, _ []Value) (Value, error) {
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
}

// oneIndex makes a function that gives one of all places where a part is; null if
// there are none.
func oneIndex(which func(all *Array) int) func(*run, Value, []Value) (Value, error) {
	return func(r *run, in Value, args []Value) (Value, error) {
		places, err := r.indices(in, args[0])
		if all, ok := places.(*Array); ok && all.Len() > 0 {
			return all.At(which(all)), err
		}
		return nil, err
	}
}

func byteLength(_ *run, in Value, _ []Value) (Value, error) {
	s, ok := in.(string)
	if !ok {
		return nil, wrongType(in, "only strings have UTF-8 byte length")
	}
	return float64(len(s)), nil
}

func splitText(r *run, in Value, args []Value) (Value, error) {
	s, ok := in.(string)
	by, isString := args[0].(string)
	if !ok || !isString {
		return nil, failure("split input and separator must be strings")
	}
	return r.split(s, by)
}

// formatNamed is format("text"), the format @text by its name.
func formatNamed(r *run, in Value, args []Value) (Value, error) {
	name, ok := args[0].(string)
	if !ok {
		return nil, wrongType(args[0], "is not a valid format")
	}
	return r.format("@"+name, in)
}

func explode(r *run, in Value, _ []Value) (Value, error) {
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
