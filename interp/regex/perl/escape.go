package perl

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape reads a backslash and what follows, outside of a class.
func (p *parser) escape() (n *node, repeatable bool, err error) {
	if p.at+1 >= len(p.src) {
		return nil, false, fail(`\ at end of pattern`)
	}
	c := p.src[p.at+1]
	item := func(k kind) (*node, bool, error) {
		p.at += 2
		return &node{kind: k}, true, nil
	}
	switch c {
	case 'A', 'z', 'Z', 'G', 'b', 'B':
		p.at += 2
		return &node{kind: nAssert, r: rune(c), ucp: p.ucp}, false, nil
	case 'K':
		p.misplaced = p.misplaced || p.looks > 0
		p.at += 2
		return &node{kind: nKeep}, false, nil
	case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V':
		p.at += 2
		s := &set{}
		s.shorthand(c, p.ucp)
		return &node{kind: nSet, set: s.seal()}, true, nil
	case 'p', 'P':
		s := &set{}
		if err := p.property(s); err != nil {
			return nil, false, err
		}
		return &node{kind: nSet, set: s.seal()}, true, nil
	case 'R':
		n, repeatable, err = item(nNewline)
		n.ascii = p.crlf
		return n, repeatable, err
	case 'X':
		return item(nCluster)
	case 'C':
		n, repeatable, err = item(nAll)
		n.ascii = true
		return n, repeatable, err
	case 'N':
		if !p.namedCharacter() {
			return item(nAny)
		}
	case 'g', 'k':
		n, err = p.reference(c)
		return n, true, err
	}
	if '1' <= c && c <= '9' {
		if n := p.numbered(); n != nil {
			return n, true, nil
		}
	}
	r, err := p.escaped()
	if err != nil {
		return nil, false, err
	}
	return p.char(r), true, nil
}

// namedCharacter tells whether \N begins \N{U+...} or \N{NAME}. Alone, or before a
// quantifier, it is anything but a newline.
func (p *parser) namedCharacter() bool {
	if !strings.HasPrefix(p.src[p.at+2:], "{") {
		return false
	}
	p.at += 2
	_, _, length, err := p.interval()
	p.at -= 2
	return err != nil || length == 0
}

// numbered reads \1 and its like; nil if it is a character in octal.
func (p *parser) numbered() *node {
	i := p.at + 1
	for i < len(p.src) && '0' <= p.src[i] && p.src[i] <= '9' {
		i++
	}
	num := count(p.src[p.at+1 : i])
	if num >= 10 && p.src[p.at+1] < '8' && num > p.count {
		return nil
	}
	p.at = i
	return p.refer(&node{kind: nBackref, num: num, fold: p.flags&fold != 0})
}

func (p *parser) refer(n *node) *node {
	p.refs = append(p.refs, n)
	return n
}

// reference reads \g or \k, of which some are calls.
func (p *parser) reference(c byte) (*node, error) {
	p.at += 2
	none := fail(`\k is not followed by a braced, angle-bracketed, or quoted name`)
	if c == 'g' {
		none = fail(`\g is not followed by a braced, angle-bracketed, or quoted name/number or by a plain number`)
	}
	n := &node{kind: nBackref, fold: p.flags&fold != 0}
	if !p.more() {
		return nil, none
	}
	closers := map[byte]byte{'{': '}', '<': '>', '\'': '\''}
	open := p.src[p.at]
	closer, ok := closers[open]
	if !ok {
		if c == 'k' || !strings.ContainsAny(p.rest()[:1], "+-0123456789") {
			return nil, none
		}
		num, _, err := p.signed()
		if err != nil {
			return nil, none
		}
		return p.plain(n, num)
	}
	if c == 'g' && open != '{' {
		n.kind = nCall
	}
	p.at++
	if c == 'g' && p.more() && strings.ContainsAny(p.rest()[:1], "+-0123456789") {
		num, digit, err := p.signed()
		switch {
		case err != nil:
			return nil, err
		case !digit || !p.more() || p.src[p.at] != closer:
			return nil, none
		}
		p.at++
		return p.plain(n, num)
	}
	name, err := p.name(closer)
	n.name = name
	return p.refer(n), err
}

// plain gives a reference its number: \g{0} is none.
func (p *parser) plain(n *node, num int) (*node, error) {
	if n.num = num; num < 0 || num == 0 && n.kind == nBackref {
		return nil, fail(noGroup)
	}
	return p.refer(n), nil
}

