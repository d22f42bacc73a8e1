package builtins

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/strftime"
)

const limitStringBytes = "string_bytes"

// at is the time that a number of %(...)T means: seconds since 1970, -1 for
// now, -2 for the start of the shell.
func (c *Call) at(seconds int64) time.Time {
	switch seconds {
	case -1:
		return time.Now()
	case -2:
		return c.State.Started
	}
	return time.Unix(seconds, 0)
}

// zone is the time zone of the shell: TZ counts only if it is exported, as the
// C library looks into the environment.
func (c *Call) zone() *time.Location {
	v := c.State.Vars.Get("TZ")
	tz, set := v.Value()
	return strftime.Location(tz, set && v.Has(state.Export))
}

// character is the value of an argument that begins with a quote: the code of
// the character after it.
func (f *formatter) character(arg string) (int64, bool) {
	if arg == "" || arg[0] != '\'' && arg[0] != '"' {
		return 0, false
	}
	r, n := utf8.DecodeRuneInString(arg[1:])
	switch {
	case n == 0:
		return 0, true
	case r == utf8.RuneError && n < 2, n > 0 && f.call.State.Bytes:
		return int64(arg[1]), true
	}
	return int64(r), true
}

// prefix splits a C integer constant off the front of text: sign, base, digits.
// ok is false when there is none.
func prefix(text string) (negative bool, base int, number, rest string, ok bool) {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	if text != "" && (text[0] == '-' || text[0] == '+') {
		negative, text = text[0] == '-', text[1:]
	}
	base = 10
	if strings.HasPrefix(text, "0") {
		base = 8
		if len(text) > 2 && text[1]|0x20 == 'x' && hexDigit(text[2]) {
			base, text = 16, text[2:]
		}
	}
	n := 0
	for n < len(text) && (base == 16 && hexDigit(text[n]) || '0' <= text[n] && int(text[n]-'0') < min(base, 10)) {
		n++
	}
	return negative, base, text[:n], text[n:], n > 0
}

func hexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// badNumber reports an argument that is not a number throughout.
func (f *formatter) badNumber(arg string) {
	kind := "number"
	switch trimmed := strings.TrimLeft(arg, "+-"); {
	case len(trimmed) > 1 && trimmed[0] == '0' && trimmed[1]|0x20 == 'x':
		kind = "hex number"
	case len(trimmed) > 1 && trimmed[0] == '0' && digits(trimmed[1:2]):
		kind = "octal number"
	}
	f.errorf("%s: invalid %s", arg, kind)
	f.status = failure
}

func (f *formatter) outOfRange(arg string) {
	f.errorf("warning: %s: Numerical result out of range", arg)
}

// integer is the value of an argument for %d.
func (f *formatter) integer(arg string, given bool) int64 {
	if !given || arg == "" {
		return 0
	}
	if value, ok := f.character(arg); ok {
		return value
	}
	negative, base, number, rest, ok := prefix(arg)
	if !ok || rest != "" {
		f.badNumber(arg)
	}
	if !ok {
		return 0
	}
	if negative {
		number = "-" + number
	}
	value, err := strconv.ParseInt(number, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		f.outOfRange(arg)
	}
	return value
}

// natural is the value of an argument for %u, %o and %x: as strtoumax(3) has
// it, negative numbers wrap.
func (f *formatter) natural(arg string, given bool) uint64 {
	if !given || arg == "" {
		return 0
	}
	if value, ok := f.character(arg); ok {
		return uint64(value)
	}
	negative, base, number, rest, ok := prefix(arg)
	if !ok || rest != "" {
		f.badNumber(arg)
	}
	if !ok {
		return 0
	}
	value, err := strconv.ParseUint(number, base, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		f.outOfRange(arg)
	case negative:
		value = -value
	}
	return value
}

func (f *formatter) signed(fl field, value int64) {
	sign := ""
	magnitude := uint64(value)
	switch {
	case value < 0:
		sign, magnitude = "-", -magnitude
	case fl.plus:
		sign = "+"
	case fl.space:
		sign = " "
	}
	f.number(fl, sign, strconv.FormatUint(magnitude, 10), fl.prec < 0)
}

func (f *formatter) unsigned(fl field, value uint64) {
	sign, text := "", ""
	switch fl.letter {
	case 'o':
		text = strconv.FormatUint(value, 8)
	case 'u':
		text = strconv.FormatUint(value, 10)
	default:
		text = strconv.FormatUint(value, 16)
		if fl.alt && value != 0 {
			sign = "0x"
		}
		if fl.letter == 'X' {
			sign, text = strings.ToUpper(sign), strings.ToUpper(text)
		}
	}
	f.number(fl, sign, text, fl.prec < 0)
}

