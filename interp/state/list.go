package state

import (
	"maps"
	"slices"
)

// A List is the value of an indexed array: sparse, its indices 0 and up. A
// dense array, the usual case, is a slice; one with wide holes is a map.
type List struct {
	dense []element // dense[i] has index i
	held  int       // set elements in dense
	wide  map[int64]string
	// order is the sorted indices of wide, or nil when they must be sorted
	// anew.
	order []int64
	max   int64 // highest index, -1 when empty
	// grown holds the element grownAt with room to append, or is nil.
	grown   *grower
	grownAt int64
}

type element struct {
	value string
	set   bool
}

// gap is how far beyond its end a dense list grows at once.
const gap = 1024

// NewList makes a list of values with the indices 0 and up.
func NewList(values ...string) *List {
	l := &List{max: int64(len(values)) - 1, held: len(values)}
	l.dense = make([]element, len(values))
	for i, v := range values {
		l.dense[i] = element{v, true}
	}
	return l
}

// Len counts the elements that are set.
func (l *List) Len() int {
	if l.wide != nil {
		return len(l.wide)
	}
	return l.held
}

// Max is the highest index that is set, -1 for an empty list.
func (l *List) Max() int64 { return l.max }

// Get returns the element at i, which may be out of range.
func (l *List) Get(i int64) (string, bool) {
	if l.wide != nil {
		v, ok := l.wide[i]
		return v, ok
	}
	if i < 0 || i >= int64(len(l.dense)) {
		return "", false
	}
	e := l.dense[i]
	return e.value, e.set
}

// Set sets the element at i >= 0.
func (l *List) Set(i int64, value string) {
	if l.wide == nil && i > int64(len(l.dense))+gap && i > 2*int64(l.held) {
		l.widen()
	}
	l.max = max(l.max, i)
	if i == l.grownAt {
		l.grown = nil
	}
	if l.wide != nil {
		if _, ok := l.wide[i]; !ok {
			l.order = nil
		}
		l.wide[i] = value
		return
	}
	for int64(len(l.dense)) <= i {
		l.dense = append(l.dense, element{})
	}
	if !l.dense[i].set {
		l.held++
	}
	l.dense[i] = element{value, true}
}

// append appends to the element at i >= 0.
func (l *List) append(i int64, text string) {
	old, _ := l.Get(i)
	g := l.grown
	if i != l.grownAt {
		g = nil
	}
	value := g.append(old, text, &g)
	l.Set(i, value)
	l.grown, l.grownAt = g, i
}

func (l *List) widen() {
	l.wide = make(map[int64]string, l.held+1)
	for i, e := range l.dense {
		if e.set {
			l.wide[int64(i)] = e.value
		}
	}
	l.dense, l.held, l.order = nil, 0, nil
}

// Unset removes the element at i.
func (l *List) Unset(i int64) {
	if l.wide != nil {
		if _, ok := l.wide[i]; !ok {
			return
		}
		delete(l.wide, i)
		l.order = nil
		if i == l.max {
			l.max = -1
			if keys := l.Indices(); len(keys) > 0 {
				l.max = keys[len(keys)-1]
			}
		}
		return
	}
	if i < 0 || i >= int64(len(l.dense)) || !l.dense[i].set {
		return
	}
	l.dense[i] = element{}
	l.held--
	for len(l.dense) > 0 && !l.dense[len(l.dense)-1].set {
		l.dense = l.dense[:len(l.dense)-1]
	}
	l.max = int64(len(l.dense)) - 1
}

// Indices lists the indices that are set, ascending.
func (l *List) Indices() []int64 {
	if l.wide != nil {
		if l.order == nil {
			l.order = slices.Sorted(maps.Keys(l.wide))
		}
		return slices.Clone(l.order)
	}
	out := make([]int64, 0, l.held)
	for i, e := range l.dense {
		if e.set {
			out = append(out, int64(i))
		}
	}
	return out
}

// Values lists the elements that are set, by ascending index.
func (l *List) Values() []string {
	out := make([]string, 0, l.Len())
	if l.wide != nil {
		for _, i := range l.Indices() {
			out = append(out, l.wide[i])
		}
		return out
	}
	for _, e := range l.dense {
		if e.set {
			out = append(out, e.value)
		}
	}
	return out
}

// Clone copies the list.
func (l *List) Clone() *List {
	c := *l
	c.grown = nil
	c.dense = slices.Clone(l.dense)
	c.wide = maps.Clone(l.wide)
	c.order = slices.Clone(l.order)
	return &c
}
