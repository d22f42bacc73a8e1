package jq

import (
	"strconv"
	"strings"
	"unicode"
)

// simpleEscapes are those of single characters.
var simpleEscapes = map[rune]rune{'t': '\t', 'n': '\n', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', 'e': 0x1b}

// assertions are the escapes of places.
var assertions = map[rune]regexOp{'A': opTextStart, 'Z': opTextEndNL, 'z': opTextEnd, 'b': opBoundary, 'B': opNoBoundary, 'G': opSearchStart}

// escape reads what follows a backslash.
func (p *regexParser) escape() (*regexNode, error) {
	if !p.more() {
		return nil, errRegex("end pattern at escape")
	}
	start := p.at
	c := p.next()
	if op, ok := assertions[c]; ok {
		return leaf(inst{op: op}), nil
	}
	switch {
	case c == 'k' && p.accept("<"):
		end := strings.IndexByte(p.s[p.at:], '>')
		if end < 0 {
			return nil, errRegex("invalid group name <>")
		}
		name := p.s[p.at : p.at+end]
		p.at += end + 1
		p.pure = false
		n := leaf(inst{op: opBackref, fold: p.flags.fold})
		if i, err := strconv.Atoi(name); err == nil {
			n.inst.x = i
			p.mostRef = max(p.mostRef, i)
		} else {
			p.nameUses = append(p.nameUses, nameUse{n, name})
		}
		return n, nil
	case c >= '1' && c <= '9':
		i := int(c - '0')
		for p.more() && digit(p.s[p.at]) && 10*i+int(p.s[p.at]-'0') < len(p.groups) {
			i = 10*i + int(p.s[p.at]-'0')
			p.at++
		}
		p.pure = false
		p.mostRef = max(p.mostRef, i)
		return leaf(inst{op: opBackref, x: i, fold: p.flags.fold}), nil
	case c == 'R':
		return p.newline(), nil
	}
	if set, ok := classEscape(c); ok {
		return leaf(inst{op: opSet, set: set}), nil
	}
	if c == 'p' || c == 'P' {
		set, err := p.property(c == 'P')
		return leaf(inst{op: opSet, set: set}), err
	}
	p.at = start
	r, err := p.character()
	return leaf(inst{op: opChar, char: r, fold: p.flags.fold}), err
}

// newline is \R: CRLF or one of the single ones.
func (p *regexParser) newline() *regexNode {
	crlf := &regexNode{list: []*regexNode{leaf(inst{op: opChar, char: '\r'}), leaf(inst{op: opChar, char: '\n'})}}
	single := leaf(inst{op: opSet, set: &charSet{ranges: []rune{'\n', '\r', 0x85, 0x85, 0x2028, 0x2029}}})
	return &regexNode{alt: true, list: []*regexNode{crlf, single}}
}

// character reads an escape that is one character.
func (p *regexParser) character() (rune, error) {
	c := p.next()
	if r, ok := simpleEscapes[c]; ok {
		return r, nil
	}
	hex := func(most int) rune {
		var r rune
		for n := 0; n < most && p.more(); n++ {
			i := strings.IndexByte(hexDigits, p.s[p.at]|0x20)
			if i < 0 || p.s[p.at] < '0' {
				break
			}
			r = r<<4 | rune(i)
			p.at++
		}
		return r
	}
	switch {
	case c == 'x' && p.accept("{"):
		r := hex(8)
		if !p.accept("}") {
			return 0, errRegex("invalid code point value")
		}
		return r, nil
	case c == 'x':
		return hex(2), nil
	case c >= '0' && c <= '7':
		r := c - '0'
		for n := 0; n < 2 && p.more() && p.s[p.at] >= '0' && p.s[p.at] <= '7'; n++ {
			r = r<<3 | rune(p.s[p.at]-'0')
			p.at++
		}
		return r, nil
	}
	return c, nil
}

// classEscape returns the set of \d and its like.
func classEscape(c rune) (*charSet, bool) {
	var in func(rune) bool
	switch unicode.ToLower(c) {
	case 'd':
		in = unicode.IsDigit
	case 'w':
		in = wordRune
	case 's':
		in = unicode.IsSpace
	case 'h':
		in = func(r rune) bool { return r < 0x80 && strings.ContainsRune("0123456789abcdefABCDEF", r) }
	default:
		return nil, false
	}
	return &charSet{classes: []func(rune) bool{in}, negated: unicode.IsUpper(c)}, true
}

// property reads {Name} behind \p.
func (p *regexParser) property(negated bool) (*charSet, error) {
	end := strings.IndexByte(p.s[p.at:], '}')
	if !p.accept("{") || end < 0 {
		return nil, errRegex("invalid character property name {" + p.s[p.at:] + "}")
	}
	name := p.s[p.at : p.at+end-1]
	p.at += end
	if strings.HasPrefix(name, "^") {
		negated, name = !negated, name[1:]
	}
	if in := posixClass(strings.ToLower(name)); in != nil {
		return &charSet{classes: []func(rune) bool{in}, negated: negated}, nil
	}
	for _, tables := range []map[string]*unicode.RangeTable{unicode.Categories, unicode.Scripts, unicode.Properties} {
		for known, table := range tables {
			if strings.EqualFold(strings.ReplaceAll(known, "_", ""), strings.NewReplacer("_", "", " ", "", "-", "").Replace(name)) {
				return &charSet{classes: []func(rune) bool{func(r rune) bool { return unicode.Is(table, r) }}, negated: negated}, nil
			}
		}
	}
	return nil, errRegex("invalid character property name {" + name + "}")
}

func posixClass(name string) func(rune) bool {
	switch name {
	case "alpha", "alphabetic":
		return unicode.IsLetter
	case "digit":
		return unicode.IsDigit
	case "alnum":
		return func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	case "upper":
		return unicode.IsUpper
	case "lower":
		return unicode.IsLower
	case "space":
		return unicode.IsSpace
	case "blank":
		return func(r rune) bool { return r == ' ' || r == '\t' }
	case "punct":
		return func(r rune) bool { return unicode.IsPunct(r) || r < 0x80 && unicode.IsSymbol(r) }
	case "cntrl":
		return unicode.IsControl
	case "graph":
		return func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }
	case "print":
		return unicode.IsGraphic
	case "xdigit":
		return func(r rune) bool { return r < 0x80 && strings.ContainsRune("0123456789abcdefABCDEF", r) }
	case "word":
		return wordRune
	case "ascii":
		return func(r rune) bool { return r < 0x80 }
	}
	return nil
}
