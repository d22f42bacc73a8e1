package awk

import "strings"

// An array keeps its elements in the order in which they were made, so that a
// loop over them runs the same way each time.
type array struct {
	index   map[string]int32
	entries []entry
	dead    int
}

type entry struct {
	key  string
	val  value
	live bool
}

// elementBytes is what an element is counted for beyond its text.
const elementBytes = 128

func newArray() *array { return &array{index: map[string]int32{}} }

func (a *array) len() int { return len(a.index) }

func (a *array) has(key string) bool {
	_, ok := a.index[key]
	return ok
}

// at returns the element, made if it is not there; the pointer is good until
// the next call. The key may be part of a larger text, which is not kept.
func (in *interp) at(a *array, key string) *value {
	if i, ok := a.index[key]; ok {
		return &a.entries[i].val
	}
	key = strings.Clone(key)
	in.charge(elementBytes + len(key))
	if len(a.entries) >= 1<<31-1 {
		in.fail("array too large")
	}
	a.index[key] = int32(len(a.entries))
	a.entries = append(a.entries, entry{key: key, live: true})
	return &a.entries[len(a.entries)-1].val
}

func (in *interp) remove(a *array, key string) {
	i, ok := a.index[key]
	if !ok {
		return
	}
	e := &a.entries[i]
	in.charge(-elementBytes - len(e.key) - len(e.val.s))
	delete(a.index, key)
	*e = entry{}
	if a.dead++; a.dead > 32 && a.dead > len(a.entries)/2 {
		a.compact()
	}
}

func (a *array) compact() {
	kept := a.entries[:0]
	for _, e := range a.entries {
		if e.live {
			a.index[e.key] = int32(len(kept))
			kept = append(kept, e)
		}
	}
	clear(a.entries[len(kept):])
	a.entries, a.dead = kept, 0
}

func (in *interp) clear(a *array) {
	for i := range a.entries {
		if e := &a.entries[i]; e.live {
			in.charge(-elementBytes - len(e.key) - len(e.val.s))
		}
	}
	a.index, a.entries, a.dead = map[string]int32{}, nil, 0
}

func (a *array) keys() []string {
	keys := make([]string, 0, len(a.index))
	for i := range a.entries {
		if a.entries[i].live {
			keys = append(keys, a.entries[i].key)
		}
	}
	return keys
}
