package awk

import (
	"cmp"
	"slices"
	"strings"
)

// A member is an element of an array that is sorted.
type member struct {
	key subscript
	val value
	sub *array
}

// members are the elements of an array in the order in which they were made.
func (a *array) members() []member {
	list := make([]member, 0, a.len())
	for i := range a.entries {
		if e := &a.entries[i]; e.live {
			list = append(list, member{e.key(), e.val, e.sub})
		}
	}
	return list
}

// asort sorts the values of an array, or its subscripts for asorti, into one
// with the subscripts 1 to n (gawk, Array Sorting Functions).
func (in *interp) asort(e *builtinExpr) int {
	from := in.arrayOf(e.args[0])
	to := from
	if len(e.args) > 1 {
		to = in.arrayOf(e.args[1])
	}
	how := "@val_type_asc"
	if e.id == bAsorti {
		how = "@ind_str_asc"
	}
	if len(e.args) > 2 {
		how = in.str(e.args[2])
	}
	sorted := from.members()
	in.sort(sorted, how)
	if e.id == bAsort {
		in.keepSubs(from, to, sorted)
	}
	in.clear(to)
	for i, m := range sorted {
		switch key := integerKey(i + 1); {
		case e.id == bAsorti:
			in.replace(in.at(to, key), str(m.key.String()))
		case m.sub != nil:
			in.add(to, key).sub = m.sub
		default:
			in.replace(in.at(to, key), m.val)
		}
	}
	return len(sorted)
}

// keepSubs makes the arrays in an array outlive that it is cleared: those that
// move are taken out of it, others are copied.
func (in *interp) keepSubs(from, to *array, list []member) {
	if from == to {
		for i := range from.entries {
			from.entries[i].sub = nil
		}
		return
	}
	for i := range list {
		if list[i].sub != nil {
			list[i].sub = in.duplicate(list[i].sub)
		}
	}
}

// duplicate copies an array with those in it, of which there are at most
// maxArrayDepth in each other.
func (in *interp) duplicate(a *array) *array {
	in.charge(elementBytes)
	c := newArray()
	c.depth = a.depth
	for _, m := range a.members() {
		in.tick()
		if m.sub != nil {
			in.add(c, m.key).sub = in.duplicate(m.sub)
			continue
		}
		in.replace(in.at(c, m.key), m.val)
	}
	return c
}

// order returns the subscripts of an array in one of the orders of
// PROCINFO["sorted_in"] (gawk, Controlling Scanning).
func (in *interp) order(a *array, how string) []subscript {
	list := a.members()
	in.sort(list, how)
	keys := make([]subscript, len(list))
	for i, m := range list {
		keys[i] = m.key
	}
	return keys
}

// sort puts elements in one of gawk's orders, or in that of a function of the
// program which compares two subscripts and their values. An unknown order
// leaves them as they are.
func (in *interp) sort(list []member, how string) {
	compare := in.ranking(how)
	if fn := in.prog.named[how]; compare == nil && fn != nil {
		compare = in.ranked(fn)
	}
	if compare == nil {
		return
	}
	slices.SortStableFunc(list, func(x, y member) int {
		in.tick()
		return compare(&x, &y)
	})
}

// ranking is the order of a name like @val_num_desc, nil for another.
func (in *interp) ranking(how string) func(x, y *member) int {
	rest, down := strings.CutSuffix(how, "_desc")
	rest = strings.TrimSuffix(rest, "_asc")
	kind := rest[max(strings.LastIndexByte(rest, '_'), 0):]
	byValue := strings.HasPrefix(how, "@val_")
	if !byValue && !strings.HasPrefix(how, "@ind_") || kind != "_str" && kind != "_num" && (kind != "_type" || !byValue) {
		return nil
	}
	return func(x, y *member) int {
		c := 0
		switch {
		case !byValue:
			c = in.rank(kind, input(x.key.String()), input(y.key.String()))
		case x.sub != nil || y.sub != nil:
			c = cmp.Compare(truth(x.sub != nil), truth(y.sub != nil))
		default:
			c = in.rank(kind, x.val, y.val)
		}
		if c == 0 && byValue {
			c = in.rank("_num", input(x.key.String()), input(y.key.String()))
		}
		if c == 0 {
			c = strings.Compare(x.key.String(), y.key.String())
		}
		if down {
			return -c
		}
		return c
	}
}

// ranked compares with a function of the program: its arguments are a subscript
// and the value there, and those of the other element.
func (in *interp) ranked(fn *function) func(x, y *member) int {
	return func(x, y *member) int {
		n := in.callWith(fn, argument{val: input(x.key.String())}, argument{x.val, x.sub},
			argument{val: input(y.key.String())}, argument{y.val, y.sub}).num()
		return cmp.Compare(n, 0)
	}
}

// rank compares two values as strings, as numbers, or numbers before strings.
func (in *interp) rank(kind string, u, v value) int {
	if kind == "_type" {
		u, v = u.resolved(), v.resolved()
		if (u.k == kStr) != (v.k == kStr) {
			return int(truth(u.k == kStr)) - int(truth(v.k == kStr))
		}
		if kind = "_num"; u.k == kStr {
			kind = "_str"
		}
	}
	if kind == "_str" {
		return strings.Compare(in.cased(in.toStr(u)), in.cased(in.toStr(v)))
	}
	return cmp.Compare(u.num(), v.num())
}
