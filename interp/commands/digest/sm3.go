package digest

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// sm3 is the hash function of GB/T 32905-2016 (also draft-sca-cfrg-sm3): 256
// bits, of blocks of 64 bytes.
type sm3 struct {
	state  [8]uint32
	block  [64]byte
	held   int
	length uint64 // bytes
}

func newSM3() hash.Hash {
	h := &sm3{}
	h.Reset()
	return h
}

// Reset implements hash.Hash.
func (h *sm3) Reset() {
	*h = sm3{state: [8]uint32{0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}}
}

// Size implements hash.Hash.
func (h *sm3) Size() int { return 32 }

// BlockSize implements hash.Hash.
func (h *sm3) BlockSize() int { return len(h.block) }

// Write implements hash.Hash.
func (h *sm3) Write(p []byte) (int, error) {
	written := len(p)
	h.length += uint64(written)
	for len(p) > 0 {
		n := copy(h.block[h.held:], p)
		p = p[n:]
		if h.held += n; h.held == len(h.block) {
			h.compress()
			h.held = 0
		}
	}
	return written, nil
}

// Sum implements hash.Hash: a bit, zeros, and the length in bits.
func (h *sm3) Sum(to []byte) []byte {
	last := *h
	last.block[last.held] = 0x80
	clear(last.block[last.held+1:])
	if last.held >= len(last.block)-8 {
		last.compress()
		clear(last.block[:])
	}
	binary.BigEndian.PutUint64(last.block[len(last.block)-8:], h.length*8)
	last.compress()
	for _, word := range last.state {
		to = binary.BigEndian.AppendUint32(to, word)
	}
	return to
}

// compress takes in a block: 64 rounds over its words, expanded to 68.
func (h *sm3) compress() {
	var w [68]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(h.block[4*i:])
	}
	for i := 16; i < len(w); i++ {
		x := w[i-16] ^ w[i-9] ^ bits.RotateLeft32(w[i-3], 15)
		x ^= bits.RotateLeft32(x, 15) ^ bits.RotateLeft32(x, 23)
		w[i] = x ^ bits.RotateLeft32(w[i-13], 7) ^ w[i-6]
	}
	a, b, c, d, e, f, g, k := h.state[0], h.state[1], h.state[2], h.state[3], h.state[4], h.state[5], h.state[6], h.state[7]
	for i := range 64 {
		constant, first, second := uint32(0x79cc4519), a^b^c, e^f^g
		if i >= 16 {
			constant, first, second = 0x7a879d8a, a&b|a&c|b&c, e&f|^e&g
		}
		turned := bits.RotateLeft32(a, 12)
		one := bits.RotateLeft32(turned+e+bits.RotateLeft32(constant, i%32), 7)
		first += d + (one ^ turned) + (w[i] ^ w[i+4])
		second += k + one + w[i]
		d, c, b, a = c, bits.RotateLeft32(b, 9), a, first
		k, g, f = g, bits.RotateLeft32(f, 19), e
		e = second ^ bits.RotateLeft32(second, 9) ^ bits.RotateLeft32(second, 17)
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
		h.state[i] ^= v
	}
}
