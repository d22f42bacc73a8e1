package jq

import (
	"cmp"
	"math"
	"strings"
)

// A Value is one of JSON: nil, bool, float64, *Integer, string, *Array or
// *Object. Values never change as far as a filter can see.
type Value any

// An Integer is one that float64 can not hold exactly, as it was read. It is
// kept as long as nothing is computed with it.
type Integer struct {
	text  string
	float float64
}

// NewNumber returns the value of the text of a number, nil if it is none.
func NewNumber(text string) Value { return number(text) }

// kind orders values of different types as jq does.
type kind int

const (
	kindNull kind = iota
	kindFalse
	kindTrue
	kindNumber
	kindString
	kindArray
	kindObject
)

func kindOf(v Value) kind {
	switch v := v.(type) {
	case nil:
		return kindNull
	case bool:
		if v {
			return kindTrue
		}
		return kindFalse
	case float64, *Integer:
		return kindNumber
	case string:
		return kindString
	case *Array:
		return kindArray
	}
	return kindObject
}

// typeName is what the filter `type` says.
func typeName(v Value) string {
	return [...]string{"null", "boolean", "boolean", "number", "string", "array", "object"}[kindOf(v)]
}

// Truth tells whether if and select take v for true.
func Truth(v Value) bool { return v != nil && v != false }

// float returns a number as one.
func float(v Value) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case *Integer:
		return v.float, true
	}
	return 0, false
}

// Compare orders all values: null, false, true, numbers, strings, arrays,
// objects (first by their sorted keys, then value by value).
func Compare(a, b Value) int {
	ka, kb := kindOf(a), kindOf(b)
	if ka != kb {
		return int(ka) - int(kb)
	}
	switch ka {
	case kindNumber:
		return compareNumbers(a, b)
	case kindString:
		return strings.Compare(a.(string), b.(string))
	case kindArray:
		x, y := a.(*Array), b.(*Array)
		for i := range min(x.Len(), y.Len()) {
			if c := Compare(x.At(i), y.At(i)); c != 0 {
				return c
			}
		}
		return x.Len() - y.Len()
	case kindObject:
		return compareObjects(a.(*Object), b.(*Object))
	}
	return 0
}

// compareNumbers takes a number that is none for less than all, itself
// included.
func compareNumbers(a, b Value) int {
	x, y := a, b
	if i, ok := x.(*Integer); ok {
		if j, ok := y.(*Integer); ok {
			return i.compare(j)
		}
	}
	f, _ := float(x)
	g, _ := float(y)
	switch {
	case f != f || f < g:
		return -1
	case f == g:
		return 0
	}
	return 1
}

func (i *Integer) compare(j *Integer) int {
	if c := cmp.Compare(i.float, j.float); c != 0 {
		return c
	}
	c := cmp.Compare(len(i.text), len(j.text))
	if c == 0 {
		c = strings.Compare(i.text, j.text)
	}
	if i.text[0] == '-' {
		return -c
	}
	return c
}

func compareObjects(a, b *Object) int {
	x, y := a.SortedKeys(), b.SortedKeys()
	for i := range min(len(x), len(y)) {
		if c := strings.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	for _, k := range x {
		v, _ := a.Get(k)
		w, _ := b.Get(k)
		if c := Compare(v, w); c != 0 {
			return c
		}
	}
	return 0
}

// identical tells whether two values are the same one, not just equal ones.
func identical(a, b Value) bool {
	switch x := a.(type) {
	case string:
		return false
	case float64:
		y, ok := b.(float64)
		return ok && math.Float64bits(x) == math.Float64bits(y)
	}
	if _, ok := b.(string); ok {
		return false
	}
	return a == b
}

// depthOf is how many arrays and objects there are one within the other, at
// most.
func depthOf(v Value) int {
	switch v := v.(type) {
	case *Array:
		return v.depth
	case *Object:
		return v.depth
	}
	return 0
}

// each is what an element counts for besides its value, heaviest where weights
// end.
const (
	each     = 8
	heaviest = 1 << 50
)

// weightOf is the least that v would take if no two of its parts were one, in
// bytes. Filters share parts, so that a value of a few lines can be without end for
// who goes through it.
func weightOf(v Value) int64 {
	switch v := v.(type) {
	case string:
		return int64(len(v))
	case *Array:
		return v.weight
	case *Object:
		return v.weight
	}
	return 0
}

func weightOfKey(key string) int64 { return 2*each + int64(len(key)) }

// heavier adds two weights.
func heavier(a, b int64) int64 { return min(a+b, heaviest) }

// contains tells whether b is a part of a: see contains in jq(1). It takes time in
// proportion to their product.
func (r *run) contains(a, b Value) (bool, error) {
	if err := r.tick(); err != nil {
		return false, err
	}
	switch x := a.(type) {
	case *Object:
		y, ok := b.(*Object)
		for i := 0; ok && i < y.Len(); i++ {
			k, w := y.At(i)
			v, found := x.Get(k)
			if !found {
				return false, nil
			}
			if found, err := r.contains(v, w); !found {
				return false, err
			}
		}
		return ok, nil
	case *Array:
		y, ok := b.(*Array)
		for i := 0; ok && i < y.Len(); i++ {
			found := false
			for j := 0; j < x.Len() && !found; j++ {
				var err error
				if found, err = r.contains(x.At(j), y.At(i)); err != nil {
					return false, err
				}
			}
			ok = found
		}
		return ok, nil
	case string:
		y, ok := b.(string)
		return ok && strings.Contains(x, y), nil
	}
	return Compare(a, b) == 0, nil
}

// Size is about how much memory a value takes, in bytes.
func Size(v Value) int64 {
	const each = 48
	size := int64(each)
	switch v := v.(type) {
	case string:
		size += int64(len(v))
	case *Integer:
		size += int64(len(v.text))
	case *Array:
		for i := range v.Len() {
			size += Size(v.At(i))
		}
	case *Object:
		for i := range v.Len() {
			k, w := v.At(i)
			size += int64(len(k)) + each + Size(w)
		}
	}
	return size
}
