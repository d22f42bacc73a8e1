package regex

import (
	"bytes"
	"unicode/utf8"
)

// Match tells whether the expression matches somewhere in s. The error is
// ErrSteps.
func (re *Regexp) Match(s []byte) (bool, error) {
	if re.prefix != "" && (re.whole || !bytes.Contains(s, []byte(re.prefix))) {
		return re.whole && bytes.Contains(s, []byte(re.prefix)), nil
	}
	if re.fast.use(s) {
		return MatchGo(re.fast.re, s, re.ended)
	}
	loc, err := re.search(s, 0, false)
	return loc != nil, err
}

// MatchString is Match for a string.
func (re *Regexp) MatchString(s string) (bool, error) { return re.Match([]byte(s)) }

// Find returns the leftmost longest match that begins at from or later, as
// pairs of indices: of the match and of each group, -1 for one that took no
// part; nil without a match. What stands before from is seen by anchors and
// word boundaries. With notBOL the beginning of s is no beginning of a line.
// The error is ErrSteps.
func (re *Regexp) Find(s []byte, from int, notBOL bool) ([]int, error) {
	if from > len(s) {
		return nil, nil
	}
	if re.prefix != "" {
		i := bytes.Index(s[from:], []byte(re.prefix))
		if i < 0 {
			return nil, nil
		}
		if from += i; re.whole {
			return []int{from, from + len(re.prefix)}, nil
		}
	}
	if (from == 0 && !notBOL || !re.fast.looks()) && re.fast.use(s[from:]) {
		loc, err := FindGo(re.fast.re, s[from:], re.ended)
		if loc == nil {
			return nil, err
		}
		loc = []int{loc[0] + from, loc[1] + from}
		if re.groups == 0 {
			return loc, nil
		}
		if full, err := re.search(s[:loc[1]], loc[0], notBOL); err == nil && full != nil && full[1] == loc[1] && !re.fast.looks() {
			return full, nil
		}
		from = loc[0]
	}
	return re.search(s, from, notBOL)
}

// search looks for a match beginning by beginning.
func (re *Regexp) search(s []byte, from int, notBOL bool) ([]int, error) {
	m := matcher{program: re.prog, s: s, base: from, limit: len(s), notBOL: notBOL, steps: re.steps}
	if !re.prog.backrefs {
		bits := len(re.prog.code) * (len(s) - from + 1)
		if bits > maxVisited {
			return nil, ErrSteps
		}
		m.visited = make([]uint64, bits/64+1)
	}
	m.caps = make([]int, re.prog.slots)
	m.marks = make([]int, 2*re.prog.loops)
	for start := from; start <= len(s); start++ {
		if start < len(s) && !utf8.RuneStart(s[start]) && m.within(start) {
			continue
		}
		if re.prefix != "" {
			i := bytes.Index(s[start:], []byte(re.prefix))
			if i < 0 {
				return nil, nil
			}
			start += i
		}
		if m.at(start); m.steps < 0 {
			return nil, ErrSteps
		}
		if len(m.best) > 0 {
			return m.best, nil
		}
	}
	return nil, nil
}

// Bounds of the memory of one search: the bits of what was tried, 128 MiB, and
// the ways to go on, as much.
const (
	maxVisited = 1 << 30
	maxFrames  = 1 << 23
)

// A frame is a way to go on, or with pc below 0 a value to restore.
type frame struct{ pc, pos int }

// A matcher is one search. Without back-references each instruction is tried
// at each place once, whatever way leads there.
type matcher struct {
	*program
	s       []byte
	base    int
	limit   int // no match that counts goes beyond
	notBOL  bool
	steps   int
	visited []uint64
	caps    []int
	marks   []int
	stack   []frame
	best    []int
}

// within tells whether i is inside of a valid character.
func (m *matcher) within(i int) bool {
	if m.bytes {
		return false
	}
	for k := i - 1; k >= 0 && k > i-utf8.UTFMax; k-- {
		if utf8.RuneStart(m.s[k]) {
			_, w := utf8.DecodeRune(m.s[k:])
			return k+w > i
		}
	}
	return false
}

// at tries all ways from one beginning and keeps the longest match.
func (m *matcher) at(start int) {
	for i := range m.caps {
		m.caps[i] = -1
	}
	m.stack = append(m.stack[:0], frame{0, start})
	for len(m.stack) > 0 && m.steps >= 0 {
		f := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		switch {
		case f.pc <= -1-len(m.caps):
			m.marks[-1-len(m.caps)-f.pc] = f.pos
		case f.pc < 0:
			m.caps[-1-f.pc] = f.pos
		default:
			if m.follow(f.pc, f.pos) {
				return
			}
		}
	}
}

// follow goes one way until it fails; true means that no longer match is
// possible.
func (m *matcher) follow(pc, pos int) bool {
	for {
		if m.visited != nil && m.tried(pc, pos) {
			return false
		}
		if m.steps--; m.steps < 0 || len(m.stack) > maxFrames {
			m.steps = -1
			return true
		}
		in := &m.code[pc]
		switch in.op {
		case iMatch:
			if len(m.best) == 0 || pos > m.best[1] {
				m.best = append(m.best[:0], m.caps...)
			}
			return pos == m.limit
		case iSplit:
			m.stack = append(m.stack, frame{in.y, pos})
			pc = in.x
			continue
		case iJump:
			pc = in.x
			continue
		case iEnter:
			m.set(2*in.x+1, 0)
		case iMark:
			m.set(2*in.x, pos)
		case iNonEmpty:
			if m.marks[2*in.x] == pos {
				return false
			}
		case iLoop:
			if m.marks[2*in.r] == pos {
				if m.marks[2*in.r+1] != 0 {
					return false // an empty round counts only as the first
				}
				break
			}
			m.set(2*int(in.r)+1, 1)
			pc = in.x
			continue
		case iSave:
			m.stack = append(m.stack, frame{-1 - in.x, m.caps[in.x]})
			m.caps[in.x] = pos
		case iAssert:
			if !m.holds(in.kind, pos) {
				return false
			}
		case iBackref:
			n, ok := m.same(in.x, pos)
			if !ok {
				return false
			}
			if pos += n; pos > m.limit {
				return false
			}
		default:
			n := m.char(in, pos)
			if n == 0 || pos+n > m.limit {
				return false
			}
			pos += n
		}
		pc++
	}
}

// tried tells whether an instruction has been tried at a place, and notes that it
// is now.
func (m *matcher) tried(pc, pos int) bool {
	bit := pc*(m.limit-m.base+1) + pos - m.base
	word, mask := bit>>6, uint64(1)<<(bit&63)
	if m.visited[word]&mask != 0 {
		return true
	}
	m.visited[word] |= mask
	return false
}

// set changes a value of a loop for the rest of this way.
func (m *matcher) set(i, v int) {
	m.stack = append(m.stack, frame{-1 - len(m.caps) - i, m.marks[i]})
	m.marks[i] = v
}

// decode returns the character at pos.
func (m *matcher) decode(pos int) (rune, int) { return decode(m.s[pos:], m.bytes) }

// decode returns the first character of s and its width. What is no part of a
// character, and with bytes set all beyond ASCII, is a character of its own.
func decode(s []byte, bytes bool) (rune, int) {
	c := s[0]
	if c < utf8.RuneSelf {
		return rune(c), 1
	}
	if bytes {
		return invalid(c), 1
	}
	r, w := utf8.DecodeRune(s)
	if r == utf8.RuneError && w == 1 {
		return invalid(c), 1
	}
	return r, w
}
