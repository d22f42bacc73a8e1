package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// The classes of bytes for counting words.
const (
	classNone = iota // neither a part of a word nor the end of one
	classWord
	classSpace
	classBreak // ends a line's width as well: newline, return, form feed
	classTab
	classHigh // begins a character of several bytes
)

// wordClass is what each byte does.
var wordClass = func() (t [256]byte) {
	for c := range t {
		switch {
		case c == '\n' || c == '\r' || c == '\f':
			t[c] = classBreak
		case c == '\t':
			t[c] = classTab
		case c == ' ' || c == '\v':
			t[c] = classSpace
		case c > ' ' && c < 0x7f:
			t[c] = classWord
		case c >= 0x80:
			t[c] = classHigh
		}
	}
	return t
}()

// wordState is what goes on between buffers.
type wordState struct {
	in     bool
	width  bool
	column int64
}

// add counts a buffer and returns how many bytes at its end belong to a
// character that is not complete.
func (w *wordState) add(n *counts, data []byte, last bool) int {
	if w.width {
		return w.addWide(n, data, last)
	}
	lines, words, chars := n.lines, n.words, n.chars
	in := w.in
	left := 0
	for i := 0; i < len(data); {
		c := data[i]
		switch wordClass[c] {
		case classWord:
			in = true
		case classNone:
		case classHigh:
			if !last && !utf8.FullRune(data[i:]) {
				left, i = len(data)-i, len(data)
				continue
			}
			r, size := utf8.DecodeRune(data[i:])
			i += size
			if r == utf8.RuneError && size == 1 {
				continue
			}
			chars++
			if space, word := wideClass(r); space {
				if in {
					words++
				}
				in = false
			} else if word {
				in = true
			}
			continue
		default:
			if in {
				words++
				in = false
			}
			if c == '\n' {
				lines++
			}
		}
		chars++
		i++
	}
	n.lines, n.words, n.chars, w.in = lines, words, chars, in
	return left
}

// addWide is add that measures the lines as well.
func (w *wordState) addWide(n *counts, data []byte, last bool) int {
	for i := 0; i < len(data); {
		c := data[i]
		size := 1
		space := true
		switch wordClass[c] {
		case classBreak:
			n.width = max(n.width, w.column)
			w.column = 0
			if c == '\n' {
				n.lines++
			}
		case classTab:
			w.column += 8 - w.column%8
		case classSpace:
			if c == ' ' {
				w.column++
			}
		case classWord:
			w.column++
			w.in, space = true, false
		case classNone:
			space = false
		case classHigh:
			if !last && !utf8.FullRune(data[i:]) {
				return len(data) - i
			}
			var r rune
			r, size = utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && size == 1 {
				i++
				continue
			}
			w.column += int64(command.RuneWidth(r))
			var word bool
			space, word = wideClass(r)
			w.in = w.in || word
		}
		if space {
			if w.in {
				n.words++
			}
			w.in = false
		}
		n.chars++
		i += size
	}
	return 0
}

// wideClass tells whether a character that is not ASCII ends words, or is part
// of one.
func wideClass(r rune) (space, word bool) {
	switch {
	case r == 0x85:
		return false, false
	case unicode.IsSpace(r), r == 0x2060:
		return true, false
	}
	return false, unicode.IsPrint(r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Cf, r)
}
