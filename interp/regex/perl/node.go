package perl

// kind says what a node is.
type kind uint8

const (
	nEmpty   kind = iota
	nChar         // r, with fold in any case
	nSet          // set
	nAny          // any character but a newline
	nAll          // any character
	nNewline      // \R; ascii: CR, LF and CRLF alone
	nCluster      // \X
	nAssert       // r: A z Z G b B ^ $ (m with multi)
	nKeep         // \K
	nCat          // kids
	nAlt          // kids
	nGroup        // kids[0]; num 0: not captured
	nAtomic       // kids[0]
	nLook         // kids[0]; behind, not, free
	nRepeat       // kids[0] min to max times; mode
	nBackref      // num or name
	nCall         // num or name
	nCond         // cond, kids[0] and kids[1]
	nVerb         // verb, name
)

// mode says how a quantifier goes on.
type mode uint8

const (
	greedy mode = iota
	lazy
	possessive
)

// infinite is a maximum without a bound.
const infinite = -1

// A node is a part of a pattern.
type node struct {
	kind     kind
	r        rune
	fold     bool
	ucp      bool
	set      *set
	kids     []*node
	num      int
	name     string
	min, max int
	mode     mode
	behind   bool
	not      bool
	free     bool // a lookaround that may be backtracked into
	ascii    bool
	cond     condition
	verb     verb
}

// condition says what a conditional group asks.
type condition uint8

const (
	condGroup  condition = iota // num or name took part
	condCall                    // within a call of num, of any with -1, or of name
	condNever                   // (?(DEFINE)
	condAlways                  // (?(VERSION>=10)
	condFalse                   // (?(VERSION=9)
	condLook                    // kids[2] is a lookaround
)

// verb is a backtracking control verb.
type verb uint8

const (
	verbAccept verb = iota
	verbFail
	verbCommit
	verbPrune
	verbSkip
	verbThen
	verbMark
)

// single tells whether a node takes one character and nothing else.
func (n *node) single() bool {
	switch n.kind {
	case nChar, nSet, nAny, nAll:
		return true
	}
	return false
}

// width returns how many characters a node takes if that is always the same.
// The error is that of a lookbehind, which needs it.
func (p *parser) width(n *node, within int) (int, error) {
	if within > maxNesting {
		return 0, fail("lookbehind is too complicated")
	}
	switch n.kind {
	case nEmpty, nAssert, nLook, nKeep:
		return 0, nil
	case nChar, nSet, nAny:
		return 1, nil
	case nAll:
		if n.ascii {
			return 0, fail(`\C is not allowed in a lookbehind assertion in UTF-8 mode`)
		}
		return 1, nil
	case nVerb:
		if n.verb == verbAccept {
			return 0, fail(notFixed)
		}
		return 0, nil
	case nCat:
		sum := 0
		for _, kid := range n.kids {
			w, err := p.width(kid, within+1)
			if err != nil {
				return 0, err
			}
			if sum += w; sum > maxNumber {
				return 0, fail("lookbehind assertion is too long")
			}
		}
		return sum, nil
	case nAlt:
		return p.same(n.kids, within)
	case nCond:
		if n.cond == condNever {
			return 0, nil
		}
		return p.same(n.kids[:2], within)
	case nGroup, nAtomic:
		return p.width(n.kids[0], within+1)
	case nRepeat:
		if n.min != n.max {
			return 0, fail(notFixed)
		}
		w, err := p.width(n.kids[0], within+1)
		if w*n.min > maxNumber {
			return 0, fail("lookbehind assertion is too long")
		}
		return w * n.min, err
	case nBackref, nCall:
		if num, err := p.number(n); err != nil {
			return 0, err
		} else if g := p.groups[num]; g != nil && num > 0 {
			return p.width(g, within+8)
		}
	}
	return 0, fail(notFixed)
}

const notFixed = "lookbehind assertion is not fixed length"

// same is the width that all nodes have.
func (p *parser) same(kids []*node, within int) (int, error) {
	width := -1
	for _, kid := range kids {
		w, err := p.width(kid, within+1)
		if err != nil {
			return 0, err
		}
		if width >= 0 && w != width {
			return 0, fail(notFixed)
		}
		width = w
	}
	return width, nil
}
