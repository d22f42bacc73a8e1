package awk

import "strings"

// operatorChars are the characters that a backslash makes ordinary in an expression.
const operatorChars = `\^$.[]|()*+?{}`

// escapes turns the escape sequences of awk that POSIX regular expressions lack
// into characters. Those that would be operators stay escaped, and operators that
// have nothing to repeat are ordinary characters, as in gawk.
func escapes(src string) string {
	if !strings.ContainsAny(src, `\{*+?-`) {
		return src
	}
	var b strings.Builder
	start := true // nothing that could be repeated is before this
	for i := 0; i < len(src); {
		c := src[i]
		nothing := start
		start = c == '(' || c == '|' || c == '^'
		switch {
		case c == '[':
			i += escapeList(&b, src[i:])
		case c == '{' && (nothing || !interval(src[i:])), nothing && strings.IndexByte("*+?", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
			i++
		case c != '\\':
			b.WriteByte(c)
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

// interval tells whether a brace begins one of {n}, {n,}, {,m} and {n,m}; another
// one is an ordinary character.
func interval(s string) bool {
	body, _, ok := strings.Cut(s[1:], "}")
	return ok && strings.Trim(body, "0123456789,") == "" && strings.Trim(body, ",") != "" && strings.Count(body, ",") < 2
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
		case strings.HasPrefix(s[i:], "---"): // a single one, as in the awks of old
			writeListed(b, c)
			i += 3
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
