package state

// A table is a map from names whose forks cost nothing: they share what was
// there as layers that nobody writes to again, and have a layer of their own
// above. A nil in a layer is a name that was removed above one that has it.
type table[T any] struct {
	own    map[string]*T   // nil until something is written
	shared []map[string]*T // the newest last
	n      int             // names that are there
}

// layersLimit bounds the layers of a fork, and so what finding a name takes.
const layersLimit = 8

// get finds a name, nil for none.
func (t *table[T]) get(name string) *T {
	if v, ok := t.own[name]; ok || t.shared == nil {
		return v
	}
	v, _ := t.below(name)
	return v
}

// below finds a name in the shared layers and tells how many are above it.
func (t *table[T]) below(name string) (*T, int) {
	for i := len(t.shared) - 1; i >= 0; i-- {
		if v, ok := t.shared[i][name]; ok {
			return v, len(t.shared) - 1 - i
		}
	}
	return nil, 0
}

// set sets or, for nil, removes a name.
func (t *table[T]) set(name string, v *T) {
	old, here := t.own[name]
	var under *T
	if t.shared != nil && (!here || v == nil) {
		under, _ = t.below(name)
		if !here {
			old = under
		}
	}
	switch {
	case old == nil && v != nil:
		t.n++
	case old != nil && v == nil:
		t.n--
	}
	if v == nil && under == nil {
		delete(t.own, name)
		return
	}
	if t.own == nil {
		t.own = map[string]*T{}
	}
	t.own[name] = v
}

// keep puts a name that was found in a shared layer into the own one, where it
// is found faster.
func (t *table[T]) keep(name string, v *T) {
	if t.own == nil {
		t.own = map[string]*T{}
	}
	t.own[name] = v
}

// all visits the names in no order.
func (t *table[T]) all(visit func(name string, v *T)) {
	for name, v := range t.own {
		if v != nil {
			visit(name, v)
		}
	}
	for i, layer := range t.shared {
	names:
		for name, v := range layer {
			if _, ok := t.own[name]; ok || v == nil {
				continue
			}
			for _, above := range t.shared[i+1:] {
				if _, ok := above[name]; ok {
					continue names
				}
			}
			visit(name, v)
		}
	}
}

// names lists the names in no order.
func (t *table[T]) names() []string {
	out := make([]string, 0, t.n)
	t.all(func(name string, _ *T) { out = append(out, name) })
	return out
}

// fork makes a table with the same content. Nobody may write to this one, or
// seal has to be called on it first, as long as the fork is in use.
func (t *table[T]) fork() table[T] {
	f := table[T]{shared: t.shared, n: t.n}
	if len(t.own) > 0 {
		f.shared = append(t.shared[:len(t.shared):len(t.shared)], t.own)
	}
	if len(f.shared) > layersLimit {
		f.shared = merged(f.shared, len(f.shared)-layersLimit/2)
	}
	return f
}

// seal makes the own layer a shared one, which forks may go on reading. Layers
// that are not much smaller than the one below become one with it, so that
// there are few, and what that takes is little for each name written.
func (t *table[T]) seal() {
	if len(t.own) == 0 {
		return
	}
	t.shared = append(t.shared[:len(t.shared):len(t.shared)], t.own)
	t.own = nil
	for n := len(t.shared); n > 1 && 2*len(t.shared[n-1]) >= len(t.shared[n-2]); n-- {
		t.shared = merged(t.shared, 2)
	}
}

// merged makes one layer of the newest n.
func merged[T any](layers []map[string]*T, n int) []map[string]*T {
	at := len(layers) - n
	size := 0
	for _, l := range layers[at:] {
		size = max(size, len(l))
	}
	m := make(map[string]*T, size)
	for _, l := range layers[at:] {
		for name, v := range l {
			if v == nil && at == 0 {
				delete(m, name)
			} else {
				m[name] = v
			}
		}
	}
	return append(layers[:at:at], m)
}
