package text

import (
	"fmt"
	"math/big"
	"strings"
)

// hexadecimal is the size of a number as %a of printf(3) writes a long double of
// x86: a digit from 8 to f, then the rest of 64 bits, or as many digits as given.
func hexadecimal(v *big.Float, given bool, precision int) string {
	switch {
	case v.IsInf():
		return "inf"
	case v.Sign() == 0:
		text := "0x0"
		if given && precision > 0 {
			text += "." + strings.Repeat("0", precision)
		}
		return text + "p+0"
	}
	mantissa := new(big.Float)
	exponent := v.MantExp(mantissa)
	digits := 16
	if given && precision < 15 {
		digits = precision + 1
	}
	mantissa.SetMantExp(mantissa.Abs(mantissa), 4*digits)
	whole, accuracy := mantissa.Int(nil)
	if accuracy != big.Exact {
		// Round to the nearest, and halves to even.
		rest := new(big.Float).Sub(mantissa, new(big.Float).SetInt(whole))
		if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && whole.Bit(0) == 1 {
			whole.Add(whole, big.NewInt(1))
		}
	}
	text := whole.Text(16)
	if len(text) > digits {
		text, exponent = "1"+strings.Repeat("0", digits-1), exponent+4
	}
	first, rest := text[:1], text[1:]
	if given {
		rest += strings.Repeat("0", max(precision-len(rest), 0))
	} else {
		rest = strings.TrimRight(rest, "0")
	}
	if rest != "" {
		rest = "." + rest
	}
	return fmt.Sprintf("0x%s%sp%+d", first, rest, exponent-4)
}
