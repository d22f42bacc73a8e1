// Package filemode reads modes as chmod(1) does, octal or symbolic, and applies
// them. It touches no file and imports nothing of ours.
package filemode

import (
	"errors"
	"strings"
)

// ErrMode says that a text is no mode.
var ErrMode = errors.New("invalid mode")

// bits of chmod(2).
const (
	setUID = 0o4000
	setGID = 0o2000
	sticky = 0o1000
	xAll   = 0o111
	rwxAll = 0o777
)

// A Change is a mode as chmod(1) reads it: octal, or symbolic clauses.
type Change struct {
	octal  bool
	value  uint32
	digits int
	list   []clause
}

// Exactly is the change that leaves the bits alone.
func Exactly(bits uint32) *Change { return &Change{octal: true, digits: 5, value: bits} }

// A clause is one operator with its operands.
type clause struct {
	who   uint32 // bits of the classes named; 0 for none, when the umask counts
	op    byte
	perm  uint32
	copy  byte // 'u', 'g', 'o': copy from that class
	onlyX bool // X
}

// Parse reads a mode.
func Parse(text string) (*Change, error) {
	if text == "" {
		return nil, ErrMode
	}
	if strings.Trim(text, "01234567") == "" {
		if len(strings.TrimLeft(text, "0")) > 4 {
			return nil, ErrMode
		}
		m := &Change{octal: true, digits: len(text)}
		for _, c := range text {
			m.value = m.value<<3 | uint32(c-'0')
		}
		return m, nil
	}
	m := &Change{}
	for part := range strings.SplitSeq(text, ",") {
		if err := m.clauses(part); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// clauses reads [ugoa]*([-+=]([rwxXst]*|[ugo]))+.
func (m *Change) clauses(text string) error {
	var who uint32
	i := 0
	for ; i < len(text) && strings.IndexByte("ugoa", text[i]) >= 0; i++ {
		who |= classBits(text[i])
	}
	if i == len(text) {
		return ErrMode
	}
	for i < len(text) {
		c := clause{who: who, op: text[i]}
		if strings.IndexByte("+-=", c.op) < 0 {
			return ErrMode
		}
		i++
		if n := i + strings.IndexFunc(text[i:]+"=", func(r rune) bool { return r < '0' || r > '7' }); n > i {
			if n-i > 4 || who != 0 {
				return ErrMode
			}
			for ; i < n; i++ {
				c.perm = c.perm<<3 | uint32(text[i]-'0')
			}
			c.who = 0o7777
			m.list = append(m.list, c)
			continue
		}
		if i < len(text) && strings.IndexByte("ugo", text[i]) >= 0 {
			c.copy = text[i]
			i++
		} else {
			for ; i < len(text) && strings.IndexByte("+-=", text[i]) < 0; i++ {
				if !c.add(text[i]) {
					return ErrMode
				}
			}
		}
		m.list = append(m.list, c)
	}
	return nil
}

func classBits(c byte) uint32 {
	switch c {
	case 'u':
		return 0o4700
	case 'g':
		return 0o2070
	case 'o':
		return 0o1007
	}
	return 0o7777
}

// add adds a letter of a permission.
func (c *clause) add(letter byte) bool {
	switch letter {
	case 'r':
		c.perm |= 0o444
	case 'w':
		c.perm |= 0o222
	case 'x':
		c.perm |= xAll
	case 'X':
		c.onlyX = true
	case 's':
		c.perm |= setUID | setGID
	case 't':
		c.perm |= sticky
	default:
		return false
	}
	return true
}

// Apply is the mode that old becomes.
func (m *Change) Apply(old uint32, dir bool, umask uint32) uint32 {
	if m.octal {
		if dir && m.digits <= 4 {
			// A directory keeps set-ID bits that were not spelt out.
			return m.value | old&(setUID|setGID)
		}
		return m.value
	}
	for _, c := range m.list {
		old = c.apply(old, dir, umask)
	}
	return old
}

// Mentions are the bits of a new directory's mode that are spelt out; the rest
// is as mkdir(2) makes it.
func (m *Change) Mentions(umask uint32) uint32 {
	if m.octal {
		if m.digits > 4 {
			return 0o7777
		}
		return m.value&0o7000 | rwxAll
	}
	var bits uint32
	for _, c := range m.list {
		switch {
		case c.op != '=':
			bits |= c.apply(0, true, umask) | ^c.apply(0o7777, true, umask)&0o7777
		case c.who == 0:
			bits |= 0o7777 &^ ((setUID | setGID) &^ c.perm)
		default:
			bits |= c.who &^ ((setUID | setGID) &^ c.perm)
		}
	}
	return bits
}

func (c clause) apply(old uint32, dir bool, umask uint32) uint32 {
	perm := c.perm
	if c.copy != 0 {
		three := old >> map[byte]uint{'u': 6, 'g': 3, 'o': 0}[c.copy] & 7
		perm = three<<6 | three<<3 | three
	}
	if c.onlyX && (dir || old&xAll != 0) {
		perm |= xAll
	}
	who := c.who
	if who == 0 {
		who = 0o7777 &^ umask
	}
	switch c.op {
	case '+':
		return old | perm&who
	case '-':
		return old &^ (perm & who)
	}
	cleared := c.who
	if cleared == 0 {
		cleared = 0o7777
	}
	if dir {
		cleared &^= (setUID | setGID) &^ perm
	}
	return old&^cleared | perm&who
}
