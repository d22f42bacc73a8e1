package bc

import (
	"math/big"
	"strconv"
	"strings"
)

// A num is v / 10^scale. It never changes.
type num struct {
	v     *big.Int
	scale int
}

var zero, one = num{v: new(big.Int)}, num{v: big.NewInt(1)}

func itoa(n int) string { return strconv.Itoa(n) }

func fromInt(n int64) num { return num{v: big.NewInt(n)} }

func truth(b bool) num {
	if b {
		return one
	}
	return zero
}

func ten(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// to is x with another scale; digits are cut off.
func (x num) to(scale int) num {
	switch {
	case scale > x.scale:
		return num{new(big.Int).Mul(x.v, ten(scale-x.scale)), scale}
	case scale < x.scale:
		return num{new(big.Int).Quo(x.v, ten(x.scale-scale)), scale}
	}
	return x
}

func (x num) sign() int { return x.v.Sign() }

func (x num) cmp(y num) int {
	s := max(x.scale, y.scale)
	return x.to(s).v.Cmp(y.to(s).v)
}

func (x num) add(y num) num {
	s := max(x.scale, y.scale)
	return num{new(big.Int).Add(x.to(s).v, y.to(s).v), s}
}

func (x num) neg() num { return num{new(big.Int).Neg(x.v), x.scale} }

// mul keeps min(a+b, max(scale, a, b)) digits (POSIX bc).
func (x num) mul(y num, scale int) num {
	full := num{new(big.Int).Mul(x.v, y.v), x.scale + y.scale}
	return full.to(min(full.scale, max(scale, x.scale, y.scale)))
}

// div is x/y with scale digits; y is not 0.
func (x num) div(y num, scale int) num {
	n := new(big.Int).Mul(x.v, ten(scale+y.scale))
	return num{n.Quo(n, new(big.Int).Mul(y.v, ten(x.scale))), scale}
}

// mod is x - x/y*y with max(scale+y.scale, x.scale) digits.
func (x num) mod(y num, scale int) num {
	q := x.div(y, scale)
	s := max(scale+y.scale, x.scale)
	product := num{new(big.Int).Mul(q.v, y.v), q.scale + y.scale}
	return x.to(s).add(product.neg()).to(s)
}

// sqrt is the root with max(scale, x.scale) digits, those of 0 and 1 have none;
// x is not negative.
func (x num) sqrt(scale int) num {
	if x.sign() == 0 {
		return zero
	}
	if x.cmp(one) == 0 {
		return one
	}
	s := max(scale, x.scale)
	return num{new(big.Int).Sqrt(x.to(2 * s).v), s}
}

// errZeroPower is that of 0 to a negative power.
const errZeroPower = runError("divide by zero")

// raise is x to the power of y, whose fraction is cut off (POSIX bc).
func raise(x, y num, scale int) (num, error) {
	e, ok := y.integer()
	if !ok || e > maxDigits*4 || e < -maxDigits*4 {
		return zero, runError("exponent too large in raise")
	}
	if e == 0 {
		return one, nil
	}
	n := max(e, -e)
	if int64(max(x.v.BitLen(), 1))*n/3 > maxDigits {
		return zero, runError("the number has too many digits")
	}
	full := num{new(big.Int).Exp(x.v, big.NewInt(n), nil), int(min(int64(x.scale)*n, maxDigits))}
	if e < 0 {
		if x.sign() == 0 {
			return zero, errZeroPower
		}
		return one.div(full, scale), nil
	}
	return full.to(int(min(int64(x.scale)*n, int64(max(scale, x.scale))))), nil
}

// integer is x without its fraction, if that fits.
func (x num) integer() (int64, bool) {
	v := x.to(0).v
	return v.Int64(), v.IsInt64()
}

// length is the number of significant digits.
func (x num) length() int {
	if x.sign() == 0 {
		return max(x.scale, 1)
	}
	digits := strings.TrimPrefix(x.v.String(), "-")
	return max(len(digits), x.scale)
}

const digitLetters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// parseNum reads digits of a base. Those too large for the base count as the
// largest, unless there is a single one before the point.
func parseNum(text string, base int) num {
	whole, frac, _ := strings.Cut(text, ".")
	if base == 10 && !strings.ContainsFunc(text, func(r rune) bool { return r >= 'A' }) {
		v, _ := new(big.Int).SetString("0"+whole+frac, 10)
		return num{v, len(frac)}
	}
	b := big.NewInt(int64(base))
	value := func(digits string, most int) *big.Int {
		v := new(big.Int)
		for i := range len(digits) {
			v.Mul(v, b).Add(v, big.NewInt(int64(min(strings.IndexByte(digitLetters, digits[i]), most))))
		}
		return v
	}
	most := base - 1
	if len(whole) == 1 {
		most = len(digitLetters)
	}
	n := num{value(whole, most), 0}
	if frac == "" {
		return n
	}
	power := new(big.Int).Exp(b, big.NewInt(int64(len(frac))), nil)
	return n.add(num{value(frac, base-1), 0}.div(num{power, 0}, len(frac)))
}

// format shows x in a base.
func (x num) format(base int) string {
	if x.sign() == 0 {
		return "0"
	}
	sign := ""
	if x.sign() < 0 {
		sign, x = "-", x.neg()
	}
	if base == 10 {
		digits := x.v.String()
		if len(digits) <= x.scale {
			digits = strings.Repeat("0", x.scale-len(digits)) + digits
			return sign + "." + digits
		}
		if x.scale == 0 {
			return sign + digits
		}
		return sign + digits[:len(digits)-x.scale] + "." + digits[len(digits)-x.scale:]
	}
	return sign + x.inBase(base)
}

// inBase shows a positive number: bases up to 16 with letters, larger ones with
// decimal digits of one width, a space before each.
func (x num) inBase(base int) string {
	width := 0
	if base > 16 {
		width = len(itoa(base - 1))
	}
	show := func(d int) string {
		if width == 0 {
			return digitLetters[d : d+1]
		}
		text := itoa(d)
		return " " + strings.Repeat("0", width-len(text)) + text
	}
	b, whole := big.NewInt(int64(base)), x.to(0)
	var digits []string
	for v, d := new(big.Int).Set(whole.v), new(big.Int); v.Sign() > 0; {
		v.QuoRem(v, b, d)
		digits = append(digits, show(int(d.Int64())))
	}
	var out strings.Builder
	for i := len(digits) - 1; i >= 0; i-- {
		out.WriteString(digits[i])
	}
	if x.scale == 0 {
		return out.String()
	}
	out.WriteByte('.')
	frac := x.add(whole.neg())
	limit, reached := ten(x.scale), big.NewInt(1)
	for reached.Cmp(limit) < 0 {
		frac = num{new(big.Int).Mul(frac.v, b), frac.scale}
		d, _ := frac.integer()
		text := show(int(d))
		if reached.Cmp(big.NewInt(1)) == 0 {
			text = strings.TrimPrefix(text, " ")
		}
		out.WriteString(text)
		frac = frac.add(fromInt(d).neg())
		reached.Mul(reached, b)
	}
	return out.String()
}
