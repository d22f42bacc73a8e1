package state

import (
	"maps"
	"slices"
)

// A Map is the value of an associative array. Its order is that of bash 5.2's
// hash table, because scripts show it: 1024 buckets by a 32-bit FNV hash of the
// key's bytes, new keys at the front of a bucket, four times the buckets when
// there are twice as many keys as buckets.
//
// Entries lie in one slice and refer to each other by place: copying a map is
// copying memory, and the collector has few things to look at.
type Map struct {
	entries []entry // entries[0] is none: 0 ends a chain
	free    uint32  // chain of removed entries
	buckets []uint32
	n       int
	first   int // buckets at first
	text    int // bytes of all keys and values
	// index is set when keys were found that share a bucket on purpose.
	index map[string]uint32
	// grown holds the value of grownKey with room to append, or is nil.
	grown    *grower
	grownKey string
}

type entry struct {
	key, value string
	hash, next uint32
}

const (
	firstBuckets = 1024
	// convertedBuckets are those of a table that bash makes of a scalar.
	convertedBuckets = 128
	loadFactor       = 2
	growth           = 4
	// longChain is the length of a bucket's chain from which on the map has
	// an index.
	longChain = 40
	// entryBytes is what an element costs beyond key and value.
	entryBytes = 80
)

// NewMap makes an empty map.
func NewMap() *Map { return NewMapOf(firstBuckets) }

// NewMapOf makes an empty map that has the given number of buckets at first, a
// power of two: bash's own tables have fewer than those of scripts.
func NewMapOf(buckets int) *Map { return &Map{first: buckets} }

// Emptied is an empty map with as many buckets, as bash empties a table.
func (m *Map) Emptied() *Map { return NewMapOf(max(m.first, len(m.buckets))) }

func hash(key string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(key); i++ {
		h *= 16777619
		h ^= uint32(int8(key[i])) // bash's characters are signed
	}
	return h
}

// Len counts the keys.
func (m *Map) Len() int { return m.n }

// size is about what the map takes, in bytes.
func (m *Map) size() int { return m.text + entryBytes*m.n + 4*len(m.buckets) }

// find returns the place of a key, 0 for none, and how many entries were
// looked at on the way.
func (m *Map) find(key string, h uint32) (at uint32, steps int) {
	if m.index != nil {
		return m.index[key], 0
	}
	if m.buckets == nil {
		return 0, 0
	}
	for at = m.buckets[h&uint32(len(m.buckets)-1)]; at != 0; steps++ {
		e := &m.entries[at]
		if e.hash == h && e.key == key {
			break
		}
		at = e.next
	}
	return at, steps
}

// Get returns the value of key.
func (m *Map) Get(key string) (string, bool) {
	if at, _ := m.find(key, hash(key)); at != 0 {
		return m.entries[at].value, true
	}
	return "", false
}

// costs is by how much Set with a value of that many bytes makes the map
// larger, in bytes.
func (m *Map) costs(key string, length int) int {
	at, _ := m.find(key, hash(key))
	switch {
	case at != 0:
		return length - len(m.entries[at].value)
	case m.buckets == nil:
		return entryBytes + len(key) + length + 4*m.first
	case m.full():
		return entryBytes + len(key) + length + 4*(growth-1)*len(m.buckets)
	}
	return entryBytes + len(key) + length
}

func (m *Map) full() bool { return m.n >= len(m.buckets)*loadFactor }

// Set sets the value of key.
func (m *Map) Set(key, value string) {
	if m.grown != nil && key == m.grownKey {
		m.grown = nil
	}
	h := hash(key)
	at, steps := m.find(key, h)
	if at != 0 {
		e := &m.entries[at]
		m.text += len(value) - len(e.value)
		e.value = value
		return
	}
	switch {
	case m.buckets == nil:
		m.buckets = make([]uint32, m.first)
		m.entries = make([]entry, 1, 8)
	case m.full():
		m.grow()
	case steps > longChain:
		m.indexAll()
	}
	e := entry{key: key, value: value, hash: h}
	if at = m.free; at != 0 {
		m.free = m.entries[at].next
		m.entries[at] = e
	} else {
		at = uint32(len(m.entries))
		m.entries = append(m.entries, e)
	}
	m.n++
	m.text += len(key) + len(value)
	if m.index != nil {
		m.index[key] = at
	}
	m.push(at)
}

// append appends to the value of key.
func (m *Map) append(key, text string) {
	old, _ := m.Get(key)
	g := m.grown
	if key != m.grownKey {
		g = nil
	}
	value := g.append(old, text, &g)
	m.Set(key, value)
	m.grown, m.grownKey = g, key
}

func (m *Map) push(at uint32) {
	e := &m.entries[at]
	slot := &m.buckets[e.hash&uint32(len(m.buckets)-1)]
	e.next, *slot = *slot, at
}

func (m *Map) grow() {
	old := m.buckets
	m.buckets = make([]uint32, len(old)*growth)
	for _, at := range old {
		for at != 0 {
			next := m.entries[at].next
			m.push(at)
			at = next
		}
	}
}

func (m *Map) indexAll() {
	m.index = make(map[string]uint32, m.n)
	for at := range m.places {
		m.index[m.entries[at].key] = at
	}
}

// places visits the places of all entries in bash's order.
func (m *Map) places(visit func(at uint32) bool) {
	for _, at := range m.buckets {
		for ; at != 0; at = m.entries[at].next {
			if !visit(at) {
				return
			}
		}
	}
}

// Unset removes key.
func (m *Map) Unset(key string) {
	h := hash(key)
	at, _ := m.find(key, h)
	if at == 0 {
		return
	}
	slot := &m.buckets[h&uint32(len(m.buckets)-1)]
	for *slot != at {
		slot = &m.entries[*slot].next
	}
	e := &m.entries[at]
	*slot = e.next
	m.n--
	m.text -= len(e.key) + len(e.value)
	delete(m.index, key)
	if key == m.grownKey {
		m.grown = nil
	}
	*e = entry{next: m.free}
	m.free = at
	if len(m.entries) > firstBuckets && m.n < len(m.entries)/growth {
		m.compact()
	}
}

// compact gives the places of removed entries back.
func (m *Map) compact() {
	old := m.entries
	m.entries, m.free = make([]entry, 1, m.n+1), 0
	for i := range m.buckets {
		for link := &m.buckets[i]; *link != 0; {
			e := old[*link]
			*link = uint32(len(m.entries))
			m.entries = append(m.entries, e)
			link = &m.entries[*link].next
		}
	}
	if m.index != nil {
		m.indexAll()
	}
}

// Keys lists the keys in bash's order.
func (m *Map) Keys() []string {
	out := make([]string, 0, m.n)
	for at := range m.places {
		out = append(out, m.entries[at].key)
	}
	return out
}

// Values lists the values in the order of Keys.
func (m *Map) Values() []string {
	out := make([]string, 0, m.n)
	for at := range m.places {
		out = append(out, m.entries[at].value)
	}
	return out
}

// Clone copies the map.
func (m *Map) Clone() *Map {
	c := *m
	c.grown = nil
	c.entries, c.buckets, c.index = slices.Clone(m.entries), slices.Clone(m.buckets), maps.Clone(m.index)
	return &c
}
