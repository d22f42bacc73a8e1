package dump

import (
	"bytes"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
)

// showBlocks reads src in blocks of a size and has each shown, with the number of
// bytes that are there, behind which it is filled with zeros, and its address, which
// counts from at. Blocks like the one before are one asterisk, unless all is set. It
// returns the address behind the last block, and errors of reading and of out.
func showBlocks(src io.Reader, out *command.Output, size int, all bool, at int64, show func(block []byte, n int, at int64)) (int64, error) {
	in := buffered(src)
	block, last := make([]byte, size), make([]byte, size)
	for first, repeated := true, false; ; first = false {
		n, err := io.ReadFull(in, block)
		switch {
		case n == size && !first && !all && bytes.Equal(block, last):
			if !repeated {
				out.WriteString("*\n")
			}
			repeated = true
		case n > 0:
			repeated = false
			clear(block[n:])
			show(block, n, at)
		}
		at += int64(n)
		block, last = last, block
		if werr := out.Err(); werr != nil {
			return at, werr
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return at, nil
		}
		if err != nil {
			return at, err
		}
	}
}
