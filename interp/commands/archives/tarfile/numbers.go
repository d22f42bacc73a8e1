package tarfile

import (
	"fmt"
	"math"
	"strconv"
)

// A kind is what a field of numbers holds: its name in messages and its range.
type kind struct {
	name string
	min  int64
	max  uint64
}

var (
	modeKind  = kind{"mode_t", 0, math.MaxInt64}
	uidKind   = kind{"uid_t", 0, math.MaxUint32}
	gidKind   = kind{"gid_t", 0, math.MaxUint32}
	sizeKind  = kind{"off_t", 0, math.MaxInt64}
	timeKind  = kind{"time_t", math.MinInt64, math.MaxInt64}
	majorKind = kind{"major_t", 0, math.MaxUint32}
	minorKind = kind{"minor_t", 0, math.MaxUint32}
)

func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func octal(c byte) bool { return '0' <= c && c <= '7' }

// number reads a field: octal digits, or 256-adic ones behind a first byte of
// 128 or 255. It is -1, after a message, when it is neither.
func number(raw []byte, k kind, quote func(string) string, say Reporter) int64 {
	p := raw
	if p[0] == 0 {
		p = p[1:]
	}
	for len(p) > 0 && space(p[0]) {
		p = p[1:]
	}
	var value uint64
	negative := false
	switch {
	case len(p) == 0:
		say.Error(fmt.Sprintf("Blanks in header where numeric %s value expected", k.name))
		return -1
	case octal(p[0]):
		for len(p) > 0 && octal(p[0]) {
			value, p = value<<3|uint64(p[0]-'0'), p[1:]
		}
	case p[0] == 0x80 || p[0] == 0xff:
		var ok bool
		if value, negative, ok = base256(p); !ok {
			say.Error(fmt.Sprintf("Archive base-256 value is out of %s range", k.name))
			return -1
		}
		p = nil
	}
	if len(p) > 0 && p[0] != 0 && !space(p[0]) {
		for len(raw) > 0 && raw[len(raw)-1] == 0 {
			raw = raw[:len(raw)-1]
		}
		say.Error(fmt.Sprintf("Archive contains %s where numeric %s value expected", quote(string(raw)), k.name))
		return -1
	}
	sign := ""
	if negative {
		sign = "-"
	}
	if most := k.max; negative && value > uint64(-k.min) || !negative && value > most {
		say.Error(fmt.Sprintf("Archive value %s%d is out of %s range %d..%d", sign, value, k.name, k.min, k.max))
		return -1
	}
	if negative {
		return -int64(value)
	}
	return int64(value)
}

// base256 reads a number of 256-adic digits; ok is false when it has more than
// 64 bits.
func base256(p []byte) (value uint64, negative, ok bool) {
	negative = p[0]&0x40 != 0
	fill := byte(0)
	if negative {
		fill = 0xff
	}
	rest := p[1:]
	for len(rest) > 8 {
		if rest[0] != fill {
			return 0, false, false
		}
		rest = rest[1:]
	}
	if negative {
		value = math.MaxUint64
	}
	for _, c := range rest {
		value = value<<8 | uint64(c)
	}
	if negative {
		if len(rest) == 8 && value>>63 == 0 {
			return 0, false, false
		}
		value = -value
	}
	return value, negative, true
}

// put writes a number into a field of octal digits and a NUL, or of 256-adic
// ones where the format has those; false when it fits into neither.
func put(field []byte, value int64, f Format) bool {
	n := len(field)
	if value >= 0 && value>>(3*uint(n-1)) == 0 {
		text := strconv.FormatInt(value, 8)
		for i := range n - 1 - len(text) {
			field[i] = '0'
		}
		copy(field[n-1-len(text):], text)
		field[n-1] = 0
		return true
	}
	if !f.gnu() {
		return false
	}
	for i := n - 1; i > 0; i-- {
		field[i] = byte(value)
		value >>= 8
	}
	field[0] = 0x80
	if value < 0 {
		field[0] = 0xff
	}
	return true
}

// checksum is the sum of a header's bytes with blanks in place of the sum, of
// unsigned and of signed bytes.
func checksum(b []byte) (unsigned, signed int64) {
	for i, c := range b {
		if i >= sumAt && i < sumAt+8 {
			c = ' '
		}
		unsigned += int64(c)
		signed += int64(int8(c))
	}
	return unsigned, signed
}

// Where fields of a header begin.
const (
	nameAt, modeAt, uidAt, gidAt, sizeAt, timeAt, sumAt, typeAt, linkAt = 0, 100, 108, 116, 124, 136, 148, 156, 157
	magicAt, unameAt, gnameAt, majorAt, minorAt, prefixAt               = 257, 265, 297, 329, 337, 345
	accessAt, changeAt, sparseAt, extendedAt, realAt                    = 345, 357, 386, 482, 483
	nameBytes, ownerBytes, prefixBytes                                  = 100, 32, 155
)

const (
	gnuMagic   = "ustar  \x00"
	ustarMagic = "ustar\x00"
)
