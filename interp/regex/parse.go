package regex

import (
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

type kind uint8

const (
	kEmpty kind = iota
	kChar       // r
	kAny
	kSet
	kCat
	kAlt
	kRepeat
	kGroup
	kBackref
	kLineStart
	kLineEnd
	kTextStart
	kTextEnd
	kWordStart
	kWordEnd
	kBoundary
	kNoBoundary
)

type node struct {
	kind     kind
	r        rune
	set      *set
	subs     []*node
	min, max int // of kRepeat; max is -1 for no limit
	index    int // of kGroup and kBackref
}

type parser struct {
	src    string
	flags  Flags
	at     int
	groups int
	closed []bool // which groups are closed, for back-references
	nest   int
	open   int // groups that are open
}

func fail(text string) error { return &Error{text} }

func (p *parser) extended() bool { return p.flags&Extended != 0 }

func (p *parser) parse() (*node, error) {
	n, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if p.at < len(p.src) {
		// Only \) of a basic expression stops before the end. regcomp(3) calls it
		// what re_compile_pattern(3) does not.
		if p.flags&Repeats != 0 {
			return nil, fail("Unmatched ) or \\)")
		}
		return nil, fail("Unmatched ( or \\(")
	}
	return n, nil
}

// operator tells whether the text at the present place is an operator, which
// basic expressions write with a backslash.
func (p *parser) operator(c byte) (width int, ok bool) {
	rest := p.src[p.at:]
	if p.extended() {
		return 1, len(rest) > 0 && rest[0] == c
	}
	return 2, len(rest) > 1 && rest[0] == '\\' && rest[1] == c
}

func (p *parser) alternatives() (*node, error) {
	if p.nest++; p.nest > maxNesting {
		return nil, fail("Regular expression too big")
	}
	defer func() { p.nest-- }()
	var subs []*node
	for {
		n, err := p.sequence()
		if err != nil {
			return nil, err
		}
		subs = append(subs, n)
		w, ok := p.operator('|')
		if !ok {
			break
		}
		p.at += w
	}
	if len(subs) == 1 {
		return subs[0], nil
	}
	return &node{kind: kAlt, subs: subs}, nil
}

// atEnd tells whether a sequence ends here.
func (p *parser) atEnd() bool {
	if p.at >= len(p.src) {
		return true
	}
	if _, ok := p.operator('|'); ok {
		return true
	}
	_, ok := p.operator(')')
	return ok && (p.open > 0 || !p.extended())
}

func (p *parser) sequence() (*node, error) {
	var subs []*node
	for first := true; !p.atEnd(); first = false {
		n, err := p.atom(first)
		if err != nil {
			return nil, err
		}
		if n, err = p.repeats(n); err != nil {
			return nil, err
		}
		subs = append(subs, n)
		if !p.extended() && n.kind == kLineStart {
			// A star behind an anchor is an ordinary character.
			if p.at < len(p.src) && p.src[p.at] == '*' {
				subs = append(subs, &node{kind: kChar, r: '*'})
				p.at++
				if subs[len(subs)-1], err = p.repeats(subs[len(subs)-1]); err != nil {
					return nil, err
				}
			}
		}
	}
	switch len(subs) {
	case 0:
		return &node{kind: kEmpty}, nil
	case 1:
		return subs[0], nil
	}
	return &node{kind: kCat, subs: subs}, nil
}

// repeats parses the operators that may follow an atom.
func (p *parser) repeats(n *node) (*node, error) {
	depth := p.nest
	for again := false; p.at < len(p.src); again = true {
		lo, hi, w := 0, -1, 1
		_, brace := p.operator('{')
		if p.flags&Repeats != 0 && n.kind == kLineStart && brace {
			return n, nil
		}
		if again && !p.extended() && p.flags&Repeats == 0 && (brace || p.src[p.at] == '*') {
			return nil, fail("Invalid preceding regular expression")
		}
		if wp, ok := p.operator('+'); ok {
			lo, w = 1, wp
		} else if wq, ok := p.operator('?'); ok {
			hi, w = 1, wq
		} else if wb, ok := p.operator('{'); ok {
			var err error
			var brace bool
			if lo, hi, brace, err = p.interval(wb); err != nil {
				return nil, err
			}
			if !brace {
				return n, nil
			}
			w = 0
		} else if p.src[p.at] != '*' || !p.extended() && n.kind == kLineStart {
			return n, nil
		}
		p.at += w
		if n.kind == kRepeat && n.min == 0 && n.max < 0 && lo <= 1 {
			continue // a** is a*
		}
		if depth++; depth > maxNesting {
			return nil, fail("Regular expression too big")
		}
		n = &node{kind: kRepeat, subs: []*node{n}, min: lo, max: hi}
	}
	return n, nil
}

// interval parses {n}, {n,}, {,m} and {n,m}. ok is false when an extended
// expression has a brace that begins none.
func (p *parser) interval(width int) (lo, hi int, ok bool, err error) {
	start := p.at
	p.at += width
	number := func() int {
		v := -1
		for p.at < len(p.src) && p.src[p.at] >= '0' && p.src[p.at] <= '9' {
			v = min(max(v, 0)*10+int(p.src[p.at]-'0'), MaxRepeat+1)
			p.at++
		}
		return v
	}
	lo = number()
	hi = lo
	if p.at < len(p.src) && p.src[p.at] == ',' {
		p.at++
		if hi = number(); lo < 0 {
			lo = 0
		}
	} else if lo < 0 {
		if p.at >= len(p.src) {
			return 0, 0, false, fail("Unmatched \\{")
		}
		p.at = start
		return 0, 0, false, fail("Invalid content of \\{\\}")
	}
	w, closed := p.operator('}')
	if !closed {
		if p.at >= len(p.src) || !p.extended() && p.src[p.at] == '}' {
			return 0, 0, false, fail("Unmatched \\{")
		}
		return 0, 0, false, fail("Invalid content of \\{\\}")
	}
	p.at += w
	switch {
	case hi >= 0 && lo > hi:
		return 0, 0, false, fail("Invalid content of \\{\\}")
	case lo > MaxRepeat || hi > MaxRepeat:
		return 0, 0, false, fail("Regular expression too big")
	}
	return lo, hi, true, nil
}

// atom parses what an operator may follow. first tells that nothing stands
// before it in its sequence.
func (p *parser) atom(first bool) (*node, error) {
	if w, ok := p.operator('('); ok {
		return p.group(w)
	}
	c := p.src[p.at]
	switch c {
	case '\\':
		return p.escape(first)
	case '[':
		p.at++
		s, err := p.bracket()
		return &node{kind: kSet, set: s}, err
	case '.':
		p.at++
		return &node{kind: kAny}, nil
	case '^':
		if p.extended() || first {
			p.at++
			if p.extended() && p.at < len(p.src) && strings.IndexByte("*+?{", p.src[p.at]) >= 0 {
				return nil, fail("Invalid preceding regular expression")
			}
			return &node{kind: kLineStart}, nil
		}
	case '$':
		if p.dollarEnds() {
			p.at++
			return &node{kind: kLineEnd}, nil
		}
	case '*', '+', '?', '{':
		if p.extended() && first {
			return nil, fail("Invalid preceding regular expression")
		}
	}
	return &node{kind: kChar, r: p.char()}, nil
}

// char takes the next character.
func (p *parser) char() rune {
	r, w := utf8.DecodeRuneInString(p.src[p.at:])
	if c := p.src[p.at]; r == utf8.RuneError && w == 1 || c >= utf8.RuneSelf && p.flags&Bytes != 0 {
		r, w = invalid(c), 1
	}
	p.at += w
	return r
}

// dollarEnds tells whether a dollar sign is an anchor: in a basic expression
// only at the end of a sequence.
func (p *parser) dollarEnds() bool {
	if p.extended() || p.at+1 == len(p.src) {
		return true
	}
	rest := p.src[p.at+1:]
	return strings.HasPrefix(rest, "\\)") || strings.HasPrefix(rest, "\\|")
}

func (p *parser) group(width int) (*node, error) {
	p.at += width
	p.groups++
	index := p.groups
	for len(p.closed) <= index {
		p.closed = append(p.closed, false)
	}
	p.open++
	n, err := p.alternatives()
	p.open--
	if err != nil {
		return nil, err
	}
	w, ok := p.operator(')')
	if !ok {
		return nil, fail("Unmatched ( or \\(")
	}
	p.at += w
	p.closed[index] = true
	return &node{kind: kGroup, subs: []*node{n}, index: index}, nil
}

func (p *parser) escape(first bool) (*node, error) {
	if p.at+1 >= len(p.src) {
		return nil, fail("Trailing backslash")
	}
	c := p.src[p.at+1]
	simple := map[byte]kind{'b': kBoundary, 'B': kNoBoundary, '<': kWordStart, '>': kWordEnd, '`': kTextStart, '\'': kTextEnd}
	if k, ok := simple[c]; ok {
		p.at += 2
		return &node{kind: k}, nil
	}
	switch {
	case c == 'w' || c == 'W' || c == 's' || c == 'S':
		p.at += 2
		s := &set{not: c < 'a'}
		if c|0x20 == 'w' {
			s.classes = []ctype.Class{ctype.Alnum}
			s.add('_', '_')
		} else {
			s.classes = []ctype.Class{ctype.Space}
		}
		return &node{kind: kSet, set: s.seal(false)}, nil
	case c >= '1' && c <= '9':
		p.at += 2
		index := int(c - '0')
		if index >= len(p.closed) || !p.closed[index] {
			return nil, fail("Invalid back reference")
		}
		return &node{kind: kBackref, index: index}, nil
	case !p.extended() && c == '{' && first && p.flags&Repeats == 0:
		return nil, fail("Invalid preceding regular expression")
	}
	p.at++
	return &node{kind: kChar, r: p.char()}, nil
}

// invalid is the character that stands for a byte that is no part of a valid
// one; the numbers are beyond Unicode.
func invalid(b byte) rune { return 0x110000 + rune(b) }
