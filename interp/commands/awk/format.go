package awk

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A spec is one conversion of a format with the text around it.
type spec struct {
	before, after       string // after is set for the last one alone
	minus, plus, space  bool
	sharp, zero         bool
	width, prec         int // prec is -1 for none
	starWidth, starPrec bool
	stars               int
	arg                 int  // which argument, counting from 1; 0 for the next
	verb                byte // 0 for text without a conversion
}

var errFormat = errors.New("bad conversion in format")

const maxWidth = 1 << 20

// parseFormat splits a format of printf. Text behind the last conversion is a
// spec without a verb.
func parseFormat(f string) ([]spec, error) {
	var specs []spec
	var text strings.Builder
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			text.WriteByte(f[i])
			continue
		}
		if i+1 < len(f) && f[i+1] == '%' {
			text.WriteByte('%')
			i++
			continue
		}
		s, n, err := parseSpec(f[i+1:])
		if err != nil {
			return nil, err
		}
		if s.verb == 0 { // an incomplete or unknown one is text
			text.WriteString(f[i : i+1+n])
			i += n
			continue
		}
		s.before = text.String()
		text.Reset()
		specs = append(specs, s)
		i += n
	}
	if len(specs) > 0 {
		specs[len(specs)-1].after = text.String()
		return specs, nil
	}
	return []spec{{before: text.String()}}, nil
}

func parseSpec(f string) (s spec, n int, err error) {
	s.prec = -1
	// %2$s takes the second argument (gawk, Control Letters).
	for n < len(f) && isDigit(f[n]) {
		n++
	}
	if at, err := strconv.Atoi(f[:n]); n < len(f) && f[n] == '$' && err == nil {
		s.arg = at
		n++
	} else {
		n = 0
	}
flags:
	for ; n < len(f); n++ {
		switch f[n] {
		case '-':
			s.minus = true
		case '+':
			s.plus = true
		case ' ':
			s.space = true
		case '#':
			s.sharp = true
		case '0':
			s.zero = true
		case '\'':
		default:
			break flags
		}
	}
	digits := func() int {
		v := 0
		for ; n < len(f) && isDigit(f[n]); n++ {
			v = min(v*10+int(f[n]-'0'), maxWidth+1)
		}
		return v
	}
	star := func() bool {
		if n < len(f) && f[n] == '*' {
			n++
			s.stars++
			return true
		}
		return false
	}
	if s.starWidth = star(); !s.starWidth {
		s.width = digits()
	}
	if n < len(f) && f[n] == '.' {
		n++
		s.prec = 0
		if s.starPrec = star(); !s.starPrec {
			s.prec = digits()
		}
	}
	for n < len(f) && strings.IndexByte("hlLqjzt", f[n]) >= 0 {
		n++
	}
	if s.width > maxWidth || s.prec > maxWidth {
		return s, n, errFormat
	}
	if n == len(f) {
		return s, n, nil
	}
	if strings.IndexByte("diouxXcseEfFgGaA", f[n]) >= 0 {
		s.verb = f[n]
	}
	return s, n + 1, nil
}

// pad writes text into the width; digits may be filled up with zeros behind
// the sign.
func (s *spec) pad(out []byte, sign, text string, zeros bool) []byte {
	return place(s, out, sign, text, utf8.RuneCountInString(text), zeros)
}

// padDigits is pad for bytes that are ASCII.
func (s *spec) padDigits(out []byte, sign string, digits []byte, zeros bool) []byte {
	return place(s, out, sign, digits, len(digits), zeros)
}

// place is pad for text of so many characters.
func place[T string | []byte](s *spec, out []byte, sign string, text T, characters int, zeros bool) []byte {
	fill := s.width - len(sign) - characters
	if fill > 0 && !s.minus && !zeros {
		out = appendFill(out, ' ', fill)
	}
	out = append(out, sign...)
	if fill > 0 && !s.minus && zeros {
		out = appendFill(out, '0', fill)
	}
	out = append(out, text...)
	if fill > 0 && s.minus {
		out = appendFill(out, ' ', fill)
	}
	return out
}

func appendFill(out []byte, c byte, n int) []byte {
	for range n {
		out = append(out, c)
	}
	return out
}

func (s *spec) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.plus:
		return "+"
	case s.space:
		return " "
	}
	return ""
}

