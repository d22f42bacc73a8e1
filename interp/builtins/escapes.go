package builtins

import (
	"strings"
	"unicode/utf8"
)

// escapeStyle tells which of bash's dialects of backslash escapes is meant.
type escapeStyle uint8

const (
	// echoStyle is that of echo -e: octal only after \0.
	echoStyle escapeStyle = iota
	// formatStyle is that of printf's format: quotes and \? too, no \c.
	formatStyle
	// argStyle is that of printf's %b: octal with or without the \0.
	argStyle
)

const simpleEscapes = "abefnrtvE"

// simpleValues are what the letters of simpleEscapes stand for.
const simpleValues = "\a\b\x1b\f\n\r\t\v\x1b"

// unescape appends text to out with its escapes undone. stop tells that \c was
// met. warn is called for \x and \u without digits.
func unescape(out []byte, text string, style escapeStyle, warn func(string)) (res []byte, stop bool) {
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 || i == len(text)-1 {
			return append(out, text...), false
		}
		out = append(out, text[:i]...)
		if text[i+1] == 'c' && style != formatStyle {
			return out, true
		}
		var n int
		out, n = escape(out, text[i+1:], style, warn)
		text = text[i+1+n:]
	}
}

// escape appends what the escape sequence at the beginning of text stands for,
// which has lost its backslash, and returns its length.
func escape(out []byte, text string, style escapeStyle, warn func(string)) ([]byte, int) {
	c := text[0]
	if at := strings.IndexByte(simpleEscapes, c); at >= 0 {
		return append(out, simpleValues[at]), 1
	}
	switch {
	case c == '\\':
		return append(out, '\\'), 1
	case style == formatStyle && (c == '"' || c == '\'' || c == '?'):
		return append(out, c), 1
	case c == '0' && style != formatStyle:
		value, n := number(text[1:], 8, 3)
		return append(out, byte(value)), n + 1
	case '0' <= c && c <= '7' && style != echoStyle:
		value, n := number(text, 8, 3)
		return append(out, byte(value)), n
	case c == 'x':
		value, n := number(text[1:], 16, 2)
		if n == 0 {
			warn("missing hex digit for \\x")
			return append(out, '\\', 'x'), 1
		}
		return append(out, byte(value)), n + 1
	case c == 'u', c == 'U':
		width := 4
		if c == 'U' {
			width = 8
		}
		value, n := number(text[1:], 16, width)
		if n == 0 {
			warn("missing unicode digit for \\" + string(c))
			return append(out, '\\', c), 1
		}
		return appendRune(out, value), n + 1
	}
	return append(out, '\\', c), 1
}

// number reads up to width digits.
func number(text string, base uint32, width int) (value uint32, n int) {
	for n < len(text) && n < width {
		d := strings.IndexByte("0123456789abcdef", text[n]|0x20)
		if text[n] < '0' || d < 0 || uint32(d) >= base {
			break
		}
		value = value*base + uint32(d)
		n++
	}
	return value, n
}

// appendRune writes a code point in UTF-8, surrogates and what is beyond
// Unicode as well, as bash does.
func appendRune(out []byte, r uint32) []byte {
	switch {
	case r <= utf8.MaxRune && utf8.ValidRune(rune(r)):
		return utf8.AppendRune(out, rune(r))
	case r < 0x10000:
		return append(out, byte(0xe0|r>>12), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	case r < 0x200000:
		return append(out, byte(0xf0|r>>18), byte(0x80|r>>12&0x3f), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	case r < 0x4000000:
		return append(out, byte(0xf8|r>>24), byte(0x80|r>>18&0x3f), byte(0x80|r>>12&0x3f), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	case r < 0x80000000:
		return append(out, byte(0xfc|r>>30), byte(0x80|r>>24&0x3f), byte(0x80|r>>18&0x3f), byte(0x80|r>>12&0x3f), byte(0x80|r>>6&0x3f), byte(0x80|r&0x3f))
	}
	return out
}
