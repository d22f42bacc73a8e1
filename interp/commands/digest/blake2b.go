package digest

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// blake2b is BLAKE2b without a key (RFC 7693).
type blake2b struct {
	h     [8]uint64
	total uint64
	buf   [128]byte
	n     int
	size  int
}

var blakeStart = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

var blakeOrder = [10][16]byte{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

func newBlake2b(bits int) hash.Hash {
	b := &blake2b{size: bits / 8}
	b.Reset()
	return b
}

func (b *blake2b) Reset() {
	b.h = blakeStart
	b.h[0] ^= 0x01010000 ^ uint64(b.size)
	b.n, b.total = 0, 0
}

func (b *blake2b) Size() int      { return b.size }
func (b *blake2b) BlockSize() int { return len(b.buf) }

// Write keeps the last block, whole or not, because it is mixed differently.
func (b *blake2b) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if b.n == len(b.buf) {
			b.total += uint64(b.n)
			b.mix(false)
			b.n = 0
		}
		c := copy(b.buf[b.n:], p)
		b.n += c
		p = p[c:]
	}
	return n, nil
}

func (b *blake2b) Sum(in []byte) []byte {
	c := *b
	c.total += uint64(c.n)
	clear(c.buf[c.n:])
	c.mix(true)
	var out [64]byte
	for i, v := range c.h {
		binary.LittleEndian.PutUint64(out[8*i:], v)
	}
	return append(in, out[:c.size]...)
}

func (b *blake2b) mix(last bool) {
	var m, v [16]uint64
	for i := range m {
		m[i] = binary.LittleEndian.Uint64(b.buf[8*i:])
	}
	copy(v[:8], b.h[:])
	copy(v[8:], blakeStart[:])
	v[12] ^= b.total
	if last {
		v[14] = ^v[14]
	}
	quarter := func(i, j, k, l int, x, y uint64) {
		v[i] += v[j] + x
		v[l] = bits.RotateLeft64(v[l]^v[i], -32)
		v[k] += v[l]
		v[j] = bits.RotateLeft64(v[j]^v[k], -24)
		v[i] += v[j] + y
		v[l] = bits.RotateLeft64(v[l]^v[i], -16)
		v[k] += v[l]
		v[j] = bits.RotateLeft64(v[j]^v[k], -63)
	}
	for r := range 12 {
		s := &blakeOrder[r%10]
		quarter(0, 4, 8, 12, m[s[0]], m[s[1]])
		quarter(1, 5, 9, 13, m[s[2]], m[s[3]])
		quarter(2, 6, 10, 14, m[s[4]], m[s[5]])
		quarter(3, 7, 11, 15, m[s[6]], m[s[7]])
		quarter(0, 5, 10, 15, m[s[8]], m[s[9]])
		quarter(1, 6, 11, 12, m[s[10]], m[s[11]])
		quarter(2, 7, 8, 13, m[s[12]], m[s[13]])
		quarter(3, 4, 9, 14, m[s[14]], m[s[15]])
	}
	for i := range b.h {
		b.h[i] ^= v[i] ^ v[i+8]
	}
}
