package pattern

import "unicode/utf8"

// bash's ${s/p/r} guesses first how many characters a pattern without stars can
// match, and then tries only parts of that length. The guess is wrong for a
// bracket expression that begins with ] behind its !, for brackets that are not
// closed, and for a backslash at the end. guess computes it, so that Find finds
// what bash finds.

// Misjudged tells whether bash assumes a wrong length for the pattern when it
// substitutes: anchored to an end of the text it then matches nothing.
func (p *Pattern) Misjudged() bool {
	prog := p.chars
	if prog == nil {
		prog = p.byBytes()
	}
	return prog.fixed >= 0 && !prog.ext
}

// guess returns the number of characters, -1 for patterns of any length.
func (p *parser) guess(s string) int {
	n := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch c {
		case '*':
			return -1
		case '?', '+', '@', '!':
			if i+1 < len(s) && s[i+1] == '(' {
				return -1
			}
		case '[':
			m, next := p.guessBracket(s, i+1)
			n, i = n+m, next
			continue
		case '\\':
			i++
			if i == len(s) {
				return n + 2
			}
		}
		_, w := p.char(s, i)
		n, i = n+1, i+w
	}
	return n
}

// guessBracket looks for the bracket that closes one: the first behind the
// first character. A bracket that is not closed counts all its characters.
func (p *parser) guessBracket(s string, i int) (n, next int) {
	n = 1
	inside := byte(0)
	for first := true; i < len(s); first = false {
		c := s[i]
		if c == ']' && !first && inside == 0 {
			return 1, i + 1
		}
		_, w := p.char(s, i)
		i += w
		n++
		switch {
		case c == '\\':
			if i+1 >= len(s) {
				return n, len(s)
			}
			_, w = p.char(s, i)
			i += w
		case c == '[' && i < len(s) && (s[i] == ':' || s[i] == '.' || s[i] == '='):
			inside = s[i]
			i++
		case inside != 0 && c == inside && i < len(s) && s[i] == ']':
			inside = 0
			i++
		}
	}
	return n, len(s)
}

// length returns how many characters nodes without stars match.
func (p *parser) length(nodes []node) int {
	n := 0
	for _, x := range nodes {
		switch {
		case x.kind != kLit:
			n++
		case p.bytes:
			n += len(x.lit)
		default:
			n += utf8.RuneCountInString(x.lit)
		}
	}
	return n
}

// findFixed finds the leftmost part of n characters that matches.
func (m *matcher) findFixed(from, n int) (start, end int) {
	chars := 0
	end = from
	for start = from; start < len(m.s); start++ {
		if m.inside(start) {
			continue
		}
		for ; chars < n; chars++ {
			if end >= len(m.s) {
				return -1, -1
			}
			for end++; m.inside(end); end++ {
			}
		}
		sub := matcher{program: m.program, s: m.s[start:end], steps: m.steps - 1}
		ok := sub.match()
		if m.steps, m.err = sub.steps, sub.err; m.err != nil {
			return -1, -1
		}
		if ok {
			return start, end
		}
		chars--
	}
	return -1, -1
}
