package jq

import (
	"errors"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A regex is a regular expression in the syntax of Oniguruma's Perl mode. It is
// matched by backtracking. Where what follows depends on nothing but the place
// (without back-references and the like) no way is gone twice, so that matching
// takes time in proportion to the text times the expression.
type regex struct {
	prog    []inst
	groups  []string // names by number, "" for those without; 0 is the match
	longest bool     // of all matches at a place the longest counts
	pure    bool     // no instruction depends on how it was reached
	loops   int
}

// An inst is an instruction. Those with no more to say go on behind themselves.
type inst struct {
	op   regexOp
	x, y int      // where to go, or numbers
	set  *charSet // of opSet
	char rune     // of opChar
	fold bool     // ignore case
	sub  *regex   // of opLook and opAtomic
	neg  bool     // of opLook
}

type regexOp uint8

const (
	opChar  regexOp = iota
	opAny           // but a newline
	opAnyNL         // with newlines
	opSet
	opSplit // try x, then y
	opJump  // to x
	opSave  // the place in slot x
	opLineStart
	opLineEnd
	opTextStart
	opTextEnd
	opTextEndNL   // the end, or before a last newline
	opSearchStart // \G
	opBoundary
	opNoBoundary
	opBackref  // group x
	opLook     // sub matches here, or with y > 0 some way before; neg: does not
	opAtomic   // sub, once and for all
	opMark     // loop x begins a round here
	opProgress // go on if the round of loop x has moved
	opMatch
)

// Limits of regular expressions.
const (
	mostInsts  = 100_000
	mostSteps  = 20_000_000
	mostRepeat = 100_000
	regexDepth = 250
)

var errSteps = &Error{"the regular expression takes too many steps"}

// A matching is the search for one match.
type matching struct {
	re      *regex
	s       string
	start   int
	steps   *int
	poll    func() error
	slots   []int
	marks   []int
	stack   []choice
	visited []uint64
	from    int
}

// A choice is a way that was not gone, or with undo a slot to be set back.
type choice struct {
	pc, at int
	undo   undoKind
}

type undoKind uint8

const (
	undoNone undoKind = iota
	undoSlot
	undoMark
)

// find returns the first match that begins at from or later, as pairs of places
// of the match and its groups, -1 for those that took no part; nil without one.
// From time to time it asks poll whether to go on.
func (re *regex) find(s string, from int, poll func() error) ([]int, error) {
	steps := 0
	m := &matching{re: re, s: s, start: from, steps: &steps, poll: poll}
	for at := from; ; {
		slots, err := m.run(at)
		if err != nil || slots != nil {
			return slots, err
		}
		if at >= len(s) {
			return nil, nil
		}
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
}

// Limits of the table of ways gone, in bits and in steps before it is made.
const (
	visitedBits = 1 << 26
	visitedFrom = 1 << 11
)

// remember makes the table once a search takes so long that it is worth it. What
// was gone before may be gone once more.
func (m *matching) remember() {
	bits := len(m.re.prog) * (len(m.s) - m.start + 1)
	if m.re.pure && m.visited == nil && bits <= visitedBits && *m.steps > visitedFrom+bits/512 {
		m.visited = make([]uint64, (bits+63)/64)
		m.from = m.start
	}
}

// run tries to match at one place.
func (m *matching) run(at int) ([]int, error) {
	re := m.re
	m.slots = append(m.slots[:0], make([]int, 2*len(re.groups))...)
	for i := range m.slots {
		m.slots[i] = -1
	}
	m.marks = append(m.marks[:0], make([]int, re.loops)...)
	m.stack = append(m.stack[:0], choice{pc: 0, at: at})
	var best []int
	for c, ok := m.pop(); ok; c, ok = m.pop() {
		end, err := m.follow(c.pc, c.at)
		switch {
		case err != nil:
			return nil, err
		case end >= 0 && (best == nil || end > best[1]):
			m.slots[0], m.slots[1] = at, end
			best = slices.Clone(m.slots)
		}
		if best != nil && !re.longest {
			break
		}
	}
	return best, nil
}

// follow goes one way; -1 when it ends without a match.
func (m *matching) follow(pc, at int) (int, error) {
	for {
		if *m.steps++; *m.steps > mostSteps || len(m.stack) > mostSteps/8 {
			return -1, errSteps
		}
		if *m.steps%visitedFrom == 0 {
			if err := m.poll(); err != nil {
				return -1, err
			}
			m.remember()
		}
		if m.visited != nil {
			bit := pc*(len(m.s)-m.from+1) + at - m.from
			if m.visited[bit/64]&(1<<(bit%64)) != 0 {
				return -1, nil
			}
			m.visited[bit/64] |= 1 << (bit % 64)
		}
		in := &m.re.prog[pc]
		switch in.op {
		case opMatch:
			return at, nil
		case opJump:
			pc = in.x
			continue
		case opSplit:
			m.stack = append(m.stack, choice{pc: in.y, at: at})
			pc = in.x
			continue
		case opSave:
			m.stack = append(m.stack, choice{in.x, m.slots[in.x], undoSlot})
			m.slots[in.x] = at
		case opMark:
			m.stack = append(m.stack, choice{in.x, m.marks[in.x], undoMark})
			m.marks[in.x] = at
		case opProgress:
			if m.marks[in.x] == at {
				pc = in.y
				continue
			}
		case opLook, opAtomic:
			next, err := m.nested(in, at)
			if err != nil || next < 0 {
				return -1, err
			}
			at = next
		case opBackref:
			from, to := m.slots[2*in.x], m.slots[2*in.x+1]
			if from < 0 || to < 0 {
				return -1, nil
			}
			n := sameText(m.s[from:to], m.s[at:], in.fold)
			if n < 0 {
				return -1, nil
			}
			at += n
		case opChar, opAny, opAnyNL, opSet:
			r, n := utf8.DecodeRuneInString(m.s[at:])
			if n == 0 || !in.takes(r) {
				return -1, nil
			}
			at += n
		default:
			if !m.holds(in.op, at) {
				return -1, nil
			}
		}
		pc++
	}
}

// takes tells whether an instruction takes a character.
func (in *inst) takes(r rune) bool {
	switch in.op {
	case opAny:
		return r != '\n'
	case opAnyNL:
		return true
	case opSet:
		return in.set.has(r)
	}
	return r == in.char || in.fold && sameFold(r, in.char)
}

func sameFold(a, b rune) bool {
	for f := unicode.SimpleFold(a); f != a; f = unicode.SimpleFold(f) {
		if f == b {
			return true
		}
	}
	return a == b
}

// sameText returns how much of s is the same as text, -1 when it does not begin
// with it.
func sameText(text, s string, fold bool) int {
	at := 0
	for _, c := range text {
		r, n := utf8.DecodeRuneInString(s[at:])
		if n == 0 || r != c && !(fold && sameFold(r, c)) {
			return -1
		}
		at += n
	}
	return at
}

// holds tells whether an assertion holds at a place.
func (m *matching) holds(op regexOp, at int) bool {
	switch op {
	case opTextStart:
		return at == 0
	case opSearchStart:
		return at == m.start
	case opLineStart:
		return at == 0 || m.s[at-1] == '\n' && at < len(m.s)
	case opTextEnd:
		return at == len(m.s)
	case opTextEndNL:
		return at == len(m.s) || at == len(m.s)-1 && m.s[at] == '\n'
	case opLineEnd:
		return at == len(m.s) || m.s[at] == '\n'
	}
	before, _ := utf8.DecodeLastRuneInString(m.s[:at])
	after, _ := utf8.DecodeRuneInString(m.s[at:])
	edge := (at > 0 && wordRune(before)) != (at < len(m.s) && wordRune(after))
	return edge == (op == opBoundary)
}

func wordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// nested matches what is within a lookaround or an atomic group. What its groups
// took stays.
func (m *matching) nested(in *inst, at int) (int, error) {
	if in.op == opAtomic || in.y == 0 {
		slots, err := m.inner(in.sub, at, -1)
		if err != nil {
			return -1, err
		}
		return m.took(in, slots, at), nil
	}
	// Behind: some way before, up to here, shorter ways first.
	back := at
	for n := 0; n <= in.y; n++ {
		if n >= in.x {
			slots, err := m.inner(in.sub, back, at)
			if err != nil {
				return -1, err
			}
			if slots != nil {
				return m.took(in, slots, at), nil
			}
		}
		if back == 0 {
			break
		}
		_, size := utf8.DecodeLastRuneInString(m.s[:back])
		back -= size
	}
	return m.took(in, nil, at), nil
}

// took goes on behind what was matched, or says that it does not.
func (m *matching) took(in *inst, slots []int, at int) int {
	if in.op == opLook && in.neg {
		if slots != nil {
			return -1
		}
		return at
	}
	if slots == nil {
		return -1
	}
	for i := 2; i < len(slots); i++ {
		if slots[i] != m.slots[i] {
			m.stack = append(m.stack, choice{i, m.slots[i], undoSlot})
			m.slots[i] = slots[i]
		}
	}
	if in.op == opAtomic {
		return slots[1]
	}
	return at
}

// pop takes the last choice that leads on, and undoes what was done since.
func (m *matching) pop() (choice, bool) {
	for len(m.stack) > 0 {
		c := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		switch c.undo {
		case undoSlot:
			m.slots[c.pc] = c.at
		case undoMark:
			m.marks[c.pc] = c.at
		default:
			return c, true
		}
	}
	return choice{}, false
}

// inner matches at a place, with end >= 0 up to there.
func (m *matching) inner(re *regex, at, end int) ([]int, error) {
	sub := &matching{re: re, s: m.s, start: m.start, steps: m.steps, poll: m.poll}
	sub.slots = append(sub.slots, m.slots...)
	sub.marks = make([]int, re.loops)
	sub.stack = append(sub.stack, choice{pc: 0, at: at})
	for c, ok := sub.pop(); ok; c, ok = sub.pop() {
		got, err := sub.follow(c.pc, c.at)
		if err != nil {
			return nil, err
		}
		if got >= 0 && (end < 0 || got == end) {
			sub.slots[0], sub.slots[1] = at, got
			return sub.slots, nil
		}
	}
	return nil, nil
}

// A charSet is a set of characters.
type charSet struct {
	negated bool
	ranges  []rune // pairs
	classes []func(rune) bool
	inner   []*charSet
	both    *charSet // && in a class: also in this
	fold    bool
}

func (c *charSet) has(r rune) bool {
	found := c.contains(r)
	if !found && c.fold {
		for f := unicode.SimpleFold(r); f != r && !found; f = unicode.SimpleFold(f) {
			found = c.contains(f)
		}
	}
	return found != c.negated
}

func (c *charSet) contains(r rune) bool {
	found := false
	for i := 0; i < len(c.ranges) && !found; i += 2 {
		found = r >= c.ranges[i] && r <= c.ranges[i+1]
	}
	for i := 0; i < len(c.classes) && !found; i++ {
		found = c.classes[i](r)
	}
	for i := 0; i < len(c.inner) && !found; i++ {
		found = c.inner[i].has(r)
	}
	if found && c.both != nil {
		return c.both.has(r)
	}
	return found
}

// errRegex makes an error in the words of Oniguruma.
func errRegex(text string) error { return errors.New(text) }