// signed reads a number, which is relative with a sign: -1 is the last group
// that has begun, +1 the next. digit is false when there is none.
func (p *parser) signed() (num int, digit bool, err error) {
	sign := byte(0)
	if p.more() && (p.src[p.at] == '+' || p.src[p.at] == '-') {
		sign = p.src[p.at]
		p.at++
	}
	from := p.at
	for p.more() && '0' <= p.src[p.at] && p.src[p.at] <= '9' {
		p.at++
	}
	if from == p.at {
		return 0, false, nil
	}
	num = count(p.src[from:p.at])
	switch {
	case num > maxNumber:
		return 0, true, fail("subpattern number is too big")
	case sign != 0 && num == 0:
		return 0, true, fail("a relative value of zero is not allowed")
	case sign == '+':
		return p.count + num, true, nil
	case sign == '-':
		if num > p.count {
			return 0, true, fail(noGroup)
		}
		return p.count - num + 1, true, nil
	}
	return num, true, nil
}

// name reads a name that ends with a closer.
func (p *parser) name(closer byte) (string, error) {
	from := p.at
	for p.more() {
		r, w := utf8.DecodeRuneInString(p.rest())
		if r != '_' && !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) {
			break
		}
		if p.at == from && unicode.Is(unicode.Nd, r) {
			return "", fail("subpattern name must start with a non-digit")
		}
		p.at += w
	}
	name := p.src[from:p.at]
	switch {
	case name == "":
		return "", fail("subpattern name expected")
	case len(name) > maxName:
		return "", fail("subpattern name is too long (maximum 32 code units)")
	case !p.more() || p.src[p.at] != closer:
		return "", fail("syntax error in subpattern name (missing terminator?)")
	}
	p.at++
	return name, nil
}

// escaped reads an escape that stands for a character.
func (p *parser) escaped() (rune, error) {
	if p.at+1 >= len(p.src) {
		return 0, fail(`\ at end of pattern`)
	}
	r, w := utf8.DecodeRuneInString(p.src[p.at+1:])
	p.at += 1 + w
	switch r {
	case 'a':
		return '\a', nil
	case 'e':
		return 0x1B, nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'c':
		return p.control()
	case 'x':
		return p.hex()
	case 'o':
		if !p.take("{") {
			return 0, fail(`missing opening brace after \o`)
		}
		return p.braced(8, `non-octal character in \o{} (closing brace missing?)`)
	case 'N':
		if p.take("{U+") {
			return p.braced(16, `non-hex character in \x{} (closing brace missing?)`)
		}
		fallthrough
	case 'F', 'L', 'l', 'U', 'u':
		return 0, fail(`PCRE2 does not support \F, \L, \l, \N{name}, \U, or \u`)
	case '8', '9':
		return r, nil
	}
	switch {
	case '0' <= r && r <= '7':
		r -= '0'
		for i := 0; i < 2 && p.more() && digit(p.src[p.at]) < 8; i++ {
			r = r<<3 + digit(p.src[p.at])
			p.at++
		}
		return r, nil
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		return 0, fail(`unrecognized character follows \`)
	}
	return r, nil
}

// control reads what follows \c.
func (p *parser) control() (rune, error) {
	if !p.more() {
		return 0, fail(`\c at end of pattern`)
	}
	c := p.src[p.at]
	if c < ' ' || c > '~' {
		return 0, fail(`\c must be followed by a printable ASCII character`)
	}
	p.at++
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return rune(c ^ 0x40), nil
}

// hex reads what follows \x: up to two digits, or some in braces.
func (p *parser) hex() (rune, error) {
	if p.take("{") {
		return p.braced(16, `non-hex character in \x{} (closing brace missing?)`)
	}
	r := rune(0)
	for i := 0; i < 2 && p.more() && digit(p.src[p.at]) < 16; i++ {
		r = r<<4 + digit(p.src[p.at])
		p.at++
	}
	return r, nil
}

// braced reads digits up to a closing brace.
func (p *parser) braced(base rune, wrong string) (rune, error) {
	if !p.more() || p.src[p.at] == '}' {
		return 0, fail(`digits missing in \x{} or \o{} or \N{U+}`)
	}
	r := rune(0)
	for ; p.more() && digit(p.src[p.at]) < base; p.at++ {
		if r = r*base + digit(p.src[p.at]); r > unicode.MaxRune {
			return 0, fail(`character code point value in \x{} or \o{} is too large`)
		}
	}
	switch {
	case !p.take("}"):
		return 0, fail(wrong)
	case 0xD800 <= r && r <= 0xDFFF:
		return 0, fail("disallowed Unicode code point (>= 0xd800 && <= 0xdfff)")
	}
	return r, nil
}

// digit is the value of a digit, 99 for what is none.
func digit(c byte) rune {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return 99
}
