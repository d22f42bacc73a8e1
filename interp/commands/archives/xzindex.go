package archives

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"io"
)

func (x *xzReader) record(unpadded, size uint64) {
	x.sizes.Write(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, unpadded), size))
}

// endStream reads the index behind its first byte (section 4) and the footer
// (section 2.1.2), and goes on to the stream that follows, if there is one.
func (x *xzReader) endStream() error {
	have := x.sizes.Sum(nil)
	x.sizes = sha256.New()
	sum := crc32.NewIEEE()
	sum.Write([]byte{0})
	r := &hashed{x.in, sum, 1}
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return xzError(err)
	}
	if n != x.blocks {
		return errCorrupt
	}
	for range n {
		unpadded, err := binary.ReadUvarint(r)
		if err != nil {
			return xzError(err)
		}
		size, err := binary.ReadUvarint(r)
		if err != nil {
			return xzError(err)
		}
		x.record(unpadded, size)
	}
	for r.n%4 != 0 {
		if c, err := r.ReadByte(); err != nil || c != 0 {
			return errCorrupt
		}
	}
	var tail [16]byte
	if err := x.full(tail[:]); err != nil {
		return err
	}
	backward := (uint64(binary.LittleEndian.Uint32(tail[8:])) + 1) * 4
	if !bytes.Equal(have, x.sizes.Sum(nil)) || binary.LittleEndian.Uint32(tail[:]) != sum.Sum32() ||
		binary.LittleEndian.Uint32(tail[4:]) != crc32.ChecksumIEEE(tail[8:14]) || backward != uint64(r.n)+4 ||
		tail[12] != 0 || tail[13] != x.flag || string(tail[14:]) != footerEnd {
		return errCorrupt
	}
	if x.single {
		return io.EOF
	}
	return x.padding()
}

// padding reads the zeros between streams, a multiple of four (section 2.2).
func (x *xzReader) padding() error {
	for {
		head, err := x.in.Peek(4)
		switch {
		case err != nil && err != io.EOF:
			return err
		case len(head) == 0:
			return io.EOF
		case string(head) == "\x00\x00\x00\x00":
			x.in.Discard(4)
			continue
		}
		if head[0] == 0 {
			return errCorrupt // padding that is no multiple of four
		}
		if head, err := x.in.Peek(12); err == io.EOF && len(head) < 12 {
			return errTruncated
		}
		if err := x.stream(); err != errFormat {
			return err
		}
		return errCorrupt
	}
}

// hashed counts and hashes what is read byte by byte.
type hashed struct {
	r   *bufio.Reader
	sum hash.Hash
	n   int
}

func (c *countingReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (h *hashed) ReadByte() (byte, error) {
	c, err := h.r.ReadByte()
	if err == nil {
		h.sum.Write([]byte{c})
		h.n++
	}
	return c, err
}

type countingReader struct {
	r *bufio.Reader
	n uint64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += uint64(n)
	return n, err
}
