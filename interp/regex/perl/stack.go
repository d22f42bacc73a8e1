package perl

// frameKind says what a frame is for.
type frameKind int32

const (
	fChoice      frameKind = iota // go on at pc and the place a; b: the alternation
	fUndo                         // the register pc was a
	fGreedy                       // the repeat pc can give back down to b
	fLazy                         // the repeat pc can take up to b more, from a on
	fRound                        // the loop pc can begin another round at a
	fBarrier                      // a lookaround begins
	fCallBarrier                  // a call begins
	fNot                          // a negative lookaround begins; if it fails, a choice
	fCondition                    // a lookaround that is a condition, likewise
	fCall                         // the innermost call was a; b: forget this one
	fVerb                         // the verb at pc, passed at a
)

// A frame is a way to go on, or something to undo.
type frame struct {
	kind     frameKind
	pc, a, b int32
}

// A call is one of a group. Those of a match are kept in order.
type call struct {
	ret, num, parent, pos int32
	saved                 int // where its registers are kept
}

func (m *matcher) push(f frame) {
	if len(m.stack) >= maxFrames {
		m.err = ErrMemory
		m.steps = 0
		return
	}
	m.stack = append(m.stack, f)
}

// set gives a register a value until that is undone.
func (m *matcher) set(reg, value int32) {
	if old := m.regs[reg]; old != value {
		m.push(frame{kind: fUndo, pc: reg, a: old})
		m.regs[reg] = value
	}
}

// pop goes back to the last choice; ok is false if there is none.
func (m *matcher) pop() (pc, pos int32, ok bool) {
	for len(m.stack) > 0 {
		f := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		switch f.kind {
		case fChoice, fNot:
			return f.pc, f.a, true
		case fGreedy:
			if pos, ok := m.giveBack(f); ok {
				return f.pc + 2, pos, true
			}
		case fLazy:
			if pos, ok := m.takeMore(f); ok {
				return f.pc + 2, pos, true
			}
		case fRound:
			in := &m.code[f.pc]
			m.set(in.reg, m.regs[in.reg]+1)
			return in.x, f.a, true
		case fVerb:
			if m.verb(f) {
				continue
			}
			return 0, 0, false
		case fBarrier, fCallBarrier:
		default:
			m.restore(f)
		}
		if m.err != nil {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// takeMore lets a lazy repeat take one character more.
func (m *matcher) takeMore(f frame) (int32, bool) {
	in := &m.code[f.pc]
	for {
		w := m.takes(&m.code[f.pc+1], f.a)
		if w == 0 {
			return 0, false
		}
		f.a, f.b = f.a+w, f.b-1
		// Where the byte that must follow does not, there is no need to stop.
		if in.next < 0 || int(f.a) < len(m.s) && m.s[f.a] == byte(in.next) {
			if !m.marked(in, f.a) {
				break
			}
		}
		if m.steps--; f.b <= 0 || m.steps < 0 {
			return 0, false
		}
	}
	if f.b > 0 {
		m.push(f)
	}
	return f.a, true
}

// restore undoes what a frame says.
func (m *matcher) restore(f frame) {
	switch f.kind {
	case fUndo:
		m.regs[f.pc] = f.a
	case fCall:
		if m.call = f.a; f.b >= 0 {
			m.saved = m.saved[:m.calls[f.b].saved]
			m.calls = m.calls[:f.b]
		}
	}
}

// undo goes back to a height of the stack, which registers hold plus one, as if
// nothing had happened since.
func (m *matcher) undo(height int32) {
	for len(m.stack) >= int(height) && len(m.stack) > 0 {
		f := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		m.restore(f)
	}
}

// cut forgets the choices down to a height, but not what is to be undone.
func (m *matcher) cut(height int32) {
	kept := m.stack[:height-1]
	for _, f := range m.stack[height-1:] {
		if f.kind == fUndo || f.kind == fCall || f.kind == fVerb && m.code[f.pc].verb == verbMark {
			kept = append(kept, f)
		}
	}
	m.steps -= (len(m.stack) - int(height) + 1) >> 4
	m.stack = kept
}

// enter calls a group. A call of the same group at the same place, within
// itself, would never end.
func (m *matcher) enter(in *inst, pc, pos int32) int32 {
	for i := m.call; i >= 0 && m.calls[i].pos == pos; i = m.calls[i].parent {
		if m.calls[i].num == in.num {
			m.err = ErrLoop
			return pc
		}
	}
	if len(m.saved)+len(m.regs)+8 > maxSaved {
		m.err = ErrMemory
		return pc
	}
	index := int32(len(m.calls))
	m.calls = append(m.calls, call{ret: pc, num: in.num, parent: m.call, pos: pos, saved: len(m.saved)})
	m.saved = append(m.saved, m.regs...)
	m.push(frame{kind: fCall, a: m.call, b: index})
	m.push(frame{kind: fCallBarrier})
	m.call = index
	return in.x
}

// back returns from the innermost call: the groups are again what they were.
func (m *matcher) back() int32 {
	c := m.calls[m.call]
	for i := regKeep + 1; i < len(m.regs); i++ {
		m.set(int32(i), m.saved[c.saved+i])
	}
	m.push(frame{kind: fCall, a: m.call, b: -1})
	m.call = c.parent
	return c.ret
}
