package bashast

// ansi decodes $'...', by the rules of ansicstr in bash's lib/sh/strtrans.c.
// Escapes whose result depends on the locale, ends the word (NUL) or collides
// with bash's internal quoting bytes (1 and 127) are given up on.
func (l *lexer) ansi() bool {
	l.bare = false
	i := l.pos + 2
	for i < len(l.src) {
		switch c := l.src[i]; c {
		case '\'':
			l.pos = i + 1
			return true
		case '\\':
			n := l.ansiEscape(l.src[i+1:])
			if n == 0 {
				return false
			}
			i += 1 + n
		default:
			l.out = append(l.out, c)
			i++
		}
	}
	return false
}

// ansiEscape decodes the escape whose text behind the backslash begins rest.
// It returns how many bytes of rest belong to it, or 0 to give up.
func (l *lexer) ansiEscape(rest []byte) int {
	if len(rest) == 0 {
		return 0
	}
	if c := simpleEscape(rest[0]); c != 0 {
		l.out = append(l.out, c)
		return 1
	}
	switch rest[0] {
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return l.number(rest, 0, 3, 8)
	case 'x':
		return l.number(rest, 1, 2, 16)
	case 'u':
		return l.number(rest, 1, 4, 16)
	case 'U':
		return l.number(rest, 1, 8, 16)
	case 'c':
		return l.control(rest)
	}
	// Any other backslash stands for itself.
	l.out = append(l.out, '\\', rest[0])
	return 1
}

// simpleEscape returns the byte for a one-letter escape, or 0.
func simpleEscape(c byte) byte {
	switch c {
	case 'a':
		return '\a'
	case 'b':
		return '\b'
	case 'e', 'E':
		return 0x1b
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case '\\', '\'', '"', '?':
		return c
	}
	return 0
}

// number decodes up to digits digits of the given base behind skip letters.
func (l *lexer) number(rest []byte, skip, digits, base int) int {
	value, n := 0, skip
	for n < len(rest) && n < skip+digits {
		d := digit(rest[n])
		if d >= base {
			break
		}
		value = value*base + d
		n++
	}
	if n == skip {
		if n < len(rest) && rest[n] == '{' {
			return 0 // \x{...}, which only some versions know
		}
		l.out = append(l.out, '\\', rest[0])
		return skip
	}
	if rest[0] == 'u' || rest[0] == 'U' {
		if value > 0x7f {
			return 0 // a character set conversion
		}
	} else {
		value &= 0xff // as bash does with \777
	}
	return l.emit(byte(value), n)
}

// control decodes \cX, where a backslash for X may be doubled.
func (l *lexer) control(rest []byte) int {
	if len(rest) < 2 || rest[1] >= 0x80 || rest[1] == '\'' {
		return 0
	}
	n := 2
	if rest[1] == '\\' {
		if len(rest) < 3 || rest[2] != '\\' {
			return 0
		}
		n = 3
	}
	if rest[1] == '?' {
		return 0
	}
	c := rest[1]
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return l.emit(c&0x1f, n)
}

// emit appends a decoded byte and returns n, or 0 for the bytes that bash
// itself does not carry faithfully.
func (l *lexer) emit(c byte, n int) int {
	if c == 0 || c == 1 || c == 0x7f {
		return 0
	}
	l.out = append(l.out, c)
	return n
}

// digit returns the value of a hexadecimal digit, or 16.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return 16
}
