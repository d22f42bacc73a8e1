// Package bzip2 writes the format of bzip2, which the standard library only
// reads: runs of bytes, the transform of Burrows and Wheeler, move-to-front and
// codes of Huffman. What it writes is what bzip2(1) 1.0.8 writes, byte for byte,
// but for the place of the origin in blocks that repeat themselves, where any of
// several is right.
//
// It imports the standard library alone.
package bzip2

import (
	"fmt"
	"io"
)

const (
	blockMagic = 0x314159265359
	endMagic   = 0x177245385090
	// blockUnit is what a level adds to the size of a block, in bytes.
	blockUnit = 100_000
	// blockSlack is how much of a block stays free for the run at its end.
	blockSlack = 19
	// longestRun is how many equal bytes one run stands for.
	longestRun = 255
)

// HeldBytes is an upper bound of what a Writer of a level holds.
func HeldBytes(level int) int64 { return int64(level) * blockUnit * 20 }

// A Writer compresses what is written to it. Its errors are those of the writer
// below.
type Writer struct {
	out   bitWriter
	level int
	// block is the one being filled, used tells which bytes are in it.
	block []byte
	most  int
	used  [256]bool
	// char and length are the run that is not in the block yet, length 0 is none.
	char   byte
	length int
	// crc is that of the block, total that of all blocks before.
	crc, total uint32
	sorter     sorter
	coder      coder
	closed     bool
}

// NewWriter returns a Writer with blocks of level times 100,000 bytes; level is
// 1 to 9.
func NewWriter(out io.Writer, level int) (*Writer, error) {
	if level < 1 || level > 9 {
		return nil, fmt.Errorf("bzip2: no level %d", level)
	}
	w := &Writer{level: level, most: level*blockUnit - blockSlack, crc: 0xffffffff}
	w.out.w = out
	w.out.write(24, 'B'<<16|'Z'<<8|'h')
	w.out.write(8, uint64('0'+level))
	return w, nil
}

// Write takes p in.
func (w *Writer) Write(p []byte) (int, error) {
	for i, c := range p {
		if len(w.block) >= w.most {
			w.endBlock()
		}
		if w.out.err != nil {
			return i, w.out.err
		}
		if w.length > 0 && (c != w.char || w.length == longestRun) {
			w.endRun()
		}
		w.char = c
		w.length++
	}
	if len(w.block) >= w.most {
		w.endBlock() // the run that is left begins the next one, though nothing may follow
	}
	return len(p), w.out.err
}

// endRun puts the run into the block: four of a byte are followed by the number
// of those that are left out.
func (w *Writer) endRun() {
	c, n := w.char, w.length
	for range n {
		w.crc = w.crc<<8 ^ crcTable[byte(w.crc>>24)^c]
	}
	w.used[c] = true
	for range min(n, 4) {
		w.block = append(w.block, c)
	}
	if n >= 4 {
		w.used[n-4] = true
		w.block = append(w.block, byte(n-4))
	}
	w.length = 0
}

func (w *Writer) endBlock() {
	if len(w.block) == 0 {
		return
	}
	w.crc = ^w.crc
	w.total = (w.total<<1 | w.total>>31) ^ w.crc
	last, origin := w.sorter.transform(w.block)
	w.out.write(48, blockMagic)
	w.out.write(32, uint64(w.crc))
	w.out.write(1, 0) // not randomized
	w.out.write(24, uint64(origin))
	w.coder.encode(&w.out, last, &w.used)
	w.block, w.crc, w.used = w.block[:0], 0xffffffff, [256]bool{}
}

// Close writes what is left and the end of the stream. It does not close the
// writer below.
func (w *Writer) Close() error {
	if w.closed {
		return w.out.err
	}
	w.closed = true
	if w.length > 0 {
		w.endRun()
	}
	w.endBlock()
	w.out.write(48, endMagic)
	w.out.write(32, uint64(w.total))
	return w.out.close()
}

// crcTable is that of CRC-32 with the high bit first (polynomial 04c11db7).
var crcTable = func() (t [256]uint32) {
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			high := c & (1 << 31)
			if c <<= 1; high != 0 {
				c ^= 0x04c11db7
			}
		}
		t[i] = c
	}
	return t
}()
