package perl

import (
	"bytes"
	"math"
	"slices"
	"unicode/utf8"
)

// run executes the program from a place on. It is one switch over the
// instructions, which is what makes it fast; those that take more than a few
// lines, or are rare, have functions of their own.
func (m *matcher) run(pos int32) bool {
	pc := int32(0)
	for {
		if m.steps--; m.steps < 0 {
			if m.err == nil {
				m.err = ErrSteps
			}
			return false
		}
		in := &m.code[pc]
		ok := true
		pc++
		switch in.op {
		case oChar, oFold, oSet, oAny, oAll:
			w := m.takes(in, pos)
			pos += w
			ok = w > 0
		case oString:
			if ok = len(m.s)-int(pos) >= len(in.text) && string(m.s[pos:int(pos)+len(in.text)]) == in.text; ok {
				pos += int32(len(in.text))
			}
		case oNewline:
			pos, ok = m.newline(in, pos)
		case oCluster:
			end := cluster(m.s, int(pos))
			if ok = end >= 0; ok {
				pos = int32(end)
			}
		case oAssert:
			ok = m.holds(in, int(pos))
		case oKeep:
			m.set(regKeep, pos)
		case oSplit:
			if ok = !m.seen(in.memo, pos); ok {
				m.push(frame{kind: fChoice, pc: in.y, a: pos, b: in.alt})
				pc = in.x
			}
		case oJump:
			pc = in.x
		case oRepeat:
			pos, ok = m.repeat(in, pc-1, pos)
			pc++
		case oOpen:
			m.set(in.reg+2, pos)
		case oClose:
			m.set(in.reg, m.regs[in.reg+2])
			m.set(in.reg+1, pos)
		case oReturn:
			if m.call >= 0 && m.calls[m.call].num == in.num {
				pc = m.back()
			}
		case oCall:
			pc, ok = m.enter(in, pc, pos), m.err == nil
		case oZero:
			m.set(in.reg, 0)
		case oLoop:
			pc = m.loop(in, pc, pos)
		case oRound:
			m.set(in.reg, pos)
		case oProgress:
			if m.regs[in.reg] == pos && (in.num == 0 || m.regs[in.num] >= in.min) {
				pc = in.x
			}
		case oAtomic, oCut, oLook, oLookEnd, oFreeEnd, oNot, oNotEnd, oCondEnd, oCondNot:
			pc, pos, ok = m.around(in, pc, pos)
		case oBack:
			pos, ok = m.stepBack(pos, in.num)
		case oBackref:
			pos, ok = m.backref(in, pos)
		case oHas, oWithin:
			if !m.condition(in) {
				pc = in.x
			}
		case oVerb:
			if in.verb == verbAccept {
				pc = m.accept(pc, pos)
			} else {
				m.push(frame{kind: fVerb, pc: pc - 1, a: pos})
			}
		case oMatch:
			if ok = !m.unwanted(int(pos)); ok {
				m.end = int(pos)
				return true
			}
		case oFail:
			ok = false
		}
		if ok {
			continue
		}
		if m.err != nil {
			return false
		}
		if pc, pos, ok = m.pop(); !ok {
			return false
		}
	}
}

// condition tells whether that of a conditional group holds: one of its groups
// took part (oHas), or the match is within a call of one (oWithin).
func (m *matcher) condition(in *inst) bool {
	if in.op == oHas {
		return slices.ContainsFunc(in.nums, func(reg int32) bool { return m.regs[reg+1] >= 0 })
	}
	return m.call >= 0 && (in.nums == nil || slices.Contains(in.nums, m.calls[m.call].num))
}

// unwanted tells whether the pattern asked that an empty match is none.
func (m *matcher) unwanted(end int) bool {
	start := m.start
	if keep := m.regs[regKeep]; keep >= 0 {
		start = int(keep)
	}
	return start == end && (m.empty || m.atStart && start == m.from)
}

// newline matches \R.
func (m *matcher) newline(in *inst, pos int32) (int32, bool) {
	r, w := decode(m.s, int(pos))
	switch {
	case w == 0:
		return pos, false
	case r == '\r':
		if int(pos)+1 < len(m.s) && m.s[pos+1] == '\n' {
			w = 2
		}
	case r != '\n' && (in.num == 1 || !within(vertical(), r)):
		return pos, false
	}
	return pos + int32(w), true
}

// holds tells whether an assertion does.
func (m *matcher) holds(in *inst, pos int) bool {
	switch in.r {
	case 'A':
		return pos == m.base
	case 'c':
		return pos == m.base && m.from == 0
	case 'G':
		return pos == m.from
	case 'z':
		return pos == len(m.s)
	case 'Z':
		return pos == len(m.s) || pos == len(m.s)-1 && m.s[pos] == '\n'
	case '^':
		if pos == m.base {
			return m.from == 0
		}
		return m.s[pos-1] == '\n' && pos < len(m.s)
	case '$':
		return pos == len(m.s) || m.s[pos] == '\n'
	}
	before, w := m.last(pos)
	after, v := decode(m.s, pos)
	edge := (w > 0 && word(before, in.ucp)) != (v > 0 && word(after, in.ucp))
	return edge == (in.r == 'b')
}

