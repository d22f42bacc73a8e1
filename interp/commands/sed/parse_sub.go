package sed

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/regex"
)

func (p *parser) substitute(cm *cmd) {
	delim := p.next()
	src, ok := p.delimited(delim, true)
	var with string
	if ok {
		with, ok = p.delimited(delim, false)
	}
	if !ok {
		p.fail("unterminated `s' command")
	}
	s := &substitution{}
	flags := p.flags(s)
	s.re = p.compile(src, flags)
	s.with = p.replacement(with)
	for _, part := range s.with {
		s.cases = s.cases || part.kind == partCase
		if part.kind == partGroup {
			s.needed = max(s.needed, part.group)
		}
	}
	if s.re != nil && !p.posix && s.needed > s.re.Regexp().Groups() {
		p.fail("invalid reference \\%d on `s' command's RHS", s.needed)
	}
	cm.sub = s
}

func (p *parser) flags(s *substitution) (flags regex.Flags) {
	for {
		switch c := p.next(); {
		case (c == 'i' || c == 'I') && !p.posix:
			flags |= regex.NoCase
		case (c == 'm' || c == 'M') && !p.posix:
			flags |= regex.Newline
		case c == 'e' && !p.posix:
			p.sandboxed()
			p.fail("the e option of `s' is not supported")
		case c == 'p':
			if s.print {
				p.fail("multiple `p' options to `s' command")
			}
			s.print = true
		case c == 'g':
			if s.global {
				p.fail("multiple `g' options to `s' command")
			}
			s.global = true
		case c == 'w':
			cm := cmd{name: 'r'}
			p.filename(&cm)
			s.out = p.output(cm.file)
			return flags
		case isDigit(c):
			if s.number != 0 {
				p.fail("multiple number options to `s' command")
			}
			if s.number = p.integer(c); s.number == 0 {
				p.fail("number option to `s' command may not be zero")
			}
		case c == '}' || c == '#':
			p.back(c)
			return flags
		case c == '\n' || c == ';' || c == eof:
			return flags
		case isBlank(c) || c == '\r' && strings.HasPrefix(p.rest(), "\n"):
		default:
			p.fail("unknown option to `s'")
		}
	}
}

// replacement splits the right side of s into parts.
func (p *parser) replacement(s string) []part {
	var parts []part
	var text []byte
	flush := func(next part) {
		if len(text) > 0 {
			parts = append(parts, part{text: bytes.Clone(text)})
			text = text[:0]
		}
		parts = append(parts, next)
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '&' {
			flush(part{kind: partGroup})
			continue
		}
		if c != '\\' || i+1 == len(s) {
			text = append(text, c)
			continue
		}
		i++
		switch c = s[i]; {
		case isDigit(int(c)):
			flush(part{kind: partGroup, group: int(c - '0')})
		case strings.IndexByte("ULulE", c) >= 0 && !p.posix:
			flush(part{kind: partCase, op: c})
		case c == '&' || c == '\\' || c == '\n':
			text = append(text, c)
		default:
			v, n, ok := p.escape(s[i:])
			if !ok {
				v, n = c, 1
			}
			text = append(text, v)
			i += n - 1
		}
	}
	if len(text) > 0 {
		parts = append(parts, part{text: text})
	}
	return parts
}

// transliterate reads the strings of y.
func (p *parser) transliterate(cm *cmd) {
	delim := p.next()
	from, ok := p.delimited(delim, false)
	var to string
	if ok {
		to, ok = p.delimited(delim, false)
	}
	if !ok {
		p.fail("unterminated `y' command")
	}
	a, b := p.characters(from), p.characters(to)
	if len(a) != len(b) {
		p.fail("strings for `y' command are different lengths")
	}
	cm.table = map[rune]rune{}
	ascii := true
	for i, r := range a {
		if _, has := cm.table[r]; !has {
			cm.table[r] = b[i]
		}
		ascii = ascii && r < utf8.RuneSelf && b[i] < utf8.RuneSelf
	}
	if ascii {
		cm.bytes = &[256]byte{}
		for i := range cm.bytes {
			cm.bytes[i] = byte(i)
			if r, has := cm.table[rune(i)]; has && i < utf8.RuneSelf {
				cm.bytes[i] = byte(r)
			}
		}
	}
	p.end()
}

// characters reads a string of y: \\ is a backslash, \n a newline.
func (p *parser) characters(s string) []rune {
	var out []rune
	for i := 0; i < len(s); {
		if s[i] == '\\' && i+1 < len(s) {
			if s[i+1] == '\\' {
				out = append(out, '\\')
				i += 2
				continue
			}
			v, n, ok := p.escape(s[i+1:])
			if s[i+1] == '\n' {
				v, n, ok = '\n', 1, true
			}
			if !ok {
				p.fail("strings for `y' command are different lengths")
			}
			out = append(out, rune(v))
			i += n + 1
			continue
		}
		r, w := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && w == 1 {
			r = rune(s[i])
		}
		out = append(out, r)
		i += w
	}
	return out
}
