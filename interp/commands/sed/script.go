package sed

import (
	"github.com/aegish/aegish/interp/regex"
)

type addressKind uint8

const (
	onLine addressKind = iota
	onLast
	onRegex
	onStep     // first~step
	onMore     // addr,+N
	onMultiple // addr,~N
)

// An address selects lines.
type address struct {
	kind    addressKind
	n, step int
	re      *regex.Finder // nil for the last one used
}

// A command of a script, with the state of its range.
type cmd struct {
	a1, a2 *address
	not    bool
	name   byte

	first  bool // r with the address 0: at once, before the first line
	active bool // within the range
	closed bool // the range is over
	end    int  // its last line, if that is a number

	text   []byte // of a, i, c
	label  string
	target int // where {, b, t and T go on
	n      int // of q, Q, l; -1 without
	sub    *substitution
	table  map[rune]rune // of y
	bytes  *[256]byte    // the same if all is ASCII
	file   string        // of r, R, w, W
	out    *output       // of w, W
}

// A substitution is what s does.
type substitution struct {
	re     *regex.Finder // nil for the last one used
	with   []part
	cases  bool // with has case conversions
	global bool
	number int
	print  bool
	out    *output
	needed int // the highest group that with uses
}

type partKind uint8

const (
	partText partKind = iota
	partGroup
	partCase
)

// A part of a replacement: text, a group, or one of the letters U L u l E.
type part struct {
	kind  partKind
	text  []byte
	group int
	op    byte
}

// A script is a parsed program.
type script struct {
	cmds  []cmd
	quiet bool // it begins with #n
	exprs int  // how many arguments of -e it has
}
