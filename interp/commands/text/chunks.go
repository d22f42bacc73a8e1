package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// errHeld tells that more would have to be held than the limits allow.
type errHeld struct{ limit int64 }

func (e errHeld) Error() string { return fmt.Sprintf("more than %d bytes to hold", e.limit) }

// chunks is a queue of what was read last, for what is cut off at the end of a
// stream that can not seek.
type chunks struct {
	list  []chunk
	free  []byte
	bytes int64
	lines int64
	limit int64
}

type chunk struct {
	data  []byte
	lines int64
}

// read appends the next chunk; io.EOF at the end.
func (c *chunks) read(in io.Reader, delim byte) error {
	buf := c.free
	c.free = nil
	if cap(buf) < command.BufferBytes {
		if c.bytes+command.BufferBytes > c.limit {
			if err := ended(in, c.limit); err != nil {
				return err
			}
			return io.EOF
		}
		buf = make([]byte, command.BufferBytes)
	}
	n, err := io.ReadFull(in, buf)
	if n == 0 {
		return err
	}
	lines := int64(bytes.Count(buf[:n], []byte{delim}))
	c.list = append(c.list, chunk{buf[:n], lines})
	c.bytes += int64(n)
	c.lines += lines
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// drop removes the first chunk and returns it; it is good until the next read.
func (c *chunks) drop() chunk {
	first := c.list[0]
	c.list = c.list[1:]
	c.bytes -= int64(len(first.data))
	c.lines -= first.lines
	c.free = first.data[:cap(first.data)]
	return first
}

// open tells whether the last line lacks its delimiter.
func (c *chunks) open(delim byte) bool {
	if len(c.list) == 0 {
		return false
	}
	last := c.list[len(c.list)-1].data
	return last[len(last)-1] != delim
}

// skipLines drops n lines at the beginning.
func (c *chunks) skipLines(n int64, delim byte) {
	for n > 0 && len(c.list) > 0 {
		if c.list[0].lines < n {
			n -= c.drop().lines
			continue
		}
		c.cut(lineEnd(c.list[0].data, n, delim), n)
		return
	}
}

// cut removes n bytes with lines newlines at the beginning of the first chunk.
func (c *chunks) cut(n int, lines int64) {
	c.list[0].data = c.list[0].data[n:]
	c.list[0].lines -= lines
	c.bytes -= int64(n)
	c.lines -= lines
	if len(c.list[0].data) == 0 {
		c.list = c.list[1:]
	}
}

// lineEnd is the offset behind the nth delimiter, or len(data).
func lineEnd(data []byte, n int64, delim byte) int {
	at := 0
	for ; n > 0; n-- {
		i := bytes.IndexByte(data[at:], delim)
		if i < 0 {
			return len(data)
		}
		at += i + 1
	}
	return at
}

// writeTo writes all that is held.
func (c *chunks) writeTo(out *command.Output) error {
	for len(c.list) > 0 {
		if _, err := out.Write(c.drop().data); err != nil {
			return err
		}
	}
	return nil
}
