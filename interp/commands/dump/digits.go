package dump

import (
	"bufio"
	"io"
	"math"
	"strings"

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

// leadingInt is the number at the beginning of a text, in the notation of C, or
// 0: strtol(3) with the base 0. It saturates.
func leadingInt(text string) int64 {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	text, negative := strings.CutPrefix(text, "-")
	if !negative {
		text = strings.TrimPrefix(text, "+")
	}
	base := 10
	switch {
	case len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' && hexValue(text[2]) >= 0:
		base, text = 16, text[2:]
	case strings.HasPrefix(text, "0"):
		base = 8
	}
	n := int64(0)
	for i := range len(text) {
		d := hexValue(text[i])
		if d < 0 || d >= base {
			break
		}
		if n > (math.MaxInt64-int64(d))/int64(base) {
			n = math.MaxInt64
			break
		}
		n = n*int64(base) + int64(d)
	}
	if negative {
		return -n
	}
	return n
}
