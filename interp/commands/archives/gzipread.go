package archives

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// Bits of the third byte of a header (RFC 1952, 2.3.1). gzip(1) takes bit 5 for
// encrypted and the bits above for unknown.
const (
	gzipSum       = 1 << 1
	gzipExtra     = 1 << 2
	gzipName      = 1 << 3
	gzipComment   = 1 << 4
	gzipEncrypted = 1 << 5
	gzipUnknown   = 0xc0
)

// gzipNameBytes bounds the name in a header.
const gzipNameBytes = 1024

// A refusal is why a header is not gone on with, worded to follow the name of
// the file: "%s is encrypted".
type refusal string

func (r refusal) Error() string { return string(r) }

// A gzipHeader is what stands before a member.
type gzipHeader struct {
	name  []byte // nil for none
	stamp uint32 // seconds since 1970, 0 for none
	extra int    // length of the extra field, -1 for none
	size  int64
}

// headerReader counts and sums the bytes of a header.
type headerReader struct {
	in  *bufio.Reader
	sum uint32
	n   int64
}

func (r *headerReader) ReadByte() (byte, error) {
	c, err := r.in.ReadByte()
	if err == nil {
		r.n++
		r.sum = crc32.Update(r.sum, crc32.IEEETable, []byte{c})
	}
	return c, err
}

// bytes hands n bytes to use, or those before a NUL when n is negative.
func (r *headerReader) bytes(n int, use func(byte)) error {
	for i := 0; n < 0 || i < n; i++ {
		c, err := r.ReadByte()
		if err != nil {
			return gzipError(err)
		}
		if n < 0 && c == 0 {
			return nil
		}
		use(c)
	}
	return nil
}

// readGzipHeader reads a header whose first two bytes are known to be right.
func readGzipHeader(in *bufio.Reader) (h gzipHeader, err error) {
	r := &headerReader{in: in}
	h.extra = -1
	var fixed []byte
	for len(fixed) < 10 && err == nil {
		err = r.bytes(1, func(c byte) { fixed = append(fixed, c) })
		switch {
		case len(fixed) == 3 && fixed[2] != 8:
			return h, refusal(fmt.Sprintf(": unknown method %d -- not supported", fixed[2]))
		case len(fixed) != 4:
		case fixed[3]&gzipEncrypted != 0:
			return h, refusal(" is encrypted -- not supported")
		case fixed[3]&gzipUnknown != 0:
			return h, refusal(fmt.Sprintf(" has flags 0x%x -- not supported", fixed[3]))
		}
	}
	if err != nil {
		return h, err
	}
	h.stamp = binary.LittleEndian.Uint32(fixed[4:])
	err = h.fields(r, fixed[3])
	h.size = r.n
	return h, err
}

// fields reads what the flags say that there is.
func (h *gzipHeader) fields(r *headerReader, flags byte) error {
	skip := func(byte) {}
	if flags&gzipExtra != 0 {
		h.extra = 0
		shift := 0
		if err := r.bytes(2, func(c byte) { h.extra |= int(c) << shift; shift += 8 }); err != nil {
			return err
		}
		if err := r.bytes(h.extra, skip); err != nil {
			return err
		}
	}
	if flags&gzipName != 0 {
		h.name = []byte{}
		err := r.bytes(-1, func(c byte) {
			if len(h.name) <= gzipNameBytes {
				h.name = append(h.name, c)
			}
		})
		if err != nil {
			return err
		}
	}
	if flags&gzipComment != 0 {
		if err := r.bytes(-1, skip); err != nil {
			return err
		}
	}
	if flags&gzipSum != 0 {
		have := r.sum & 0xffff
		want, shift := uint32(0), 0
		if err := r.bytes(2, func(c byte) { want |= uint32(c) << shift; shift += 8 }); err != nil {
			return err
		}
		if have != want {
			return refusal(fmt.Sprintf(": header checksum 0x%04x != computed checksum 0x%04x", want, have))
		}
	}
	return nil
}

