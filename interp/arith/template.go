package arith

import (
	"strconv"
	"strings"
)

// Hole stands in the text of a template for a number that is known when it is
// evaluated.
const Hole = '\x01'

// Template compiles a text with holes. ok is false for one that has to be
// compiled anew for each evaluation: it has a syntax error, a hole in a
// subscript, or an operator whose errors depend on numbers.
func (c *Cache) Template(src string) (p *Program, ok bool) {
	if len(src) > cacheText || strings.Contains(src, "**") || strings.IndexByte(src, '[') >= 0 {
		return nil, false
	}
	p, err := (&compiler{src: src, cache: c, filling: true}).compile()
	if err != nil {
		return nil, false
	}
	for i := range p.code {
		if p.code[i].op == opFail {
			return nil, false
		}
	}
	return p, true
}

// Number is the value of text if a hole can stand for it: decimal digits
// without a sign and a zero before them, as Format writes them.
func Number(text string) (int64, bool) {
	if text == "" || text[0] == '-' {
		return 0, false
	}
	return decimal(text)
}

// Fill evaluates a template. There is a number for each hole, none of them
// negative. The result and the error are those of the text with the numbers in
// it.
func (p *Program) Fill(env Env, holes []int64) (int64, error) {
	n, err := p.run(env, 1, holes)
	if bad, ok := err.(*Error); ok && len(holes) > 0 && bad.at != nil && bad.at.program == p {
		return 0, bad.at.filled(holes)
	}
	return n, err
}

// A place is where an error of a program is.
type place struct {
	program *Program
	text    string
	pos     int
}

// filled words the error for the text with the numbers in it.
func (e *place) filled(holes []int64) *Error {
	var b strings.Builder
	src, pos := e.program.src, e.pos
	for i := 0; i < len(src); i++ {
		if src[i] != Hole {
			b.WriteByte(src[i])
			continue
		}
		text := strconv.FormatInt(holes[0], 10)
		holes = holes[1:]
		b.WriteString(text)
		if i < e.pos {
			pos += len(text) - 1
		}
	}
	return &Error{Text: message(b.String(), e.text, pos)}
}
