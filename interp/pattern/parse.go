package pattern

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/ctype"
)

type kind uint8

const (
	kLit     kind = iota // the text lit
	kFold                // the character r, in either case
	kAny                 // ?
	kSet                 // [...]
	kStar                // *
	kExt                 // an extended pattern
	kStarExt             // a star with the extended pattern behind it and all the rest
	kNever               // matches nothing
)

type node struct {
	kind kind
	op   byte // of kExt: one of ?*+@!
	r    rune
	lit  string
	set  *set
	alts [][]node
	rest []node // of kStarExt
	none bool   // of kStarExt: it matches the empty text
	read []byte // of kLit: what becomes lit at the end
}

// maxNesting bounds extended patterns within each other; deeper ones match
// nothing.
const maxNesting = 250

// maxNodes bounds what one pattern is made of besides literal text. Matching a
// larger one takes too many steps before it begins.
const maxNodes = 1 << 19

// parser turns a text into nodes.
type parser struct {
	opts  Options
	bytes bool // characters are bytes
	ext   bool // an extended pattern was found
	// unclosed counts bytes that were read in search of closing brackets.
	unclosed int
	// starred is set when one was found behind a star or question mark.
	starred bool
	// nodes counts those that were made. At maxNodes parsing ends.
	nodes int
}

// add appends a node.
func (p *parser) add(out []node, n node) []node {
	if p.nodes++; p.full() {
		return out
	}
	return append(out, n)
}

// full tells whether there are too many nodes.
func (p *parser) full() bool { return p.nodes > maxNodes }

// char decodes the character at s[i].
func (p *parser) char(s string, i int) (rune, int) {
	if p.bytes || s[i] < utf8.RuneSelf {
		return rune(s[i]), 1
	}
	return utf8.DecodeRuneInString(s[i:])
}

func (p *parser) lower(r rune) rune {
	if p.bytes && r >= utf8.RuneSelf {
		return r
	}
	return ctype.ToLower(r)
}

// parse reads s, which stands within nest extended patterns.
func (p *parser) parse(s string, nest int) []node {
	out := p.sequence(s, nest)
	for i := range out {
		if n := &out[i]; n.read != nil {
			n.lit, n.read = string(n.read), nil
		}
	}
	return out
}

func (p *parser) sequence(s string, nest int) []node {
	var out []node
	for i := 0; i < len(s) && !p.full(); {
		c := s[i]
		if p.extAt(s, i) {
			end := scanExt(s, i+2, false)
			if end < 0 {
				// bash compares all the rest as it is written.
				return p.literal(out, s[i:])
			}
			out = p.add(out, p.extended(c, s[i+2:end], nest))
			i = end
			continue
		}
		switch c {
		case '*':
			out, i = p.star(out, s, i)
			if i < len(s) && p.extAt(s, i) {
				return p.add(out, p.starExt(s[i:], nest))
			}
			out = p.add(out, node{kind: kStar})
		case '?':
			out = p.add(out, node{kind: kAny})
			i++
			p.starred = p.starred || i < len(s) && p.extAt(s, i)
		case '[':
			n, next := p.bracket(s, i+1)
			if next < 0 {
				out = p.literal(out, "[")
				next = i + 1
			} else {
				out = p.add(out, n)
			}
			i = next
		default:
			if c == '\\' {
				if i+1 < len(s) {
					i++
				} else if len(out) > 0 && out[len(out)-1].kind == kStar {
					// bash never finds a backslash that ends the pattern
					// behind a star.
					out = p.add(out, node{kind: kNever})
				}
			}
			_, n := p.char(s, i)
			out = p.literal(out, s[i:i+n])
			i += n
		}
	}
	return out
}

// extAt tells whether an extended pattern begins at i.
func (p *parser) extAt(s string, i int) bool {
	return p.opts.ExtGlob && i+1 < len(s) && s[i+1] == '(' && strings.IndexByte("?*+@!", s[i]) >= 0
}