// number prints digits with a sign; zeros tells that the flag 0 counts.
func (f *formatter) number(fl field, sign, text string, zeros bool) {
	if fl.width > maxInt32 || fl.prec > maxInt32 {
		return
	}
	if max(fl.width, fl.prec) > int64(f.limit) {
		f.exceeded, f.stop = true, true
		return
	}
	if fl.prec == 0 && text == "0" {
		text = ""
	}
	if gap := fl.prec - int64(len(text)); gap > 0 {
		text = strings.Repeat("0", int(gap)) + text
	}
	if fl.letter == 'o' && fl.alt && !strings.HasPrefix(text, "0") {
		text = "0" + text
	}
	if gap := fl.width - int64(len(sign)+len(text)); zeros && fl.zero && !fl.minus && gap > 0 {
		text = strings.Repeat("0", int(gap)) + text
	}
	fl.prec = -1
	f.pad(fl, sign+text)
}

// longDouble is the precision of the numbers that bash computes with on the
// machines that it is compared on: the 64 bits of x87 (long double).
const longDouble = 64

// floating is the value of an argument for %f and its kin. special is "inf" or
// "nan" for what a big.Float can not tell.
func (f *formatter) floating(arg string) (value *big.Float, negative bool, special string) {
	value = new(big.Float).SetPrec(longDouble)
	if arg == "" {
		return value, false, ""
	}
	if n, ok := f.character(arg); ok {
		return value.SetInt64(n), n < 0, ""
	}
	text := strings.TrimLeft(arg, " \t\n\v\f\r")
	if text != "" && (text[0] == '-' || text[0] == '+') {
		negative, text = text[0] == '-', text[1:]
	}
	if word, rest := specialFloat(text); word != "" {
		if rest != "" {
			f.badNumber(arg)
		}
		return value, negative, word
	}
	n := floatPrefix(text)
	if n == 0 || n < len(text) {
		f.badNumber(arg)
	}
	if n == 0 {
		return value, false, ""
	}
	number := text[:n]
	if hexFloat(number) && !strings.ContainsAny(number, "pP") {
		number += "p0"
	}
	if f.doubles() {
		if value, special = f.asDouble(arg, number); negative {
			value.Neg(value)
		}
		return value, negative, special
	}
	if _, _, err := value.Parse(number, 0); err != nil {
		// What is left are exponents beyond what big can count.
		f.outOfRange(arg)
		return value, negative, "inf"
	}
	switch exp := value.MantExp(nil); {
	case value.IsInf() || exp > 16384:
		f.outOfRange(arg)
		return value, negative, "inf"
	case exp < -16445 && value.Sign() != 0:
		f.outOfRange(arg)
		value.SetInt64(0)
	}
	if negative {
		value.Neg(value)
	}
	return value, negative, ""
}

func hexFloat(text string) bool {
	return len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'x'
}

func specialFloat(text string) (word, rest string) {
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "infinity"):
		return "inf", text[8:]
	case strings.HasPrefix(lower, "inf"):
		return "inf", text[3:]
	case strings.HasPrefix(lower, "nan"):
		rest = text[3:]
		if end := strings.IndexByte(rest, ')'); strings.HasPrefix(rest, "(") && end > 0 {
			rest = rest[end+1:]
		}
		return "nan", rest
	}
	return "", text
}

// floatPrefix is the length of the floating constant that text begins with.
func floatPrefix(text string) int {
	isDigit, exponent := func(c byte) bool { return '0' <= c && c <= '9' }, byte('e')
	i := 0
	if hexFloat(text) && len(text) > 2 && (hexDigit(text[2]) || text[2] == '.') {
		isDigit, exponent, i = hexDigit, 'p', 2
	}
	start, count := i, 0
	for ; i < len(text) && isDigit(text[i]); i++ {
		count++
	}
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && isDigit(text[i]); i++ {
			count++
		}
	}
	if count == 0 {
		if start == 2 {
			return 1
		}
		return 0
	}
	if i < len(text) && text[i]|0x20 == exponent {
		j := i + 1
		if j < len(text) && (text[j] == '+' || text[j] == '-') {
			j++
		}
		digitsStart := j
		for j < len(text) && '0' <= text[j] && text[j] <= '9' {
			j++
		}
		if j > digitsStart {
			i = j
		}
	}
	return i
}
