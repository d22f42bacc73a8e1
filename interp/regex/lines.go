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
	l := &Lines{delim: delim}
	n := 0
	for _, re := range expressions {
		for _, in := range re.prog.code {
			if in.op == iBackref || in.op == iAssert && in.kind != kLineStart && in.kind != kLineEnd && in.kind != kTextStart && in.kind != kTextEnd {
				return nil
			}
		}
		l.progs, l.base = append(l.progs, re.prog), append(l.base, n)
		n += len(re.prog.code)
	}
	l.marks = make([]uint32, n)
	l.reset()
	return l
}

func (l *Lines) reset() {
	l.states, l.memory = map[string]*lineState{}, 0
	l.begin()
	for i := range l.progs {
		l.follow(int32(l.base[i]), true, false)
	}
	l.start = l.state()
}

// Next returns a place in the first line of s that matches, -1 if there is
// none. s begins at the beginning of a line.
func (l *Lines) Next(s []byte) int {
	st := l.start
	for i := 0; i < len(s); {
		if st.matched {
			return i
		}
		c := s[i]
		if c == l.delim {
			if st.atEnd {
				return i
			}
			st = l.start
			i++
			continue
		}
		if c < utf8.RuneSelf {
			to := st.next[c]
			if to == nil {
				to = l.step(st, rune(c))
			}
			st = to
			i++
			continue
		}
		r, w := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && w == 1 {
			r = invalid(c)
		}
		to := st.wide[r]
		if to == nil {
			to = l.step(st, r)
		}
		st = to
		i += w
	}
	// What follows the last delimiter is a line if it is not empty.
	if len(s) > 0 && s[len(s)-1] != l.delim && (st.matched || st.atEnd) {
		return len(s) - 1
	}
	return -1
}

// Matches tells whether one line, given without its end, matches; ok is false
// when it has a delimiter in it.
func (l *Lines) Matches(line []byte) (matched, ok bool) {
	if bytes.IndexByte(line, l.delim) >= 0 {
		return false, false
	}
	if len(line) == 0 {
		return l.start.matched || l.start.atEnd, true
	}
	return l.Next(line) >= 0, true
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
	if l.memory > maxPlaces || len(l.states) > maxStates {
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
		i := l.program(p)
		m.program = l.progs[i]
		if in := &m.program.code[int(p)-l.base[i]]; in.op == iMatch || in.op == iAssert || m.char(in, 0) == 0 {
			continue
		}
		l.follow(p+1, false, false)
	}
	// A match may begin at any place.
	for i := range l.progs {
		l.follow(int32(l.base[i]), false, false)
	}
	to := l.state()
	if r < utf8.RuneSelf {
		st.next[r] = to
	} else {
		if st.wide == nil {
			st.wide = map[rune]*lineState{}
		}
		if len(st.wide) < maxStates {
			st.wide[r] = to
		}
	}
	return to
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
		if l.marks[p] == l.round {
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
func (l *Lines) state() *lineState {
	slices.Sort(l.places)
	places := slices.Clone(l.places)
	key := make([]byte, 0, 4*len(places)+1)
	for _, p := range places {
		key = append(key, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	// The first state of a line may go on through ^ at its end: "^$".
	first := l.start == nil || len(l.states) == 0
	if first {
		key = append(key, 1)
	}
	if st, ok := l.states[string(key)]; ok {
		return st
	}
	st := &lineState{places: places}
	for _, p := range places {
		i := l.program(p)
		switch in := &l.progs[i].code[int(p)-l.base[i]]; in.op {
		case iMatch:
			st.matched = true
		case iAssert:
			l.begin()
			l.follow(p, first, true)
			st.atEnd = st.atEnd || l.accepts()
		}
	}
	l.states[string(key)] = st
	l.memory += len(places) + 64
	return st
}

// accepts tells whether a place collected is the end of an expression.
func (l *Lines) accepts() bool {
	return slices.ContainsFunc(l.places, func(p int32) bool {
		i := l.program(p)
		return l.progs[i].code[int(p)-l.base[i]].op == iMatch
	})
}
