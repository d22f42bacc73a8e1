package dump

import (
	"bufio"
	"io"

	"github.com/aegish/aegish/interp/command"
)

const (
	lowerDigits = "0123456789abcdef"
	upperDigits = "0123456789ABCDEF"
)

// appendDigits appends v in a base of up to 16, filled up with zeros.
func appendDigits(out []byte, v uint64, base uint64, width int, digits string) []byte {
	var buf [64]byte
	i := len(buf)
	for v > 0 || i > len(buf)-width && i > 0 {
		i--
		buf[i] = digits[v%base]
		v /= base
	}
	return append(out, buf[i:]...)
}

func appendSpaces(out []byte, n int) []byte {
	for ; n > 0; n-- {
		out = append(out, ' ')
	}
	return out
}

// appendPrintable appends bytes as characters, a dot for what is none.
func appendPrintable(out, data []byte) []byte {
	for _, c := range data {
		if c < ' ' || c >= 0x7f {
			c = '.'
		}
		out = append(out, c)
	}
	return out
}

// buffered reads what a dump takes line by line.
func buffered(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, command.BufferBytes) }
