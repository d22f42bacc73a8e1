package text

import (
	"math"
	"strconv"
)

// plain converts an integer without a suffix, as most are, in machine numbers;
// ok is false for all else.
func (n *numfmter) plain(text string) (out string, ok bool) {
	digits := text
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 15 || n.from == "iec-i" || n.fromUnit != 1 || n.toUnit != 1 || n.precision >= 0 || n.zeros > 0 {
		return "", false
	}
	v := int64(0)
	for i := range len(digits) {
		if !isDigit(digits[i]) {
			return "", false
		}
		v = v*10 + int64(digits[i]-'0')
	}
	if v == 0 && negative {
		return "", false
	}
	var buf [32]byte
	b := buf[:0]
	if negative {
		b = append(b, '-')
	}
	switch n.to {
	case "none":
		b = strconv.AppendInt(b, v, 10)
	case "si":
		b = n.appendScaled(b, v, 1000, negative)
	default:
		b = n.appendScaled(b, v, 1024, negative)
	}
	return string(b), true
}

// appendScaled is scaled for an integer of at most 15 digits.
func (n *numfmter) appendScaled(out []byte, v, base int64, negative bool) []byte {
	unit, power := int64(1), 0
	for ; v/unit >= base; power++ {
		unit *= base
	}
	// tenth is 10 when a digit behind the point is kept.
	tenth := int64(1)
	if v/unit < 10 {
		tenth = 10
	}
	x, rest := v*tenth/unit, v*tenth%unit
	if n.away(rest, unit, negative) {
		x++
	}
	if x >= base*tenth {
		x, tenth = 10, 10 // the next power, once
		power++
	}
	out = strconv.AppendInt(out, x/tenth, 10)
	if power > 0 {
		if x > 0 && x < 10*tenth && tenth == 10 {
			out = append(out, '.', byte('0'+x%10))
		}
		out = append(out, " KMGTPEZYRQ"[power])
		if n.to == "iec-i" {
			out = append(out, 'i')
		}
	}
	return out
}

// away tells whether rounding what is left of a division goes away from zero.
func (n *numfmter) away(rest, unit int64, negative bool) bool {
	switch n.round {
	case "up":
		return rest > 0 && !negative
	case "down":
		return rest > 0 && negative
	case "from-zero":
		return rest > 0
	case "nearest":
		return rest >= math.MaxInt64/2 || 2*rest >= unit
	}
	return false
}
