package perl

import (
	"bytes"
	"unicode/utf8"
)

// A Finder finds matches of one pattern in many texts. It keeps what it
// allocates between calls, and is for one goroutine.
type Finder struct {
	re    *Regexp
	steps int
	m     matcher
}

// Finder returns a Finder whose matches may take so many steps.
func (re *Regexp) Finder(steps int) *Finder {
	if re.limit > 0 {
		steps = min(steps, re.limit)
	}
	return &Finder{re: re, steps: steps}
}

// Regexp returns the pattern.
func (f *Finder) Regexp() *Regexp { return f.re }

// Find returns the first match that begins its search at from, which \G stands
// for; both results are -1 without one. What stands before is seen by \A, \b and
// lookbehinds, but only from 0 on does ^ match. The error is ErrSteps, ErrMemory
// or ErrLoop.
//
// Like GNU grep it passes bytes at from that begin no character, and takes what
// follows them for the text.
func (f *Finder) Find(s []byte, from int) (start, end int, err error) {
	if len(s) > maxText {
		return -1, -1, ErrMemory
	}
	if from > len(s) || f.re.literal != "" && !bytes.Contains(s, []byte(f.re.literal)) {
		return -1, -1, nil
	}
	m := &f.m
	m.reset(f.re, s, from, f.steps)
	for at := m.from; ; {
		if at = m.candidate(at); at < 0 {
			return -1, -1, nil
		}
		found := m.try(at)
		if m.err != nil {
			return -1, -1, m.err
		}
		if found {
			return m.start, m.end, nil
		}
		if m.committed {
			return -1, -1, nil
		}
		if m.skip > at {
			at = m.skip
			continue
		}
		at = max(m.after(at), m.past)
	}
}

// A matcher is one search.
type matcher struct {
	*Regexp
	s         []byte
	from      int // where the search began
	base      int // where the text does
	near      int // where the literal is, if matches must have it
	steps     int
	spent     int // the steps of which no memory was kept
	regs      []int32
	stack     []frame
	visited   []uint64
	calls     []call
	saved     []int32
	call      int32 // the innermost, -1 for none
	start     int   // of the match
	end       int
	err       error
	committed bool
	skip      int
	past      int // no match begins between here and where one was looked for
}

func (m *matcher) reset(re *Regexp, s []byte, from, steps int) {
	m.Regexp, m.s, m.from, m.steps, m.spent = re, s, from, steps, steps-fewSteps
	m.err, m.committed, m.visited, m.base, m.near = nil, false, m.visited[:0], 0, -1
	for m.from < len(s) && (s[m.from] >= 0x80 && s[m.from] < 0xC2 || s[m.from] > 0xF4) {
		m.from++
		m.base = m.from
	}
	if m.regs == nil {
		m.regs = make([]int32, re.regs)
	}
}

// fewSteps is how long a search goes on before it remembers what failed.
const fewSteps = 100

// candidate is the next place, from at on, where a match may begin; -1 for none.
func (m *matcher) candidate(at int) int {
	if at+m.least > len(m.s) {
		return -1
	}
	if m.ahead && m.near < at {
		i := bytes.Index(m.s[at:], []byte(m.literal))
		if i < 0 {
			return -1
		}
		m.near = at + i
	}
	switch {
	case m.bottom:
		for at > m.from && at <= len(m.s) && !m.barrier(at) {
			at++
		}
	case m.anchor:
		for at > m.from && at <= len(m.s) && m.s[at-1] != '\n' && !m.barrier(at) {
			at++
		}
	case m.prefix != "":
		i := bytes.Index(m.s[at:], []byte(m.prefix))
		if i < 0 {
			return -1
		}
		return at + i
	case !m.any:
		for at < len(m.s) && !m.first[m.s[at]] {
			at++
		}
		if at == len(m.s) {
			return -1
		}
	}
	if at > len(m.s) {
		return -1
	}
	return at
}

// barrier tells whether what stands before a place is no character.
func (m *matcher) barrier(at int) bool {
	_, w := m.last(at)
	return w == 0
}

// after is the place behind the character at a place.
func (m *matcher) after(at int) int {
	_, w := decode(m.s, at)
	return at + max(w, 1)
}

// last reads the character before a place; its width is 0 if there is none.
func (m *matcher) last(pos int) (rune, int) {
	if pos == m.base {
		return 0, 0
	}
	if c := m.s[pos-1]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, w := utf8.DecodeLastRune(m.s[m.base:pos])
	if w == 1 {
		return 0, 0
	}
	return r, w
}

// try looks for a match that begins at a place.
func (m *matcher) try(at int) bool {
	for i := range m.regs {
		m.regs[i] = -1
	}
	m.stack, m.calls, m.saved, m.call, m.skip, m.past = m.stack[:0], m.calls[:0], m.saved[:0], -1, -1, -1
	m.start = at
	if !m.run(int32(at)) {
		return false
	}
	if keep := m.regs[regKeep]; keep >= 0 {
		m.start = int(keep)
	}
	return true
}

// seen tells whether an instruction has been at a place before, and remembers
// that it is there now.
func (m *matcher) seen(mark int32, pos int32) bool {
	if mark < 0 || m.steps > m.spent {
		return false
	}
	if len(m.visited) == 0 {
		bits := m.memos * (len(m.s) - m.from + 1)
		if bits > maxVisited {
			m.spent = 0
			return false
		}
		words := bits/64 + 1
		if cap(m.visited) < words {
			m.visited = make([]uint64, words)
		}
		m.visited = m.visited[:words]
		clear(m.visited)
	}
	bit := int(mark)*(len(m.s)-m.from+1) + int(pos) - m.from
	if m.visited[bit>>6]&(1<<(bit&63)) != 0 {
		return true
	}
	m.visited[bit>>6] |= 1 << (bit & 63)
	return false
}

// takes is the width of the character at pos if the instruction takes it, else 0.
func (m *matcher) takes(in *inst, pos int32) int32 {
	if int(pos) >= len(m.s) {
		return 0
	}
	r, w := rune(m.s[pos]), 1
	if r >= utf8.RuneSelf {
		if r, w = utf8.DecodeRune(m.s[pos:]); w == 1 {
			return 0
		}
	}
	ok := false
	switch in.op {
	case oChar:
		ok = r == in.r
	case oSet:
		ok = in.set.has(r)
	case oAny:
		ok = r != '\n'
	case oAll:
		ok = true
	case oFold:
		for _, f := range in.runes {
			ok = ok || f == r
		}
	}
	if ok {
		return int32(w)
	}
	return 0
}
