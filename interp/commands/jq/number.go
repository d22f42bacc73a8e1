package jq

import (
	"math"
	"strconv"
	"strings"
)

// exactDigits is how many digits a float64 holds of every integer. Longer ones
// are kept as they were read, up to mostDigits, if they would not come out so.
const (
	exactDigits = 15
	mostDigits  = 1000
)

// number makes a value of the text of a number; nil when it is none. What is
// accepted is more than JSON has, as in jq: signs, a point at either end, NaN
// and Infinity.
func number(text string) Value {
	digits := strings.TrimPrefix(text, "-")
	if n := len(digits); n > 0 && n <= exactDigits && allDigits(digits) {
		i, _ := strconv.ParseInt(digits, 10, 64)
		if len(digits) != len(text) {
			return math.Copysign(float64(i), -1)
		}
		return float64(i)
	}
	if strings.ContainsAny(text, "xXpP_") {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(f, 0) {
		return nil
	}
	digits = strings.TrimLeft(digits, "0")
	if n := len(digits); n > exactDigits && n <= mostDigits && allDigits(digits) {
		if text[0] == '-' {
			digits = "-" + digits
		}
		if string(appendFloat(nil, f)) != digits {
			return &Integer{digits, f}
		}
	}
	return f
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// appendFloat writes the shortest decimal number that reads as f; what is no
// number is null, and infinity the largest number.
func appendFloat(b []byte, f float64) []byte {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		if f == 0 && math.Signbit(f) {
			return append(b, "-0"...)
		}
		return strconv.AppendInt(b, int64(f), 10)
	}
	if f != f {
		return append(b, "null"...)
	}
	if math.IsInf(f, 0) {
		f = math.Copysign(math.MaxFloat64, f)
	}
	// As the g_fmt.c of David Gay, which jq uses, with other limits for when
	// there is an exponent.
	var space [32]byte
	text := strconv.AppendFloat(space[:0], f, 'e', -1, 64)
	mark := len(text) - 1
	for text[mark] != 'e' {
		mark--
	}
	exponent, _ := strconv.Atoi(string(text[mark+1:]))
	digits := mark
	if text[0] == '-' {
		digits--
	}
	if digits > 1 {
		digits-- // the point
	}
	if point := exponent + 1; point <= -4 || point > digits+15 {
		return append(b, text...)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

// integer converts a number as a C program does that has checked its range.
func integer(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(f)
}
