package syntax

import (
	"strings"
	"unicode/utf8"
)

// ansi reads '...' after a $, with the escapes of bash's ANSI-C quoting.
func (p *Parser) ansi() *SglQuoted {
	line := p.line
	p.pos++
	start := p.pos
	for {
		c := p.cur()
		switch c {
		case 0:
			p.unclosed(line, '\'')
		case '\'':
			s := &SglQuoted{Dollar: true, Value: p.src[start:p.pos]}
			if strings.IndexByte(s.Value, '\\') >= 0 {
				s.Value = ansiDecode(s.Value)
			}
			p.pos++
			return s
		case '\n':
			p.newline()
			continue
		case '\\':
			p.pos++
			if p.cur() == '\n' {
				continue
			}
		}
		p.pos++
	}
}

// operandANSI reads $'...' in an operand in double quotes. bash decodes it there
// without new quotes.
func (p *Parser) operandANSI() *SglQuoted {
	start := p.pos
	p.pos++
	s := p.ansi()
	if p.quotes > 0 {
		s.bare = true
		p.subs = append(p.subs, subSpan{start, p.pos, s})
	}
	return s
}

// bareANSI does so with an operand that is not quoted itself, in a substitution in
// double quotes: bash runs what it prints, so that the text is split. What would
// be more than text then stays quoted.
func (p *Parser) bareANSI(list []WordPart) {
	for i, part := range list {
		s, ok := part.(*SglQuoted)
		if !ok || !s.Dollar {
			continue
		}
		s.bare = true
		if s.Value != "" && !strings.ContainsAny(s.Value, "\\'\"`$~(){}") {
			list[i] = &Lit{Value: s.Value}
		}
	}
}

// ansiEnd is the index of the quote that ends s.
func ansiEnd(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == '\'' {
			return i
		}
	}
	return len(s)
}

// ansiDecode undoes the escapes of $'...' (bash manual, ANSI-C Quoting). A
// NUL ends the text, as it does in bash.
func ansiDecode(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		n, ok := ansiEscape(&b, s[i+1:])
		if !ok {
			break
		}
		i += 1 + n
	}
	return b.String()
}

// ansiEscape writes what the escape at the start of s, without its backslash,
// stands for. It returns its length, and false for a NUL.
func ansiEscape(b *strings.Builder, s string) (n int, ok bool) {
	const letters, values = "abeEfnrtv", "\a\b\x1b\x1b\f\n\r\t\v"
	switch c := s[0]; c {
	case '\\', '\'', '"', '?':
		b.WriteByte(c)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, n := digits(s, 8, 3)
		if byte(v) == 0 {
			return n, false
		}
		b.WriteByte(byte(v))
		return n, true
	case 'x':
		n := hexByte(b, s[1:])
		return 1 + n, n >= 0
	case 'u':
		return codePoint(b, s, 4)
	case 'U':
		return codePoint(b, s, 8)
	case 'c':
		return ansiControl(b, s)
	default:
		if i := strings.IndexByte(letters, c); i >= 0 {
			b.WriteByte(values[i])
		} else {
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return 1, true
}

// codePoint is ansiEscape for \u and \U, with so many digits at most.
func codePoint(b *strings.Builder, s string, limit int) (n int, ok bool) {
	v, n := digits(s[1:], 16, limit)
	switch {
	case n == 0:
		b.WriteByte('\\')
		b.WriteByte(s[0])
	case v == 0:
		return 1 + n, false
	default:
		writeRune(b, v)
	}
	return 1 + n, true
}

// ansiControl is ansiEscape for \cX. The X may be an escaped backslash.
func ansiControl(b *strings.Builder, s string) (n int, ok bool) {
	if len(s) == 1 {
		b.WriteString("\\c")
		return 1, true
	}
	n = 2
	if strings.HasPrefix(s[1:], "\\\\") {
		n = 3
	}
	v := control(s[1])
	if v == 0 {
		return n, false
	}
	b.WriteByte(v)
	return n, true
}

// control is the character of ctrl-c, DEL for ?.
func control(c byte) byte {
	if c == '?' {
		return 127
	}
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c & 31
}

// hexByte writes the byte of \x.. and returns how much of s it used, or -1
// for a NUL.
func hexByte(b *strings.Builder, s string) int {
	if strings.HasPrefix(s, "{") { // \x{...}, any number of digits
		v, n := digits(s[1:], 16, len(s))
		if byte(v) == 0 {
			return -1
		}
		b.WriteByte(byte(v))
		if n++; n < len(s) && s[n] == '}' {
			n++
		}
		return n
	}
	v, n := digits(s, 16, 2)
	switch {
	case n == 0:
		b.WriteString("\\x")
	case v == 0:
		return -1
	default:
		b.WriteByte(byte(v))
	}
	return n
}

// digits reads up to limit digits at the start of s and counts them.
func digits(s string, base uint32, limit int) (v uint32, n int) {
	for n < len(s) && n < limit {
		d := uint32(99)
		switch c := s[n]; {
		case c >= '0' && c <= '9':
			d = uint32(c - '0')
		case c >= 'a' && c <= 'f':
			d = uint32(c-'a') + 10
		case c >= 'A' && c <= 'F':
			d = uint32(c-'A') + 10
		}
		if d >= base {
			break
		}
		v = v*base + d
		n++
	}
	return v, n
}

// writeRune writes a code point as UTF-8, beyond Unicode as the pattern goes
// on.
func writeRune(b *strings.Builder, v uint32) {
	switch {
	case v < 0x80:
		b.WriteByte(byte(v))
	case v < 0x800:
		b.WriteByte(0xc0 | byte(v>>6))
		b.WriteByte(0x80 | byte(v&0x3f))
	case v < 0x10000:
		b.WriteByte(0xe0 | byte(v>>12))
		b.WriteByte(0x80 | byte(v>>6&0x3f))
		b.WriteByte(0x80 | byte(v&0x3f))
	case v <= utf8.MaxRune:
		b.WriteRune(rune(v))
	default:
		if v < 0x200000 {
			b.WriteByte(0xf0 | byte(v>>18))
		} else if v < 0x4000000 {
			b.WriteByte(0xf8 | byte(v>>24))
			b.WriteByte(0x80 | byte(v>>18&0x3f))
		} else {
			b.WriteByte(0xfc | byte(v>>30))
			b.WriteByte(0x80 | byte(v>>24&0x3f))
			b.WriteByte(0x80 | byte(v>>18&0x3f))
		}
		b.WriteByte(0x80 | byte(v>>12&0x3f))
		b.WriteByte(0x80 | byte(v>>6&0x3f))
		b.WriteByte(0x80 | byte(v&0x3f))
	}
}

// DecodeANSI undoes the escapes of $'...' in text (bash manual, ANSI-C
// Quoting), as ${NAME@E} does.
func DecodeANSI(text string) string { return ansiDecode(text) }
