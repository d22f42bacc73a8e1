package files

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

// errMode says that a text is no mode.
var errMode = errors.New("invalid mode")

// bits of chmod(2).
const (
	setUID = 0o4000
	setGID = 0o2000
	sticky = 0o1000
	xAll   = 0o111
	rwxAll = 0o777
)

// A modeChange is a mode as chmod(1) reads it: octal, or symbolic clauses.
type modeChange struct {
	octal  bool
	value  uint32
	digits int
	clause []modeClause
}

// A modeClause is one operator with its operands.
type modeClause struct {
	who   uint32 // bits of the classes named; 0 for none, when the umask counts
	op    byte
	perm  uint32
	copy  byte // 'u', 'g', 'o': copy from that class
	onlyX bool // X
}

// parseMode reads a mode.
func parseMode(text string) (*modeChange, error) {
	if text == "" {
		return nil, errMode
	}
	if strings.Trim(text, "01234567") == "" {
		if len(strings.TrimLeft(text, "0")) > 4 {
			return nil, errMode
		}
		m := &modeChange{octal: true, digits: len(text)}
		for _, c := range text {
			m.value = m.value<<3 | uint32(c-'0')
		}
		return m, nil
	}
	m := &modeChange{}
	for part := range strings.SplitSeq(text, ",") {
		if err := m.clauses(part); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// clauses reads [ugoa]*([-+=]([rwxXst]*|[ugo]))+.
func (m *modeChange) clauses(text string) error {
	var who uint32
	i := 0
	for ; i < len(text) && strings.IndexByte("ugoa", text[i]) >= 0; i++ {
		who |= classBits(text[i])
	}
	if i == len(text) {
		return errMode
	}
	for i < len(text) {
		c := modeClause{who: who, op: text[i]}
		if strings.IndexByte("+-=", c.op) < 0 {
			return errMode
		}
		i++
		if n := i + strings.IndexFunc(text[i:]+"=", func(r rune) bool { return r < '0' || r > '7' }); n > i {
			if n-i > 4 || who != 0 {
				return errMode
			}
			for ; i < n; i++ {
				c.perm = c.perm<<3 | uint32(text[i]-'0')
			}
			c.who = 0o7777
			m.clause = append(m.clause, c)
			continue
		}
		if i < len(text) && strings.IndexByte("ugo", text[i]) >= 0 {
			c.copy = text[i]
			i++
		} else {
			for ; i < len(text) && strings.IndexByte("+-=", text[i]) < 0; i++ {
				if !c.add(text[i]) {
					return errMode
				}
			}
		}
		m.clause = append(m.clause, c)
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
func (c *modeClause) add(letter byte) bool {
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

// apply is the mode that old becomes.
func (m *modeChange) apply(old uint32, dir bool, umask uint32) uint32 {
	if m.octal {
		if dir && m.digits <= 4 {
			// A directory keeps set-ID bits that were not spelt out.
			return m.value | old&(setUID|setGID)
		}
		return m.value
	}
	for _, c := range m.clause {
		old = c.apply(old, dir, umask)
	}
	return old
}

// mentions are the bits of a new directory's mode that are spelt out; the rest
// is as mkdir(2) makes it.
func (m *modeChange) mentions(umask uint32) uint32 {
	if m.octal {
		if m.digits > 4 {
			return 0o7777
		}
		return m.value&0o7000 | rwxAll
	}
	var bits uint32
	for _, c := range m.clause {
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

func (c modeClause) apply(old uint32, dir bool, umask uint32) uint32 {
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

// bitsOf is a mode as chmod(2) has it.
func bitsOf(mode fs.FileMode) uint32 { return vfs.ModeBits(mode) }

// modeOf is bits of chmod(2) as package fs has them.
func modeOf(bits uint32) fs.FileMode {
	mode := fs.FileMode(bits & rwxAll)
	if bits&setUID != 0 {
		mode |= fs.ModeSetuid
	}
	if bits&setGID != 0 {
		mode |= fs.ModeSetgid
	}
	if bits&sticky != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}

// typeLetter is the first character of a long listing.
func typeLetter(mode fs.FileMode) byte {
	switch {
	case mode.IsDir():
		return 'd'
	case mode&fs.ModeSymlink != 0:
		return 'l'
	case mode&fs.ModeNamedPipe != 0:
		return 'p'
	case mode&fs.ModeSocket != 0:
		return 's'
	case mode&fs.ModeCharDevice != 0:
		return 'c'
	case mode&fs.ModeDevice != 0:
		return 'b'
	}
	return '-'
}

// modeString is a mode as ls -l shows it.
func modeString(mode fs.FileMode) string {
	bits := bitsOf(mode)
	text := []byte{typeLetter(mode)}
	for i, c := range []byte("rwxrwxrwx") {
		if bits>>(8-i)&1 == 0 {
			c = '-'
		}
		text = append(text, c)
	}
	special := func(at int, bit uint32, letter byte) {
		if bits&bit == 0 {
			return
		}
		if text[at] == '-' {
			letter -= 'a' - 'A'
		}
		text[at] = letter
	}
	special(3, setUID, 's')
	special(6, setGID, 's')
	special(9, sticky, 't')
	return string(text)
}
