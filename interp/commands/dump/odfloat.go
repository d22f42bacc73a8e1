package dump

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// cFloat is the shortest text that is read as the same number, as %g has it.
func cFloat(f float64, bits int) string {
	switch {
	case math.IsNaN(f):
		return notANumber(math.Signbit(f))
	case math.IsInf(f, 0):
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, bits), "+"))
	}
	least := 6
	if bits == 64 {
		least = 15
	}
	return general(strconv.FormatFloat(f, 'e', -1, bits), least)
}

func notANumber(negative bool) string {
	if negative {
		return "-nan"
	}
	return "nan"
}

// general turns a number in the notation of %e into that of %g with a precision
// of least or of all digits.
func general(e string, least int) string {
	mantissa, exponent, _ := strings.Cut(e, "e")
	sign := strings.TrimRight(mantissa, "0123456789.")
	digits := strings.TrimRight(strings.NewReplacer("-", "", ".", "").Replace(mantissa), "0")
	if digits == "" {
		return sign + "0"
	}
	x, _ := strconv.Atoi(exponent)
	switch {
	case x < -4 || x >= max(len(digits), least):
		if len(digits) > 1 {
			digits = digits[:1] + "." + digits[1:]
		}
		return sign + digits + "e" + exponent
	case x < 0:
		return sign + "0." + strings.Repeat("0", -x-1) + digits
	case x+1 >= len(digits):
		return sign + digits + strings.Repeat("0", x+1-len(digits))
	}
	return sign + digits[:x+1] + "." + digits[x+1:]
}

// extended is cFloat for the format of 80 bits of the x87, which takes 16 bytes.
func extended(b []byte, order binary.ByteOrder) string {
	mantissa, top := order.Uint64(b), order.Uint16(b[8:])
	if order == binary.BigEndian {
		mantissa, top = order.Uint64(b[8:]), order.Uint16(b[6:])
	}
	const integer, special, bias = 1 << 63, 0x7fff, 16383 + 63
	negative, exponent := top>>15 == 1, int(top&special)
	switch {
	case exponent == special && mantissa == integer && negative:
		return "-inf"
	case exponent == special && mantissa == integer:
		return "inf"
	case exponent == special, exponent > 0 && mantissa < integer:
		return notANumber(negative)
	}
	first := 18
	if mantissa < integer {
		first = 1 // of a number that is not normal
	}
	exponent = max(exponent, 1) - bias
	value := new(big.Float).SetPrec(64).SetUint64(mantissa)
	value.SetMantExp(value, exponent)
	sign := ""
	if negative {
		sign = "-"
	}
	return general(sign+shortest(value.Text('e', 40), mantissa, first), 18)
}

// shortest rounds a number in the notation of %e to as few digits as it takes,
// first or more, to be within half a unit of the last place of its mantissa.
func shortest(text string, mantissa uint64, first int) string {
	const most = 21
	fraction, exponent, _ := strings.Cut(text, "e")
	exact, _ := new(big.Int).SetString(strings.Replace(fraction, ".", "", 1), 10)
	power, _ := strconv.Atoi(exponent)
	size := len(fraction) - 1
	for digits := first; ; digits++ {
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(size-digits)), nil)
		rounded, rest := new(big.Int).QuoRem(exact, unit, new(big.Int))
		if c := rest.Lsh(rest, 1).Cmp(unit); c > 0 || c == 0 && rounded.Bit(0) == 1 {
			rounded.Add(rounded, big.NewInt(1))
		}
		off := new(big.Int).Mul(rounded, unit)
		off.Mul(off.Abs(off.Sub(off, exact)), new(big.Int).SetUint64(mantissa))
		half := off.Lsh(off, 1).Cmp(exact)
		if digits == most || half < 0 || half == 0 && mantissa&1 == 0 {
			text := rounded.String()
			return fmt.Sprintf("%s.%se%+03d", text[:1], text[1:], power+len(text)-digits)
		}
	}
}
