package jq

import (
	"strings"
	"unicode/utf8"
)

// expressions are the functions of regular expressions.
func expressions() map[string]*native {
	return map[string]*native{
		"test/2": {value: func(r *run, in Value, args []Value) (Value, error) {
			found := false
			err := r.match(in, args[0], args[1], func(string, *expression, []int) bool { found = true; return false })
			return found, err
		}},
		"match/2": {filter: func(r *run, args []*node, e *env, in input, out output) error {
			return r.expression(args, e, in, func(re, flags Value) error {
				var all []Value
				c := &counter{}
				err := r.match(in.v, re, flags, func(s string, x *expression, m []int) bool {
					c.s = s
					all = append(all, c.object(x, m))
					return true
				})
				if err != nil {
					return err
				}
				for _, m := range all {
					if err := out(derived(in, m)); err != nil {
						return err
					}
				}
				return nil
			})
		}},
		"split/2": {value: func(r *run, in Value, args []Value) (Value, error) {
			flags, _ := args[1].(string)
			if _, ok := args[1].(string); !ok && args[1] != nil {
				return nil, wrongType(args[1], "is not a string")
			}
			items, at := []Value{}, 0
			err := r.match(in, args[0], flags+"g", func(s string, _ *expression, m []int) bool {
				items = append(items, s[at:m[0]])
				at = m[1]
				return true
			})
			if err != nil {
				return nil, err
			}
			return NewArray(append(items, in.(string)[at:])...), nil
		}},
		"sub/3": {filter: func(r *run, args []*node, e *env, in input, out output) error {
			return r.expression([]*node{args[0], args[2]}, e, in, func(re, flags Value) error { return r.substitute(re, flags, args[1], e, in, out) })
		}},
	}
}

// expression calls use for all values of the expression and its flags.
func (r *run) expression(args []*node, e *env, in input, use func(re, flags Value) error) error {
	return r.eval(args[1], e, input{v: in.v}, func(flags input) error {
		return r.eval(args[0], e, input{v: in.v}, func(re input) error { return use(re.v, flags.v) })
	})
}

// An expression is a compiled regular expression with what its flags say.
type expression struct {
	*regex
	global, noEmpty bool
}

// match hands the matches to use until that has enough.
func (r *run) match(in, re, flags Value, use func(s string, x *expression, m []int) bool) error {
	_, isString := re.(string)
	if _, isList := re.(*Array); flags == nil && !isString && !isList {
		return failure("%s not a string or array", typeName(re))
	}
	s, ok := in.(string)
	if !ok {
		return wrongType(in, "cannot be matched, as it is not a string")
	}
	if list, ok := re.(*Array); ok {
		if list.Len() == 0 {
			return failure("array not a string or array")
		}
		if list.Len() > 1 {
			flags = list.At(1)
		}
		re = list.At(0)
		if _, ok := re.(string); !ok {
			return wrongType(re, "is not a string")
		}
	}
	text, ok := re.(string)
	if !ok {
		return failure("%s not a string or array", typeName(re))
	}
	x, err := r.compile(text, flags)
	if err != nil {
		return err
	}
	for from := 0; ; {
		if err := r.tick(); err != nil {
			return err
		}
		m, err := x.find(s, from, r.tick)
		if err != nil || m == nil {
			return err
		}
		if !(x.noEmpty && m[0] == m[1]) && !use(s, x, m) || !x.global {
			return nil
		}
		if from = m[1]; m[0] == m[1] {
			_, n := utf8.DecodeRuneInString(s[from:])
			from += n
		}
		if from == len(s) { // Oniguruma is not asked there again
			return nil
		}
	}
}

// compile reads an expression with the flags of jq(1).
func (r *run) compile(text string, flags Value) (*expression, error) {
	letters, ok := flags.(string)
	if !ok && flags != nil {
		return nil, wrongType(flags, "is not a string")
	}
	key := letters + "/" + text
	if x := r.expressions[key]; x != nil {
		return x, nil
	}
	x := &expression{}
	var state regexState
	longest := false
	for _, c := range letters {
		switch c {
		case 'g':
			x.global = true
		case 'i':
			state.fold = true
		case 'x':
			state.extended = true
		case 's': // as it is anyway
		case 'p':
			state.dotAll = true
		case 'n':
			x.noEmpty = true
		case 'l':
			longest = true
		default:
			return nil, failure("%s is not a valid modifier string", letters)
		}
	}
	var err error
	if x.regex, err = compileRegex(text, state); err != nil {
		return nil, failure("Regex failure: %s", err)
	}
	x.longest = longest
	if len(r.expressions) >= 100 {
		clear(r.expressions)
	}
	r.expressions[key] = x
	return x, nil
}

// A counter counts the characters before a place of s, from the last one on.
type counter struct {
	s          string
	at, before int
}

func (c *counter) count(at int) int {
	if at < c.at {
		c.before -= utf8.RuneCountInString(c.s[at:c.at])
	} else {
		c.before += utf8.RuneCountInString(c.s[c.at:at])
	}
	c.at = at
	return c.before
}

// object is what the filter match makes of a match.
func (c *counter) object(x *expression, m []int) Value {
	object := func(from, to int) *Object {
		o := NewObject()
		if from < 0 {
			o.Put("offset", -1.0)
			o.Put("string", nil)
			o.Put("length", 0.0)
			return o
		}
		o.Put("offset", float64(c.count(from)))
		o.Put("length", float64(utf8.RuneCountInString(c.s[from:to])))
		o.Put("string", c.s[from:to])
		return o
	}
	captures := []Value{}
	names := x.groups
	for i := 2; i+1 < len(m); i += 2 {
		group := object(m[i], m[i+1])
		if name := names[i/2]; name != "" {
			group.Put("name", name)
		} else {
			group.Put("name", nil)
		}
		captures = append(captures, group)
	}
	o := object(m[0], m[1])
	o.Put("captures", NewArray(captures...))
	return o
}

// substitute replaces matches. Where the replacement has several outputs there
// are as many results.
func (r *run) substitute(re, flags Value, with *node, e *env, in input, out output) error {
	var matches [][]int
	var x *expression
	err := r.match(in.v, re, flags, func(_ string, y *expression, m []int) bool {
		x, matches = y, append(matches, m)
		return true
	})
	if err != nil {
		return err
	}
	s := in.v.(string)
	results := []*strings.Builder{{}}
	at := 0
	for _, m := range matches {
		between := s[at:m[0]]
		at = m[1]
		found, err := r.collect(with, e, captured(s, x, m))
		if err != nil {
			return err
		}
		var next []*strings.Builder
		for _, v := range found {
			for _, b := range results {
				t, ok := v.(string)
				if !ok && v != nil {
					return mismatch(b.String()+between, v, "cannot be added")
				}
				if err := r.memory.add(b.Len() + len(between) + len(t)); err != nil {
					return err
				}
				c := b
				if len(found) > 1 {
					c = &strings.Builder{}
					c.WriteString(b.String())
				}
				c.WriteString(between)
				c.WriteString(t)
				next = append(next, c)
			}
		}
		results = next
	}
	for _, b := range results {
		if err := out(derived(in, b.String()+s[at:])); err != nil {
			return err
		}
	}
	return nil
}

// captured is the object of named groups that a replacement sees.
func captured(s string, x *expression, m []int) Value {
	o := NewObject()
	for i, name := range x.groups {
		if name == "" || 2*i+1 >= len(m) {
			continue
		}
		if m[2*i] < 0 {
			o.Put(name, nil)
		} else {
			o.Put(name, s[m[2*i]:m[2*i+1]])
		}
	}
	return o
}
