package regex

import "bytes"

// A Finder finds matches of one expression in many texts. It keeps what it
// learns and allocates between calls, and is for one goroutine.
type Finder struct {
	re    *Regexp
	spans *spans
	uses  int
	m     matcher
	seen  []uint64
	loc   [2]int
}

// Finder returns a new Finder for the expression.
func (re *Regexp) Finder() *Finder { return &Finder{re: re} }

// An automaton is made for the third text, or a text of longText bytes: to make
// it takes longer than to search a few lines.
const (
	fewUses  = 3
	longText = 512
)

func (f *Finder) automaton(n int) *spans {
	if f.uses < fewUses {
		if f.uses++; n >= longText {
			f.uses = fewUses
		}
		if f.uses == fewUses {
			f.spans = newSpans(f.re)
		}
	}
	return f.spans
}

// Regexp returns the expression.
func (f *Finder) Regexp() *Regexp { return f.re }

// Span is Find without the groups; both results are -1 without a match. The
// error is ErrSteps.
func (f *Finder) Span(s []byte, from int) (start, end int, err error) {
	if f.re.whole && f.re.prefix != "" {
		i := -1
		if from <= len(s) {
			i = bytes.Index(s[from:], []byte(f.re.prefix))
		}
		if i < 0 {
			return -1, -1, nil
		}
		return from + i, from + i + len(f.re.prefix), nil
	}
	if sp := f.automaton(len(s)); sp != nil && from <= len(s) {
		if start, end, ok := sp.find(s, from); ok {
			return start, end, nil
		}
	}
	loc, err := f.re.Find(s, from, false)
	if loc == nil {
		return -1, -1, err
	}
	return loc[0], loc[1], nil
}

// Find is Regexp.Find without notBOL. The result is good until the next call.
func (f *Finder) Find(s []byte, from int) ([]int, error) {
	start, end, err := f.Span(s, from)
	if start < 0 || err != nil {
		return nil, err
	}
	if f.re.groups > 0 {
		return f.fill(s, start, end)
	}
	f.loc = [2]int{start, end}
	return f.loc[:], nil
}

// fill finds the groups of the match from start to end.
func (f *Finder) fill(s []byte, start, end int) ([]int, error) {
	m := &f.m
	m.program, m.s, m.base, m.limit, m.steps, m.best = f.re.prog, s, start, end, f.re.steps, m.best[:0]
	if !f.re.prog.backrefs {
		bits := len(f.re.prog.code) * (end - start + 1)
		if bits > maxVisited {
			return nil, ErrSteps
		}
		words := bits/64 + 1
		if cap(f.seen) < words {
			f.seen = make([]uint64, words, words+words/4)
		}
		m.visited = f.seen[:words]
		clear(m.visited)
	}
	if m.caps == nil {
		m.caps, m.marks = make([]int, f.re.prog.slots), make([]int, 2*f.re.prog.loops)
	}
	clear(m.marks)
	m.at(start)
	m.s = nil
	switch {
	case m.steps < 0:
		return nil, ErrSteps
	case len(m.best) == 0:
		return nil, nil
	}
	return m.best, nil
}

// Open tells whether more text behind s could make the longest match that begins
// at start end elsewhere. Where no automaton knows, any text could.
func (f *Finder) Open(s []byte, start int) bool {
	if f.re.whole && f.re.prefix != "" {
		return false
	}
	if f.spans == nil {
		f.spans, f.uses = newSpans(f.re), fewUses
	}
	if f.spans == nil {
		_, end, err := f.Span(s, start)
		return err != nil || end == len(s)
	}
	_, _, open := f.spans.reach(s, start)
	return open
}
