package state

import "slices"

// A Dict is one of the tables of a Shell besides the variables: by name, shared
// by forks until one of them writes to it. What is in it counts on the meter,
// and what there is no room for is not taken.
type Dict[T any] struct {
	table table[T]
	vars  *Store
	size  func(*T) int
	made  bool // something was set once
}

// dictBytes is what an entry costs beyond name and value.
const dictBytes = 160

func newDict[T any](vars *Store, size func(*T) int) Dict[T] { return Dict[T]{vars: vars, size: size} }

// Get finds an entry, nil for none. It must not be changed.
func (d *Dict[T]) Get(name string) *T { return d.table.get(name) }

// Made tells whether there has been an entry, in this shell or one that it comes from:
// bash makes its tables then.
func (d *Dict[T]) Made() bool { return d.made }

// Len counts the entries.
func (d *Dict[T]) Len() int { return d.table.n }

// Names lists the entries, sorted.
func (d *Dict[T]) Names() []string {
	names := d.table.names()
	slices.Sort(names)
	return names
}

// Set sets an entry, which must not be changed any more, or removes it for nil.
func (d *Dict[T]) Set(name string, v *T) {
	d.vars.settle()
	n := 0
	if v != nil {
		n = dictBytes + len(name) + d.size(v)
	}
	// What forks share was counted by whom it came from.
	if old := d.table.own[name]; old != nil {
		n -= dictBytes + len(name) + d.size(old)
	}
	if d.vars.grow(n) {
		d.made = d.made || v != nil
		d.table.set(name, v)
	}
}

// Clear removes all entries.
func (d *Dict[T]) Clear() {
	d.vars.settle()
	for name, v := range d.table.own {
		if v != nil {
			d.vars.count(-dictBytes - len(name) - d.size(v))
		}
	}
	d.table = table[T]{}
}

func (d *Dict[T]) fork(vars *Store) Dict[T] {
	return Dict[T]{table: d.table.fork(), vars: vars, size: d.size, made: d.made}
}
