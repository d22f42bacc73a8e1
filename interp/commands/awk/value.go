package awk

import (
	"math"
	"strconv"
	"strings"
)

type valueKind uint8

const (
	kUninit valueKind = iota
	kNum
	kStr
	kInput // text from outside, which is a number too if it looks like one
)

// A value is a number, a string, or nothing yet. Shared text may be part of a
// much larger one, such as a whole input buffer: own detaches it.
type value struct {
	s      string
	n      float64
	k      valueKind
	shared bool
}

func number(n float64) value { return value{n: n, k: kNum} }
func str(s string) value     { return value{s: s, k: kStr} }
func input(s string) value   { return value{s: s, k: kInput, shared: true} }
func part(s string) value    { return value{s: s, k: kStr, shared: true} }
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (v value) own() value {
	if v.shared {
		v.s, v.shared = strings.Clone(v.s), false
	}
	return v
}

func (v value) num() float64 {
	switch v.k {
	case kNum:
		return v.n
	case kUninit:
		return 0
	}
	return parseNumber(v.s)
}

// resolved decides what input is: a number if all of it looks like one.
func (v value) resolved() value {
	if v.k == kInput {
		if n, ok := looksNumeric(v.s); ok {
			return value{s: v.s, n: n, k: kNum}
		}
		v.k = kStr
	}
	return v
}

func (v value) truth() bool {
	switch v = v.resolved(); v.k {
	case kNum:
		return v.n != 0
	case kStr:
		return v.s != ""
	}
	return false
}

// text is the value as a string; numbers are written with format.
func (v value) text(format string) string {
	if v.k == kNum {
		return formatNumber(v.n, format)
	}
	return v.s
}

// formatNumber writes an integer as one, all else with format (CONVFMT, OFMT).
func formatNumber(n float64, format string) string {
	if i := int64(n); float64(i) == n && -1e15 < n && n < 1e15 {
		return strconv.FormatInt(i, 10)
	}
	var buf [32]byte
	return string(appendNumber(buf[:0], n, format))
}

func appendNumber(out []byte, n float64, format string) []byte {
	switch i := int64(n); {
	case float64(i) == n && -1e18 <= n && n <= 1e18:
		return strconv.AppendInt(out, i, 10)
	case math.IsNaN(n):
		if math.Signbit(n) {
			return append(out, "-nan"...)
		}
		return append(out, "nan"...)
	case math.IsInf(n, 0):
		if n < 0 {
			out = append(out, '-')
		}
		return append(out, "inf"...)
	case n == math.Trunc(n) && math.Abs(n) < 1e30:
		return strconv.AppendFloat(out, n, 'f', 0, 64)
	case format == "%.6g":
		return appendFloat(out, n, spec{verb: 'g', prec: 6})
	}
	specs, err := parseFormat(format)
	if err != nil || len(specs) != 1 || specs[0].stars != 0 || strings.IndexByte("eEfFgGdiouxX", specs[0].verb) < 0 {
		return appendFloat(out, n, spec{verb: 'g', prec: 6})
	}
	out = append(out, specs[0].before...)
	if strings.IndexByte("diouxX", specs[0].verb) >= 0 {
		out = appendInteger(out, n, specs[0])
	} else {
		out = appendFloat(out, n, specs[0])
	}
	return append(out, specs[0].after...)
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// numberPrefix is how many bytes at the beginning of s are a decimal number,
// without a sign.
func numberPrefix(s string) int {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	digits := i
	if i < len(s) && s[i] == '.' {
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
			digits++
		}
	}
	if digits == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			for i = j; i < len(s) && isDigit(s[i]); {
				i++
			}
		}
	}
	return i
}

// scan reads a number at the beginning of s after blanks, and returns it with
// where it ended, 0 if there is none.
func scan(s string) (float64, int) {
	i := 0
	for i < len(s) && isBlank(s[i]) {
		i++
	}
	start := i
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	// Integers of up to 15 digits need no more than this.
	first, n := i, int64(0)
	for i < len(s) && isDigit(s[i]) && i-first < 15 {
		n = n*10 + int64(s[i]-'0')
		i++
	}
	if i > first && (i == len(s) || !isDigit(s[i]) && s[i] != '.' && s[i]|0x20 != 'e') {
		if s[start] == '-' {
			return -float64(n), i
		}
		return float64(n), i
	}
	width := numberPrefix(s[first:])
	if width == 0 {
		return infinite(s, start, first)
	}
	f, err := strconv.ParseFloat(s[start:first+width], 64)
	if err != nil && f == 0 {
		return 0, 0
	}
	return f, first + width
}

// infinite reads inf and nan, which need a sign so that words stay words.
func infinite(s string, start, first int) (float64, int) {
	if first == start || len(s) < first+3 || len(s) > first+3 && isNameByte(s[first+3]) {
		return 0, 0
	}
	n := math.NaN()
	switch word := s[first : first+3]; {
	case strings.EqualFold(word, "inf"):
		n = math.Inf(1)
	case !strings.EqualFold(word, "nan"):
		return 0, 0
	}
	if s[start] == '-' {
		n = math.Copysign(n, -1)
	}
	return n, first + 3
}

func parseNumber(s string) float64 {
	n, _ := scan(s)
	return n
}

// looksNumeric tells whether all of s is a number, but for blanks around it.
func looksNumeric(s string) (float64, bool) {
	if s == "" || s[0] > '9' && s[0] < 0x80 {
		return 0, false
	}
	n, end := scan(s)
	if end == 0 {
		return 0, false
	}
	for ; end < len(s); end++ {
		if !isBlank(s[end]) {
			return 0, false
		}
	}
	return n, true
}

// compare orders two values (POSIX awk, Expressions in awk): as numbers if both
// are, or one is and the other has no value, else as strings.
func compare(op compareOp, a, b value, format string) bool {
	if a.k != kNum || b.k != kNum {
		a, b = a.resolved(), b.resolved()
	}
	if a.k != kStr && b.k != kStr {
		return compareNumbers(op, a.n, b.n)
	}
	x, y := a.keep(format), b.keep(format)
	switch op {
	case opLess:
		return x < y
	case opLessEqual:
		return x <= y
	case opEqual:
		return x == y
	case opNotEqual:
		return x != y
	case opGreater:
		return x > y
	}
	return x >= y
}

func compareNumbers(op compareOp, a, b float64) bool {
	switch op {
	case opLess:
		return a < b
	case opLessEqual:
		return a <= b
	case opEqual:
		return a == b
	case opNotEqual:
		return a != b
	case opGreater:
		return a > b
	}
	return a >= b
}

// keep is text, but leaves input that looked like a number as it was written.
func (v value) keep(format string) string {
	if v.k == kNum && v.s != "" {
		return v.s
	}
	return v.text(format)
}
