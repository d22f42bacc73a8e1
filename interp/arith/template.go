package arith

import (
	"strconv"
	"strings"
)

// Hole stands in the text of a template for a value that is known when it is
// evaluated.
const Hole = '\x01'

// A Value is what stands in a hole: a number that is not negative, or a Text of
// letters, digits and underscores, which only a hole in a subscript may have.
type Value struct {
	Number int64
	Text   string // empty for a number
}

// Template compiles a text with holes. ok is false for one that has to be
// compiled anew for each evaluation: it has a syntax error, or an operator whose
// errors depend on numbers.
func (c *Cache) Template(src string) (p *Program, ok bool) {
	if len(src) > cacheText || strings.Contains(src, "**") {
		return nil, false
	}
	p, err := (&compiler{src: src, cache: c, filling: true}).compile()
	if err != nil || !p.sound() {
		return nil, false
	}
	return p, true
}

// sound tells that a program has no syntax error.
func (p *Program) sound() bool {
	for i := range p.code {
		if p.code[i].op == opFail {
			return false
		}
	}
	return true
}

// Number is the value of text if a hole can stand for it: decimal digits
// without a sign and a zero before them, as Format writes them.
func Number(text string) (int64, bool) {
	if text == "" || text[0] == '-' {
		return 0, false
	}
	return decimal(text)
}

// Plain tells whether a hole in a subscript can stand for text.
func Plain(text string) bool {
	for i := 0; i < len(text); i++ {
		if !isName(text[i]) {
			return false
		}
	}
	return text != ""
}

// Fill evaluates a template. There is a value for each hole. The result and the
// error are those of the text with the values in it.
func (p *Program) Fill(env Env, holes []Value) (int64, error) { return p.fill(env, 1, holes) }

func (p *Program) fill(env Env, level int, holes []Value) (int64, error) {
	n, err := p.run(env, level, holes)
	if bad, ok := err.(*Error); ok && len(holes) > 0 && bad.at != nil && bad.at.program == p {
		return 0, bad.at.filled(holes)
	}
	return n, err
}

// holesIn counts the holes of a text.
func holesIn(src string) int { return strings.Count(src, string(Hole)) }

func allNumbers(holes []Value) bool {
	for i := range holes {
		if holes[i].Text != "" {
			return false
		}
	}
	return true
}

// String is the text of the value.
func (v Value) String() string {
	if v.Text != "" {
		return v.Text
	}
	return strconv.FormatInt(v.Number, 10)
}

// filled is the text of a subscript.
func (s *subscript) filled(holes []Value) string {
	if s.holes == 0 {
		return s.text
	}
	return filled(s.text, holes[s.first:])
}

// filled puts values into the holes of a text.
func filled(src string, holes []Value) string {
	var b strings.Builder
	b.Grow(len(src) + 8)
	for {
		i := strings.IndexByte(src, Hole)
		if i < 0 || len(holes) == 0 {
			b.WriteString(src)
			return b.String()
		}
		b.WriteString(src[:i])
		b.WriteString(holes[0].String())
		src, holes = src[i+1:], holes[1:]
	}
}

// A place is where an error of a program is.
type place struct {
	program *Program
	text    string
	pos     int
}

// filled words the error for the text with the values in it.
func (e *place) filled(holes []Value) *Error {
	pos := e.pos
	for i := range holesIn(e.program.src[:max(e.pos, 0)]) {
		pos += len(holes[i].String()) - 1
	}
	return &Error{Text: message(filled(e.program.src, holes), e.text, pos)}
}
