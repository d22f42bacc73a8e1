package jq

import "slices"

// An Array is a list of values. Arrays that were made one of the other share
// their elements: the one made last holds them, an older one remembers how it
// differs, and takes a copy when it is read again. So a filter that builds an
// array element by element does not copy it each time.
type Array struct {
	items []Value // of the holder
	n     int
	depth int
	// weight is weightOf the array.
	weight int64
	// Origin is where the array was read from, as that of an Object.
	Origin any

	next *Array // the array that was made of this one; nil for a holder
	at   int    // the index where they differ
	old  Value  // what is there in this one, if it is that long
	age  int    // how many versions share the elements
}

// NewArray makes an array of values, which it keeps.
func NewArray(items ...Value) *Array {
	a := &Array{items: items, n: len(items)}
	for _, v := range items {
		a.depth = max(a.depth, depthOf(v))
		a.weight = heavier(a.weight, each+weightOf(v))
	}
	a.depth++
	return a
}

// hold gives a elements of its own if another array has them.
func (a *Array) hold() {
	if a.next == nil {
		return
	}
	var chain []*Array
	holder := a
	for ; holder.next != nil; holder = holder.next {
		chain = append(chain, holder)
	}
	items := slices.Clone(holder.items)
	for _, v := range slices.Backward(chain) {
		if items = items[:v.n]; v.at < v.n {
			items[v.at] = v.old
		}
	}
	a.items, a.next, a.old, a.age = items, nil, nil, 0
}

// Len returns the number of elements.
func (a *Array) Len() int { return a.n }

// At returns an element; i is less than Len.
func (a *Array) At(i int) Value {
	a.hold()
	return a.items[i]
}

// all returns the elements, good until another array is made of this one.
func (a *Array) all() []Value {
	a.hold()
	return a.items
}

// with returns an array that differs at i, which is at most Len.
func (a *Array) with(i int, v Value) *Array {
	a.hold()
	b := &Array{items: a.items, n: max(a.n, i+1), depth: max(a.depth, depthOf(v)+1), weight: a.weight, Origin: a.Origin, age: a.age + 1}
	if i < a.n {
		b.weight -= each + weightOf(a.items[i])
	}
	b.weight = heavier(b.weight, each+weightOf(v))
	if b.age > b.n+mostShared {
		// An old version that is kept must not keep all that followed it.
		b.items, b.age = slices.Clone(a.items), 0
	} else {
		if a.next, a.at = b, i; i < a.n {
			a.old = a.items[i]
		}
		a.items = nil
	}
	if i == len(b.items) {
		b.items = append(b.items, v)
	} else {
		b.items[i] = v
	}
	return b
}

// mostShared is how many versions share elements, besides one for each of them.
const mostShared = 64

// concat returns a and b behind each other.
func (a *Array) concat(b *Array) *Array {
	switch {
	case b.n == 0:
		return a
	case a.n == 0:
		return b
	case a != b && b.n == 1:
		return a.with(a.n, b.At(0))
	}
	items := slices.Concat(a.all(), b.all())
	return &Array{items: items, n: len(items), depth: max(a.depth, b.depth), weight: heavier(a.weight, b.weight), Origin: a.Origin}
}

// slice returns the elements from i up to j.
func (a *Array) slice(i, j int) *Array {
	b := NewArray(slices.Clone(a.all()[i:j])...)
	b.depth = a.depth
	return b
}
