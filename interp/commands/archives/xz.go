package archives

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

// The container of xz ("The .xz File Format", 1.2.1) around chunks of LZMA2. It
// is read here and not by the library, because every block names the size of
// its dictionary, up to 4 GiB, and has to be refused before that is allocated.
const (
	xzMagic   = "\xfd7zXZ\x00"
	lzma2     = 0x21
	footerEnd = "YZ"
	// indexRecords bounds how many blocks a stream may have.
	indexRecords = 1 << 24
)

// checkSizes are those of section 2.1.1.2 by the number of a check.
var checkSizes = [16]int{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}

type xzReader struct {
	in   *bufio.Reader
	held int64
	// single ends at the end of the first stream, unchecked takes checks as read.
	single, unchecked bool

	flag byte
	sum  hash.Hash

	block *lzma.Reader2
	count *countingReader
	size  uint64 // of the block so far, expanded
	want  struct {
		packed, size uint64
		has          [2]bool
	}
	header uint64
	// sizes stands for the list of blocks, which the index repeats: a hash of
	// it is enough to compare.
	sizes  hash.Hash
	blocks uint64
}

func expandXZ(in *bufio.Reader, held int64) (io.ReadCloser, error) {
	x := &xzReader{in: in, held: held}
	if err := x.stream(); err != nil {
		return nil, err
	}
	return x, nil
}

// full reads all of p; the end of the file within is errTruncated.
func (x *xzReader) full(p []byte) error {
	_, err := io.ReadFull(x.in, p)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errTruncated
	}
	return err
}

// stream reads the header of a stream (section 2.1.1).
func (x *xzReader) stream() error {
	head, err := x.in.Peek(len(xzMagic))
	if string(head) != xzMagic {
		if err != nil && err != io.EOF {
			return err
		}
		return errFormat
	}
	var h [12]byte
	if err := x.full(h[:]); err != nil {
		return err
	}
	if crc32.ChecksumIEEE(h[6:8]) != binary.LittleEndian.Uint32(h[8:]) {
		return errCorrupt
	}
	if h[6] != 0 || h[7]&0xf0 != 0 {
		return errMethod
	}
	x.flag = h[7]
	switch x.flag {
	case 0:
		x.sum = nil
	case 1:
		x.sum = crc32.NewIEEE()
	case 4:
		x.sum = crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		x.sum = sha256.New()
	default:
		return errMethod
	}
	if x.unchecked {
		x.sum = nil
	}
	x.sizes, x.blocks = sha256.New(), 0
	return nil
}

func (x *xzReader) Read(p []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.next(); err != nil {
				return 0, err
			}
			continue
		}
		n, err := x.block.Read(p)
		x.size += uint64(n)
		if x.sum != nil {
			x.sum.Write(p[:n])
		}
		if x.want.has[1] && x.size > x.want.size {
			return n, errCorrupt
		}
		switch {
		case n > 0:
			return n, nil
		case err == io.EOF:
			if err := x.endBlock(); err != nil {
				return 0, err
			}
		case err != nil:
			return 0, xzError(err)
		}
	}
}

func xzError(err error) error {
	var failed *inputError
	switch {
	case errors.As(err, &failed):
		return failed.error
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errTruncated
	}
	return errCorrupt
}

func (x *xzReader) Close() error { return nil }

// next reads the header of a block, or the index and the footer and then the
// header of another stream.
func (x *xzReader) next() error {
	size, err := x.in.ReadByte()
	switch {
	case err == io.EOF:
		return errTruncated
	case err != nil:
		return err
	case size == 0:
		return x.endStream()
	}
	h := make([]byte, (int(size)+1)*4)
	h[0] = size
	if err := x.full(h[1:]); err != nil {
		return err
	}
	body := h[:len(h)-4]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(h[len(h)-4:]) {
		return errCorrupt
	}
	dictionary, err := x.blockHeader(body[1:])
	if err != nil {
		return err
	}
	if dictionary > min(windowBytes, max(x.held, lzma.MinDictCap)) {
		return errMemory
	}
	x.count = &countingReader{r: x.in}
	x.block, err = lzma.Reader2Config{DictCap: int(max(dictionary, lzma.MinDictCap))}.NewReader2(x.count)
	if err != nil {
		return xzError(err)
	}
	x.size, x.header = 0, uint64(len(h))
	if x.sum != nil {
		x.sum.Reset()
	}
	return nil
}

// blockHeader reads section 3.1 from the flags on and returns the size of the
// dictionary.
func (x *xzReader) blockHeader(b []byte) (dictionary int64, err error) {
	flags, b := b[0], b[1:]
	if flags&0x3f != 0 {
		return 0, errMethod // more filters than one, or what is reserved
	}
	x.want.has = [2]bool{flags&0x40 != 0, flags&0x80 != 0}
	for i, to := range []*uint64{&x.want.packed, &x.want.size} {
		if x.want.has[i] {
			n := 0
			if *to, n = binary.Uvarint(b); n <= 0 {
				return 0, errCorrupt
			}
			b = b[n:]
		}
	}
	if len(b) < 3 {
		return 0, errCorrupt
	}
	if b[0] != lzma2 || b[1] != 1 {
		return 0, errMethod
	}
	dictionary, err = lzma.DecodeDictCap(b[2])
	if err != nil {
		return 0, errMethod
	}
	for _, c := range b[3:] {
		if c != 0 {
			return 0, errMethod
		}
	}
	return dictionary, nil
}

// endBlock compares sizes and check of a block (sections 3.3 and 3.4).
func (x *xzReader) endBlock() error {
	packed := x.count.n
	if x.want.has[0] && packed != x.want.packed || x.want.has[1] && x.size != x.want.size {
		return errCorrupt
	}
	x.block = nil
	tail := make([]byte, int((4-packed%4)%4)+checkSizes[x.flag])
	if err := x.full(tail); err != nil {
		return err
	}
	padding := len(tail) - checkSizes[x.flag]
	if bytes.Count(tail[:padding], []byte{0}) != padding {
		return errCorrupt
	}
	if x.sum != nil {
		sum := x.sum.Sum(nil)
		if x.flag != 10 { // those of crc32 and crc64 are big-endian here
			for i, j := 0, len(sum)-1; i < j; i, j = i+1, j-1 {
				sum[i], sum[j] = sum[j], sum[i]
			}
		}
		if !bytes.Equal(sum, tail[padding:]) {
			return errChecksum
		}
	}
	x.record(x.header+packed+uint64(checkSizes[x.flag]), x.size)
	if x.blocks++; x.blocks > indexRecords {
		return errMemory
	}
	return nil
}
