package regex

import (
	"bytes"
	"unicode/utf8"
)

// spans finds where matches begin and how long the longest is, with the
// automaton of Lines, begun anew at each place where a match may begin. States
// have the places of one beginning alone.
type spans struct {
	*Lines
	prefix []byte
	// inner is the state of a match that does not begin the text. made says
	// for which round of the automaton it was made.
	inner *lineState
	made  uint32
	// first tells which ASCII characters can begin such a match; only is that
	// character if there is but one, else -1.
	first [utf8.RuneSelf]bool
	only  int
	wide  bool // others may
	empty bool // it may be empty
}

// A script can have hundreds of expressions, each with an automaton, so that one
// keeps less than that of Lines does. One that has too many states for that is
// given up after some rounds.
const (
	fewStates = 256
	fewPlaces = 1 << 16
	maxResets = 100
)

// newSpans returns nil where an automaton can not do it, or conditions depend on
// newlines.
func newSpans(re *Regexp) *spans {
	if re.prog.newline {
		return nil
	}
	l := &Lines{bytes: re.prog.bytes, progs: []*program{re.prog}, base: []int{0}, most: fewStates, room: fewPlaces}
	for _, in := range re.prog.code {
		if in.op == iBackref || in.op == iAssert && !anchor(in.kind) {
			return nil
		}
	}
	n := len(re.prog.code)
	l.marks, l.always = make([]uint32, n), make([]bool, n)
	l.reset()
	sp := &spans{Lines: l, prefix: []byte(re.prefix), only: -1}
	sp.begins()
	count := 0
	for c := range rune(utf8.RuneSelf) {
		if sp.first[c] = sp.lives(sp.step(sp.inner, c)); sp.first[c] {
			sp.only = int(c)
			count++
		}
	}
	sp.empty = sp.inner.matched || sp.inner.atEnd
	sp.wide = sp.anyWide(re.prog)
	if count != 1 || sp.wide {
		sp.only = -1
	}
	return sp
}

func anchor(k kind) bool {
	return k == kLineStart || k == kLineEnd || k == kTextStart || k == kTextEnd
}

// anyWide tells whether something other than ASCII may begin a match: it looks
// at the first instructions alone.
func (sp *spans) anyWide(p *program) bool {
	for _, place := range sp.inner.places {
		if in := &p.code[place]; in.op != iChar || in.r >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// begins makes the state inside of a text.
func (sp *spans) begins() {
	always := sp.always
	sp.always = nil
	sp.begin()
	sp.follow(0, false, false)
	sp.inner, sp.made = sp.state(false), sp.resets
	sp.always = always
}

// lives tells whether a state can lead to a match.
func (sp *spans) lives(st *lineState) bool { return len(st.places) > 0 || st.matched }

// find returns the leftmost longest match that begins at from or later, start
// -1 without one. ok is false when it took too many steps.
func (sp *spans) find(s []byte, from int) (start, end int, ok bool) {
	if from < len(s) && !sp.bytes && !utf8.RuneStart(s[from]) || sp.resets > maxResets {
		return -1, -1, false
	}
	if sp.made != sp.resets {
		sp.begins()
	}
	// Beginning anew can take the square of the length.
	budget := 1024 + 16*(len(s)-from)
	sp.work = 0
	for start = from; start <= len(s); {
		if len(sp.prefix) > 0 {
			i := bytes.Index(s[start:], sp.prefix)
			if i < 0 {
				return -1, -1, true
			}
			start += i
		} else if start > 0 && !sp.empty {
			if start = sp.skip(s, start); start == len(s) {
				return -1, -1, true
			}
		}
		end, used := sp.longest(s, start)
		if end >= 0 {
			return start, end, true
		}
		if budget -= used; budget < 0 || sp.work > MaxSteps {
			return -1, -1, false
		}
		if start == len(s) || s[start] < utf8.RuneSelf {
			start++
		} else {
			_, w := decode(s[start:], sp.bytes)
			start += w
		}
	}
	return -1, -1, true
}

// skip goes to the next place where a match may begin.
func (sp *spans) skip(s []byte, at int) int {
	if sp.only >= 0 {
		if i := bytes.IndexByte(s[at:], byte(sp.only)); i >= 0 {
			return at + i
		}
		return len(s)
	}
	for at < len(s) {
		c := s[at]
		if c >= utf8.RuneSelf {
			if sp.wide {
				return at
			}
		} else if sp.first[c] {
			return at
		}
		at++
	}
	return at
}

// longest returns where the longest match that begins at start ends, -1 for
// none, and how many characters it looked at.
func (sp *spans) longest(s []byte, start int) (end, used int) {
	end, used, _ = sp.reach(s, start)
	return end, used
}

// reach is longest which also tells whether more text could make it another.
func (sp *spans) reach(s []byte, start int) (end, used int, open bool) {
	end = -1
	st := sp.inner
	if start == 0 {
		st = sp.start
	}
	i := start
	for {
		if st.matched {
			end = i
		}
		if i == len(s) {
			if st.atEnd {
				end = i
			}
			open = len(st.places) > 0 || st.atEnd && !st.matched
			break
		}
		c := s[i]
		if c < utf8.RuneSelf {
			to := st.next[c]
			if to == nil {
				to = sp.step(st, rune(c))
			}
			st = to
			i++
		} else {
			r, w := decode(s[i:], sp.bytes)
			to := st.wide[r]
			if to == nil {
				to = sp.step(st, r)
			}
			st = to
			i += w
		}
		if len(st.places) == 0 && !st.matched {
			break
		}
	}
	return end, i - start, open
}
