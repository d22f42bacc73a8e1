package perl

// around does the instructions at the ends of lookarounds and atomic groups. It
// returns where to go on, and where in the text; ok is false where a negative
// lookaround has found something.
func (m *matcher) around(in *inst, pc, pos int32) (nextPC, nextPos int32, ok bool) {
	switch in.op {
	case oAtomic:
		m.set(in.reg, int32(len(m.stack)+1))
	case oCut:
		m.cut(m.regs[in.reg])
	case oLook:
		m.set(in.reg+1, pos)
		m.set(in.reg, int32(len(m.stack)+1))
		m.push(frame{kind: fBarrier})
	case oLookEnd, oCondEnd:
		m.cut(m.regs[in.reg])
		return pc, m.regs[in.reg+1], true
	case oFreeEnd:
		return pc, m.regs[in.reg+1], true
	case oNot:
		m.set(in.reg+1, pos)
		m.set(in.reg, int32(len(m.stack)+1))
		m.push(frame{kind: fNot, pc: in.x, a: pos})
	case oNotEnd:
		m.undo(m.regs[in.reg])
		return pc, pos, false
	case oCondNot:
		height, place := m.regs[in.reg], m.regs[in.reg+1]
		m.undo(height)
		return in.x, place, true
	}
	return pc, pos, true
}

// stepBack goes back some characters.
func (m *matcher) stepBack(pos, n int32) (int32, bool) {
	for range n {
		_, w := m.last(int(pos))
		if w == 0 {
			return pos, false
		}
		pos -= int32(w)
	}
	return pos, true
}
