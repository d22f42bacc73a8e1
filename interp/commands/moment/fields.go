package moment

import (
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/strftime"
)

// maxWidth is the widest that a field can be made, in bytes.
const maxWidth = 1024

// A field is what stands between the percent sign and the letter of a conversion.
type field struct {
	pad    byte // the last of - _ 0 +, or 0
	width  int  // -1 without one
	colons int
}

func parseField(spec string) field {
	f := field{width: -1}
	for _, c := range []byte(spec) {
		switch {
		case isDigit(c) && (c != '0' || f.width >= 0):
			f.width = min(max(f.width, 0)*10+int(c-'0'), maxWidth)
		case c == ':':
			f.colons++
		case strings.IndexByte("-_0+", c) >= 0:
			f.pad = c
		}
	}
	return f
}

// number pads digits to the width, or to the one given here without one; sign is 0
// for none.
func (f field) number(sign byte, digits string, width int) string {
	if f.width >= 0 {
		width = f.width
	}
	before := ""
	if sign != 0 {
		before = string(sign)
	}
	gap := max(width-len(before)-len(digits), 0)
	switch f.pad {
	case '-':
		return before + digits
	case '_':
		return strings.Repeat(" ", gap) + before + digits
	}
	return before + strings.Repeat("0", gap) + digits
}

// zone is %z, the offset from UTC, with colons as many as the spec has; three of
// them stand for as many parts as it needs. The width counts sign and colons.
func zone(spec string, t time.Time) string {
	f := parseField(spec)
	_, offset := t.Zone()
	sign := byte('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	h, m, s := offset/3600, offset/60%60, offset%60
	if f.colons == 3 {
		switch {
		case s != 0:
			f.colons = 2
		case m != 0:
			f.colons = 1
		default:
			return f.number(sign, strconv.Itoa(h), 3)
		}
	}
	two := func(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }
	switch f.colons {
	case 0:
		return f.number(sign, strconv.Itoa(h*100+m), 5)
	case 1:
		return f.number(sign, strconv.Itoa(h)+":"+two(m), 6)
	}
	return f.number(sign, strconv.Itoa(h)+":"+two(m)+":"+two(s), 9)
}

// signed is a conversion with the flag +: zeros in front and, for what is part of a
// year, a sign when there are more digits than usual or room for them.
func signed(spec string, letter byte, t time.Time) string {
	f := parseField(spec)
	value, digits := t.Year(), 4
	switch letter {
	case 'Y':
	case 'G':
		value, _ = t.ISOWeek()
	case 'C':
		value, digits = value/100, 2
	case 'y':
		value, digits = value%100, 2
	case 'g':
		value, _ = t.ISOWeek()
		value, digits = value%100, 2
	case 'F':
		f.width = max(f.width-len("-01-01"), 0)
		return f.year(value, digits) + string(strftime.Format(nil, "-%m-%d", t))
	default:
		return string(strftime.Format(nil, "%"+strings.ReplaceAll(spec, "+", "0")+string(letter), t))
	}
	return f.year(value, digits)
}

// year writes a part of a year that usually has so many digits.
func (f field) year(value, digits int) string {
	sign := byte(0)
	if f.pad == '+' && (len(strconv.Itoa(value)) > digits || f.width > digits) {
		sign = '+'
	}
	return f.number(sign, strconv.Itoa(value), digits)
}
