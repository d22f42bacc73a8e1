package builtins

import (
	"math/big"
	"strconv"
	"strings"
)

// float prints a floating conversion as C's printf does for a long double, and
// in posix mode for a double.
func (f *formatter) float(fl field, arg string) {
	value, negative, special := f.floating(arg)
	if fl.width > maxInt32 || fl.prec > maxInt32 {
		return
	}
	if max(fl.width, fl.prec) > int64(f.limit) {
		f.exceeded, f.stop = true, true
		return
	}
	sign := ""
	switch {
	case negative:
		sign = "-"
	case fl.plus:
		sign = "+"
	case fl.space:
		sign = " "
	}
	text := special
	if special == "" {
		value = new(big.Float).Abs(value)
		switch fl.letter | 0x20 {
		case 'a':
			hex := hexText
			if f.doubles() {
				hex = hexDouble
			}
			sign, text = sign+"0x", hex(value, fl)
		case 'g':
			text = generalText(value, fl)
		default:
			text = decimalText(value, fl.letter|0x20, precision(fl), fl.alt)
		}
		if gap := fl.width - int64(len(sign)+len(text)); fl.zero && !fl.minus && gap > 0 {
			text = strings.Repeat("0", int(gap)) + text
		}
	}
	text = sign + text
	if fl.letter < 'a' {
		text = strings.ToUpper(text)
	}
	fl.prec = -1
	f.pad(fl, text)
}

func precision(fl field) int {
	if fl.prec < 0 {
		return 6
	}
	return int(fl.prec)
}

// exactDigits is how many decimal digits a long double can have after the
// point; what is beyond are zeros, which need no computing.
const exactDigits = 16500

// decimalText is %f and %e of a value that is not negative.
func decimalText(value *big.Float, letter byte, prec int, alt bool) string {
	computed := min(prec, exactDigits)
	text := value.Text(letter, computed)
	mantissa, exponent := text, ""
	if at := strings.IndexByte(text, 'e'); at >= 0 {
		mantissa, exponent = text[:at], text[at:]
	}
	if prec > computed {
		mantissa += strings.Repeat("0", prec-computed)
	}
	if alt && prec == 0 {
		mantissa += "."
	}
	return mantissa + exponent
}

// generalText is %g.
func generalText(value *big.Float, fl field) string {
	prec := max(precision(fl), 1)
	computed := min(prec, exactDigits)
	scientific := value.Text('e', computed-1)
	at := strings.IndexByte(scientific, 'e')
	exponent, err := strconv.Atoi(scientific[at+1:])
	if err != nil {
		return scientific
	}
	text, tail := "", ""
	if exponent < -4 || exponent >= prec {
		text, tail = scientific[:at], scientific[at:]
	} else {
		text = value.Text('f', max(computed-1-exponent, 0))
	}
	if fl.alt {
		if !strings.Contains(text, ".") {
			text += "."
		}
		return text + strings.Repeat("0", prec-computed) + tail
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + tail
}

// hexText is %a without its 0x: one hexadecimal digit with the four highest
// bits before the point, fifteen after it.
func hexText(value *big.Float, fl field) string {
	if value.Sign() == 0 {
		text := "0"
		if fl.prec > 0 || fl.alt {
			text += "."
		}
		return text + strings.Repeat("0", max(int(fl.prec), 0)) + "p+0"
	}
	rounded := new(big.Float).Set(value)
	if fl.prec >= 0 && fl.prec < 15 {
		rounded.SetMode(big.ToNearestEven).SetPrec(uint(4 + 4*fl.prec))
	}
	mantissa := new(big.Float).SetPrec(longDouble)
	exp := rounded.MantExp(mantissa)
	if exp > value.MantExp(nil) {
		// Rounding has carried: the C library has a lone 1 before the point.
		mantissa.SetMantExp(big.NewFloat(1), -4)
		exp += 3
	}
	bits, _ := mantissa.SetMantExp(mantissa, longDouble).Uint64()
	digits := strconv.FormatUint(bits, 16)
	fraction := strings.TrimRight(digits[1:], "0")
	if fl.prec >= 0 {
		fraction = digits[1:]
		if int(fl.prec) < len(fraction) {
			fraction = fraction[:fl.prec]
		} else {
			fraction += strings.Repeat("0", int(fl.prec)-len(fraction))
		}
	}
	if fraction != "" || fl.alt {
		fraction = "." + fraction
	}
	sign := "+"
	if exp-4 < 0 {
		sign = ""
	}
	return digits[:1] + fraction + "p" + sign + strconv.Itoa(exp-4)
}
