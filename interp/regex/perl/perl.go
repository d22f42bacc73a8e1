// Package perl implements the regular expressions of Perl as PCRE2 10.42
// has them (pcre2pattern(3)): what grep -P and rg -P take. There are lookaround,
// \K, back-references, atomic groups and possessive quantifiers, conditions,
// recursion and backtracking verbs. The text is UTF-8, \d, \w, \s, \b and POSIX
// classes are those of ASCII unless the pattern begins with (*UCP), and bytes
// that are no UTF-8 are matched by nothing.
//
// The matcher backtracks on a stack of its own, within a number of steps and a
// size of that stack. Where what follows depends on the place alone (without
// back-references, recursion and the like) it goes no way twice, so that such
// expressions take time in proportion to the text times their size.
//
// It finds where a match begins and ends, not what its groups are. It does not
// know callouts (read, and of no effect), \C apart from a whole character,
// bidirectional properties, and script runs. It imports the standard library alone.
package perl

import "errors"

// Limits.
const (
	// MaxSource is the longest pattern, in bytes.
	MaxSource = 1 << 16
	// maxProgram is how many instructions a pattern may become.
	maxProgram = 1 << 16
	// maxNesting bounds parentheses within each other, as PCRE2 does.
	maxNesting = 250
	// maxRepeat is the largest count of a quantifier.
	maxRepeat = 65535
	// maxNumber is the largest number of a group.
	maxNumber = 65535
	// maxName is the longest name of a group.
	maxName = 32
	// maxFrames bounds the stack of a match, 16 bytes each.
	maxFrames = 1 << 21
	// maxSaved bounds what calls of groups keep, in numbers.
	maxSaved = 1 << 20
	// maxVisited bounds the memory of ways that led nowhere, in bits.
	maxVisited = 1 << 28
	// maxText is the longest text, so that places fit into 32 bits.
	maxText = 1<<31 - 2
)

// Errors of matching, in the words of GNU grep.
var (
	// ErrSteps is returned when a match would take more steps than it may.
	ErrSteps = errors.New("exceeded PCRE's backtracking limit")
	// ErrMemory is returned when its stack would become too large.
	ErrMemory = errors.New("exceeded PCRE's heap limit")
	// ErrLoop is returned when a group calls itself at the same place.
	ErrLoop = errors.New("PCRE detected recurse loop")
)

// An Error says what is wrong with a pattern, in the words of PCRE2.
type Error struct{ Text string }

// Error returns Text.
func (e *Error) Error() string { return e.Text }

func fail(text string) error { return &Error{text} }

// Flags are options that hold for the whole pattern.
type Flags uint8

const (
	// NoCase ignores case, (?i).
	NoCase Flags = 1 << iota
	// WholeLine lets a pattern match from one end of the text to the other
	// alone (PCRE2_EXTRA_MATCH_LINE).
	WholeLine
)

// A Regexp is compiled; goroutines may share it.
type Regexp struct {
	code    []inst
	regs    int // how many registers a match has
	memos   int // how many instructions remember where they failed
	first   [256]bool
	any     bool // first says nothing: a match may be empty, or begin with anything
	anchor  bool // a match begins the text, or follows a newline
	bottom  bool // a match begins the text
	verbs   bool // a backtracking verb is in it
	literal string
	ahead   bool // literal is behind where a match begins
	least   int  // the bytes that a match has at least
	prefix  string
	empty   bool // NOTEMPTY
	atStart bool // NOTEMPTY_ATSTART
	limit   int  // LIMIT_MATCH, 0 for none
}

// Compile reads a pattern. The error is an *Error.
func Compile(src string, flags Flags) (*Regexp, error) {
	if len(src) > MaxSource {
		return nil, fail("regular expression is too large")
	}
	if err := checkUTF8(src); err != nil {
		return nil, err
	}
	p := &parser{src: src}
	if flags&NoCase != 0 {
		p.flags |= fold
	}
	tree, err := p.parse()
	if err != nil {
		return nil, err
	}
	if flags&WholeLine != 0 {
		tree = &node{kind: nCat, kids: []*node{{kind: nAssert, r: 'c'}, tree, {kind: nAssert, r: 'z'}}}
	}
	c := &compiler{parser: p, re: &Regexp{limit: p.limit, empty: p.notEmpty, atStart: p.notEmptyAtStart}}
	return c.compile(tree)
}

// Literal returns text that is in every match or next to it in the same text,
// "" if none is known.
func (re *Regexp) Literal() string { return re.literal }
