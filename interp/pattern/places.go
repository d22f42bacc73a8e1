package pattern

import "sort"

// places is a set of positions in the text: ranges in order that neither
// overlap nor touch. Positions within a character do not count.
type places []place

// A place is the positions from lo to hi.
type place struct{ lo, hi int }

func (p places) has(i int) bool {
	k := sort.Search(len(p), func(k int) bool { return p[k].hi >= i })
	return k < len(p) && p[k].lo <= i
}

func (p places) covers(x place) bool {
	k := sort.Search(len(p), func(k int) bool { return p[k].hi >= x.hi })
	return k < len(p) && p[k].lo <= x.lo
}

// pick returns the greatest or least position, -1 for the empty set.
func (p places) pick(greatest bool) int {
	if len(p) == 0 {
		return -1
	}
	if greatest {
		return p[len(p)-1].hi
	}
	return p[0].lo
}

// add returns p with the positions from lo to hi. It may reuse p.
func (p places) add(m *matcher, lo, hi int) places {
	if n := len(p); n == 0 || lo > p[n-1].hi+1 {
		return append(p, place{lo, hi})
	}
	// i is the first range that is not wholly before, j the first that is
	// wholly behind.
	i := sort.Search(len(p), func(k int) bool { return p[k].hi+1 >= lo })
	j := sort.Search(len(p), func(k int) bool { return p[k].lo > hi+1 })
	if i < j {
		lo, hi = min(lo, p[i].lo), max(hi, p[j-1].hi)
		p[i] = place{lo, hi}
		if j > i+1 {
			m.spend((len(p) - j) / 16)
			p = append(p[:i+1], p[j:]...)
		}
		return p
	}
	m.spend((len(p) - i) / 16)
	p = append(p, place{})
	copy(p[i+1:], p[i:])
	p[i] = place{lo, hi}
	return p
}

// union returns all positions of both. It leaves both as they are.
func (p places) union(m *matcher, q places) places {
	if len(q) == 0 {
		return p
	}
	if len(p) == 0 {
		return q
	}
	m.spend(len(p)/16 + len(q))
	out := make(places, 0, len(p)+len(q))
	i, j := 0, 0
	for i < len(p) || j < len(q) {
		var x place
		if j >= len(q) || i < len(p) && p[i].lo <= q[j].lo {
			x = p[i]
			i++
		} else {
			x = q[j]
			j++
		}
		if n := len(out); n > 0 && x.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, x.hi)
		} else {
			out = append(out, x)
		}
	}
	return out
}

// minus returns the positions of p that are not in q, without those within a
// character at the ends of ranges. It leaves both as they are.
func (p places) minus(m *matcher, q places) places {
	var out places
	keep := func(lo, hi int) {
		for lo <= hi && m.inside(lo) {
			lo++
		}
		for lo <= hi && m.inside(hi) {
			hi--
		}
		if lo <= hi {
			out = append(out, place{lo, hi})
		}
	}
	if len(p) == 0 {
		return nil
	}
	j := sort.Search(len(q), func(k int) bool { return q[k].hi >= p[0].lo })
	for _, x := range p {
		for j < len(q) && q[j].hi < x.lo {
			j++
		}
		m.spend(1)
		for k := j; k < len(q) && q[k].lo <= x.hi; k++ {
			keep(x.lo, q[k].lo-1)
			x.lo = q[k].hi + 1
			m.spend(1)
		}
		keep(x.lo, x.hi)
	}
	return out
}
