package pattern

// match tells whether all of the text matches.
func (m *matcher) match() bool {
	if m.ext {
		ends := m.run(m.nodes, places{{0, 0}})
		return m.err == nil && ends.has(len(m.s))
	}
	i := m.at(&m.segs[0], 0)
	k := len(m.segs) - 1
	if i < 0 || k == 0 {
		return i == len(m.s)
	}
	j := m.until(&m.segs[k], len(m.s))
	if j < i {
		return false
	}
	i = m.middle(i, j)
	return i >= 0 && m.err == nil
}

// middle places the segments between the first and the last as far left as
// possible within [i, j] and returns the end of the last placed, -1 if they do
// not fit.
func (m *matcher) middle(i, j int) int {
	for k := 1; k < len(m.segs)-1; k++ {
		if _, i = m.first(&m.segs[k], i, j); i < 0 {
			return -1
		}
	}
	return i
}

// prefix returns the end of the longest or shortest prefix that matches.
func (m *matcher) prefix(longest bool) int {
	if m.ext {
		return m.run(m.nodes, places{{0, 0}}).pick(longest)
	}
	i := m.at(&m.segs[0], 0)
	k := len(m.segs) - 1
	if i < 0 || k == 0 {
		return i
	}
	if i = m.middle(i, len(m.s)); i < 0 {
		return -1
	}
	if longest {
		_, i = m.last(&m.segs[k], i, len(m.s))
	} else {
		_, i = m.first(&m.segs[k], i, len(m.s))
	}
	return i
}

// suffix returns the beginning of the longest or shortest suffix that matches.
func (m *matcher) suffix(longest bool) int {
	if m.ext {
		return m.runBack(m.nodes, places{{len(m.s), len(m.s)}}).pick(!longest)
	}
	k := len(m.segs) - 1
	j := m.until(&m.segs[k], len(m.s))
	if j < 0 || k == 0 {
		return j
	}
	for k--; k > 0; k-- {
		if j, _ = m.last(&m.segs[k], 0, j); j < 0 {
			return -1
		}
	}
	if longest {
		j, _ = m.first(&m.segs[0], 0, j)
	} else {
		j, _ = m.last(&m.segs[0], 0, j)
	}
	return j
}

// find returns the leftmost longest match from a place on. If what follows the
// first star does not match behind the leftmost first segment, it matches
// behind none.
func (m *matcher) find(from int) (start, end int) {
	switch {
	case m.fixed >= 0:
		return m.findFixed(from, m.fixed)
	case m.ext:
		return m.findExt(from)
	}
	start, i := m.first(&m.segs[0], from, len(m.s))
	k := len(m.segs) - 1
	if start < 0 || k == 0 {
		return start, i
	}
	if i = m.middle(i, len(m.s)); i < 0 {
		return -1, -1
	}
	if _, i = m.last(&m.segs[k], i, len(m.s)); i < 0 {
		return -1, -1
	}
	return start, i
}