// repeat matches the instruction behind in as often as it may. What it could give
// back, or take yet, waits on the stack.
func (m *matcher) repeat(in *inst, pc, pos int32) (int32, bool) {
	if m.seen(in.memo, pos) {
		return pos, false
	}
	item := &m.code[pc+1]
	most := in.max
	if in.mode == lazy {
		most = in.min
	}
	start := pos
	low, ok := m.span(item, pos, in.min)
	if pos = low; !ok {
		return pos, false
	}
	if most > in.min {
		pos, _ = m.span(item, pos, most-in.min)
	}
	m.steps -= int(pos-start) >> 4
	if pc == 0 && in.mode == possessive && in.max == math.MaxInt32 && in.memo >= 0 {
		// From any place within these characters it would end at the same.
		m.past = int(pos)
	}
	switch {
	case in.mode == lazy && in.max > in.min:
		left := in.max - in.min
		if in.max == math.MaxInt32 {
			left = math.MaxInt32
		}
		m.push(frame{kind: fLazy, pc: pc, a: pos, b: left})
	case in.mode == greedy && pos > low:
		return m.giveBack(frame{kind: fGreedy, pc: pc, a: pos, b: low})
	}
	return pos, in.mode == possessive || !m.marked(in, pos)
}

// span goes over so many characters that an instruction takes; ok is false if
// there were fewer.
func (m *matcher) span(item *inst, pos, n int32) (end int32, ok bool) {
	for ; n > 0; n-- {
		if item.op == oSet && int(pos) < len(m.s) {
			if c := m.s[pos]; c < utf8.RuneSelf {
				if item.set.low[c>>6]&(1<<(c&63)) == 0 {
					return pos, false
				}
				pos++
				continue
			}
		}
		w := m.takes(item, pos)
		if w == 0 {
			return pos, false
		}
		pos += w
	}
	return pos, true
}

// marked tells whether what follows a repeat has been tried from a place.
func (m *matcher) marked(in *inst, pos int32) bool {
	return in.memo >= 0 && m.seen(in.memo+1, pos)
}

// giveBack goes on behind a greedy repeat at the last place, from that of the
// frame down, where what must follow does.
func (m *matcher) giveBack(f frame) (int32, bool) {
	in := &m.code[f.pc]
	pos := f.a
	for skipped := 1; ; skipped++ {
		if in.next >= 0 {
			i := bytes.LastIndexByte(m.s[f.b:min(int(pos)+1, len(m.s))], byte(in.next))
			if i < 0 {
				return pos, false
			}
			m.steps -= (int(pos-f.b) - i) >> 4
			pos = f.b + int32(i)
		}
		if !m.marked(in, pos) {
			break
		}
		if skipped&15 == 0 {
			m.steps--
		}
		if pos <= f.b || m.steps < 0 {
			return pos, false
		}
		_, w := m.last(int(pos))
		pos -= int32(w)
	}
	if pos > f.b {
		_, w := m.last(int(pos))
		f.a = pos - int32(w)
		m.push(f)
	}
	return pos, true
}

// loop begins a round of a loop that counts, or leaves it.
func (m *matcher) loop(in *inst, pc, pos int32) int32 {
	rounds := m.regs[in.reg]
	switch {
	case rounds < in.min:
	case rounds >= in.max:
		return in.y
	case in.mode == lazy:
		m.push(frame{kind: fRound, pc: pc - 1, a: pos})
		return in.y
	default:
		m.push(frame{kind: fChoice, pc: in.y, a: pos})
	}
	m.set(in.reg, rounds+1)
	return in.x
}

// backref matches what the first of its groups that took part has matched.
func (m *matcher) backref(in *inst, pos int32) (int32, bool) {
	for _, reg := range in.nums {
		from, to := m.regs[reg], m.regs[reg+1]
		if to < 0 {
			continue
		}
		text := m.s[from:to]
		m.steps -= len(text) >> 4
		if !in.fold {
			if !bytes.HasPrefix(m.s[pos:], text) {
				return pos, false
			}
			return pos + int32(len(text)), true
		}
		for i := 0; i < len(text); {
			a, v := decode(text, i)
			b, w := decode(m.s, int(pos))
			if w == 0 || a != b && !slices.Contains(folds(a), b) {
				return pos, false
			}
			i, pos = i+v, pos+int32(w)
		}
		return pos, true
	}
	return pos, false
}