// appendInteger writes %d, %i, %o, %u, %x and %X.
func appendInteger(out []byte, n float64, s spec) []byte {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		s.verb = 'f'
		return appendFloat(out, n, s)
	}
	n = math.Trunc(n)
	negative := n < 0
	base := 0
	switch s.verb {
	case 'o':
		base = 8
	case 'x', 'X':
		base = 16
	}
	if base == 0 && s.verb != 'u' && s.prec < 0 && n > -1e18 && n < 1e18 {
		var buf [24]byte
		return s.padDigits(out, s.sign(negative), strconv.AppendInt(buf[:0], int64(math.Abs(n)), 10), s.zero)
	}
	var text string
	switch {
	case base == 0 || math.Abs(n) >= 1<<63:
		text, base = strconv.FormatFloat(math.Abs(n), 'f', 0, 64), 10
	case negative:
		text, negative = strconv.FormatUint(uint64(int64(n)), base), false
	default:
		text = strconv.FormatInt(int64(n), base)
	}
	if s.verb == 'X' {
		text = strings.ToUpper(text)
	}
	if s.prec == 0 && n == 0 {
		text = ""
	}
	if s.prec > len(text) {
		text = strings.Repeat("0", s.prec-len(text)) + text
	}
	sign := ""
	switch {
	case base == 10 && s.verb != 'u' || negative:
		sign = s.sign(negative)
	case s.sharp && base == 8 && !strings.HasPrefix(text, "0"):
		text = "0" + text
	case s.sharp && base == 16 && n != 0:
		sign = "0" + string(s.verb)
	}
	return s.pad(out, sign, text, s.zero && s.prec < 0)
}

// appendFloat writes %e, %f, %g and %a as C does.
func appendFloat(out []byte, n float64, s spec) []byte {
	sign := s.sign(math.Signbit(n))
	upper := 'A' <= s.verb && s.verb <= 'Z'
	n = math.Abs(n)
	if s.verb == 'f' && !s.sharp && n < 1e15 && s.prec < 16 {
		var buf [48]byte
		prec := s.prec
		if prec < 0 {
			prec = 6
		}
		return s.padDigits(out, sign, strconv.AppendFloat(buf[:0], n, 'f', prec, 64), s.zero)
	}
	var text string
	zeros := s.zero
	switch {
	case math.IsNaN(n):
		text, zeros = "nan", false
	case math.IsInf(n, 0):
		text, zeros = "inf", false
	case s.verb|0x20 == 'a':
		text = hexFloat(n, s.prec)
		sign += "0x"
	default:
		prec := s.prec
		if prec < 0 {
			prec = 6
		}
		switch s.verb | 0x20 {
		case 'g':
			text = general(n, prec, s.sharp)
		default:
			text = strconv.FormatFloat(n, s.verb|0x20, prec, 64)
			if s.sharp && prec == 0 {
				digits, exponent, _ := strings.Cut(text, "e")
				text = digits + "."
				if exponent != "" {
					text += "e" + exponent
				}
			}
		}
	}
	if upper {
		text, sign = strings.ToUpper(text), strings.ToUpper(sign)
	}
	return s.pad(out, sign, text, zeros)
}

// general is %g of C.
func general(n float64, prec int, sharp bool) string {
	prec = max(prec, 1)
	e := strconv.FormatFloat(n, 'e', prec-1, 64)
	at := strings.IndexByte(e, 'e')
	exp, err := strconv.Atoi(e[at+1:])
	if err != nil {
		return e
	}
	if exp >= -4 && exp < prec {
		f := strconv.FormatFloat(n, 'f', prec-1-exp, 64)
		return trimZeros(f, sharp)
	}
	return trimZeros(e[:at], sharp) + e[at:]
}

// trimZeros drops the zeros behind a point; with # they and the point stay.
func trimZeros(s string, sharp bool) string {
	point := strings.IndexByte(s, '.') >= 0
	switch {
	case sharp && !point:
		return s + "."
	case sharp || !point:
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// hexFloat is %a without sign and 0x.
func hexFloat(n float64, prec int) string {
	s := strconv.FormatFloat(n, 'x', prec, 64)
	mantissa, exp, _ := strings.Cut(strings.TrimPrefix(s, "0x"), "p")
	if len(exp) == 3 && exp[1] == '0' {
		exp = exp[:1] + exp[2:]
	}
	return mantissa + "p" + exp
}

// appendString writes %s and %c. Width and precision count characters.
func appendString(out []byte, text string, s spec) []byte {
	if s.prec >= 0 && s.prec < len(text) {
		end := 0
		for range s.prec {
			if end >= len(text) {
				break
			}
			_, w := utf8.DecodeRuneInString(text[end:])
			end += w
		}
		text = text[:end]
	}
	return s.pad(out, "", text, false)
}
