package jq

import (
	"math"
	"slices"
	"strings"
)

// mismatch is the error of two values that do not go together.
func mismatch(a, b Value, what string) error {
	return failure("%s (%s) and %s (%s) %s", typeName(a), dump(a, short), typeName(b), dump(b, short), what)
}

// wrongType is the error of one value.
func wrongType(v Value, what string) error {
	return failure("%s (%s) %s", typeName(v), dump(v, short), what)
}

func negate(v Value) (Value, error) {
	f, ok := float(v)
	if !ok {
		return nil, wrongType(v, "cannot be negated")
	}
	return -f, nil
}

// perTick is how many elements are compared in the time of one evaluation.
const perTick = 16

// binary is an operator between two values.
func (r *run) binary(operator string, a, b Value) (Value, error) {
	// A comparison of large values is as long as many evaluations.
	r.ticks += int(min(weightOf(a), weightOf(b)) / (each * perTick))
	switch operator {
	case "==":
		return Compare(a, b) == 0, nil
	case "!=":
		return Compare(a, b) != 0, nil
	case "<":
		return Compare(a, b) < 0, nil
	case "<=":
		return Compare(a, b) <= 0, nil
	case ">":
		return Compare(a, b) > 0, nil
	case ">=":
		return Compare(a, b) >= 0, nil
	}
	x, isX := float(a)
	y, isY := float(b)
	numbers := isX && isY
	switch operator {
	case "+":
		if numbers {
			return x + y, nil
		}
		return r.add(a, b)
	case "-":
		if numbers {
			return x - y, nil
		}
		return subtract(a, b)
	case "*":
		if numbers {
			return x * y, nil
		}
		return r.multiply(a, b)
	case "/":
		return r.divide(a, b)
	}
	return modulo(a, b)
}

func (r *run) add(a, b Value) (Value, error) {
	switch {
	case a == nil:
		return b, nil
	case b == nil:
		return a, nil
	}
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			if err := r.memory.add(len(x) + len(y)); err != nil {
				return nil, err
			}
			return x + y, nil
		}
	case *Array:
		if y, ok := b.(*Array); ok {
			if err := r.memory.add(16*(x.Len()+y.Len()) + 64); err != nil {
				return nil, err
			}
			return x.concat(y), nil
		}
	case *Object:
		if y, ok := b.(*Object); ok {
			if err := r.memory.add(64*(x.Len()+y.Len()) + 64); err != nil {
				return nil, err
			}
			return x.merge(y, false), nil
		}
	}
	return nil, mismatch(a, b, "cannot be added")
}

func subtract(a, b Value) (Value, error) {
	x, isX := a.(*Array)
	y, isY := b.(*Array)
	if !isX || !isY {
		return nil, mismatch(a, b, "cannot be subtracted")
	}
	less := slices.Clone(y.all())
	slices.SortFunc(less, Compare)
	items := []Value{}
	for _, v := range x.all() {
		if _, found := slices.BinarySearchFunc(less, v, Compare); !found {
			items = append(items, v)
		}
	}
	return NewArray(items...), nil
}

func (r *run) multiply(a, b Value) (Value, error) {
	if x, ok := a.(*Object); ok {
		if y, ok := b.(*Object); ok {
			if err := r.memory.add(64 * (x.Len() + y.Len())); err != nil {
				return nil, err
			}
			return x.merge(y, true), nil
		}
	}
	s, isString := a.(string)
	n, isNumber := float(b)
	if !isString {
		s, isString = b.(string)
		n, isNumber = float(a)
	}
	if !isString || !isNumber {
		return nil, mismatch(a, b, "cannot be multiplied")
	}
	// Repeated at least once for what is above 0.
	if !(n > 0) {
		return nil, nil
	}
	times := max(1, n)
	if times*float64(len(s)) > float64(r.memory.largest()) {
		return nil, ErrMemory
	}
	whole := int(times)
	if err := r.memory.add(whole * len(s)); err != nil {
		return nil, err
	}
	return strings.Repeat(s, whole), nil
}

func (r *run) divide(a, b Value) (Value, error) {
	x, isX := float(a)
	y, isY := float(b)
	if isX && isY {
		if y == 0 {
			return nil, mismatch(a, b, "cannot be divided because the divisor is zero")
		}
		return x / y, nil
	}
	s, isS := a.(string)
	t, isT := b.(string)
	if isS && isT {
		return r.split(s, t)
	}
	return nil, mismatch(a, b, "cannot be divided")
}

// split cuts a string at each separator, or between all characters.
func (r *run) split(s, separator string) (Value, error) {
	if s == "" {
		return NewArray(), nil
	}
	parts := strings.Split(s, separator)
	if err := r.memory.add(16*len(parts) + len(s)); err != nil {
		return nil, err
	}
	items := make([]Value, len(parts))
	for i, p := range parts {
		items[i] = p
	}
	return NewArray(items...), nil
}

// modulo is that of integers of 64 bits, its sign that of a.
func modulo(a, b Value) (Value, error) {
	x, isX := float(a)
	y, isY := float(b)
	if !isX || !isY {
		return nil, mismatch(a, b, "cannot be divided (remainder)")
	}
	if x != x || y != y {
		return math.NaN(), nil
	}
	m, n := integer(x), integer(y)
	if n == 0 {
		return nil, mismatch(a, b, "cannot be divided (remainder) because the divisor is zero")
	}
	if n < 0 {
		n = -max(n, -math.MaxInt64)
	}
	if m < 0 {
		return float64(-(-max(m, -math.MaxInt64) % n)), nil
	}
	return float64(m % n), nil
}
