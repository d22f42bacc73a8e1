package regex

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Lines looks for lines that match one of several expressions, many lines at a
// time. It runs an automaton whose states are made when they are first needed,
// so that a line costs a table look-up for each byte. It is for one goroutine.
//
// It says where, not how much matches: that is what Find is for.
type Lines struct {
	bytes  bool // each byte is a character
	progs  []*program
	base   []int // where the instructions of each begin in the numbering of places
	delim  byte
	states map[string]*lineState
	start  *lineState
	marks  []uint32
	round  uint32
	places []int32
	stack  []int32
	memory int
	work   int
	resets uint32 // how often all states were forgotten
	most   int    // how many states are kept
	room   int    // and how many places in them

	// What every state has, because a match may begin at any place, is kept
	// once: with thousands of words it would be most of each state.
	always  []bool
	begins  []int32
	after   [utf8.RuneSelf][]int32 // places behind begins that a character leads to
	known   [utf8.RuneSelf]bool
	anyhow  bool // begins holds a match
	atAnEnd bool // and a match if the line ends
}

// A lineState is a set of places in the programs.
type lineState struct {
	places  []int32 // characters to be matched, and ends of lines to be met
	matched bool    // an expression has matched
	atEnd   bool    // one matches if the line ends here
	next    [utf8.RuneSelf]*lineState
	wide    map[rune]*lineState
}

// maxStates bounds the states that are kept, maxPlaces what they hold together.
const (
	maxStates = 2000
	maxPlaces = 1 << 20
)

// NewLines returns nil when an expression needs more than an automaton has:
// back-references and word boundaries. Lines end with delim.
func NewLines(delim byte, expressions ...*Regexp) *Lines {
	l := &Lines{delim: delim, most: maxStates, room: maxPlaces}
	n := 0
	for _, re := range expressions {
		for _, in := range re.prog.code {
			if in.op == iBackref || in.op == iAssert && in.kind != kLineStart && in.kind != kLineEnd && in.kind != kTextStart && in.kind != kTextEnd {
				return nil
			}
		}
		l.bytes = l.bytes || re.prog.bytes
		l.progs, l.base = append(l.progs, re.prog), append(l.base, n)
		n += len(re.prog.code)
	}
	l.marks = make([]uint32, n)
	l.begin()
	for i := range l.progs {
		l.follow(int32(l.base[i]), false, false)
	}
	l.begins, l.always = slices.Clone(l.places), make([]bool, n)
	for p, round := range l.marks {
		l.always[p] = round == l.round
	}
	l.anyhow, l.atAnEnd = l.ends(l.begins, false)
	l.reset()
	return l
}

func (l *Lines) reset() {
	l.states, l.memory = map[string]*lineState{}, 0
	l.resets++
	l.begin()
	always := l.always
	l.always = nil // at the beginning of a line those places may lead further
	for i := range l.progs {
		l.follow(int32(l.base[i]), true, false)
	}
	l.start = l.state(true)
	l.always = always
}

// Next returns a place in the first line of s that matches, -1 if there is
// none. s begins at the beginning of a line. The error is ErrSteps.
func (l *Lines) Next(s []byte) (int, error) {
	st := l.start
	l.work = 0
	for i := 0; i < len(s); {
		if st.matched {
			return i, nil
		}
		c := s[i]
		if c == l.delim {
			if st.atEnd {
				return i, nil
			}
			st = l.start
			i++
			continue
		}
		if c < utf8.RuneSelf {
			to := st.next[c]
			if to == nil {
				if to = l.step(st, rune(c)); l.work > MaxSteps {
					return -1, ErrSteps
				}
			}
			st = to
			i++
			continue
		}
		r, w := decode(s[i:], l.bytes)
		to := st.wide[r]
		if to == nil {
			if to = l.step(st, r); l.work > MaxSteps {
				return -1, ErrSteps
			}
		}
		st = to
		i += w
	}
	// What follows the last delimiter is a line if it is not empty.
	if len(s) > 0 && s[len(s)-1] != l.delim && (st.matched || st.atEnd) {
		return len(s) - 1, nil
	}
	return -1, nil
}

// Matches tells whether one line, given without its end, matches; ok is false
// when it has a delimiter in it, or when there were too many steps.
func (l *Lines) Matches(line []byte) (matched, ok bool) {
	if bytes.IndexByte(line, l.delim) >= 0 {
		return false, false
	}
	if len(line) == 0 {
		return l.start.matched || l.start.atEnd, true
	}
	place, err := l.Next(line)
	return place >= 0, err == nil
}

// begin starts a new set of places.
func (l *Lines) begin() {
	if l.round++; l.round == 0 {
		clear(l.marks)
		l.round = 1
	}
	l.places = l.places[:0]
}

