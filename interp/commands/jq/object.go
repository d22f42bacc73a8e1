package jq

import "slices"

// An Object maps keys to values and keeps the order in which keys were put in.
// Objects that were made one of the other share their entries as arrays do.
type Object struct {
	table *table // of the holder
	depth int
	// weight is weightOf the object.
	weight int64
	// Origin is where the object was read from, for who reads and writes other
	// formats than JSON. What is made of an object has the same.
	Origin any

	next *Object
	n    int   // the number of keys, when there is a next
	at   int   // the place where they differ
	old  Value // what is there in this one, if it is that long
	age  int
}

// A table is what an object holds. Few keys are searched one after the other.
type table struct {
	keys   []string
	values []Value
	index  map[string]int
}

// indexed is the number of keys from which on they have an index.
const indexed = 9

func (t *table) find(key string) int {
	if t.index != nil {
		if i, ok := t.index[key]; ok {
			return i
		}
		return -1
	}
	return slices.Index(t.keys, key)
}

func (t *table) push(key string, v Value) {
	t.keys, t.values = append(t.keys, key), append(t.values, v)
	switch n := len(t.keys); {
	case t.index != nil:
		t.index[key] = n - 1
	case n == indexed:
		t.index = make(map[string]int, 2*indexed)
		for i, k := range t.keys {
			t.index[k] = i
		}
	}
}

// copy returns a table with the first n entries.
func (t *table) copy(n int) *table {
	c := &table{keys: slices.Clone(t.keys[:n]), values: slices.Clone(t.values[:n])}
	if n >= indexed {
		c.index = make(map[string]int, n)
		for i, k := range c.keys {
			c.index[k] = i
		}
	}
	return c
}

// NewObject returns an empty object.
func NewObject() *Object { return &Object{table: &table{}, depth: 1} }

// Put adds or changes a key in place. It is for objects that nobody else has
// yet.
func (o *Object) Put(key string, v Value) {
	o.hold()
	if i := o.table.find(key); i >= 0 {
		o.weight -= weightOf(o.table.values[i])
		o.table.values[i] = v
	} else {
		o.weight = heavier(o.weight, weightOfKey(key))
		o.table.push(key, v)
	}
	o.depth = max(o.depth, depthOf(v)+1)
	o.weight = heavier(o.weight, weightOf(v))
}

// hold gives o a table of its own if another object has it.
func (o *Object) hold() {
	if o.next == nil {
		return
	}
	var chain []*Object
	holder := o
	for ; holder.next != nil; holder = holder.next {
		chain = append(chain, holder)
	}
	// Keys are only ever added, so that those of o are the first ones.
	t := holder.table.copy(o.n)
	for _, v := range slices.Backward(chain) {
		if v.at < o.n && v.at < v.n {
			t.values[v.at] = v.old
		}
	}
	o.table, o.next, o.old, o.age = t, nil, nil, 0
}

// Len returns the number of keys.
func (o *Object) Len() int {
	if o.next != nil {
		return o.n
	}
	return len(o.table.keys)
}

// At returns a key and its value in order; i is less than Len.
func (o *Object) At(i int) (string, Value) {
	o.hold()
	return o.table.keys[i], o.table.values[i]
}

// Get returns the value of a key.
func (o *Object) Get(key string) (Value, bool) {
	o.hold()
	if i := o.table.find(key); i >= 0 {
		return o.table.values[i], true
	}
	return nil, false
}

// Keys returns the keys in order.
func (o *Object) Keys() []string {
	o.hold()
	return slices.Clone(o.table.keys)
}

// SortedKeys returns the keys sorted by their bytes.
func (o *Object) SortedKeys() []string {
	keys := o.Keys()
	slices.Sort(keys)
	return keys
}

// with returns an object that has another value for key.
func (o *Object) with(key string, v Value) *Object {
	o.hold()
	t := o.table
	p := &Object{table: t, depth: max(o.depth, depthOf(v)+1), weight: o.weight, Origin: o.Origin, age: o.age + 1}
	at := t.find(key)
	if at >= 0 {
		p.weight -= weightOf(t.values[at])
	} else {
		p.weight = heavier(p.weight, weightOfKey(key))
	}
	p.weight = heavier(p.weight, weightOf(v))
	if p.age > len(t.keys)+mostShared {
		t = t.copy(len(t.keys))
		p.table, p.age = t, 0
	} else {
		o.table, o.next, o.n, o.at = nil, p, len(t.keys), at
		if at < 0 {
			o.at = o.n
		} else {
			o.old = t.values[at]
		}
	}
	if at >= 0 {
		t.values[at] = v
	} else {
		t.push(key, v)
	}
	return p
}

// without returns an object that lacks some keys.
func (o *Object) without(drop func(key string) bool) *Object {
	p := NewObject()
	p.Origin = o.Origin
	for i := range o.Len() {
		if k, v := o.At(i); !drop(k) {
			p.Put(k, v)
		}
	}
	return p
}

// merge returns o with all that p has; with deep, objects in both are merged
// likewise.
func (o *Object) merge(p *Object, deep bool) *Object {
	if o == p || p.Len() == 0 {
		return o
	}
	r := o
	for i := range p.Len() {
		k, v := p.At(i)
		if deep {
			if x, ok := v.(*Object); ok {
				if y, _ := r.Get(k); y != nil {
					if y, ok := y.(*Object); ok {
						v = y.merge(x, true)
					}
				}
			}
		}
		r = r.with(k, v)
	}
	return r
}
