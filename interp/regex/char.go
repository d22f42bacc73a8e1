package regex

import (
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

// char returns the width of the character at pos if the instruction matches
// it, 0 if not. Bytes that are no part of a character match only themselves.
func (m *matcher) char(in *inst, pos int) int {
	if pos >= len(m.s) {
		return 0
	}
	r, w := m.decode(pos)
	ok := false
	switch in.op {
	case iChar:
		ok = r == in.r
	case iFold:
		ok = r == in.r || ctype.ToLower(r) == in.r || ctype.ToLower(ctype.ToUpper(r)) == in.r
	case iAny:
		ok = m.bytes || r <= utf8.MaxRune
	case iAnyNoNewline:
		ok = (m.bytes || r <= utf8.MaxRune) && r != '\n'
	case iSet:
		ok = (m.bytes || r <= utf8.MaxRune) && in.set.has(r)
	}
	if !ok {
		return 0
	}
	return w
}

// same compares the text at pos with what a group has matched.
func (m *matcher) same(group, pos int) (int, bool) {
	lo, hi := m.caps[2*group], m.caps[2*group+1]
	if lo < 0 || hi < lo || pos+hi-lo > len(m.s) {
		return 0, false
	}
	m.steps -= (hi - lo) / 16
	a, b := m.s[lo:hi], m.s[pos:pos+hi-lo]
	if string(a) == string(b) {
		return hi - lo, true
	}
	if !m.fold {
		return 0, false
	}
	for i, j := 0, 0; ; {
		if i == len(a) || j == len(b) {
			return hi - lo, i == len(a) && j == len(b)
		}
		x, n := utf8.DecodeRune(a[i:])
		y, k := utf8.DecodeRune(b[j:])
		if ctype.ToLower(x) != ctype.ToLower(y) {
			return 0, false
		}
		i, j = i+n, j+k
	}
}

// word tells whether the character before or at pos is part of a word.
func (m *matcher) word(pos int, before bool) bool {
	var r rune
	if before {
		if pos == 0 {
			return false
		}
		if r, _ = utf8.DecodeLastRune(m.s[:pos]); m.bytes {
			r, _ = m.decode(pos - 1)
		}
	} else {
		if pos == len(m.s) {
			return false
		}
		r, _ = m.decode(pos)
	}
	return r == '_' || r <= utf8.MaxRune && r != utf8.RuneError && ctype.Alnum.Has(r)
}

// holds tells whether a condition holds at pos.
func (m *matcher) holds(k kind, pos int) bool {
	switch k {
	case kLineStart:
		return pos == 0 && !m.notBOL || m.newline && pos > 0 && m.s[pos-1] == '\n'
	case kLineEnd:
		return pos == len(m.s) || m.newline && m.s[pos] == '\n'
	case kTextStart:
		return pos == 0
	case kTextEnd:
		return pos == len(m.s)
	}
	before, after := m.word(pos, true), m.word(pos, false)
	switch k {
	case kWordStart:
		return !before && after
	case kWordEnd:
		return before && !after
	case kBoundary:
		return before != after
	}
	return before == after
}
