package tarfile

import (
	"errors"
	"io"
	"math"
	"strconv"
)

// errSparse is a map of extents that can not be.
var errSparse = errors.New("invalid sparse archive member")

// extentBytes is what one extent takes in memory.
const extentBytes = 16

// sparse reads where the parts of a sparse file are, in whatever form.
func (r *Reader) sparse(h *Header, b []byte, p *paxHeader) error {
	if p.sized {
		h.Size = p.size
	}
	var err error
	switch {
	case h.Type == Sparse:
		h.Extents, err = r.oldSparse(h, b)
	case h.SparseMajor > 0:
		h.Extents, err = r.sparseMap()
	case p.counted || p.extents != nil:
		h.Extents = p.extents
		if p.broken || p.counted && p.count != int64(len(p.extents)) {
			err = errSparse
		}
	default:
		return nil
	}
	h.Holes = true
	if err != nil {
		return err
	}
	return h.fits(r.left)
}

// fits tells whether the extents are in order, inside of the file, and as long
// together as what is stored.
func (h *Header) fits(stored int64) error {
	end, sum := int64(0), int64(0)
	for _, e := range h.Extents {
		if e.Offset < end || e.Bytes < 0 || e.Bytes > math.MaxInt64-e.Offset || e.Offset+e.Bytes > h.Size {
			return errSparse
		}
		end = e.Offset + e.Bytes
		sum += e.Bytes
	}
	if sum > stored {
		return errSparse
	}
	return nil
}

// oldSparse reads the four extents of a header of GNU and those of the blocks
// behind it.
func (r *Reader) oldSparse(h *Header, b []byte) ([]Extent, error) {
	field := func(raw []byte) int64 { return number(raw, sizeKind, r.Quote, r.Say) }
	if h.Size = field(b[realAt : realAt+12]); h.Size < 0 {
		return nil, errSparse
	}
	var list []Extent
	add := func(raw []byte) (bool, error) {
		if raw[12] == 0 {
			return false, nil
		}
		e := Extent{field(raw[:12]), field(raw[12:24])}
		if e.Offset < 0 || e.Bytes < 0 {
			return false, errSparse
		}
		if list = append(list, e); int64(len(list))*extentBytes > r.Max {
			return false, ErrTooLong
		}
		return true, nil
	}
	more, fields, count := b[extendedAt] != 0, b[sparseAt:], 4
	for {
		for i := range count {
			ok, err := add(fields[24*i:])
			if err != nil {
				return nil, err
			}
			if !ok {
				break
			}
		}
		if !more {
			return list, nil
		}
		next := r.In.Next()
		if next == nil {
			return nil, ErrCut
		}
		more, fields, count = next[504] != 0, next, 21
	}
}

// sparseMap reads the map that the content of a member of pax 1.0 begins with:
// decimal numbers on lines of their own, padded to a block.
func (r *Reader) sparseMap() ([]Extent, error) {
	stored := r.left
	line := make([]byte, 0, 20)
	one := make([]byte, 1)
	next := func() (int64, error) {
		for line = line[:0]; ; line = append(line, one[0]) {
			if len(line) == cap(line) {
				return 0, errSparse
			}
			if _, err := io.ReadFull(r, one); err == io.EOF {
				return 0, errSparse
			} else if err != nil {
				return 0, err
			}
			if one[0] == '\n' {
				break
			}
		}
		n, err := strconv.ParseInt(string(line), 10, 64)
		if err != nil || n < 0 {
			return 0, errSparse
		}
		return n, nil
	}
	count, err := next()
	if err != nil {
		return nil, err
	}
	if count > r.Max/extentBytes {
		return nil, ErrTooLong
	}
	var list []Extent
	for range count {
		var e Extent
		if e.Offset, err = next(); err == nil {
			e.Bytes, err = next()
		}
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	if rest := (stored - r.left) % BlockBytes; rest > 0 {
		if _, err := io.CopyN(io.Discard, r, min(BlockBytes-rest, r.left)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// An expander is the content of a sparse file with its holes.
type expander struct {
	r    io.Reader
	h    *Header
	next int   // extent
	at   int64 // in the file
}

// Content is the whole content of a member, with zeros where a file has holes.
func (r *Reader) Content(h *Header) io.Reader {
	if !h.Holes {
		return r
	}
	return &expander{r: r, h: h}
}

func (e *expander) Read(p []byte) (int, error) {
	for e.next < len(e.h.Extents) && e.at >= e.h.Extents[e.next].Offset+e.h.Extents[e.next].Bytes {
		e.next++
	}
	end, hole := e.h.Size, true
	if e.next < len(e.h.Extents) {
		x := e.h.Extents[e.next]
		if end = x.Offset; e.at >= x.Offset {
			end, hole = x.Offset+x.Bytes, false
		}
	}
	if e.at >= end {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), end-e.at)]
	if hole {
		clear(p)
		e.at += int64(len(p))
		return len(p), nil
	}
	n, err := e.r.Read(p)
	e.at += int64(n)
	if err == io.EOF && n == 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
