package bc

import (
	"bufio"
	"io"
	"strings"
)

type kind int

const (
	nothing kind = iota // no token is read yet
	endOfFile
	newline
	number
	name
	word // a keyword
	text
	operator
	noToken // behind a syntax error: it matches nothing
)

// A token is the smallest piece of a source.
type token struct {
	kind kind
	text string
}

const keywords = " auto break continue define else for halt history if ibase last length limits obase print quit random read return scale sqrt void warranty while "

var operators = [...]string{
	"++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "==", "<=", ">=", "!=", "&&", "||",
	"+", "-", "*", "/", "%", "^", "=", "<", ">", "!", "(", ")", "{", "}", "[", "]", ";", ",", "&",
}

// A scanner splits sources into tokens.
type scanner struct {
	in    *bufio.Reader
	name  string
	line  int
	bytes int
	next  func() (in io.Reader, name string) // the source behind this one
	// complain reports an error in the text, say what is none.
	complain, say func(text string)
	// standard does without comments that begin with #.
	standard bool
}

// byte reads a byte; 0 and false at the end of the source.
func (s *scanner) byte() (byte, bool) {
	if s.bytes++; s.bytes > maxSource {
		return 0, false
	}
	c, err := s.in.ReadByte()
	return c, err == nil
}

// back undoes the last byte.
func (s *scanner) back() {
	_ = s.in.UnreadByte() // there was a ReadByte
	s.bytes--
}

// follows takes text when it comes next.
func (s *scanner) follows(text string) bool {
	got, err := s.in.Peek(len(text))
	if err != nil || string(got) != text {
		return false
	}
	_, _ = s.in.Discard(len(text)) // they are there
	s.bytes += len(text)
	return true
}

// token reads the next token.
func (s *scanner) token() token {
	for {
		c, ok := s.byte()
		if !ok {
			if in, name := s.next(); in != nil {
				s.in.Reset(in)
				s.name, s.line = name, 1
				continue
			}
			s.line = 1
			return token{kind: endOfFile}
		}
		switch {
		case c == ' ' || c == '\t' || c == '\\' && s.follows("\n"):
			s.line += len(strings.TrimLeft(string(c), " \t"))
		case c == '#' && !s.standard:
			for ok && c != '\n' {
				c, ok = s.byte()
			}
			if ok {
				s.back()
			}
		case c == '/' && s.follows("*"):
			s.comment()
		case c == '\n':
			s.line++
			return token{newline, "\n"}
		default:
			if t := s.solid(c); t.kind != nothing {
				return t
			}
		}
	}
}

// comment skips to its end.
func (s *scanner) comment() {
	for !s.follows("*/") {
		c, ok := s.byte()
		if !ok {
			s.say("EOF encountered in a comment.")
			return
		}
		if c == '\n' {
			s.line++
		}
	}
}

// solid reads a token that begins with c and is more than a blank; nothing if it
// is none.
func (s *scanner) solid(c byte) token {
	switch {
	case isDigit(c) || c == '.':
		return s.number(c)
	case isLetter(c):
		return s.identifier(c)
	case c == '"':
		if t, ok := s.quoted(); ok {
			return t
		}
	default:
		for _, op := range operators {
			if op[0] == c && s.follows(op[1:]) {
				return token{operator, op}
			}
		}
	}
	s.complain("illegal character: " + visible(c))
	return token{}
}

// visible shows a character in messages.
func visible(c byte) string {
	switch {
	case c < ' ' || c == 0x7f:
		return "^" + string(rune(c^0x40))
	case c >= 0x80:
		return "\\" + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7})
	}
	return string(rune(c))
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

func (s *scanner) identifier(c byte) token {
	b := []byte{c}
	for {
		c, ok := s.byte()
		if !ok || !isLetter(c) && c != '_' && (c < '0' || c > '9') {
			if ok {
				s.back()
			}
			break
		}
		b = append(b, c)
	}
	if strings.Contains(keywords, " "+string(b)+" ") {
		return token{word, string(b)}
	}
	return token{name, string(b)}
}

// quoted reads a string, whose quotation mark has been read; false without a
// second one.
func (s *scanner) quoted() (token, bool) {
	var b strings.Builder
	for {
		part, err := s.in.ReadSlice('"')
		s.bytes += len(part)
		b.Write(part)
		if err == nil {
			break
		}
		if err != bufio.ErrBufferFull || s.bytes > maxSource {
			s.in.Reset(strings.NewReader(b.String()))
			s.bytes -= b.Len()
			return token{}, false
		}
	}
	t := b.String()
	s.line += strings.Count(t, "\n")
	return token{text, t[:len(t)-1]}, true
}

// number reads a number; a backslash and a newline join lines. A point alone is
// the last value.
func (s *scanner) number(c byte) token {
	var b []byte
	point, ok := false, true
	for {
		switch {
		case c == '.' && !point:
			point = true
			b = append(b, c)
		case isDigit(c):
			b = append(b, c)
		case c == '\\' && s.follows("\n"):
			s.line++
		default:
			s.back()
			ok = false
		}
		if !ok {
			break
		}
		if c, ok = s.byte(); !ok {
			break
		}
	}
	if string(b) == "." {
		return token{word, "last"}
	}
	digits := strings.TrimLeft(strings.TrimSuffix(string(b), "."), "0")
	if digits == "" {
		digits = "0"
	}
	return token{number, digits}
}
