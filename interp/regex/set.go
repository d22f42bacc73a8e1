package regex

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

// A set is a bracket expression, or \w and its like.
type set struct {
	not     bool
	ranges  []span
	classes []ctype.Class
	fold    bool
	newline bool // a newline is not in it, even if not is set
	low     [2]uint64
}

type span struct{ lo, hi rune }

func (s *set) add(lo, hi rune) { s.ranges = append(s.ranges, span{lo, hi}) }

// seal computes the answers for ASCII.
func (s *set) seal(fold bool) *set {
	s.fold = fold
	for r := range rune(128) {
		if s.slow(r) {
			s.low[r>>6] |= 1 << (r & 63)
		}
	}
	return s
}

func (s *set) has(r rune) bool {
	if uint32(r) < 128 {
		return s.low[r>>6]&(1<<(r&63)) != 0
	}
	return s.slow(r)
}

func (s *set) slow(r rune) bool {
	if s.newline && r == '\n' {
		return false
	}
	if s.member(r) || s.fold && (s.member(ctype.ToLower(r)) || s.member(ctype.ToUpper(r))) {
		return !s.not
	}
	return s.not
}

func (s *set) member(r rune) bool {
	for _, x := range s.ranges {
		if x.lo <= r && r <= x.hi {
			return true
		}
	}
	return slices.ContainsFunc(s.classes, func(c ctype.Class) bool { return c.Has(r) })
}

const unmatchedBracket = "Unmatched [, [^, [:, [., or [="

// bracket parses behind an opening bracket.
func (p *parser) bracket() (*set, error) {
	s := &set{newline: p.flags&Newline != 0}
	if p.at >= len(p.src) {
		return nil, fail("Invalid regular expression")
	}
	if p.src[p.at] == '^' {
		s.not = true
		p.at++
	} else {
		s.newline = false
	}
	for first := true; ; first = false {
		if p.at >= len(p.src) {
			return nil, fail(unmatchedBracket)
		}
		if p.src[p.at] == ']' && !first {
			p.at++
			return s.seal(p.flags&NoCase != 0), nil
		}
		if err := p.element(s, first); err != nil {
			return nil, err
		}
	}
}

// element parses a character, a range or a class. A minus sign that is no range is
// an ordinary character at the beginning and at the end alone.
func (p *parser) element(s *set, first bool) error {
	if rest := p.src[p.at:]; !first && len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		return fail("Invalid range end")
	}
	lo, class, err := p.endpoint(s)
	if err != nil {
		return err
	}
	if class {
		if rest := p.src[p.at:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			return fail("Invalid range end")
		}
		return nil
	}
	hi := lo
	if rest := p.src[p.at:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
		p.at++
		if hi, class, err = p.endpoint(s); err != nil {
			return err
		}
		if (lo >= utf8.RuneSelf || hi >= utf8.RuneSelf) && p.flags&Bytes == 0 {
			// The locale C.UTF-8 of glibc has no order of other characters.
			return fail("Invalid collation character")
		}
		if class || hi < lo {
			return fail("Invalid range end")
		}
	} else if len(rest) == 1 && rest[0] == '-' {
		p.at++
		return fail(unmatchedBracket)
	}
	s.add(lo, hi)
	return nil
}

// endpoint parses a character or [.x.]; class tells that it was a class or an
// equivalence class instead, which is in the set now.
func (p *parser) endpoint(s *set) (r rune, class bool, err error) {
	rest := p.src[p.at:]
	if len(rest) > 1 && rest[0] == '[' && strings.IndexByte(":.=", rest[1]) >= 0 {
		n := strings.Index(rest[2:], rest[1:2]+"]")
		if n < 0 {
			return 0, false, fail(unmatchedBracket)
		}
		name := rest[2 : 2+n]
		p.at += n + 4
		if rest[1] == ':' {
			c, ok := ctype.Lookup(name)
			if !ok {
				return 0, false, fail("Invalid character class name")
			}
			if p.flags&NoCase != 0 && (c == ctype.Upper || c == ctype.Lower) {
				c = ctype.Alpha
			}
			s.classes = append(s.classes, c)
			return 0, true, nil
		}
		r, w := utf8.DecodeRuneInString(name)
		if name == "" || w != len(name) {
			return 0, false, fail("Invalid collation character")
		}
		if rest[1] == '=' {
			s.add(r, r)
			return 0, true, nil
		}
		return r, false, nil
	}
	return p.char(), false, nil
}
