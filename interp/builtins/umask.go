package builtins

import (
	"io/fs"
	"strconv"
	"strings"
)

func runUmask(c *Call) Status {
	symbolic, reusable := false, false
	o := c.options("Sp")
	for o.next() {
		switch o.letter {
		case 'S':
			symbolic = true
		case 'p':
			reusable = true
		}
	}
	if o.failed {
		return o.status
	}
	if args := o.rest(); len(args) > 0 {
		mask, ok := parseMask(c, args[0])
		if !ok {
			return c.finish(failure)
		}
		c.State.Umask = mask
		if symbolic {
			c.print(symbolicMask(mask) + "\n")
		}
		return c.finish(0)
	}
	text := symbolicMask(c.State.Umask)
	if reusable {
		c.print("umask ")
		if symbolic {
			c.print("-S ")
		}
	}
	if !symbolic {
		text = strconv.FormatUint(uint64(c.State.Umask), 8)
		text = strings.Repeat("0", max(4-len(text), 0)) + text
	}
	c.print(text + "\n")
	return c.finish(0)
}

// symbolicMask shows what the mask lets through.
func symbolicMask(mask fs.FileMode) string {
	var parts []string
	for i, who := range []string{"u", "g", "o"} {
		bits := ^mask >> (6 - 3*i) & 7
		text := who + "="
		for j, letter := range []byte("rwx") {
			if bits&(4>>j) != 0 {
				text += string(letter)
			}
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

// parseMask reads an octal or symbolic mode (POSIX XCU umask).
func parseMask(c *Call, text string) (fs.FileMode, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return parseSymbolicMask(c, text)
	}
	n, err := strconv.ParseUint(text, 8, 32)
	if err != nil || n > 0o7777 {
		c.errorf("%s: octal number out of range", text)
		return 0, false
	}
	return fs.FileMode(n & 0o777), true
}

// parseSymbolicMask reads clauses such as u=rwx,g-w. They change what is let
// through, not the mask.
func parseSymbolicMask(c *Call, text string) (fs.FileMode, bool) {
	allowed := ^c.State.Umask & 0o777
	at := func(i int) byte {
		if i < len(text) {
			return text[i]
		}
		return 0
	}
	for i := 0; ; {
		var who fs.FileMode
		for ; ; i++ {
			bits, ok := map[byte]fs.FileMode{'u': 0o700, 'g': 0o070, 'o': 0o007, 'a': 0o777}[at(i)]
			if !ok {
				break
			}
			who |= bits
		}
		if who == 0 {
			who = 0o777
		}
		op := at(i)
		if op != '+' && op != '-' && op != '=' {
			c.errorf("`%s': invalid symbolic mode operator", string([]byte{op}))
			return 0, false
		}
		var perm fs.FileMode
		for i++; at(i) != 0 && at(i) != ','; i++ {
			bits, ok := map[byte]fs.FileMode{'r': 0o444, 'w': 0o222, 'x': 0o111}[at(i)]
			if !ok {
				c.errorf("`%s': invalid symbolic mode character", string([]byte{at(i)}))
				return 0, false
			}
			perm |= bits
		}
		switch op {
		case '+':
			allowed |= perm & who
		case '-':
			allowed &^= perm & who
		default:
			allowed = allowed&^who | perm&who
		}
		if at(i) == 0 {
			return ^allowed & 0o777, true
		}
		i++
	}
}
