package jq

import (
	"slices"
)

// orders are the functions that sort.
func orders() map[string]*native {
	return map[string]*native{
		"sort/0":    {value: sortArray},
		"min/0":     {value: func(_ *run, in Value, _ []Value) (Value, error) { return extreme(in, in, -1) }},
		"max/0":     {value: func(_ *run, in Value, _ []Value) (Value, error) { return extreme(in, in, 1) }},
		"unique/0":  {value: unique},
		"reverse/0": {value: reverse},
		"bsearch/1": {value: search},
		"sort_by/1": byKeys(func(in, keys Value) (Value, error) {
			groups, err := sorted(in, keys)
			return NewArray(slices.Concat(groups...)...), err
		}),
		"group_by/1": byKeys(func(in, keys Value) (Value, error) {
			groups, err := sorted(in, keys)
			items := make([]Value, 0, len(groups))
			for _, g := range groups {
				items = append(items, NewArray(g...))
			}
			return NewArray(items...), err
		}),
		"unique_by/1": byKeys(func(in, keys Value) (Value, error) {
			groups, err := sorted(in, keys)
			return firsts(groups), err
		}),
		"min_by/1": byKeys(func(in, keys Value) (Value, error) { return extreme(in, keys, -1) }),
		"max_by/1": byKeys(func(in, keys Value) (Value, error) { return extreme(in, keys, 1) }),
	}
}

// byKeys makes a function of a filter: use gets the array and, for each element,
// the array of what the filter makes of it.
func byKeys(use func(in, keys Value) (Value, error)) *native {
	return &native{single: true, filter: func(r *run, args []*node, e *env, in input, out output) error {
		keys := []Value{}
		err := r.iterate(input{v: in.v}, func(v input) error {
			key, err := r.collect(args[0], e, v.v)
			keys = append(keys, NewArray(key...))
			return err
		})
		if err != nil {
			return err
		}
		v, err := use(in.v, NewArray(keys...))
		if err == nil {
			v, err = r.made(v)
		}
		return r.computed(in, out)(v, err)
	}}
}

func sortArray(_ *run, in Value, _ []Value) (Value, error) {
	a, ok := in.(*Array)
	if !ok {
		return nil, wrongType(in, "cannot be sorted, as it is not an array")
	}
	items := slices.Clone(a.all())
	slices.SortStableFunc(items, Compare)
	return NewArray(items...), nil
}

func unique(_ *run, in Value, _ []Value) (Value, error) {
	a, ok := in.(*Array)
	if !ok {
		return nil, wrongType(in, "cannot be sorted, as it is not an array")
	}
	groups, err := sorted(a, a)
	return firsts(groups), err
}

// reverse takes strings by characters, and null and {} for empty arrays.
func reverse(_ *run, in Value, _ []Value) (Value, error) {
	switch v := in.(type) {
	case nil:
		return NewArray(), nil
	case string:
		runes := []rune(v)
		slices.Reverse(runes)
		return string(runes), nil
	case *Array:
		items := slices.Clone(v.all())
		slices.Reverse(items)
		return NewArray(items...), nil
	case *Object:
		if v.Len() == 0 {
			return NewArray(), nil
		}
	}
	return nil, indexError(in, 0.0)
}

// search is bsearch: the place of a value in a sorted array, or, below zero, where
// it belongs.
func search(_ *run, in Value, args []Value) (Value, error) {
	a, ok := in.(*Array)
	if !ok {
		return nil, wrongType(in, "cannot be searched from")
	}
	i, found := slices.BinarySearchFunc(a.all(), args[0], Compare)
	if !found {
		i = -1 - i
	}
	return float64(i), nil
}

// sorted returns the elements in groups of equal keys, sorted by them.
func sorted(in, keys Value) ([][]Value, error) {
	a, isArray := in.(*Array)
	k, ok := keys.(*Array)
	if !isArray || !ok {
		return nil, mismatch(in, keys, "cannot be sorted, as they are not both arrays")
	}
	values, by := a.all(), k.all()
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return Compare(by[i], by[j]) })
	var groups [][]Value
	for i, at := range order {
		if i > 0 && Compare(by[order[i-1]], by[at]) == 0 {
			groups[len(groups)-1] = append(groups[len(groups)-1], values[at])
		} else {
			groups = append(groups, []Value{values[at]})
		}
	}
	return groups, nil
}

func firsts(groups [][]Value) Value {
	items := []Value{}
	for _, g := range groups {
		items = append(items, g[0])
	}
	return NewArray(items...)
}

// extreme returns the element with the smallest key, or the last of those with
// the largest.
func extreme(in, keys Value, sign int) (Value, error) {
	a, isArray := in.(*Array)
	k, ok := keys.(*Array)
	if !isArray || !ok {
		return nil, mismatch(in, keys, "cannot be iterated over")
	}
	var best Value
	at := -1
	for i := range a.Len() {
		if at < 0 || (Compare(k.At(i), k.At(at)) >= 0) == (sign > 0) {
			best, at = a.At(i), i
		}
	}
	return best, nil
}
