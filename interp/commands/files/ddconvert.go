package files

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
)

// A converter does what conv= says to blocks that were read, and gathers what
// comes out into blocks to write.
type converter struct {
	j   *copyJob
	dst io.Writer
	// direct blocks are written as they were read.
	direct         bool
	table          *[256]byte // nil when every byte stays as it is
	newline, space byte
	gather, split  bool // conv=block and unblock
	swap           bool
	saved          []byte // a byte that waits for the one to swap with
	column         int64
	spaces         int
	out            []byte
	failed         bool
	// over tells that the command's time is, as context.Context.Err does.
	over func() error
}

func newConverter(ctx context.Context, j *copyJob, dst io.Writer) *converter {
	c := &converter{j: j, dst: dst, over: ctx.Err, newline: '\n', space: ' ', swap: j.conv["swab"]}
	ebcdic := j.conv["ebcdic"] || j.conv["ibm"]
	c.gather = j.cbs > 0 && (j.conv["block"] || ebcdic)
	c.split = j.cbs > 0 && (j.conv["unblock"] || j.conv["ascii"])
	upper, lower := j.conv["ucase"], j.conv["lcase"]
	two := j.bs == 0 || c.swap || ebcdic || upper || lower
	for _, word := range []string{"ascii", "block", "unblock"} {
		two = two || j.conv[word]
	}
	c.direct = !two
	if !ebcdic && !j.conv["ascii"] && !upper && !lower {
		return c
	}
	c.table = new([256]byte)
	codes := toEBCDIC()
	for i := range c.table {
		c.table[i] = byte(i)
	}
	if j.conv["ascii"] {
		for i, code := range codes {
			c.table[code] = byte(i)
		}
	}
	if j.conv["ibm"] {
		for i, code := range map[byte]byte{'^': 0x5f, '~': 0xa1, 0xcb: 0x9a, 0xd5: 0xad, 0xe5: 0xbd} {
			codes[i] = code
		}
	}
	for i, b := range c.table {
		switch {
		case upper && 'a' <= b && b <= 'z', lower && 'A' <= b && b <= 'Z':
			b ^= 0x20
		}
		if ebcdic {
			b = codes[b]
		}
		c.table[i] = b
	}
	if ebcdic {
		c.newline, c.space = codes['\n'], codes[' ']
	}
	return c
}

// toEBCDIC is the table of conv=ebcdic (POSIX dd, table 4-11); conv=ibm differs
// in five places, conv=ascii turns it round.
func toEBCDIC() (table [256]byte) {
	codes, err := hex.DecodeString("00010203372d2e2f1605250b0c0d0e0f101112133c3d322618193f271c1d1e1f" +
		"405a7f7b5b6c507d4d5d5c4e6b604b61f0f1f2f3f4f5f6f7f8f97a5e4c7e6e6f" +
		"7cc1c2c3c4c5c6c7c8c9d1d2d3d4d5d6d7d8d9e2e3e4e5e6e7e8e9ade0bd9a6d" +
		"79818283848586878889919293949596979899a2a3a4a5a6a7a8a9c04fd05f07" +
		"202122232415061728292a2b2c090a1b30311a333435360838393a3b04143ee1" +
		"4142434445464748495152535455565758596263646566676869707172737475" +
		"767778808a8b8c8d8e8f906a9b9c9d9e9fa0aaabac4aaeafb0b1b2b3b4b5b6b7" +
		"b8b9babbbca1bebfcacbcccdcecfdadbdcdddedfeaebecedeeeffafbfcfdfeff")
	if err == nil {
		copy(table[:], codes)
	}
	return table
}

// pad fills the rest of a block.
func (c *converter) pad(buf []byte, n int) int {
	fill := byte(0)
	for _, word := range []string{"block", "unblock", "ascii", "ebcdic", "ibm"} {
		if c.j.conv[word] && c.j.cbs > 0 {
			fill = ' '
		}
	}
	for i := n; i < len(buf); i++ {
		buf[i] = fill
	}
	return len(buf)
}

// block takes one block; it is false when nothing more can be written.
func (c *converter) block(data []byte) bool {
	if c.direct {
		return c.j.write(c.dst, data, c.j.ibs)
	}
	if c.table != nil {
		for i, b := range data {
			data[i] = c.table[b]
		}
	}
	if c.swap {
		data = append(c.saved, data...)
		whole := len(data) &^ 1
		c.saved = bytes.Clone(data[whole:])
		data = data[:whole]
		for i := 0; i < whole; i += 2 {
			data[i], data[i+1] = data[i+1], data[i]
		}
	}
	c.text(data)
	c.flush(false)
	return !c.failed
}

// text takes what was converted byte by byte.
func (c *converter) text(data []byte) {
	switch {
	case c.gather:
		for _, b := range data {
			if c.failed {
				return
			}
			c.fixed(b)
		}
	case c.split:
		for _, b := range data {
			c.variable(b)
		}
	default:
		c.out = append(c.out, data...)
	}
}

// fixed makes lines records of cbs bytes.
func (c *converter) fixed(b byte) {
	switch {
	case b == c.newline:
		c.fill()
		c.column = 0
		return
	case c.column == c.j.cbs:
		c.j.truncated++
	case c.column < c.j.cbs:
		c.put(b)
	}
	c.column++
}

// fill completes a record, as far as anything more can be written.
func (c *converter) fill() {
	for ; c.column < c.j.cbs && !c.failed; c.column++ {
		c.put(c.space)
	}
}

// variable makes records of cbs bytes lines without the blanks at their ends.
func (c *converter) variable(b byte) {
	if c.column >= c.j.cbs {
		c.column, c.spaces = 0, 0
		c.put(c.newline)
	}
	c.column++
	if b == c.space {
		c.spaces++
		return
	}
	for ; c.spaces > 0; c.spaces-- {
		c.put(c.space)
	}
	c.put(b)
}

// put puts one byte out; a record can be much longer than what was read.
func (c *converter) put(b byte) {
	if c.out = append(c.out, b); int64(len(c.out)) >= max(c.j.obs, 64<<10) {
		c.flush(false)
	}
}

// flush writes the blocks that are full, or all.
func (c *converter) flush(all bool) {
	at := 0
	for size := int(c.j.obs); !c.failed && len(c.out)-at >= size; at += size {
		c.failed = c.over() != nil || !c.j.write(c.dst, c.out[at:at+size], c.j.obs)
	}
	c.out = c.out[:copy(c.out, c.out[at:])]
	if c.failed {
		c.out = c.out[:0]
	}
	if all && len(c.out) > 0 {
		c.failed = !c.j.write(c.dst, c.out, c.j.obs)
	}
}

// finish writes what is left.
func (c *converter) finish() {
	if c.direct {
		return
	}
	c.text(c.saved)
	if c.gather && c.column > 0 {
		c.fill()
	}
	if c.split && c.column > 0 {
		c.put(c.newline)
	}
	c.flush(true)
}
