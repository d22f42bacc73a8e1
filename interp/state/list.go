package state

import "slices"

// A List is the value of an indexed array: sparse, its indices 0 and up. A
// dense array, the usual case, is a slice; one with wide holes has another
// form.
type List struct {
	dense []element // dense[i] has index i; the last one is set
	held  int       // set elements in dense
	wide  *sparse   // nil for a dense array
	text  int       // bytes of all values
	// grown holds the element grownAt with room to append, or is nil.
	grown   *grower
	grownAt int64
}

type element struct {
	value string
	set   bool
}

// gap is how many indices without an element a dense list may have, besides
// four for each element.
const gap = 64

// What elements cost beyond their values, in bytes.
const (
	denseBytes = 32
	wideBytes  = 40
)

// NewList makes a list of values with the indices 0 and up.
func NewList(values ...string) *List {
	l := &List{held: len(values)}
	l.dense = make([]element, len(values))
	for i, v := range values {
		l.dense[i] = element{v, true}
		l.text += len(v)
	}
	return l
}

// Len counts the elements that are set.
func (l *List) Len() int {
	if l.wide != nil {
		return l.wide.n
	}
	return l.held
}

// Max is the highest index that is set, -1 for an empty list.
func (l *List) Max() int64 {
	if l.wide != nil {
		return l.wide.max()
	}
	return int64(len(l.dense)) - 1
}

// size is about what the list takes, in bytes.
func (l *List) size() int {
	if l.wide != nil {
		return l.text + wideBytes*l.wide.n
	}
	return l.text + denseBytes*len(l.dense)
}

// Get returns the element at i, which may be out of range.
func (l *List) Get(i int64) (string, bool) {
	if l.wide != nil {
		return l.wide.get(i)
	}
	if i < 0 || i >= int64(len(l.dense)) {
		return "", false
	}
	e := l.dense[i]
	return e.value, e.set
}

// costs is by how much Set with a value of that many bytes makes the list
// larger, in bytes.
func (l *List) costs(i int64, length int) int {
	old, had := l.Get(i)
	n := length - len(old)
	switch {
	case had || i < int64(len(l.dense)):
		return n
	case l.wide != nil:
		return n + wideBytes
	case l.tooFar(i):
		return n + wideBytes*(l.held+1) - denseBytes*len(l.dense)
	}
	return n + denseBytes*int(i+1-int64(len(l.dense)))
}

// tooFar tells whether a dense list has to become a wide one for index i.
func (l *List) tooFar(i int64) bool {
	return i >= int64(len(l.dense)) && i > gap+4*int64(l.held)
}

// Set sets the element at i >= 0.
func (l *List) Set(i int64, value string) {
	if l.wide == nil && l.tooFar(i) {
		l.widen()
	}
	if i == l.grownAt {
		l.grown = nil
	}
	if l.wide != nil {
		old, _ := l.wide.get(i)
		l.text += len(value) - len(old)
		l.wide.set(i, value)
		return
	}
	for int64(len(l.dense)) <= i {
		l.dense = append(l.dense, element{})
	}
	e := &l.dense[i]
	if !e.set {
		l.held++
	}
	l.text += len(value) - len(e.value)
	*e = element{value, true}
}

// extend adds elements behind the last one of a dense list.
func (l *List) extend(values []string) {
	l.grown = nil
	l.dense = slices.Grow(l.dense, len(values))
	for _, value := range values {
		l.dense = append(l.dense, element{value, true})
		l.text += len(value)
	}
	l.held += len(values)
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
	l.wide = &sparse{}
	for i, e := range l.dense {
		if e.set {
			l.wide.set(int64(i), e.value)
		}
	}
	l.dense, l.held = nil, 0
}

// Unset removes the element at i.
func (l *List) Unset(i int64) {
	old, ok := l.Get(i)
	if !ok {
		return
	}
	l.text -= len(old)
	if i == l.grownAt {
		l.grown = nil
	}
	if l.wide != nil {
		l.wide.unset(i)
		return
	}
	l.dense[i] = element{}
	l.held--
	for len(l.dense) > 0 && !l.dense[len(l.dense)-1].set {
		l.dense = l.dense[:len(l.dense)-1]
	}
	if cap(l.dense) > gap && 4*len(l.dense) < cap(l.dense) {
		l.dense = slices.Clone(l.dense)
	}
}

// Indices lists the indices that are set, ascending.
func (l *List) Indices() []int64 {
	out := make([]int64, 0, l.Len())
	if l.wide != nil {
		l.wide.from(0, func(c cell) bool { out = append(out, c.at); return true })
		return out
	}
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
		l.wide.from(0, func(c cell) bool { out = append(out, c.value); return true })
		return out
	}
	for _, e := range l.dense {
		if e.set {
			out = append(out, e.value)
		}
	}
	return out
}

// Slice lists at most n of the elements with an index of from and up.
func (l *List) Slice(from, n int64) []string {
	var out []string
	if l.wide != nil {
		l.wide.from(from, func(c cell) bool {
			if int64(len(out)) < n {
				out = append(out, c.value)
			}
			return int64(len(out)) < n
		})
		return out
	}
	for i := max(from, 0); i < int64(len(l.dense)) && int64(len(out)) < n; i++ {
		if l.dense[i].set {
			out = append(out, l.dense[i].value)
		}
	}
	return out
}

// Clone copies the list.
func (l *List) Clone() *List {
	c := *l
	c.grown = nil
	c.dense = slices.Clone(l.dense)
	if l.wide != nil {
		c.wide = l.wide.clone()
	}
	return &c
}
