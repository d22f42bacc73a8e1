package state

// A Map is the value of an associative array. Its order is that of bash 5.2's
// hash table, because scripts show it: 1024 buckets by a 32-bit FNV hash of the
// key's bytes, new keys at the front of a bucket, four times the buckets when
// there are twice as many keys as buckets.
type Map struct {
	index   map[string]*entry
	buckets []*entry
	first   int // buckets at first
	// grown holds the value of grownKey with room to append, or is nil.
	grown    *grower
	grownKey string
}

type entry struct {
	key, value string
	hash       uint32
	next       *entry
}

const (
	firstBuckets = 1024
	loadFactor   = 2
	growth       = 4
)

// NewMap makes an empty map.
func NewMap() *Map { return NewMapOf(firstBuckets) }

// NewMapOf makes an empty map that has the given number of buckets at first, a
// power of two: bash's own tables have fewer than those of scripts.
func NewMapOf(buckets int) *Map { return &Map{index: map[string]*entry{}, first: buckets} }

func hash(key string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(key); i++ {
		h *= 16777619
		h ^= uint32(int8(key[i])) // bash's characters are signed
	}
	return h
}

// Len counts the keys.
func (m *Map) Len() int { return len(m.index) }

// Get returns the value of key.
func (m *Map) Get(key string) (string, bool) {
	if e, ok := m.index[key]; ok {
		return e.value, true
	}
	return "", false
}

// Set sets the value of key.
func (m *Map) Set(key, value string) {
	if m.grown != nil && key == m.grownKey {
		m.grown = nil
	}
	if e, ok := m.index[key]; ok {
		e.value = value
		return
	}
	if m.buckets == nil {
		m.buckets = make([]*entry, m.first)
	}
	if len(m.index) >= len(m.buckets)*loadFactor {
		m.grow()
	}
	e := &entry{key: key, value: value, hash: hash(key)}
	m.index[key] = e
	m.push(e)
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

func (m *Map) push(e *entry) {
	slot := &m.buckets[e.hash&uint32(len(m.buckets)-1)]
	e.next, *slot = *slot, e
}

func (m *Map) grow() {
	old := m.buckets
	m.buckets = make([]*entry, len(old)*growth)
	for _, e := range old {
		for e != nil {
			next := e.next
			m.push(e)
			e = next
		}
	}
}

// Unset removes key.
func (m *Map) Unset(key string) {
	e, ok := m.index[key]
	if !ok {
		return
	}
	delete(m.index, key)
	for at := &m.buckets[e.hash&uint32(len(m.buckets)-1)]; *at != nil; at = &(*at).next {
		if *at == e {
			*at = e.next
			return
		}
	}
}

// Keys lists the keys in bash's order.
func (m *Map) Keys() []string {
	out := make([]string, 0, len(m.index))
	for _, e := range m.buckets {
		for ; e != nil; e = e.next {
			out = append(out, e.key)
		}
	}
	return out
}

// Values lists the values in the order of Keys.
func (m *Map) Values() []string {
	out := make([]string, 0, len(m.index))
	for _, e := range m.buckets {
		for ; e != nil; e = e.next {
			out = append(out, e.value)
		}
	}
	return out
}

// Clone copies the map.
func (m *Map) Clone() *Map {
	c := &Map{index: make(map[string]*entry, len(m.index)), first: m.first}
	if m.buckets == nil {
		return c
	}
	c.buckets = make([]*entry, len(m.buckets))
	for i, e := range m.buckets {
		tail := &c.buckets[i]
		for ; e != nil; e = e.next {
			copied := &entry{key: e.key, value: e.value, hash: e.hash}
			c.index[e.key] = copied
			*tail = copied
			tail = &copied.next
		}
	}
	return c
}