// step makes the state that a character leads to.
func (l *Lines) step(st *lineState, r rune) *lineState {
	if l.memory > l.room || len(l.states) > l.most {
		l.reset()
	}
	var m matcher
	var buf [utf8.UTFMax]byte
	if r > utf8.MaxRune {
		m.s = append(buf[:0], byte(r-invalid(0)))
	} else {
		m.s = utf8.AppendRune(buf[:0], r)
	}
	l.begin()
	for _, p := range st.places {
		if l.takes(&m, p) {
			l.follow(p+1, false, false)
		}
	}
	for _, p := range l.fromAlways(&m, r) {
		l.follow(p, false, false)
	}
	to := l.state(false)
	if r < utf8.RuneSelf {
		st.next[r] = to
	} else {
		if st.wide == nil {
			st.wide = map[rune]*lineState{}
		}
		if len(st.wide) < l.most {
			st.wide[r] = to
		}
	}
	return to
}

// takes tells whether the instruction at a place takes the character that m
// holds.
func (l *Lines) takes(m *matcher, p int32) bool {
	l.work++
	i := l.program(p)
	m.program = l.progs[i]
	in := &m.program.code[int(p)-l.base[i]]
	return in.op != iMatch && in.op != iAssert && m.char(in, 0) > 0
}

// fromAlways returns the places that a character leads to from those that every
// state has.
func (l *Lines) fromAlways(m *matcher, r rune) []int32 {
	ascii := r < utf8.RuneSelf
	if ascii && l.known[r] {
		return l.after[r]
	}
	var all []int32
	for _, p := range l.begins {
		if l.takes(m, p) {
			all = append(all, p+1)
		}
	}
	if ascii {
		l.after[r], l.known[r] = all, true
	}
	return all
}

// program finds the program that a place is in.
func (l *Lines) program(p int32) int {
	i, found := slices.BinarySearch(l.base, int(p))
	if !found {
		i--
	}
	return i
}

// follow adds a place and all that is reached from it without a character.
func (l *Lines) follow(p int32, atStart, atEnd bool) {
	l.stack = append(l.stack[:0], p)
	i := l.program(p)
	base, code := int32(l.base[i]), l.progs[i].code
	for len(l.stack) > 0 {
		p = l.stack[len(l.stack)-1]
		l.stack = l.stack[:len(l.stack)-1]
		l.work++
		if l.marks[p] == l.round || l.always != nil && !atEnd && l.always[p] {
			continue
		}
		l.marks[p] = l.round
		switch in := &code[p-base]; in.op {
		case iSplit:
			l.stack = append(l.stack, base+int32(in.x), base+int32(in.y))
		case iJump:
			l.stack = append(l.stack, base+int32(in.x))
		case iSave, iEnter, iMark, iNonEmpty:
			l.stack = append(l.stack, p+1)
		case iLoop:
			// Whether a round was empty does not change what matches.
			l.stack = append(l.stack, base+int32(in.x), p+1)
		case iAssert:
			start := in.kind == kLineStart || in.kind == kTextStart
			switch {
			case start && atStart || !start && atEnd:
				l.stack = append(l.stack, p+1)
			case !start:
				l.places = append(l.places, p)
			default:
				// At this place it fails, but a way that comes later in the
				// same round is at the same place.
			}
		default:
			l.places = append(l.places, p)
		}
	}
}

// state finds or makes the state for the places collected.
func (l *Lines) state(first bool) *lineState {
	slices.Sort(l.places)
	places := slices.Clone(l.places)
	key := make([]byte, 0, 4*len(places)+1)
	for _, p := range places {
		key = append(key, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	// The first state of a line is one of its own: "^$" matches at its end.
	if first {
		key = append(key, 1)
	}
	if st, ok := l.states[string(key)]; ok {
		return st
	}
	st := &lineState{places: places}
	st.matched, st.atEnd = l.ends(places, first)
	st.matched, st.atEnd = st.matched || l.anyhow, st.atEnd || l.atAnEnd
	l.states[string(key)] = st
	l.memory += len(places) + 64
	return st
}

// ends tells whether places have a match, and whether they lead to one if the
// line ends.
func (l *Lines) ends(places []int32, atStart bool) (matched, atEnd bool) {
	for _, p := range places {
		i := l.program(p)
		switch in := &l.progs[i].code[int(p)-l.base[i]]; in.op {
		case iMatch:
			matched = true
		case iAssert:
			saved, always := l.places, l.always
			l.places, l.always = nil, nil
			l.begin()
			l.follow(p, atStart, true)
			atEnd = atEnd || l.accepts()
			l.places, l.always = saved, always
		}
	}
	return matched, atEnd
}

// accepts tells whether a place collected is the end of an expression.
func (l *Lines) accepts() bool {
	return slices.ContainsFunc(l.places, func(p int32) bool {
		i := l.program(p)
		return l.progs[i].code[int(p)-l.base[i]].op == iMatch
	})
}
