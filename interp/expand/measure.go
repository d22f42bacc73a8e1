package expand

import (
	"strings"
	"unicode/utf8"
)

// A measure knows the characters of a text that it was asked about before, so
// that a loop over the characters of a long text does not begin at its start
// each time.
type measure struct {
	text string // as long as it is worth it
	size int    // characters of text
	// char is a character of text that begins at byte.
	char, byte int
}

// What is worth remembering, in bytes.
const (
	measureFrom = 256
	measureTo   = 1 << 20
)

// measure counts the characters of text as mbstrlen(3) of the C.UTF-8 locale
// does: a byte that is not part of a character counts as one.
func (m *measure) measure(text string) int {
	if len(text) < measureFrom {
		return characters(text)
	}
	if text == m.text { // at once for the same text
		return m.size
	}
	size := characters(text)
	if len(text) <= measureTo {
		*m = measure{text: text, size: size}
	}
	return size
}

// chars is the number of characters of text in the locale of now.
func (e *Expander) chars(text string) int {
	if e.Shell.Bytes {
		return len(text)
	}
	return e.measured.measure(text)
}

// place is where character n of text begins, which was measured before. n is
// at most the number of characters.
func (m *measure) place(text string, n int) int {
	char, at := 0, 0
	known := len(text) >= measureFrom && text == m.text
	if known {
		if m.size == len(text) {
			return n
		}
		if n >= m.char {
			char, at = m.char, m.byte
		}
	}
	at += skip(text[at:], n-char)
	if known {
		m.char, m.byte = n, at
	}
	return at
}

// skip is the length of the first n characters of s.
func skip(s string, n int) int {
	i := 0
	for ; n > 0 && i < len(s); n-- {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, w := utf8.DecodeRuneInString(s[i:])
		i += w
	}
	return i
}

// characters counts characters, the way measure does.
func characters(s string) int {
	i := 0
	for i+8 <= len(s) && s[i]|s[i+1]|s[i+2]|s[i+3]|s[i+4]|s[i+5]|s[i+6]|s[i+7] < utf8.RuneSelf {
		i += 8
	}
	return i + utf8.RuneCountInString(s[i:])
}

// detached is a part of a text, on its own where it would keep a much longer
// one in memory that nobody counts.
func detached(part, whole string) string {
	if len(whole) > detachFrom && len(part) < len(whole)/2 {
		return strings.Clone(part)
	}
	return part
}

// detachFrom is how long a text is that parts are not to keep, in bytes.
const detachFrom = 64
