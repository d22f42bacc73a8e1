package pattern

import "slices"

// run returns where matches of a sequence end that begin at one of the places.
// Extended patterns are sets of texts: !(...) is all but its alternatives, so
// the set of all places is kept instead of trying one after the other.
func (m *matcher) run(seq []node, from places) places {
	for k := range seq {
		if len(from) == 0 || !m.spend(1+len(from)) {
			return nil
		}
		from = m.step(&seq[k], from, false)
	}
	return from
}

// runBack returns where matches of a sequence begin that end at one of the
// places.
func (m *matcher) runBack(seq []node, from places) places {
	for k := len(seq) - 1; k >= 0; k-- {
		if len(from) == 0 || !m.spend(1+len(from)) {
			return nil
		}
		from = m.step(&seq[k], from, true)
	}
	return from
}

// toStar returns all places from the first of from on, or before the last.
func (m *matcher) toStar(from places, back bool) places {
	if len(from) == 0 {
		return nil
	}
	if back {
		return places{{0, from[len(from)-1].hi}}
	}
	return places{{from[0].lo, len(m.s)}}
}

func (m *matcher) step(n *node, from places, back bool) places {
	switch n.kind {
	case kStar:
		return m.toStar(from, back)
	case kExt:
		return m.extended(n, from, back)
	case kStarExt:
		to := m.starExt(n, from, back)
		switch {
		case n.none && back:
			to = to.union(m, from)
		case n.none:
			// bash looks there only behind the leftmost match of what stands
			// before.
			to = to.union(m, places{{from[0].lo, from[0].lo}})
		}
		return to
	case kNever:
		return nil
	}
	var to places
	for _, x := range from {
		for i := x.lo; i <= x.hi; i++ {
			if m.inside(i) {
				continue
			}
			if !m.spend(1) {
				return nil
			}
			j := -1
			if back {
				j = m.back(n, i)
			} else {
				j = m.ahead(n, i)
			}
			if j >= 0 {
				to = to.add(m, j, j)
			}
		}
	}
	return to
}

// any returns the places behind one of the alternatives.
func (m *matcher) any(n *node, from places, back bool) places {
	var to places
	for _, alt := range n.alts {
		var x places
		if back {
			x = m.runBack(alt, from)
		} else {
			x = m.run(alt, from)
		}
		to = to.union(m, x)
	}
	return to
}

func (m *matcher) extended(n *node, from places, back bool) places {
	switch n.op {
	case '@':
		return m.any(n, from, back)
	case '?':
		return from.union(m, m.any(n, from, back))
	case '!':
		return m.except(n, from, back)
	}
	fresh := from
	if n.op == '+' {
		fresh = m.any(n, from, back)
	}
	return m.closure(n, fresh, back)
}

// closure returns the places behind any number of the alternatives.
func (m *matcher) closure(n *node, fresh places, back bool) places {
	to := slices.Clone(fresh)
	for len(fresh) > 0 && m.err == nil {
		fresh = m.any(n, fresh, back).minus(m, to)
		for _, x := range fresh {
			to = to.add(m, x.lo, x.hi)
		}
	}
	return to
}

// except returns the places behind a text that none of the alternatives
// matches. Each beginning has its own.
func (m *matcher) except(n *node, from places, back bool) places {
	var to places
	for _, x := range from {
		for i := x.lo; i <= x.hi; i++ {
			if m.inside(i) {
				continue
			}
			if !m.spend(1) {
				return nil
			}
			all := places{{i, len(m.s)}}
			if back {
				all = places{{0, i}}
			}
			if to.covers(all[0]) {
				continue
			}
			to = to.union(m, all.minus(m, m.any(n, places{{i, i}}, back)))
		}
	}
	return to
}

// tries is how many steps findExt spends on beginnings one by one before it
// looks for all of them at once.
const tries = 4096

// findExt is find for extended patterns.
func (m *matcher) findExt(from int) (start, end int) {
	budget := m.steps - tries
	i := from
	for ; i <= len(m.s) && m.steps > budget; i++ {
		if m.inside(i) {
			continue
		}
		if ends := m.run(m.nodes, places{{i, i}}); len(ends) > 0 {
			return i, ends.pick(true)
		}
		if !m.spend(1) {
			return -1, -1
		}
	}
	if i > len(m.s) {
		return -1, -1
	}
	starts := m.runBack(m.nodes, places{{i, len(m.s)}}).minus(m, places{{-1, i - 1}})
	if start = starts.pick(false); start < 0 || m.err != nil {
		return -1, -1
	}
	return start, m.run(m.nodes, places{{start, start}}).pick(true)
}
