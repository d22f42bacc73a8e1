package builtins

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// doubles tells whether floating conversions work on a double, as bash's do in posix
// mode, and not on a long double.
func (f *formatter) doubles() bool { return f.call.State.Opts.On(state.Posix) }

// asDouble is the value of a floating constant as strtod(3) reads it; special is "inf"
// for what is too large. It reports what is, and what is too small for all its digits.
func (f *formatter) asDouble(arg, number string) (value *big.Float, special string) {
	v, err := strconv.ParseFloat(number, 64)
	value = new(big.Float).SetPrec(longDouble)
	switch {
	case math.IsInf(v, 0):
		f.outOfRange(arg)
		return value, "inf"
	case err != nil:
		f.badNumber(arg)
		return value, ""
	}
	value.SetFloat64(v)
	if math.Abs(v) < smallestNormal {
		if exact, _, err := new(big.Float).SetPrec(longDouble).Parse(number, 0); err == nil && exact.Cmp(value) != 0 {
			f.outOfRange(arg)
		}
	}
	return value, ""
}

// The parts of a double (IEEE 754 binary64).
const (
	fractionBits   = 52
	exponentBias   = 1023
	smallestNormal = 0x1p-1022
)

// hexDouble is %a of a double without its 0x: 1 before the point, 0 for what is
// smaller than the smallest normal number, and thirteen digits after it.
func hexDouble(value *big.Float, fl field) string {
	v, _ := value.Float64()
	bits := math.Float64bits(v)
	exp := int(bits>>fractionBits) - exponentBias
	mantissa := bits & (1<<fractionBits - 1)
	switch {
	case v == 0:
		exp = 0
	case exp == -exponentBias:
		exp++
	default:
		mantissa |= 1 << fractionBits
	}
	digits := fractionBits / 4
	if fl.prec >= 0 && fl.prec < int64(digits) {
		digits = int(fl.prec)
		mantissa = roundEven(mantissa, uint(fractionBits-4*digits))
	}
	text := strconv.FormatUint(mantissa, 16)
	text = strings.Repeat("0", max(digits+1-len(text), 0)) + text
	lead, fraction := text[:len(text)-digits], text[len(text)-digits:]
	if fl.prec < 0 {
		fraction = strings.TrimRight(fraction, "0")
	} else {
		fraction += strings.Repeat("0", int(fl.prec)-digits)
	}
	if fraction != "" || fl.alt {
		fraction = "." + fraction
	}
	sign := "+"
	if exp < 0 {
		sign = ""
	}
	return lead + fraction + "p" + sign + strconv.Itoa(exp)
}

// roundEven drops the n lowest bits, rounding to the nearest and of two to the even.
func roundEven(bits uint64, n uint) uint64 {
	if n == 0 {
		return bits
	}
	kept, rest, half := bits>>n, bits&(1<<n-1), uint64(1)<<(n-1)
	if rest > half || rest == half && kept&1 == 1 {
		kept++
	}
	return kept
}
