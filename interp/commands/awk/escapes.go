package awk

import "strings"

// operatorChars are the characters that a backslash makes ordinary in an expression.
const operatorChars = `\^$.[]|()*+?{}`

// escapes turns the escape sequences of awk that POSIX regular expressions lack
// into characters. Those that would be operators stay escaped.
func escapes(src string) string {
	if strings.IndexByte(src, '\\') < 0 {
		return src
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		switch {
		case src[i] == '[':
			i += escapeList(&b, src[i:])
		case src[i] != '\\':
			b.WriteByte(src[i])
			i++
		case i+1 == len(src):
			b.WriteString(`\\`)
			i++
		default:
			i += escapeOutside(&b, src[i:])
		}
	}
	return b.String()
}

// escapeOutside writes what an escape sequence outside of brackets stands for
// and returns its length.
func escapeOutside(b *strings.Builder, s string) int {
	c, n, ok := escaped(s)
	switch {
	case ok && strings.IndexByte(operatorChars, c) >= 0 && n > 2:
		b.WriteByte('\\')
		b.WriteByte(c)
	case ok:
		b.WriteByte(c)
	case s[1] == 'y':
		b.WriteString(`\b`)
	case s[1] == '&':
		b.WriteByte('&')
	default:
		b.WriteString(s[:2])
	}
	return n
}

// escaped is the character of an escape sequence at the beginning of s, and its
// length; not ok for one that stands for no character.
func escaped(s string) (c byte, n int, ok bool) {
	switch c = s[1]; {
	case strings.IndexByte("abfnrtv", c) >= 0:
		return "\a\b\f\n\r\t\v"[strings.IndexByte("abfnrtv", c)], 2, true
	case c == '"' || c == '/':
		return c, 2, true
	case '0' <= c && c <= '7':
		v := 0
		for n = 1; n < 4 && n < len(s) && '0' <= s[n] && s[n] <= '7'; n++ {
			v = v*8 + int(s[n]-'0')
		}
		return byte(v), n, true
	case c == 'x' && hexDigits(s[2:]) > 0:
		v := 0
		for n = 2; n < 2+hexDigits(s[2:]); n++ {
			v = v*16 + strings.IndexByte("0123456789abcdef", s[n]|s[n]&0x40>>1)
		}
		return byte(v), n, true
	}
	return 0, 2, false
}

// escapeList writes a bracket expression of awk, in which a backslash quotes, as
// one of POSIX, in which it does not, and returns the length of the former. One
// that does not end is left to fail.
func escapeList(b *strings.Builder, s string) int {
	b.WriteByte('[')
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		b.WriteByte('^')
		i++
	}
	for first := i; i < len(s); {
		switch c := s[i]; {
		case c == ']' && i > first:
			b.WriteByte(c)
			return i + 1
		case c == '[' && i+1 < len(s) && strings.IndexByte(".:=", s[i+1]) >= 0:
			end := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if end < 0 {
				b.WriteByte(c)
				i++
				continue
			}
			b.WriteString(s[i : i+end+4])
			i += end + 4
		case c == '\\' && i+1 < len(s):
			quoted, n, ok := escaped(s[i:])
			if !ok {
				quoted = s[i+1]
			}
			writeListed(b, quoted)
			i += n
		default:
			b.WriteByte(c)
			i++
		}
	}
	return i
}

// writeListed writes a character that means itself into a bracket expression.
func writeListed(b *strings.Builder, c byte) {
	if strings.IndexByte(`[]^-\`, c) >= 0 {
		b.WriteString("[." + string(c) + ".]")
		return
	}
	b.WriteByte(c)
}
