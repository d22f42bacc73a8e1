package perl

import (
	"unicode"
	"unicode/utf8"
)

// cluster returns where the extended grapheme cluster that begins at pos ends
// (UAX #29), -1 if there is no character.
func cluster(s []byte, pos int) int {
	r, w := decode(s, pos)
	if w == 0 {
		return -1
	}
	pos += w
	if r == '\r' {
		if pos < len(s) && s[pos] == '\n' {
			pos++
		}
		return pos
	}
	if breaks(r) {
		return pos
	}
	for prepended(r) {
		next, w := decode(s, pos)
		if w == 0 || breaks(next) {
			return pos
		}
		r, pos = next, pos+w
	}
	joined := pictograph(r)
	for {
		next, w := decode(s, pos)
		switch {
		case w == 0:
			return pos
		case extends(next):
		case r == 0x200D && joined && pictograph(next):
		case hangul(r, next):
		case flag(r) && flag(next):
			// Two make one flag; a third begins the next.
			pos += w
			next, w = decode(s, pos)
			if w == 0 || !extends(next) {
				return pos
			}
		default:
			return pos
		}
		if !extends(next) {
			joined = pictograph(next)
		}
		r, pos = next, pos+w
	}
}

// decode reads the character at pos; its width is 0 at the end and for what is
// no UTF-8.
func decode(s []byte, pos int) (rune, int) {
	if pos >= len(s) {
		return 0, 0
	}
	if c := s[pos]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	r, w := utf8.DecodeRune(s[pos:])
	if w == 1 {
		return 0, 0
	}
	return r, w
}

// breaks tells whether nothing joins a character.
func breaks(r rune) bool {
	return r < ' ' || 0x7F <= r && r < 0xA0 || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Cf, r) && r != 0x200C && r != 0x200D && !prepended(r) && !extends(r)
}

func extends(r rune) bool {
	return r >= 0x300 && (unicode.In(r, unicode.M, unicode.Other_Grapheme_Extend) || r == 0x200C || r == 0x200D || modifier(r))
}

func prepended(r rune) bool { return unicode.Is(unicode.Prepended_Concatenation_Mark, r) }

// hangul tells whether a syllable goes on: leading consonants, vowels, trailing
// consonants, and syllables made of the first two or of all three.
func hangul(a, b rune) bool {
	leading := func(r rune) bool { return 0x1100 <= r && r < 0x1160 || 0xA960 <= r && r <= 0xA97C }
	vowel := func(r rune) bool { return 0x1160 <= r && r < 0x11A8 || 0xD7B0 <= r && r <= 0xD7C6 }
	trailing := func(r rune) bool { return 0x11A8 <= r && r < 0x1200 || 0xD7CB <= r && r <= 0xD7FB }
	syllable := func(r rune) bool { return 0xAC00 <= r && r <= 0xD7A3 }
	switch {
	case leading(a):
		return leading(b) || vowel(b) || syllable(b)
	case vowel(a), syllable(a) && (a-0xAC00)%28 == 0:
		return vowel(b) || trailing(b)
	case trailing(a), syllable(a):
		return trailing(b)
	}
	return false
}
