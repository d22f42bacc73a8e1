package archives

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"

	"github.com/ulikunitz/xz/lzma"
)

const lzmaHeader = 13 // properties, dictionary, size

// isLZMA guesses whether in begins with a header of the old format, which has
// nothing to know it by, as xz(1) does: the dictionary is a power of two or half
// more, and the size unknown or below 256 GiB.
func isLZMA(in *bufio.Reader) bool {
	h, _ := in.Peek(lzmaHeader)
	if len(h) < lzmaHeader {
		return false
	}
	p, err := lzma.PropertiesForCode(h[0])
	if err != nil || p.LC+p.LP > 4 {
		return false
	}
	dictionary := binary.LittleEndian.Uint32(h[1:])
	if dictionary != math.MaxUint32 {
		d := dictionary - 1
		d |= d >> 2
		d |= d >> 3
		d |= d >> 4
		d |= d >> 8
		d |= d >> 16
		if d+1 != dictionary || dictionary == 0 {
			return false
		}
	}
	size := binary.LittleEndian.Uint64(h[5:])
	return size == math.MaxUint64 || size < 1<<38
}

func expandLZMA(in *bufio.Reader, held int64) (io.ReadCloser, error) {
	if _, err := in.Peek(1); err != nil && err != io.EOF {
		return nil, err
	}
	if !isLZMA(in) {
		return nil, errFormat
	}
	h, _ := in.Peek(lzmaHeader)
	dictionary := int64(binary.LittleEndian.Uint32(h[1:]))
	if dictionary > min(windowBytes, max(held, lzma.MinDictCap)) {
		return nil, errMemory
	}
	z, err := lzma.ReaderConfig{DictCap: int(max(dictionary, lzma.MinDictCap))}.NewReader(in)
	if err != nil {
		return nil, xzError(err)
	}
	return wrapped{lzmaEnd{z, in}, xzError, nil}, nil
}

// lzmaEnd wants nothing behind the data.
type lzmaEnd struct {
	z  io.Reader
	in *bufio.Reader
}

func (l lzmaEnd) Read(p []byte) (int, error) {
	n, err := l.z.Read(p)
	if err != io.EOF {
		return n, err
	}
	switch _, err := l.in.Peek(1); err {
	case nil:
		return n, errCorrupt
	default:
		return n, err
	}
}
