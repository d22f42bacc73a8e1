package pattern

import (
	"strings"

	"github.com/aegish/aegish/interp/ctype"
)

// A set is a bracket expression.
type set struct {
	not     bool
	fold    bool
	bytes   bool
	ranges  []span // of characters, in lower case if fold
	classes []ctype.Class
	low     [4]uint64 // the answer for the first 256 characters
}

// A span is the characters from lo to hi.
type span struct{ lo, hi rune }

func (s *set) add(lo, hi rune) { s.ranges = append(s.ranges, span{lo, hi}) }

// seal computes low.
func (s *set) seal() *set {
	for r := range rune(256) {
		if s.slow(r) {
			s.low[r>>6] |= 1 << (r & 63)
		}
	}
	return s
}

func (s *set) has(r rune) bool {
	if uint32(r) < 256 {
		return s.low[r>>6]&(1<<(r&63)) != 0
	}
	return s.slow(r)
}

func (s *set) slow(r rune) bool {
	for _, c := range s.classes {
		if s.bytes && r < 256 && c.HasByte(byte(r)) || !s.bytes && c.Has(r) {
			return !s.not
		}
	}
	if s.fold && !(s.bytes && r >= 128) {
		r = ctype.ToLower(r)
	}
	for _, x := range s.ranges {
		if x.lo <= r && r <= x.hi {
			return !s.not
		}
	}
	return s.not
}

// maxUnclosed bounds how many bytes are read in search of brackets and ends of
// their classes that are not there. What is behind it is taken as not closed.
const maxUnclosed = 1 << 19

// bracket parses a bracket expression whose inside begins at i. next is behind
// it, -1 if it is not closed: then the bracket stands for itself.
func (p *parser) bracket(s string, i int) (n node, next int) {
	set := &set{fold: p.opts.NoCase, bytes: p.bytes}
	if i < len(s) && (s[i] == '!' || s[i] == '^') {
		set.not = true
		i++
	}
	if p.unclosed > maxUnclosed {
		return n, -1
	}
	begin := i
	for first := true; ; first = false {
		if i >= len(s) {
			p.unclosed += i - begin
			return n, -1
		}
		if s[i] == ']' && !first {
			p.nodes += len(set.ranges)
			return node{kind: kSet, set: set.seal()}, i + 1
		}
		if end := p.named(s, i, set); end > 0 {
			if i = end; set.not && s[end-2] == '=' && end < len(s) && s[end] == ']' {
				// bash takes this bracket for a member of the set, and does
				// not find the end.
				return node{kind: kNever}, end + 1
			}
			continue
		}
		lo, ok, end := p.endpoint(s, i)
		if end < 0 {
			return node{kind: kNever}, len(s)
		}
		hi, okHi := lo, ok
		i = end
		if i+1 < len(s) && s[i] == '-' && s[i+1] != ']' {
			if hi, okHi, i = p.endpoint(s, i+1); i < 0 {
				return node{kind: kNever}, len(s)
			}
		}
		if ok && okHi && lo <= hi && len(set.ranges) <= maxNodes {
			set.add(lo, hi)
		}
	}
}

// named parses [:class:] and [=c=] at i and returns what is behind it, 0 if
// there is none.
func (p *parser) named(s string, i int, set *set) int {
	if i+1 >= len(s) || s[i] != '[' {
		return 0
	}
	switch s[i+1] {
	case ':':
		n := p.end(s, i+2, ":]")
		if n < 0 {
			return i + 1 // bash forgets the bracket
		}
		if c, ok := ctype.LookupPattern(strings.ReplaceAll(s[i+2:i+2+n], `\`, "")); ok {
			set.classes = append(set.classes, c)
		}
		return i + 2 + n + 2
	case '=':
		if i+2 >= len(s) {
			return 0
		}
		r, n := p.char(s, i+2)
		if strings.HasPrefix(s[i+2+n:], "=]") {
			if p.opts.NoCase {
				r = p.lower(r)
			}
			set.add(r, r)
			return i + 2 + n + 2
		}
	}
	return 0
}

// end finds the end of a class or symbol whose name begins at i: how many bytes
// that has, -1 without an end.
func (p *parser) end(s string, i int, mark string) int {
	if p.unclosed > maxUnclosed {
		return -1
	}
	n := strings.Index(s[i:], mark)
	if n < 0 {
		p.unclosed += len(s) - i
	}
	return n
}

// endpoint parses a character, one behind a backslash, or [.symbol.]. ok is
// false for a symbol that does not exist, end is -1 when a backslash is the
// last of the pattern.
func (p *parser) endpoint(s string, i int) (r rune, ok bool, end int) {
	if strings.HasPrefix(s[i:], "[.") {
		if n := p.end(s, i+2, ".]"); n >= 0 {
			r, ok = p.symbol(s[i+2 : i+2+n])
			return r, ok, i + 2 + n + 2
		}
	}
	if s[i] == '\\' {
		if i++; i >= len(s) {
			return 0, false, -1
		}
	}
	r, n := p.char(s, i)
	if p.opts.NoCase {
		r = p.lower(r)
	}
	return r, true, i + n
}

// symbol finds a collating symbol: a character, or one of the names of POSIX
// (XBD 6.1).
func (p *parser) symbol(name string) (rune, bool) {
	if name != "" {
		if r, n := p.char(name, 0); n == len(name) {
			if p.opts.NoCase {
				r = p.lower(r)
			}
			return r, true
		}
	}
	for _, line := range symbolNames {
		for i, n := range strings.Fields(line.names) {
			if n == name {
				return line.first + rune(i), true
			}
		}
	}
	return 0, false
}

// symbolNames are the names of ASCII characters, in order from first.
var symbolNames = []struct {
	first rune
	names string
}{
	{0, "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC IS4 IS3 IS2 IS1"},
	{7, "alert backspace tab newline vertical-tab form-feed carriage-return"},
	{28, "IFS IGS IRS IUS"},
	{32, "space exclamation-mark quotation-mark number-sign dollar-sign percent-sign ampersand apostrophe left-parenthesis right-parenthesis asterisk plus-sign comma hyphen period slash"},
	{45, "hyphen-minus full-stop solidus"},
	{45, "minus dot"},
	{48, "zero one two three four five six seven eight nine colon semicolon less-than-sign equals-sign greater-than-sign question-mark commercial-at"},
	{91, "left-square-bracket backslash right-square-bracket circumflex underscore grave-accent"},
	{92, "reverse-solidus"},
	{94, "circumflex-accent low-line"},
	{123, "left-brace vertical-line right-brace tilde DEL"},
	{123, "left-curly-bracket"},
	{125, "right-curly-bracket"},
}
