package pattern

import "slices"

// The functions here are those of ext.go for texts that are not empty.

// starExt returns the places behind a star and a rest that is not empty.
func (m *matcher) starExt(n *node, from places, back bool) places {
	if back {
		return m.toStar(m.runMore(n.rest, from, true), true)
	}
	return m.runMore(n.rest, m.toStar(from, false), false)
}

// runMore is run or runBack for texts of one character or more.
func (m *matcher) runMore(seq []node, from places, back bool) places {
	var more places // where something has been matched
	for k := range seq {
		n := &seq[k]
		if back {
			n = &seq[len(seq)-1-k]
		}
		if !m.spend(1 + len(from) + len(more)) {
			return nil
		}
		if len(more) > 0 {
			more = m.step(n, more, back)
		}
		if len(from) > 0 {
			more = more.union(m, m.stepMore(n, from, back))
			if !n.empty() {
				from = nil
			}
		}
	}
	return more
}

func (m *matcher) stepMore(n *node, from places, back bool) places {
	switch n.kind {
	case kStar:
		all := m.toStar(from, back)
		if back {
			return all.minus(m, places{{all[0].hi, all[0].hi}})
		}
		return all.minus(m, places{{all[0].lo, all[0].lo}})
	case kStarExt:
		return m.starExt(n, from, back)
	case kExt:
		return m.extendedMore(n, from, back)
	}
	return m.step(n, from, back)
}

func (m *matcher) extendedMore(n *node, from places, back bool) places {
	if n.op == '!' {
		var to places
		for _, x := range from {
			for i := x.lo; i <= x.hi && m.err == nil; i++ {
				if !m.inside(i) {
					one := places{{i, i}}
					to = to.union(m, m.except(n, one, back).minus(m, one))
				}
			}
		}
		return to
	}
	var to places
	for _, alt := range n.alts {
		to = to.union(m, m.runMore(alt, from, back))
	}
	if n.op == '*' || n.op == '+' {
		return m.closure(n, slices.Clone(to), back)
	}
	return to
}
