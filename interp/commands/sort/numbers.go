package sort

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

func skipBlanks(b []byte) []byte {
	for len(b) > 0 && blank(b[0]) {
		b = b[1:]
	}
	return b
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// number splits what -n reads: a sign, digits without zeros before, digits
// behind the point without zeros at the end, and what follows.
func number(b []byte) (negative bool, whole, fraction, rest []byte) {
	if len(b) > 0 && b[0] == '-' {
		negative, b = true, b[1:]
	}
	i := 0
	for i < len(b) && b[i] == '0' {
		i++
	}
	j := i
	for j < len(b) && digit(b[j]) {
		j++
	}
	whole, rest = b[i:j], b[j:]
	if len(rest) > 0 && rest[0] == '.' {
		i = 1
		for i < len(rest) && digit(rest[i]) {
			i++
		}
		fraction, rest = bytes.TrimRight(rest[1:i], "0"), rest[i:]
	}
	if len(whole) == 0 && len(fraction) == 0 {
		negative = false
	}
	return negative, whole, fraction, rest
}

func compareNumbers(a, b []byte) int {
	an, aw, af, _ := number(a)
	bn, bw, bf, _ := number(b)
	if an != bn {
		if an {
			return -1
		}
		return 1
	}
	c := len(aw) - len(bw)
	if c == 0 {
		c = bytes.Compare(aw, bw)
	}
	if c == 0 {
		c = bytes.Compare(af, bf)
	}
	if an {
		return -c
	}
	return c
}

// numberPrefix is the integer part of a number as far as it fits, moved so that
// negative numbers come first. It is even when that is the whole number.
func numberPrefix(b []byte) uint64 {
	const middle, most = uint64(1) << 63, uint64(1)<<61 - 1
	negative, digits, fraction, _ := number(skipBlanks(b))
	n, more := uint64(0), len(fraction) > 0
	for _, c := range digits {
		if n > most/10-1 {
			n, more = most, true
			break
		}
		n = n*10 + uint64(c-'0')
	}
	n *= 2
	if more {
		n++
	}
	if !negative {
		return middle + n
	}
	return middle - n
}

// floatPrefix puts what is no number first, then NaN. Keys with the same one
// are equal.
func floatPrefix(b []byte) uint64 {
	f, kind := float(b)
	if kind < isNumber {
		return uint64(kind)
	}
	if f == 0 {
		f = 0 // without a sign
	}
	bits := math.Float64bits(f)
	if bits>>63 != 0 {
		bits = ^bits
	} else {
		bits |= 1 << 63
	}
	return bits
}

// humanPrefix has the suffix in the high bits, and then the number.
func humanPrefix(b []byte) uint64 {
	b = skipBlanks(b)
	const suffixes = 16
	return uint64(unit(b)+suffixes)<<58 | numberPrefix(b)>>6
}

// units are the suffixes of -h, in their order but for the two of kilo.
const units = "kKMGTPEZY"

// unit is the order of the suffix of a number of -h, negative for negative
// numbers.
func unit(b []byte) int {
	negative, whole, fraction, rest := number(b)
	if len(whole) == 0 && len(fraction) == 0 || len(rest) == 0 {
		return 0
	}
	order := strings.IndexByte(units, rest[0])
	if order <= 0 {
		order++ // k is as much as K
	}
	if negative {
		return -order
	}
	return order
}

func compareHuman(a, b []byte) int {
	if c := unit(a) - unit(b); c != 0 {
		return c
	}
	return compareNumbers(a, b)
}

// float reads the floating point number that a key begins with, as strtod(3)
// does; kind is 0 for none, then come NaN, NaN with a sign, and numbers.
func float(b []byte) (f float64, kind int) {
	for len(b) > 0 && (blank(b[0]) || '\v' <= b[0] && b[0] <= '\r') {
		b = b[1:]
	}
	const longest = 400
	s := string(b[:min(len(b), longest)])
	end := floatEnd(s)
	if end == 0 {
		return 0, 0
	}
	s = s[:end]
	if strings.ContainsAny(s, "xX") && !strings.ContainsAny(s, "pP") {
		s += "p0"
	}
	if body := strings.TrimLeft(s, "+-"); strings.EqualFold(body, "nan") {
		if s[0] == '-' {
			return 0, 2
		}
		return 0, 1
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, 0
	}
	return f, isNumber
}

const isNumber = 3

// floatEnd is the length of the number at the beginning of s.
func floatEnd(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	low := strings.ToLower(s[i:])
	for _, word := range []string{"infinity", "inf", "nan"} {
		if strings.HasPrefix(low, word) {
			return i + len(word)
		}
	}
	if strings.HasPrefix(low, "0x") {
		if n := hexEnd(low[2:]); n > 0 {
			return i + 2 + n
		}
		return i + 1
	}
	digits, start := 0, i
	for i < len(s) && digit(s[i]) {
		i++
		digits++
	}
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && digit(s[i]) {
			i++
			digits++
		}
	}
	if digits == 0 {
		return 0
	}
	if i == start+1 && s[start] == '.' {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '-' || s[j] == '+') {
			j++
		}
		if j < len(s) && digit(s[j]) {
			for j < len(s) && digit(s[j]) {
				j++
			}
			return j
		}
	}
	return i
}

// hexEnd is the length of the hexadecimal number behind 0x, in lower case.
func hexEnd(s string) int {
	const hex = "0123456789abcdef"
	rest := strings.TrimLeft(s, hex)
	digits := len(s) - len(rest)
	if strings.HasPrefix(rest, ".") {
		after := strings.TrimLeft(rest[1:], hex)
		digits += len(rest) - 1 - len(after)
		rest = after
	}
	if digits == 0 {
		return 0
	}
	if strings.HasPrefix(rest, "p") {
		exponent := strings.TrimLeft(rest[1:], "+-")
		if after := strings.TrimLeft(exponent, "0123456789"); len(after) < len(exponent) && len(rest)-1-len(exponent) < 2 {
			rest = after
		}
	}
	return len(s) - len(rest)
}

// compareFloats puts what is no number first, then NaN.
func compareFloats(a, b []byte) int {
	x, xk := float(a)
	y, yk := float(b)
	switch {
	case xk != yk:
		return xk - yk
	case xk < isNumber || x == y:
		return 0
	case x < y:
		return -1
	}
	return 1
}

// month is 1 to 12, or 0 for what is no month.
func month(b []byte) int {
	b = skipBlanks(b)
	if len(b) < 3 {
		return 0
	}
	i := strings.Index("JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC", strings.ToUpper(string(b[:3])))
	if i < 0 || i%3 != 0 {
		return 0
	}
	return i/3 + 1
}
