package perl

import (
	"strings"
	"unicode/utf8"
)

// pflag is an option that a part of a pattern can set.
type pflag uint8

const (
	fold        pflag = 1 << iota // i
	multi                         // m
	dotAll                        // s
	extended                      // x
	extendedAll                   // xx
	ungreedy                      // U
	noCapture                     // n
	duplicate                     // J
)

// A parser reads a pattern.
type parser struct {
	src    string
	at     int
	flags  pflag
	depth  int
	quoted bool // within \Q and \E
	ucp    bool
	crlf   bool // \R is CR, LF and CRLF

	count  int // how many groups have begun
	last   int // the highest number of a group
	groups map[int]*node
	names  []named
	refs   []*node // what refers to groups
	behind []*node // lookbehinds

	limit                     int
	notEmpty, notEmptyAtStart bool
	noStart                   bool
	looks                     int  // how many lookarounds are open
	misplaced                 bool // \K is in one
}

// named is a name and the number of its group.
type named struct {
	name string
	num  int
}

func (p *parser) parse() (*node, error) {
	p.groups = map[int]*node{}
	if err := p.startVerbs(); err != nil {
		return nil, err
	}
	tree, err := p.alternatives()
	if err != nil {
		return nil, err
	}
	if p.at < len(p.src) {
		return nil, fail("unmatched closing parenthesis")
	}
	p.groups[0] = tree
	for _, look := range p.behind {
		if err := p.branches(look); err != nil {
			return nil, err
		}
	}
	if p.misplaced {
		return nil, fail(`\K is not allowed in lookarounds (but see PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK)`)
	}
	for _, ref := range p.refs {
		if _, err := p.number(ref); err != nil {
			return nil, err
		}
	}
	return tree, nil
}

// branches checks that what a lookbehind looks for has a fixed length, for each
// of its alternatives.
func (p *parser) branches(look *node) error {
	kids := look.kids
	if kids[0].kind == nAlt {
		kids = kids[0].kids
	}
	for _, kid := range kids {
		if _, err := p.width(kid, 0); err != nil {
			return err
		}
	}
	return nil
}

const noGroup = "reference to non-existent subpattern"

// number finds the group that a node refers to.
func (p *parser) number(n *node) (int, error) {
	if n.name != "" {
		for _, x := range p.names {
			if x.name == n.name {
				return x.num, nil
			}
		}
		return 0, fail(noGroup)
	}
	if n.num > p.last {
		return 0, fail(noGroup)
	}
	return n.num, nil
}

// numbers are those of all the groups of a name.
func (p *parser) numbers(n *node) []int {
	if n.name == "" {
		return []int{n.num}
	}
	var all []int
	for _, x := range p.names {
		if x.name == n.name {
			all = append(all, x.num)
		}
	}
	return all
}

func (p *parser) more() bool { return p.at < len(p.src) }

func (p *parser) rest() string { return p.src[p.at:] }

func (p *parser) take(s string) bool {
	if strings.HasPrefix(p.rest(), s) {
		p.at += len(s)
		return true
	}
	return false
}

// alternatives reads up to a closing parenthesis or the end. Options that are
// set in it end with it.
func (p *parser) alternatives() (*node, error) {
	if p.depth++; p.depth > maxNesting+1 {
		return nil, fail("parentheses are too deeply nested")
	}
	flags := p.flags
	defer func() { p.flags = flags; p.depth-- }()
	var kids []*node
	for {
		kid, err := p.sequence()
		if err != nil {
			return nil, err
		}
		kids = append(kids, kid)
		if !p.take("|") {
			break
		}
	}
	if len(kids) == 1 {
		return kids[0], nil
	}
	return &node{kind: nAlt, kids: kids}, nil
}

// sequence reads one alternative.
func (p *parser) sequence() (*node, error) {
	var kids []*node
	repeatable := false
	for p.more() {
		if p.skip() {
			continue
		}
		c := p.src[p.at]
		if !p.quoted {
			if c == '|' || c == ')' {
				break
			}
			if low, high, n, err := p.quantifier(); err != nil {
				return nil, err
			} else if n > 0 {
				if !repeatable {
					return nil, fail("quantifier does not follow a repeatable item")
				}
				p.at += n
				kids[len(kids)-1] = p.repeated(kids[len(kids)-1], low, high)
				repeatable = false
				continue
			}
		}
		n, again, err := p.item()
		if err != nil {
			return nil, err
		}
		if repeatable = again; n != nil {
			kids = append(kids, n)
		}
	}
	switch len(kids) {
	case 0:
		return &node{kind: nEmpty}, nil
	case 1:
		return kids[0], nil
	}
	return &node{kind: nCat, kids: kids}, nil
}

// quotes passes \Q and \E; quote tells that it is for them, or for the text
// between them, to say whether something was passed.
func (p *parser) quotes() (passed, quote bool) {
	switch {
	case p.quoted:
		passed = p.take(`\E`)
		p.quoted = !passed
		return passed, true
	case p.take(`\Q`):
		p.quoted = true
		return true, true
	}
	passed = p.take(`\E`)
	return passed, passed
}

// skip passes what means nothing: \Q and \E, comments, and blanks with (?x). An
// item before it can still be repeated.
func (p *parser) skip() bool {
	if passed, quote := p.quotes(); quote {
		return passed
	}
	switch {
	case strings.HasPrefix(p.rest(), "(?#"):
		i := strings.IndexByte(p.rest(), ')')
		p.at += i + 1
		return i >= 0
	case p.flags&(extended|extendedAll) == 0:
		return false
	}
	r, w := utf8.DecodeRuneInString(p.rest())
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0x200E, 0x200F, 0x2028, 0x2029:
		p.at += w
		return true
	case '#':
		if i := strings.IndexByte(p.rest(), '\n'); i >= 0 {
			p.at += i + 1
		} else {
			p.at = len(p.src)
		}
		return true
	}
	return false
}

// char makes the node of a character.
func (p *parser) char(r rune) *node { return &node{kind: nChar, r: r, fold: p.flags&fold != 0} }

// item reads what is no quantifier; repeatable tells whether one may follow. The
// node is nil for options and comments.
func (p *parser) item() (n *node, repeatable bool, err error) {
	r, w := utf8.DecodeRuneInString(p.rest())
	if p.quoted {
		p.at += w
		return p.char(r), true, nil
	}
	switch r {
	case '\\':
		return p.escape()
	case '(':
		return p.parenthesis()
	case '[':
		return p.class()
	}
	p.at += w
	switch r {
	case '.':
		if p.flags&dotAll != 0 {
			return &node{kind: nAll}, true, nil
		}
		return &node{kind: nAny}, true, nil
	case '^':
		if p.flags&multi != 0 {
			return &node{kind: nAssert, r: '^'}, false, nil
		}
		return &node{kind: nAssert, r: 'c'}, false, nil
	case '$':
		if p.flags&multi != 0 {
			return &node{kind: nAssert, r: '$'}, false, nil
		}
		return &node{kind: nAssert, r: 'z'}, false, nil
	}
	return p.char(r), true, nil
}
