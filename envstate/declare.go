package envstate

import (
	"bytes"
	"fmt"
)

// parseDeclarations reads the output of bash's `declare -px` as data. It
// accepts the forms that bash 5.2 writes and nothing else: a report that holds
// anything more was not written by bash and is rejected as a whole.
//
//	declare -ATTRS NAME
//	declare -ATTRS NAME="text with \" \\ \$ \` escapes"
//	declare -ATTRS NAME=$'text with C escapes'
//	declare -aATTRS NAME=(...)
//
// Arrays and names without a value are never part of a child's environment and
// are skipped.
func parseDeclarations(text []byte) (Env, error) {
	p := declParser{text: text}
	env := NewEnv(nil)
	for p.pos < len(text) {
		d, err := p.declaration()
		if err != nil {
			return Env{}, err
		}
		if d.hasValue && !d.array {
			env.Set(d.name, d.value)
		}
	}
	return env, nil
}

type declaration struct {
	name, value string
	hasValue    bool
	array       bool
}

type declParser struct {
	text []byte
	pos  int
}

func (p *declParser) fail(what string) error {
	return fmt.Errorf("%w: %s at byte %d of the declarations", ErrBadReport, what, p.pos)
}

// peek returns the next byte, or NUL at the end (the text holds no NUL).
func (p *declParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *declParser) skip(literal string) bool {
	if !bytes.HasPrefix(p.text[p.pos:], []byte(literal)) {
		return false
	}
	p.pos += len(literal)
	return true
}

// span consumes bytes while ok holds.
func (p *declParser) span(ok func(byte) bool) string {
	start := p.pos
	for p.pos < len(p.text) && ok(p.text[p.pos]) {
		p.pos++
	}
	return string(p.text[start:p.pos])
}

func (p *declParser) declaration() (declaration, error) {
	var d declaration
	if !p.skip("declare -") {
		return d, p.fail("no declaration")
	}
	attrs := p.span(func(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' })
	if attrs == "" || !p.skip(" ") {
		return d, p.fail("no attributes")
	}
	if d.name = p.span(isNameByte); !isIdentifier(d.name) {
		return d, p.fail("no name")
	}
	if bytes.ContainsAny([]byte(attrs), "aA") {
		d.array = true
	}
	if p.skip("\n") {
		return d, nil
	}
	if !p.skip("=") {
		return d, p.fail("no value")
	}
	d.hasValue = true
	var err error
	switch {
	case d.array:
		err = p.skipArray()
	case p.skip(`"`):
		d.value, err = p.doubleQuoted()
	case p.skip(`$'`):
		d.value, err = p.ansiQuoted()
	default:
		err = p.fail("unquoted value")
	}
	if err == nil && !p.skip("\n") {
		err = p.fail("text after the value")
	}
	return d, err
}

// doubleQuoted reads up to the closing quote, which it consumes. Inside, only
// the four escapes that bash writes are special.
func (p *declParser) doubleQuoted() (string, error) {
	var out []byte
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		switch c {
		case '"':
			return string(out), nil
		case '$', '`':
			// bash escapes these; a live one is not bash's writing.
			return "", p.fail("live expansion")
		case '\\':
			next := p.peek()
			if next != '"' && next != '\\' && next != '$' && next != '`' {
				return "", p.fail("unknown escape")
			}
			out = append(out, next)
			p.pos++
		default:
			out = append(out, c)
		}
	}
	return "", p.fail("unfinished value")
}

// ansiEscapes maps the letters of $'...' that bash's ansic_quote writes.
var ansiEscapes = map[byte]byte{
	'a': 7, 'b': 8, 'E': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, '\\': '\\', '\'': '\'',
}

// ansiQuoted reads the rest of $'...', the closing quote included.
func (p *declParser) ansiQuoted() (string, error) {
	var out []byte
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		p.pos++
		switch c {
		case '\'':
			return string(out), nil
		case '\\':
			b, err := p.ansiEscape()
			if err != nil {
				return "", err
			}
			out = append(out, b)
		default:
			out = append(out, c)
		}
	}
	return "", p.fail("unfinished value")
}

// ansiEscape reads what follows a backslash: one letter, or exactly three
// octal digits of a byte other than NUL.
func (p *declParser) ansiEscape() (byte, error) {
	if b, ok := ansiEscapes[p.peek()]; ok {
		p.pos++
		return b, nil
	}
	value := 0
	for range 3 {
		c := p.peek()
		if c < '0' || c > '7' {
			return 0, p.fail("unknown escape")
		}
		value = value*8 + int(c-'0')
		p.pos++
	}
	if value == 0 || value > 255 {
		return 0, p.fail("octal escape out of range")
	}
	return byte(value), nil
}

// skipArray passes over (...) with its quoted words.
func (p *declParser) skipArray() error {
	if !p.skip("(") {
		return p.fail("no array")
	}
	for p.pos < len(p.text) {
		var err error
		switch {
		case p.skip(")"):
			return nil
		case p.skip(`"`):
			_, err = p.doubleQuoted()
		case p.skip(`$'`):
			_, err = p.ansiQuoted()
		case p.skip(`\`):
			p.pos++
		default:
			p.pos++
		}
		if err != nil {
			return err
		}
	}
	return p.fail("unfinished array")
}
