package memory

const chunkSize = 64 << 10

// slotCost is what an entry of the index of chunks counts.
const slotCost = 8

// content holds a file's bytes in chunks. A chunk that is missing, and what a
// chunk lacks up to its full size, reads as zeros.
type content []*chunk

type chunk struct {
	own *owner
	b   []byte
}

func (c content) cost() int64 {
	sum := int64(len(c)) * slotCost
	for _, k := range c {
		if k != nil {
			sum += int64(len(k.b))
		}
	}
	return sum
}

// held is how many bytes are there that are no hole.
func (c content) held() int64 { return c.cost() - int64(len(c))*slotCost }

// readAt fills p from off on; the caller has cut p to the file's size.
func (c content) readAt(p []byte, off int64) {
	for len(p) > 0 {
		i, at := off/chunkSize, int(off%chunkSize)
		n := min(len(p), chunkSize-at)
		got := 0
		if i < int64(len(c)) && c[i] != nil && at < len(c[i].b) {
			got = copy(p[:n], c[i].b[at:])
		}
		clear(p[got:n])
		p, off = p[n:], off+int64(n)
	}
}

// growth is how much cost a write of n bytes at off would add.
func (c content) growth(n int, off int64) int64 {
	end := off + int64(n)
	grow := max((end+chunkSize-1)/chunkSize-int64(len(c)), 0) * slotCost
	for n > 0 {
		i, at := off/chunkSize, int(off%chunkSize)
		k := min(n, chunkSize-at)
		have := 0
		if i < int64(len(c)) && c[i] != nil {
			have = len(c[i].b)
		}
		grow += int64(max(at+k-have, 0))
		n, off = n-k, off+int64(k)
	}
	return grow
}

// writeAt writes p and returns the content, of which own owns what it wrote.
func (c content) writeAt(own *owner, p []byte, off int64) content {
	for len(p) > 0 {
		i, at := int(off/chunkSize), int(off%chunkSize)
		n := min(len(p), chunkSize-at)
		for len(c) <= i {
			c = append(c, nil)
		}
		k := c[i]
		if k == nil {
			k = &chunk{own: own, b: make([]byte, 0, at+n)}
			c[i] = k
		} else if k.own != own {
			k = &chunk{own: own, b: append(make([]byte, 0, max(len(k.b), at+n)), k.b...)}
			c[i] = k
		}
		if end := at + n; end > len(k.b) {
			old := len(k.b)
			if end > cap(k.b) {
				b := make([]byte, old, min(max(2*cap(k.b), end), chunkSize))
				copy(b, k.b)
				k.b = b
			}
			k.b = k.b[:end]
			if at > old {
				clear(k.b[old:at])
			}
		}
		copy(k.b[at:], p[:n])
		p, off = p[n:], off+int64(n)
	}
	return c
}

// cut returns the content without what is beyond size.
func (c content) cut(size int64) content {
	n := int((size + chunkSize - 1) / chunkSize)
	if n > len(c) {
		return c
	}
	clear(c[n:])
	c = c[:n]
	if at := int(size % chunkSize); at > 0 && c[n-1] != nil && len(c[n-1].b) > at {
		// A copy, because the bytes beyond may be those of a snapshot, and
		// would take memory that no file counts.
		c[n-1] = &chunk{b: append(make([]byte, 0, at), c[n-1].b[:at]...)}
	}
	return c
}
