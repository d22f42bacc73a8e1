package perl

// verb does what a backtracking verb does when a match fails back to it. It
// returns false when the search at this place is over.
func (m *matcher) verb(f frame) bool {
	in := &m.code[f.pc]
	skip := -1
	switch in.verb {
	case verbMark:
		return true
	case verbSkip:
		skip = int(f.a)
		if in.text != "" {
			var ok bool
			if skip, ok = m.mark(in.text); !ok {
				return true
			}
		}
	}
	for len(m.stack) > 0 {
		f := m.stack[len(m.stack)-1]
		if f.kind == fCallBarrier || f.kind == fNot || in.verb == verbThen && f.kind == fBarrier {
			// The verb makes a call, a negative lookaround or a condition fail, no
			// more; what it does in a positive lookaround it does to the match.
			return true
		}
		if in.verb == verbThen && in.alt > 0 && f.kind == fChoice && f.b == in.alt {
			return true
		}
		m.stack = m.stack[:len(m.stack)-1]
		m.restore(f)
	}
	m.skip = skip
	m.committed = in.verb == verbCommit
	return false
}

// mark finds the last (*MARK) of a name that was passed.
func (m *matcher) mark(name string) (int, bool) {
	for i := len(m.stack) - 1; i >= 0; i-- {
		if f := m.stack[i]; f.kind == fVerb {
			if in := &m.code[f.pc]; in.verb == verbMark && in.text == name {
				return int(f.a), true
			}
		}
	}
	return 0, false
}

// accept ends the innermost lookaround or call, or else the match.
func (m *matcher) accept(pc, pos int32) int32 {
	in := &m.code[pc-1]
	for _, reg := range in.nums {
		m.set(reg, m.regs[reg+2])
		m.set(reg+1, pos)
	}
	within := m.call >= 0 && in.x > 0 && m.code[m.calls[m.call].ret-1].x > in.y
	switch {
	case m.call >= 0 && (in.x == 0 || within):
		return m.back()
	case in.x > 0:
		return in.x
	}
	return int32(len(m.code) - 1)
}
