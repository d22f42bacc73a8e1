package bzip2

import "io"

// flushBytes is how much a bitWriter gathers.
const flushBytes = 4096

// A bitWriter writes numbers with their high bits first and keeps the first
// error.
type bitWriter struct {
	w    io.Writer
	bits uint64 // the lowest n of it are to be written
	n    uint
	buf  []byte
	err  error
}

// write adds the lowest n bits of v, at most 48.
func (b *bitWriter) write(n uint, v uint64) {
	b.bits = b.bits<<n | v
	b.n += n
	for b.n >= 8 {
		b.n -= 8
		b.buf = append(b.buf, byte(b.bits>>b.n))
	}
	if len(b.buf) >= flushBytes {
		b.flush()
	}
}

func (b *bitWriter) flush() {
	if b.err == nil && len(b.buf) > 0 {
		_, b.err = b.w.Write(b.buf)
	}
	b.buf = b.buf[:0]
}

// close fills the last byte up with zeros.
func (b *bitWriter) close() error {
	if b.n > 0 {
		b.write(8-b.n, 0)
	}
	b.flush()
	return b.err
}
