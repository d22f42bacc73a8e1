package perl

import (
	"strings"
	"unicode/utf8"
)

const (
	unterminated = "missing terminating ] for character class"
	badRange     = "invalid range in character class"
)

// class reads a class in brackets.
func (p *parser) class() (n *node, repeatable bool, err error) {
	switch {
	case p.take("[[:<:]]"):
		return wordEdge(false, p.ucp), false, nil
	case p.take("[[:>:]]"):
		return wordEdge(true, p.ucp), false, nil
	}
	if _, _, end := posixName(p.rest()); end > 0 {
		if p.src[p.at+1] != ':' {
			return nil, false, fail("POSIX collating elements are not supported")
		}
		return nil, false, fail("POSIX named classes are supported only within a class")
	}
	p.at++
	s := &set{fold: p.flags&fold != 0}
	for p.silent() {
		continue
	}
	s.not = p.take("^")
	for first := true; ; {
		if p.silent() {
			continue
		}
		if !p.more() {
			return nil, false, fail(unterminated)
		}
		if !p.quoted && !first && p.take("]") {
			return &node{kind: nSet, set: s.seal()}, true, nil
		}
		first = false
		if err := p.element(s); err != nil {
			return nil, false, err
		}
	}
}

// silent passes \Q, \E and, with (?xx), blanks.
func (p *parser) silent() bool {
	if passed, quote := p.quotes(); quote {
		return passed
	}
	return p.flags&extendedAll != 0 && (p.take(" ") || p.take("\t"))
}

// wordEdge is where a word begins or ends.
func wordEdge(end, ucp bool) *node {
	s := &set{}
	s.shorthand('w', ucp)
	return &node{kind: nCat, kids: []*node{
		{kind: nAssert, r: 'b', ucp: ucp},
		{kind: nLook, behind: end, kids: []*node{{kind: nSet, set: s.seal()}}},
	}}
}

// posixName reads [:name:] and its like at the beginning of s; end is 0 if
// there is none.
func posixName(s string) (name string, not bool, end int) {
	if len(s) < 2 || s[0] != '[' || strings.IndexByte(":.=", s[1]) < 0 {
		return "", false, 0
	}
	for i := 2; i+1 < len(s); i++ {
		switch {
		case s[i] == '\\' && (s[i+1] == ']' || s[i+1] == '\\'):
			i++
		case s[i] == '[' && s[i+1] == s[1], s[i] == ']':
			return "", false, 0
		case s[i] == s[1] && s[i+1] == ']':
			name, not = strings.CutPrefix(s[2:i], "^")
			return name, not, i + 2
		}
	}
	return "", false, 0
}

// element reads a character, a range, or a named class.
func (p *parser) element(s *set) error {
	lo, single, err := p.endpoint(s)
	if err != nil {
		return err
	}
	for p.silent() {
		continue
	}
	if p.quoted || !strings.HasPrefix(p.rest(), "-") {
		if single {
			s.chars = append(s.chars, span{lo, lo})
		}
		return nil
	}
	start := p.at
	p.at++
	for p.silent() {
		continue
	}
	if !p.more() {
		return fail(unterminated)
	}
	if !p.quoted && p.src[p.at] == ']' {
		if p.at = start; single {
			s.chars = append(s.chars, span{lo, lo})
		}
		s.chars = append(s.chars, span{'-', '-'})
		p.at = start + 1
		return nil
	}
	if !single {
		return fail(badRange)
	}
	hi, single, err := p.endpoint(s)
	switch {
	case err != nil:
		return err
	case !single:
		return fail(badRange)
	case hi < lo:
		return fail("range out of order in character class")
	}
	s.chars = append(s.chars, span{lo, hi})
	return nil
}

// endpoint reads a character; single is false for a class, which is in the set
// now.
func (p *parser) endpoint(s *set) (r rune, single bool, err error) {
	rest := p.rest()
	if !p.quoted {
		if name, not, end := posixName(rest); end > 0 {
			if rest[1] != ':' {
				return 0, false, fail("POSIX collating elements are not supported")
			}
			p.at += end
			if !s.posix(name, not, s.fold, p.ucp) {
				return 0, false, fail("unknown POSIX class name")
			}
			return 0, false, nil
		}
		if rest[0] == '\\' {
			return p.classEscape(s)
		}
	}
	r, w := utf8.DecodeRuneInString(rest)
	p.at += w
	return r, true, nil
}

func (p *parser) classEscape(s *set) (r rune, single bool, err error) {
	if p.at+1 >= len(p.src) {
		return 0, false, fail(`\ at end of pattern`)
	}
	switch c := p.src[p.at+1]; c {
	case 'b':
		p.at += 2
		return '\b', true, nil
	case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V':
		p.at += 2
		s.shorthand(c, p.ucp)
		return 0, false, nil
	case 'p', 'P':
		return 0, false, p.property(s)
	case 'N':
		if !strings.HasPrefix(p.src[p.at+2:], "{U+") {
			return 0, false, fail(`\N is not supported in a class`)
		}
	case 'g':
		p.at += 2
		return 'g', true, nil
	case 'A', 'B', 'C', 'G', 'K', 'R', 'X', 'Z', 'k', 'z':
		return 0, false, fail("escape sequence is invalid in character class")
	}
	r, err = p.escaped()
	return r, true, err
}
