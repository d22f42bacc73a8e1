package bc

import (
	"bufio"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// input is standard input, which programs and read() share.
func (m *machine) input() *bufio.Reader {
	if m.stdin == nil {
		m.stdin = bufio.NewReaderSize(standardInput(m.ctx, m.in), command.BufferBytes)
	}
	return m.stdin
}

// readNumber reads a number from standard input; behind its end there are zeros.
func (m *machine) readNumber() num {
	in := m.input()
	c, err := in.ReadByte()
	for err == nil && strings.IndexByte(" \t\n\v\f\r", c) >= 0 {
		c, err = in.ReadByte()
	}
	negative := false
	if err == nil && (c == '-' || c == '+') {
		negative = c == '-'
		c, err = in.ReadByte()
	}
	var digits []byte
	point := false
	for ; err == nil && len(digits) < maxDigits; c, err = in.ReadByte() {
		if isLetter(c) {
			c -= 'a' - 'A'
		}
		if !isDigit(c) && (c != '.' || point) {
			_ = in.UnreadByte() // there was a ReadByte
			break
		}
		point = point || c == '.'
		digits = append(digits, c)
	}
	v := parseNum(string(digits), m.ibase)
	if negative {
		return v.neg()
	}
	return v
}

// A generator makes the numbers of random(3) of glibc, from its first seed.
type generator struct {
	state [31]uint32
	at    int
}

func newGenerator() *generator {
	g := &generator{at: 3}
	seed := int64(1)
	for i := range g.state {
		if i > 0 {
			seed = seed * 16807 % 2147483647
		}
		g.state[i] = uint32(seed)
	}
	for range 310 {
		g.next()
	}
	return g
}

func (g *generator) next() int64 {
	n := len(g.state)
	g.state[g.at] += g.state[(g.at+n-3)%n]
	v := g.state[g.at] >> 1
	g.at = (g.at + 1) % n
	return int64(v)
}
