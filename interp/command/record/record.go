// Package record reads a stream as records that end with a delimiter: lines, or
// what tools with -z read. It holds one record at a time and copies none.
//
// It imports the standard library alone.
package record

import (
	"bytes"
	"errors"
	"io"
)

// ErrTooLong tells that a record is longer than the reader may hold.
var ErrTooLong = errors.New("line too long")

const firstBuffer = 64 << 10

// A Reader splits a stream. It reads ahead.
type Reader struct {
	r     io.Reader
	delim byte
	max   int

	buf        []byte
	start, end int
	err        error
}

// NewReader reads records that end with delim and are at most max bytes long,
// the delimiter not counted.
func NewReader(r io.Reader, delim byte, max int) *Reader {
	return &Reader{r: r, delim: delim, max: max}
}

// Reset makes the reader read another stream with the buffer that it has.
func (r *Reader) Reset(in io.Reader) {
	r.r, r.start, r.end, r.err = in, 0, 0, nil
}

// Next returns the next record with its delimiter, which only the last may
// lack. It is good until the next call. At the end the error is io.EOF, else
// what the stream returned or ErrTooLong.
func (r *Reader) Next() ([]byte, error) {
	looked := 0
	for {
		if i := bytes.IndexByte(r.buf[r.start+looked:r.end], r.delim); i >= 0 {
			i += looked
			if i > r.max {
				return nil, ErrTooLong
			}
			rec := r.buf[r.start : r.start+i+1]
			r.start += i + 1
			return rec, nil
		}
		looked = r.end - r.start
		if looked > r.max {
			return nil, ErrTooLong
		}
		if r.err != nil {
			if looked > 0 && r.err == io.EOF {
				rec := r.buf[r.start:r.end]
				r.start = r.end
				return rec, nil
			}
			return nil, r.err
		}
		r.fill()
	}
}

// fill reads more behind what is held, after making room.
func (r *Reader) fill() {
	switch held := r.end - r.start; {
	case r.buf == nil:
		r.buf = make([]byte, firstBuffer)
	case r.start > 0 && len(r.buf)-r.end < len(r.buf)/2:
		copy(r.buf, r.buf[r.start:r.end])
		r.start, r.end = 0, held
	}
	if r.end == len(r.buf) {
		grown := make([]byte, 2*len(r.buf))
		copy(grown, r.buf[:r.end])
		r.buf = grown
	}
	for range 100 {
		n, err := r.r.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// Buffered is how many bytes were read ahead and not yet returned.
func (r *Reader) Buffered() int { return r.end - r.start }

// Trim takes the delimiter off a record.
func Trim(rec []byte, delim byte) []byte {
	if n := len(rec); n > 0 && rec[n-1] == delim {
		return rec[:n-1]
	}
	return rec
}
