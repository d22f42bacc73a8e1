package bc

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// command runs the command that begins with c.
func (c *calculator) command(b byte) error {
	switch {
	case '0' <= b && b <= '9' || 'A' <= b && b <= 'F' || b == '.' || b == '_':
		return c.number(b)
	case strings.IndexByte(" \t\n", b) >= 0:
		return nil
	case strings.IndexByte("+-*/%~^|v", b) >= 0:
		return c.arithmetic(b)
	case strings.IndexByte("slSL:;<>=", b) >= 0:
		r, ok := c.frames[len(c.frames)-1].next()
		if !ok {
			return errTextEnd
		}
		return c.register(b, r)
	case strings.IndexByte("ioIOKkzZXa", b) >= 0:
		return c.parameter(b)
	case strings.IndexByte("pPnf", b) >= 0:
		return c.show(b)
	}
	switch b {
	case '[':
		return c.quoted()
	case '#':
		c.restOfLine()
	case '!':
		return c.bang()
	case '?':
		line, err := c.input().ReadSlice('\n')
		if err != nil && len(line) == 0 {
			return nil
		}
		return c.call(dcValue{text: string(line), string: true})
	case 'c':
		for len(c.stack) > 0 {
			_, _ = c.pop() // it is not empty
		}
	case 'd':
		if top := c.top(); top != nil {
			return c.push(*top)
		}
		return errEmpty
	case 'r', 'R':
		return c.rotate(b)
	case 'x':
		v, err := c.pop()
		if err != nil {
			return err
		}
		return c.call(v)
	case 'q', 'Q':
		return c.quit(b)
	default:
		return dcError(octal(b) + " unimplemented")
	}
	return nil
}

// octal names a character in messages.
func octal(b byte) string {
	if b < ' ' || b > '~' {
		return fmt.Sprintf("%#o", b)
	}
	return fmt.Sprintf("'%c' (%#o)", b, b)
}

// restOfLine reads up to the end of the line.
func (c *calculator) restOfLine() string {
	f := &c.frames[len(c.frames)-1]
	var text bytes.Buffer
	for b, ok := f.next(); ok; b, ok = f.next() {
		if b == '\n' {
			break
		}
		if text.Len() < maxSource {
			text.WriteByte(b)
		}
	}
	return text.String()
}

// bang is a comparison turned round, or a command line for the shell.
func (c *calculator) bang() error {
	f := &c.frames[len(c.frames)-1]
	if b, ok := f.next(); ok {
		if strings.IndexByte("<>=", b) >= 0 {
			r, ok := f.next()
			if !ok {
				return errTextEnd
			}
			return c.compare(b, r, true)
		}
		f.back()
	}
	c.in.Run(c.ctx, &command.Call{Args: []string{"sh", "-c", c.restOfLine()}})
	return nil
}

// rotate is r, which swaps, and R, which takes how many values to rotate.
func (c *calculator) rotate(b byte) error {
	n := int64(2)
	if b == 'R' {
		v, err := c.pop()
		if err != nil || v.string {
			return err
		}
		n = c.integer(v.num)
	}
	up := n > 0
	if n < 0 {
		n = -n
	}
	if n = min(n, int64(len(c.stack))); n < 2 {
		return nil
	}
	if c.steps += int(n / 64); c.in.Ended(c.ctx) {
		return nil
	}
	values := c.stack[int64(len(c.stack))-n:]
	if up {
		first := values[0]
		copy(values, values[1:])
		values[n-1] = first
		return nil
	}
	last := values[n-1]
	copy(values[1:], values)
	values[0] = last
	return nil
}

// quit is q, which ends two macros or the program, and Q.
func (c *calculator) quit(b byte) error {
	if b == 'q' {
		if c.leave(2) {
			return nil
		}
		return errDCQuit
	}
	v, err := c.pop()
	if err != nil {
		return err
	}
	n := int64(0)
	if !v.string {
		n = c.integer(v.num)
	}
	if n < 1 {
		return dcError("Q command requires a number >= 1")
	}
	if n > 1 && c.leave(n) || n == 1 && len(c.frames) > 1 {
		return nil // 1 leaves nothing, as dc has it
	}
	c.frames = c.frames[:1]
	return dcError("Q command argument exceeded string execution depth")
}

// integer is the integer part of a number, -1 with a message when there is none
// that fits.
func (c *calculator) integer(n num) int64 {
	i, ok := n.integer()
	if !ok || i != int64(int32(i)) || i == 0 && n.sign() != 0 {
		c.say("value overflows simple integer; punting...")
		return -1
	}
	return i
}

// parameter is what sets or tells the parameters, or tells of values.
func (c *calculator) parameter(b byte) error {
	switch b {
	case 'I':
		return c.push(numeric(fromInt(int64(c.ibase))))
	case 'O':
		return c.push(numeric(fromInt(int64(c.obase))))
	case 'K':
		return c.push(numeric(fromInt(int64(c.scale))))
	case 'z':
		return c.push(numeric(fromInt(int64(len(c.stack)))))
	}
	v, err := c.pop()
	if err != nil {
		return err
	}
	switch b {
	case 'Z':
		n := len(v.text)
		if !v.string {
			n = v.digits()
		}
		return c.push(numeric(fromInt(int64(n))))
	case 'X':
		n := 0
		if !v.string {
			n = v.num.scale
		}
		return c.push(numeric(fromInt(int64(n))))
	case 'a':
		return c.push(c.character(v))
	}
	n := int64(-1)
	if !v.string {
		n = c.integer(v.num)
	}
	switch {
	case b == 'i' && (n < 2 || n > 16):
		return dcError("input base must be a number between 2 and 16 (inclusive)")
	case b == 'i':
		c.ibase = int(n)
	case b == 'o' && n < 2:
		return dcError("output base must be a number greater than 1")
	case b == 'o':
		c.obase = int(n)
	case n < 0:
		return dcError("scale must be a nonnegative number")
	case n > maxDigits:
		return runError("scale out of range")
	default:
		c.scale = int(n)
	}
	return nil
}

// digits is how many digits a number has, without zeros that lead.
func (n num) digits() int {
	return max(len(strings.TrimLeft(strings.TrimPrefix(n.v.String(), "-"), "0")), 1)
}

// character is a string of one character: that of a number, or the first of a
// string.
func (c *calculator) character(v dcValue) dcValue {
	b := byte(0)
	switch {
	case !v.string:
		b = byte(c.integer(v.num))
	case v.text != "":
		b = v.text[0]
	}
	return dcValue{text: string([]byte{b}), string: true}
}