// star reads a run of stars and question marks and appends the question marks;
// the star is to follow. ?(...) and *(...) behind a star add nothing to it, and
// if they are not closed, bash forgets all the rest.
func (p *parser) star(out []node, s string, i int) ([]node, int) {
	for i < len(s) && (s[i] == '*' || s[i] == '?') {
		switch {
		case p.extAt(s, i):
			p.ext = true
			if i = scanExt(s, i+2, false); i < 0 {
				return out, len(s)
			}
			continue
		case s[i] == '?':
			out = p.add(out, node{kind: kAny})
		}
		i++
	}
	return out, i
}

// starExt makes the node for a star with an extended pattern behind it, which
// s begins with. bash looks for the rest only before the end of the text, so
// that *@(a|) does not match b; and when nothing of the text is left to begin
// with, it takes !(...) for matched, whatever follows, except within another
// extended pattern.
func (p *parser) starExt(s string, nest int) node {
	p.ext, p.starred = true, true
	if nest >= maxNesting {
		return node{kind: kNever}
	}
	rest := p.parse(s, nest+1)
	return node{kind: kStarExt, rest: rest, none: s[0] == '!' && nest == 0 && scanExt(s, 1, false) < 0}
}

// emptySeq tells whether a sequence matches the empty text.
func emptySeq(seq []node) bool {
	for i := range seq {
		if !seq[i].empty() {
			return false
		}
	}
	return true
}

func (n *node) empty() bool {
	switch n.kind {
	case kStar:
		return true
	case kStarExt:
		return n.none
	case kLit:
		return n.lit == ""
	case kExt:
		if n.op == '?' || n.op == '*' {
			return true
		}
		return slices.ContainsFunc(n.alts, emptySeq) != (n.op == '!')
	}
	return false
}

// literal appends text that stands for itself.
func (p *parser) literal(out []node, text string) []node {
	for i := 0; i < len(text) && !p.full(); {
		r, n := p.char(text, i)
		switch {
		case p.opts.NoCase && (p.lower(r) != r || p.lower(ctype.ToUpper(r)) == r && ctype.ToUpper(r) != r):
			out = p.add(out, node{kind: kFold, r: p.lower(r)})
		case len(out) > 0 && out[len(out)-1].kind == kLit:
			last := &out[len(out)-1]
			last.read = append(last.read, text[i:i+n]...)
		default:
			out = p.add(out, node{kind: kLit, read: []byte(text[i : i+n])})
		}
		i += n
	}
	return out
}

// extended parses what stands between the parentheses, the closing one
// included.
func (p *parser) extended(op byte, body string, nest int) node {
	p.ext = true
	if nest >= maxNesting {
		return node{kind: kNever}
	}
	n := node{kind: kExt, op: op}
	for i := 0; i < len(body) && !p.full(); {
		p.nodes++
		end := scanExt(body, i, true)
		if end < 0 {
			end = len(body)
		}
		n.alts = append(n.alts, p.parse(body[i:end-1], nest+1))
		if end == len(body) {
			break
		}
		i = end
	}
	return n
}

// scanExt finds the parenthesis that closes an extended pattern, or with bars
// the end of its first alternative, and returns what is behind it, -1 if there
// is none. Parentheses nest whatever stands before them, and brackets hide
// them.
func scanExt(s string, i int, bars bool) int {
	nest, first, inside := 0, -1, byte(0)
	bracket := false
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			i++
		case '[':
			if !bracket {
				bracket, first = true, i+1
				if first < len(s) && (s[first] == '!' || s[first] == '^') {
					first++
				}
			} else if i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0 {
				inside = s[i+1]
			}
		case ']':
			if bracket {
				if inside != 0 && s[i-1] == inside {
					inside = 0
				} else if i != first {
					bracket = false
				}
			}
		case '(':
			if !bracket {
				nest++
			}
		case ')':
			if !bracket {
				if nest == 0 {
					return i + 1
				}
				nest--
			}
		case '|':
			if bars && !bracket && nest == 0 {
				return i + 1
			}
		}
	}
	return -1
}
