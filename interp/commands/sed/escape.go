package sed

import (
	"strconv"
	"strings"
)

// escape reads an escape sequence of GNU sed behind its backslash: a f n r t v,
// cX, dNNN, oNNN, xHH (info sed, Escapes). n is how many bytes it has.
func escape(s string) (v byte, n int, ok bool) {
	c := s[0]
	if i := strings.IndexByte("afnrtv", c); i >= 0 {
		return "\a\f\n\r\t\v"[i], 1, true
	}
	digits, base := 0, 0
	switch c {
	case 'c':
		if len(s) < 2 {
			return 0, 0, false
		}
		u := s[1]
		if u == '\\' { // it is doubled
			if !strings.HasPrefix(s[2:], `\`) {
				return 0, 0, false
			}
			return u ^ 0x40, 3, true
		}
		if 'a' <= u && u <= 'z' {
			u -= 0x20
		}
		return u ^ 0x40, 2, true
	case 'd':
		digits, base = 3, 10
	case 'o':
		digits, base = 3, 8
	case 'x':
		digits, base = 2, 16
	default:
		return 0, 0, false
	}
	n = 1
	for n < len(s) && n <= digits {
		if _, err := strconv.ParseUint(s[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	u, err := strconv.ParseUint(s[1:n], base, 16)
	if err != nil {
		return 0, 0, false
	}
	return byte(u), n, true
}

// escape is the function of that name which refuses \c before another sequence.
func (p *parser) escape(s string) (v byte, n int, ok bool) {
	if strings.HasPrefix(s, `c\`) && !strings.HasPrefix(s, `c\\`) {
		p.fail("recursive escaping after \\c not allowed")
	}
	return escape(s)
}

// withoutExtensions takes the backslash from characters that only GNU gives a
// meaning with one.
func withoutExtensions(src string, extended bool) string {
	gnu := "wWsSbB<>'`"
	if !extended {
		gnu += "+?|"
	}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		if src[i] == '\\' && i+1 < len(src) {
			if i++; strings.IndexByte(gnu, src[i]) < 0 {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(src[i])
	}
	return b.String()
}

// escapes replaces the escape sequences in a regular expression that package
// regex does not know. What comes out may be an operator, as in GNU sed; only a
// backslash and a bracket, which could not be one, stay escaped. \n and the like
// are replaced within brackets too.
func escapes(src string) string {
	if strings.IndexByte(src, '\\') < 0 {
		return src
	}
	var b strings.Builder
	bracket := -1
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case bracket >= 0 && c == '[' && i+1 < len(src) && strings.IndexByte(":.=", src[i+1]) >= 0:
			if end := strings.Index(src[i+2:], src[i+1:i+2]+"]"); end >= 0 {
				b.WriteString(src[i : i+end+4])
				i += end + 3
				continue
			}
		case bracket >= 0 && c == ']' && i > bracket:
			bracket = -1
		case bracket < 0 && c == '[':
			if bracket = i + 1; bracket < len(src) && src[bracket] == '^' {
				bracket++
			}
		case c == '\\' && i+1 < len(src):
			if v, n, ok := escape(src[i+1:]); ok {
				if bracket < 0 && (v == '\\' || v == '[') {
					b.WriteByte('\\')
				}
				b.WriteByte(v)
				i += n
				continue
			}
			b.WriteByte(c)
			if bracket < 0 {
				i++
				b.WriteByte(src[i])
			}
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// unbalanced tells whether an expression has a closing parenthesis too many. The
// library takes some for ordinary characters and words others in another way.
func unbalanced(src string, extended bool) bool {
	depth := 0
	for i := 0; i < len(src); i++ {
		c, operator := src[i], extended
		if c == '\\' && i+1 < len(src) {
			i++
			c, operator = src[i], !extended
		}
		switch {
		case c == '(' && operator:
			depth++
		case c == ')' && operator:
			if depth--; depth < 0 {
				return true
			}
		case c == '[' && (operator == extended):
			if i+1 < len(src) && src[i+1] == '^' {
				i++
			}
			end := strings.IndexByte(src[min(i+2, len(src)):], ']')
			if end < 0 {
				return false
			}
			i += end + 2
		}
	}
	return false
}