// A gzipSums error tells which of the two numbers behind a member are wrong.
type gzipSums struct{ crc, length bool }

func (gzipSums) Error() string { return errChecksum.Error() }

func (gzipSums) Is(err error) bool { return err == errChecksum }

// A gzipReader reads the members of a file one after the other. At its end it
// returns io.EOF, errZeros or errTrailing.
type gzipReader struct {
	in *bufio.Reader
	z  io.ReadCloser
	// first is the header of the first member, stamp the last one that is not 0.
	first   gzipHeader
	stamp   uint32
	members int
	// rest makes what follows a member part of what is read.
	rest, copying bool
	crc           uint32
	size          int64 // of the member that is read
}

// errZeros is about nothing but zeros behind the members.
var errZeros = errors.New("decompression OK, trailing zero bytes ignored")

func expandGzip(in *bufio.Reader, _ int64) (io.ReadCloser, error) {
	g, err := newGzipReader(in, false)
	if err != nil {
		return nil, err
	}
	return wrapped{g, func(err error) error {
		if err == errZeros {
			return io.EOF
		}
		return err
	}, func() { g.Close() }}, nil
}

func newGzipReader(in *bufio.Reader, rest bool) (*gzipReader, error) {
	head, err := in.Peek(2)
	if err != nil && err != io.EOF {
		return nil, err
	}
	g := &gzipReader{in: in, rest: rest, first: gzipHeader{extra: -1}}
	switch {
	case string(head) == gzipMagic:
		return g, g.member()
	case rest:
		g.copying = true
		return g, nil
	case len(head) == 0, len(head) == 1 && head[0] != 0:
		return nil, errTruncated
	}
	return nil, errFormat
}

// member begins the one that is next.
func (g *gzipReader) member() error {
	h, err := readGzipHeader(g.in)
	if err != nil {
		return err
	}
	if g.members++; g.members == 1 {
		g.first = h
	}
	if h.stamp != 0 {
		g.stamp = h.stamp
	}
	g.crc, g.size = 0, 0
	if g.z == nil {
		g.z = flate.NewReader(g.in)
		return nil
	}
	return g.z.(flate.Resetter).Reset(g.in, nil)
}

func gzipError(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
		return errTruncated
	}
	return decoding(err, "flate:")
}

func (g *gzipReader) Read(p []byte) (int, error) {
	if g.copying {
		n, err := g.in.Read(p)
		g.size += int64(n)
		return n, err
	}
	n, err := g.z.Read(p)
	g.crc = crc32.Update(g.crc, crc32.IEEETable, p[:n])
	g.size += int64(n)
	if n > 0 || err == nil {
		return n, nil
	}
	if err != io.EOF {
		return 0, gzipError(err)
	}
	return 0, g.next()
}

// next compares the sums of a member and goes on to what follows it.
func (g *gzipReader) next() error {
	var tail [8]byte
	if _, err := io.ReadFull(g.in, tail[:]); err != nil {
		return gzipError(err)
	}
	wrong := gzipSums{binary.LittleEndian.Uint32(tail[:]) != g.crc, binary.LittleEndian.Uint32(tail[4:]) != uint32(g.size)}
	if wrong.crc || wrong.length {
		return wrong
	}
	head, err := g.in.Peek(2)
	switch {
	case err != nil && err != io.EOF:
		return err
	case len(head) == 0:
		return io.EOF
	case string(head) == gzipMagic:
		return g.member()
	case g.rest:
		g.members++
		g.copying, g.size = true, 0
		return nil
	case head[0] == 0:
		g.members++
		return g.zeros()
	case len(head) == 1:
		return errTruncated
	}
	g.members++
	return errTrailing
}

// zeros tells padding from garbage that begins with zeros.
func (g *gzipReader) zeros() error {
	for {
		switch c, err := g.in.ReadByte(); {
		case err == io.EOF:
			return errZeros
		case err != nil:
			return err
		case c != 0:
			return errTrailing
		}
	}
}

func (g *gzipReader) Close() error {
	if g.z == nil {
		return nil
	}
	return g.z.Close()
}
