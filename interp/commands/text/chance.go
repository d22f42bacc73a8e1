package text

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/aegish/aegish/interp/command"
)

// A chance draws numbers: the runtime's, or those that the bytes of a file come
// to. The latter are those that GNU shuf makes of them, so that one file gives
// one order everywhere: what a draw does not use up of the bytes goes into the
// next.
type chance struct {
	name string // of the file; none for the runtime's
	file io.Closer
	from *bufio.Reader
	num  uint64 // is left of the bytes,
	max  uint64 // and at most that
}

// open opens the file, once; false with a message if that fails.
func (c *chance) open(ctx context.Context, call *command.Call) bool {
	if c.name == "" || c.from != nil {
		return true
	}
	in, err := call.Open(ctx, c.name)
	if err != nil {
		call.FileError(c.name, err)
		return false
	}
	c.file, c.from = in, bufio.NewReader(in)
	return true
}

func (c *chance) close() {
	if c.file != nil {
		_ = c.file.Close() // it was read
	}
}

// below draws a number from 0 to n-1; n is above 0.
func (c *chance) below(n uint64) (uint64, error) {
	if c.from == nil {
		return rand.Uint64N(n), nil
	}
	last := n - 1
	for {
		for c.max < last {
			b, err := c.from.ReadByte()
			if errors.Is(err, io.EOF) {
				return 0, fmt.Errorf("%s: end of file", command.Quote(c.name))
			}
			if err != nil {
				return 0, fmt.Errorf("%s: read error: %s", command.Quote(c.name), command.Message(err))
			}
			c.num, c.max = c.num<<8|uint64(b), c.max<<8|0xff
		}
		if c.max == last {
			drawn := c.num
			c.num, c.max = 0, 0
			return drawn, nil
		}
		choices, excess := last+1, c.max-last
		unusable := excess % choices
		usable := c.max - unusable
		if c.num <= usable {
			drawn := c.num % choices
			c.num, c.max = c.num/choices, excess/choices
			return drawn, nil
		}
		c.num, c.max = c.num-usable-1, unusable-1
	}
}
