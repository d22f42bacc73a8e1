package dump

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// graphic tells whether a character is part of a string.
func (s *stringsJob) graphic(c uint32) bool {
	return c >= ' ' && c < 0x7f || c == '\t' || s.spaces && c >= '\n' && c <= '\r' || s.encoding == 'S' && c > 0x7f && c <= 0xff
}

// A stringsSink collects a string until it is long enough to be one.
type stringsSink struct {
	*stringsJob
	name    string
	pending []byte
	chars   int
	start   int64
	inside  bool
}

// add adds a character, as it is to be shown, that begins at an offset.
func (k *stringsSink) add(at int64, shown ...byte) {
	if k.inside {
		k.out.Write(shown)
		return
	}
	if k.chars == 0 {
		k.start = at
	}
	k.pending = append(k.pending, shown...)
	if k.chars++; k.chars == k.least {
		k.begin(k.name, k.start)
		k.out.Write(k.pending)
		k.inside, k.pending = true, k.pending[:0]
	}
}

// end ends a string.
func (k *stringsSink) end() {
	if k.inside {
		k.out.WriteString(k.separator)
	}
	k.inside, k.chars, k.pending = false, 0, k.pending[:0]
}

// scan writes the strings of a stream. It keeps back what is too short to be a
// string yet.
func (s *stringsJob) scan(in io.Reader, name string) error {
	sink := &stringsSink{stringsJob: s, name: name}
	defer sink.end()
	size := map[byte]int{'b': 2, 'l': 2, 'B': 4, 'L': 4}[s.encoding]
	switch {
	case s.least == math.MaxInt:
		_, err := io.Copy(io.Discard, in)
		return err
	case s.unicode != 'd' && s.unicode != 'i':
		return sink.utf8(buffered(in))
	case size > 0:
		return sink.wide(buffered(in), size)
	}
	return sink.narrow(in)
}

// narrow reads characters of one byte.
func (k *stringsSink) narrow(in io.Reader) error {
	var graphic [256]bool
	for c := range graphic {
		graphic[c] = k.graphic(uint32(c))
	}
	buf := make([]byte, command.BufferBytes)
	for at := int64(0); ; {
		n, err := in.Read(buf)
		for i := 0; i < n; {
			end := i
			for end < n && graphic[buf[end]] {
				end++
			}
			if end > i {
				k.run(at+int64(i), buf[i:end])
			}
			if end < n {
				k.end()
				end++
			}
			i = end
		}
		at += int64(n)
		if werr := k.out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// run adds characters that are a byte each.
func (k *stringsSink) run(at int64, shown []byte) {
	if need := k.least - k.chars; !k.inside && len(shown) >= need {
		for i, c := range shown[:need] {
			k.add(at+int64(i), c)
		}
		shown, at = shown[need:], at+int64(need)
	}
	if k.inside {
		k.out.Write(shown)
		return
	}
	for i, c := range shown {
		k.add(at+int64(i), c)
	}
}

// wide reads characters of several bytes. Behind one that is not graphic the
// next begins at the next byte.
func (k *stringsSink) wide(in *bufio.Reader, size int) error {
	var order binary.ByteOrder = binary.LittleEndian
	if k.encoding == 'b' || k.encoding == 'B' {
		order = binary.BigEndian
	}
	for at := int64(0); k.out.Err() == nil; {
		b, err := in.Peek(size)
		if len(b) < size {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		c, step := uint32(0), 1
		if size == 2 {
			c = uint32(order.Uint16(b))
		} else {
			c = order.Uint32(b)
		}
		if k.graphic(c) {
			k.add(at, byte(c))
			step = size
		} else {
			k.end()
		}
		_, _ = in.Discard(step) // it was peeked at
		at += int64(step)
	}
	return k.out.Err()
}

// utf8 reads ASCII and characters of several bytes, which it shows as -U asks.
func (k *stringsSink) utf8(in *bufio.Reader) error {
	for at := int64(0); k.out.Err() == nil; {
		b, err := in.Peek(utf8.UTFMax)
		if len(b) == 0 {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		r, step := utf8.DecodeRune(b)
		switch {
		case step == 1 && b[0] < utf8.RuneSelf && k.graphic(uint32(b[0])):
			k.add(at, b[0])
		case step == 1:
			k.end()
		case k.unicode == 'l':
			k.add(at, b[:step]...)
		case k.unicode == 'x':
			k.add(at, fmt.Appendf(nil, "<0x%x>", b[:step])...)
		case r > 0xffff:
			k.add(at, fmt.Appendf(nil, "\\u%06x", r)...)
		default:
			k.add(at, fmt.Appendf(nil, "\\u%04x", r)...)
		}
		_, _ = in.Discard(step) // it was peeked at
		at += int64(step)
	}
	return k.out.Err()
}
