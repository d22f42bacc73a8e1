package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

// A program is a pattern for characters, or for bytes.
type program struct {
	bytes bool
	ext   bool
	// starred is set when an extended pattern follows a star.
	starred bool
	nodes   []node
	// Without extended patterns: what stands between stars. One segment means
	// no star, an empty one at an end a star there.
	segs []segment
	// sameForBytes is set when the pattern has only literals and stars, so
	// that characters and bytes give the same.
	sameForBytes bool
	// fixed is the length that bash wrongly assumes in ${s/p/r}, -1 if its
	// guess is right or if it makes none.
	fixed int
	// guessed is what bash guesses, right or wrong.
	guessed int
	// large is set when the pattern has more than maxNodes.
	large bool
}

// A segment matches a fixed number of characters.
type segment struct {
	plain bool // only lit
	lit   string
	nodes []node
}

func newProgram(text string, opts Options, bytes bool) *program {
	p := parser{opts: opts, bytes: bytes}
	prog := &program{bytes: bytes, nodes: p.parse(text, 0)}
	if p.full() {
		return &program{bytes: bytes, large: true, fixed: -1, guessed: -1, segs: []segment{{}}}
	}
	prog.ext, prog.starred, prog.fixed = p.ext, p.starred, p.guess(text)
	prog.guessed = prog.fixed
	if prog.ext {
		return prog
	}
	prog.sameForBytes = true
	start := 0
	for i, n := range prog.nodes {
		if n.kind == kStar {
			prog.segs = append(prog.segs, newSegment(prog.nodes[start:i]))
			start = i + 1
		} else if n.kind != kLit {
			prog.sameForBytes = false
		}
	}
	prog.segs = append(prog.segs, newSegment(prog.nodes[start:]))
	if len(prog.segs) == 1 && prog.fixed == p.length(prog.nodes) {
		prog.fixed = -1
	}
	return prog
}

func newSegment(nodes []node) segment {
	switch {
	case len(nodes) == 0:
		return segment{plain: true}
	case len(nodes) == 1 && nodes[0].kind == kLit:
		return segment{plain: true, lit: nodes[0].lit}
	}
	return segment{nodes: nodes}
}

// A matcher is one call.
type matcher struct {
	*program
	s     string
	steps int
	err   error
}

// matcher begins a call. The error is ErrSteps.
func (prog *program) matcher(s string, steps int) (matcher, error) {
	if prog.large {
		return matcher{}, ErrSteps
	}
	return matcher{program: prog, s: s, steps: steps}, nil
}

// spend counts n steps; false means that there are no more.
func (m *matcher) spend(n int) bool {
	if m.steps -= n; m.steps < 0 {
		m.err = ErrSteps
		return false
	}
	return true
}

func (m *matcher) result(i int) int { return orNone(i, m.err) }

// ahead returns what is behind one node at i, -1 if it does not match there.
func (m *matcher) ahead(n *node, i int) int {
	if n.kind == kLit {
		if strings.HasPrefix(m.s[i:], n.lit) {
			return i + len(n.lit)
		}
		return -1
	}
	if i >= len(m.s) {
		return -1
	}
	r, w := rune(m.s[i]), 1
	if r >= utf8.RuneSelf && !m.bytes {
		r, w = utf8.DecodeRuneInString(m.s[i:])
	}
	if m.one(n, r) {
		return i + w
	}
	return -1
}

// back returns where one node that ends at i begins, -1 if it does not match
// there.
func (m *matcher) back(n *node, i int) int {
	if n.kind == kLit {
		if strings.HasSuffix(m.s[:i], n.lit) {
			return i - len(n.lit)
		}
		return -1
	}
	if i <= 0 {
		return -1
	}
	r, w := rune(m.s[i-1]), 1
	if r >= utf8.RuneSelf && !m.bytes {
		r, w = utf8.DecodeLastRuneInString(m.s[:i])
	}
	if m.one(n, r) {
		return i - w
	}
	return -1
}

// one matches a node of one character.
func (m *matcher) one(n *node, r rune) bool {
	switch n.kind {
	case kAny:
		return true
	case kSet:
		return n.set.has(r)
	case kFold:
		if r == n.r {
			return true
		}
		return !(m.bytes && r >= utf8.RuneSelf) && ctype.ToLower(r) == n.r
	}
	return false
}

// at returns the end of a segment that begins at i, -1 if it does not.
func (m *matcher) at(g *segment, i int) int {
	if g.plain {
		if strings.HasPrefix(m.s[i:], g.lit) {
			return i + len(g.lit)
		}
		return -1
	}
	for k := range g.nodes {
		if i = m.ahead(&g.nodes[k], i); i < 0 || !m.spend(1) {
			return -1
		}
	}
	return i
}

// until returns the beginning of a segment that ends at i, -1 if it does not.
func (m *matcher) until(g *segment, i int) int {
	if g.plain {
		if strings.HasSuffix(m.s[:i], g.lit) {
			return i - len(g.lit)
		}
		return -1
	}
	for k := len(g.nodes) - 1; k >= 0; k-- {
		if i = m.back(&g.nodes[k], i); i < 0 || !m.spend(1) {
			return -1
		}
	}
	return i
}

// inside tells whether i is within a character.
func (m *matcher) inside(i int) bool {
	return !m.bytes && i < len(m.s) && !utf8.RuneStart(m.s[i])
}

// first returns the leftmost place of a segment that begins at lo or later and
// ends at hi or before.
func (m *matcher) first(g *segment, lo, hi int) (start, end int) {
	if lo > hi {
		return -1, -1
	}
	if g.plain {
		i := strings.Index(m.s[lo:hi], g.lit)
		if i < 0 {
			return -1, -1
		}
		return lo + i, lo + i + len(g.lit)
	}
	lead := ""
	if g.nodes[0].kind == kLit {
		lead = g.nodes[0].lit
	}
	for i := lo; i <= hi; i++ {
		if lead != "" {
			n := strings.Index(m.s[i:hi], lead)
			if n < 0 {
				return -1, -1
			}
			i += n
		}
		if m.inside(i) {
			continue
		}
		if end := m.at(g, i); end >= 0 {
			if end > hi {
				return -1, -1
			}
			return i, end
		}
		if !m.spend(1) {
			break
		}
	}
	return -1, -1
}

// last is first for the rightmost place.
func (m *matcher) last(g *segment, lo, hi int) (start, end int) {
	if lo > hi {
		return -1, -1
	}
	if g.plain {
		i := strings.LastIndex(m.s[lo:hi], g.lit)
		if i < 0 {
			return -1, -1
		}
		return lo + i, lo + i + len(g.lit)
	}
	for i := hi; i >= lo; i-- {
		if m.inside(i) {
			continue
		}
		if start := m.until(g, i); start >= 0 {
			if start < lo {
				return -1, -1
			}
			return start, i
		}
		if !m.spend(1) {
			break
		}
	}
	return -1, -1
}
