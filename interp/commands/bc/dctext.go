package bc

import (
	"bytes"
)

// number reads the number that b begins.
func (c *calculator) number(b byte) error {
	f := &c.frames[len(c.frames)-1]
	negative, ok := b == '_', true
	if negative {
		b, ok = f.next()
		for ok && (b == ' ' || b == '\t' || b == '\n') {
			b, ok = f.next()
		}
	}
	var digits [2][]byte // before the point and behind it
	part := 0
	for ; ok; b, ok = f.next() {
		if b == '.' && part == 0 {
			part = 1
			continue
		}
		if !('0' <= b && b <= '9' || 'A' <= b && b <= 'F') {
			f.back()
			break
		}
		if len(digits[0])+len(digits[1]) >= maxDigits {
			return runError("the number has too many digits")
		}
		digits[part] = append(digits[part], b)
	}
	n := readDigits(digits[0], digits[1], c.ibase)
	if negative {
		n = n.neg()
	}
	return c.push(numeric(n))
}

// quoted reads a string.
func (c *calculator) quoted() error {
	f := &c.frames[len(c.frames)-1]
	var text bytes.Buffer
	for depth := 1; ; {
		b, ok := f.next()
		if !ok {
			break
		}
		if b == '[' {
			depth++
		} else if b == ']' {
			if depth--; depth == 0 {
				break
			}
		}
		if text.WriteByte(b); text.Len() > maxSource {
			return runError("string too long")
		}
	}
	return c.push(dcValue{text: text.String(), string: true})
}

// show prints: p and f leave the stack as it is, P and n do not.
func (c *calculator) show(b byte) error {
	switch b {
	case 'f':
		for i := len(c.stack) - 1; i >= 0 && !c.in.Ended(c.ctx); i-- {
			c.print(c.stack[i])
			c.in.Out.WriteByte('\n')
		}
		return nil
	case 'p':
		top := c.top()
		if top == nil {
			return errEmpty
		}
		c.print(*top)
		c.in.Out.WriteByte('\n')
		return nil
	}
	v, err := c.pop()
	if err != nil {
		return err
	}
	switch {
	case b == 'n', v.string:
		c.print(v)
	default:
		// As bytes, which is all that base 256 can mean here.
		data := v.to(0).v.Bytes()
		if len(data) == 0 {
			data = []byte{0}
		}
		c.in.Out.Write(data)
	}
	return nil
}

// print writes a value; numbers are broken where bc breaks them.
func (c *calculator) print(v dcValue) {
	text := v.text
	if !v.string {
		text = v.format(c.obase)
		limit := lineLength - 1
		if set, _ := c.in.Getenv("DC_LINE_LENGTH"); set == "0" {
			limit = len(text)
		}
		for len(text) > limit {
			c.in.Out.WriteString(text[:limit])
			c.in.Out.WriteString("\\\n")
			text = text[limit:]
		}
	}
	c.in.Out.WriteString(text)
}

// call runs a value as a macro; a number is pushed.
func (c *calculator) call(v dcValue) error {
	if !v.string {
		return c.push(v)
	}
	f := dcFrame{text: v.text, levels: 1}
	if top := &c.frames[len(c.frames)-1]; len(c.frames) > 1 && top.in == nil && top.at == len(top.text) {
		f.levels += top.levels
		*top = f
		return nil
	}
	if len(c.frames) >= maxNested {
		return runError("too many nested macros")
	}
	c.frames = append(c.frames, f)
	return nil
}

// leave ends n macros; false when there are not that many.
func (c *calculator) leave(n int64) bool {
	depth := int64(0)
	for _, f := range c.frames {
		depth += int64(f.levels)
	}
	if n > depth {
		return false
	}
	for n > 0 {
		last := len(c.frames) - 1
		n -= int64(c.frames[last].levels)
		c.frames = c.frames[:last]
	}
	return true
}
