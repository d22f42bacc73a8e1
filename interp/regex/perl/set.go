package perl

import (
	"unicode"
	"unicode/utf8"
)

// A span is a range of characters.
type span struct{ lo, hi rune }

// A test is a property of characters.
type test struct {
	has func(rune) bool
	not bool
}

// A set is a class in brackets, or one of \d and its like.
type set struct {
	not   bool
	fold  bool
	chars []span // in any case with fold
	plain []span // as they are
	tests []test
	low   [2]uint64
}

// seal computes the answers for ASCII.
func (s *set) seal() *set {
	for r := range rune(utf8.RuneSelf) {
		if s.slow(r) {
			s.low[r>>6] |= 1 << (r & 63)
		}
	}
	return s
}

func (s *set) has(r rune) bool {
	if uint32(r) < utf8.RuneSelf {
		return s.low[r>>6]&(1<<(r&63)) != 0
	}
	return s.slow(r)
}

func (s *set) slow(r rune) bool { return s.member(r) != s.not }

func (s *set) member(r rune) bool {
	if within(s.plain, r) || within(s.chars, r) {
		return true
	}
	if s.fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if within(s.chars, f) {
				return true
			}
		}
	}
	for _, t := range s.tests {
		if t.has(r) != t.not {
			return true
		}
	}
	return false
}

func within(spans []span, r rune) bool {
	for _, x := range spans {
		if x.lo <= r && r <= x.hi {
			return true
		}
	}
	return false
}

// others are the characters that are not in spans, which are in order.
func others(spans []span) []span {
	var all []span
	next := rune(0)
	for _, x := range spans {
		if x.lo > next {
			all = append(all, span{next, x.lo - 1})
		}
		next = x.hi + 1
	}
	return append(all, span{next, unicode.MaxRune})
}

// shorthand adds \d, \w, \s, \h, \v and their opposites, given by the letter.
func (s *set) shorthand(c byte, ucp bool) {
	lower, not := c|0x20, c&0x20 == 0
	var in []span
	switch lower {
	case 'd':
		if ucp {
			s.tests = append(s.tests, test{unicode.IsDigit, not})
			return
		}
		in = []span{{'0', '9'}}
	case 'w':
		if ucp {
			s.tests = append(s.tests, test{wide, not})
			return
		}
		in = []span{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	case 's':
		if ucp {
			s.tests = append(s.tests, test{wideSpace, not})
			return
		}
		in = []span{{'\t', '\r'}, {' ', ' '}}
	case 'h':
		in = horizontal()
	case 'v':
		in = vertical()
	}
	if not {
		in = others(in)
	}
	s.plain = append(s.plain, in...)
}

func horizontal() []span {
	return []span{{'\t', '\t'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}}
}

func vertical() []span { return []span{{'\n', '\r'}, {0x85, 0x85}, {0x2028, 0x2029}} }

func wide(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

func wideSpace(r rune) bool {
	return unicode.Is(unicode.Z, r) || within(horizontal(), r) || within(vertical(), r)
}

// word tells whether a character is one of \w.
func word(r rune, ucp bool) bool {
	if ucp {
		return wide(r)
	}
	return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' && r < utf8.RuneSelf
}

// posix adds a class like [:alpha:]; false if there is none of that name.
func (s *set) posix(name string, not, foldCase, ucp bool) bool {
	if foldCase && (name == "lower" || name == "upper") {
		name = "alpha"
	}
	if ucp {
		if t, ok := widePosix(name); ok {
			t.not = not
			s.tests = append(s.tests, t)
			return true
		}
	}
	var in []span
	switch name {
	case "alpha":
		in = []span{{'A', 'Z'}, {'a', 'z'}}
	case "lower":
		in = []span{{'a', 'z'}}
	case "upper":
		in = []span{{'A', 'Z'}}
	case "alnum":
		in = []span{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}
	case "ascii":
		in = []span{{0, 127}}
	case "blank":
		in = []span{{'\t', '\t'}, {' ', ' '}}
		if ucp {
			in = horizontal()
		}
	case "cntrl":
		in = []span{{0, 31}, {127, 127}}
	case "digit":
		in = []span{{'0', '9'}}
	case "graph":
		in = []span{{'!', '~'}}
	case "print":
		in = []span{{' ', '~'}}
	case "punct":
		in = []span{{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}
	case "space":
		in = []span{{'\t', '\r'}, {' ', ' '}}
	case "word":
		in = []span{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	case "xdigit":
		in = []span{{'0', '9'}, {'A', 'F'}, {'a', 'f'}}
	default:
		return false
	}
	if not {
		in = others(in)
	}
	s.plain = append(s.plain, in...)
	return true
}

// widePosix is what a class is with (*UCP).
func widePosix(name string) (test, bool) {
	is := func(f func(rune) bool) (test, bool) { return test{has: f}, true }
	switch name {
	case "alpha":
		return is(unicode.IsLetter)
	case "lower":
		return is(unicode.IsLower)
	case "upper":
		return is(unicode.IsUpper)
	case "alnum":
		return is(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	case "cntrl":
		return is(func(r rune) bool { return unicode.Is(unicode.Cc, r) })
	case "digit":
		return is(unicode.IsDigit)
	case "space":
		return is(wideSpace)
	case "word":
		return is(wide)
	case "graph":
		return is(func(r rune) bool {
			return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf)
		})
	case "print":
		return is(func(r rune) bool {
			return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Cf, unicode.Zs)
		})
	case "punct":
		return is(func(r rune) bool { return unicode.Is(unicode.P, r) || r < utf8.RuneSelf && unicode.Is(unicode.S, r) })
	}
	return test{}, false
}
