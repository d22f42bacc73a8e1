package sort

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// An order compares lines.
type order struct {
	keys           []key
	tab            int // the separator of fields, or -1
	reverse        bool
	stable, unique bool
	seed           maphash.Seed
	salt           []byte // of --random-source, nil for none
	// plain: whole lines, byte by byte.
	plain bool
	// tables of the keys, the same index
	tables []table
}

// A table says which bytes of a key count, and as what.
type table struct {
	used     bool
	ignore   [256]bool
	to       [256]byte
	ignoring bool
}

func (o *order) prepare() {
	o.plain = len(o.keys) == 0
	o.seed = maphash.MakeSeed()
	o.tables = make([]table, len(o.keys))
	for i := range o.keys {
		k, t := &o.keys[i], &o.tables[i]
		t.used = k.dictionary || k.printing || k.fold
		t.ignoring = k.dictionary || k.printing
		for c := range 256 {
			b := byte(c)
			t.to[c] = b
			if k.fold && 'a' <= b && b <= 'z' {
				t.to[c] = b - 'a' + 'A'
			}
			letter := 'a' <= b|0x20 && b|0x20 <= 'z' || '0' <= b && b <= '9'
			t.ignore[c] = k.dictionary && !letter && !blank(b) || k.printing && (b < ' ' || b >= 0x7f)
		}
	}
}

// A line with a number to compare it by, so that most comparisons look no
// further, and where its first key is.
type line struct {
	prefix     uint64
	text       []byte
	start, end uint32
}

// line looks at a line, which is shorter than 4 GiB.
func (o *order) line(text []byte) line {
	if o.plain {
		return line{prefix: o.turn(head(text), o.reverse), text: text}
	}
	k := &o.keys[0]
	start, end := k.of(text, o.tab)
	prefix := o.prefix(k, &o.tables[0], text[start:end])
	return line{prefix: o.turn(prefix, k.reverse), text: text, start: uint32(start), end: uint32(end)}
}

// prefix maps a key to a number that is never greater than that of a key that
// comes later.
func (o *order) prefix(k *key, t *table, text []byte) uint64 {
	switch {
	case k.numeric:
		return numberPrefix(text)
	case k.general:
		return floatPrefix(text)
	case k.human:
		return humanPrefix(text)
	case k.month:
		return uint64(month(text))
	case k.random, k.version:
		return 0
	case !t.used:
		return head(text)
	}
	var first [8]byte
	n := 0
	for _, c := range text {
		if n == len(first) {
			break
		}
		if !t.ignore[c] {
			first[n] = t.to[c]
			n++
		}
	}
	return binary.BigEndian.Uint64(first[:])
}

// exact tells whether keys with this prefix are equal.
func (o *order) exact(prefix uint64) bool {
	switch k := &o.keys[0]; {
	case k.numeric:
		return o.turn(prefix, k.reverse)&1 == 0
	case k.general, k.month:
		return true
	}
	return false
}

func (o *order) turn(n uint64, reverse bool) uint64 {
	if reverse {
		return ^n
	}
	return n
}

func head(b []byte) uint64 {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	var first [8]byte
	copy(first[:], b)
	return binary.BigEndian.Uint64(first[:])
}

// compare is the order of lines: the keys, then, unless that is not wanted, all
// bytes.
func (o *order) compare(a, b *line) int {
	if a.prefix != b.prefix {
		if a.prefix < b.prefix {
			return -1
		}
		return 1
	}
	if !o.plain {
		if c := o.compareKeys(a, b); c != 0 || o.stable || o.unique {
			return c
		}
	}
	c := bytes.Compare(a.text, b.text)
	if o.reverse {
		return -c
	}
	return c
}

// compareKeys compares lines with the same prefix.
func (o *order) compareKeys(a, b *line) int {
	for i := range o.keys {
		k := &o.keys[i]
		x, y := a.text[a.start:a.end], b.text[b.start:b.end]
		if i > 0 {
			from, to := k.of(a.text, o.tab)
			x = a.text[from:to]
			from, to = k.of(b.text, o.tab)
			y = b.text[from:to]
		} else if o.exact(a.prefix) {
			continue
		}
		if c := o.compareKey(k, &o.tables[i], x, y); c != 0 {
			if k.reverse {
				return -c
			}
			return c
		}
	}
	return 0
}

func (o *order) compareKey(k *key, t *table, a, b []byte) int {
	switch {
	case k.numeric:
		return compareNumbers(skipBlanks(a), skipBlanks(b))
	case k.general:
		return compareFloats(a, b)
	case k.human:
		return compareHuman(skipBlanks(a), skipBlanks(b))
	case k.month:
		return month(a) - month(b)
	}
	if t.used && (k.random || k.version) {
		a, b = t.apply(a), t.apply(b)
	}
	switch {
	case k.random:
		return o.compareShuffled(a, b)
	case k.version:
		return compareVersions(a, b)
	case t.used:
		return t.compare(a, b)
	}
	return bytes.Compare(a, b)
}

// apply returns what counts of a key.
func (t *table) apply(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if !t.ignore[c] {
			out = append(out, t.to[c])
		}
	}
	return out
}

func (t *table) compare(a, b []byte) int {
	for {
		for t.ignoring && len(a) > 0 && t.ignore[a[0]] {
			a = a[1:]
		}
		for t.ignoring && len(b) > 0 && t.ignore[b[0]] {
			b = b[1:]
		}
		switch {
		case len(a) == 0 && len(b) == 0:
			return 0
		case len(a) == 0:
			return -1
		case len(b) == 0:
			return 1
		}
		if x, y := t.to[a[0]], t.to[b[0]]; x != y {
			return int(x) - int(y)
		}
		a, b = a[1:], b[1:]
	}
}
