package text

import (
	"math"
	"math/big"
)

// numfmt computes with long doubles, whose errors of rounding are seen in what it
// writes: 8448.11 becomes 8448.12. Their 64 bits are those of the machine that
// GNU numfmt is mostly used on.

// longInt is a number that a long double holds.
func longInt(n int64) *big.Float { return new(big.Float).SetPrec(longDouble).SetInt64(n) }

func longUint(n uint64) *big.Float { return new(big.Float).SetPrec(longDouble).SetUint64(n) }

// longPower is base to the power of n, multiplied out.
func longPower(base int64, n int) *big.Float {
	v, by := longInt(1), longInt(base)
	for range n {
		v.Mul(v, by)
	}
	return v
}

// mostNumfmtDigits is how many digits a number may have before its point and behind
// it, without zeros in front.
const mostNumfmtDigits = 27

// readDigits adds up digits; false when they are too many.
func readDigits(digits string) (v *big.Float, ok bool) {
	v, ten, counted := longInt(0), longInt(10), 0
	for _, c := range []byte(digits) {
		if c != '0' || v.Sign() != 0 {
			counted++
		}
		if counted > mostNumfmtDigits {
			return nil, false
		}
		v.Mul(v, ten).Add(v, longInt(int64(c-'0')))
	}
	return v, true
}

// readLongDouble is the number with these digits; false when they are too many.
func readLongDouble(negative bool, digits, fraction string) (v *big.Float, ok bool) {
	v, ok = readDigits(digits)
	behind, ok2 := readDigits(fraction)
	if !ok || !ok2 {
		return nil, false
	}
	behind.Quo(behind, longPower(10, len(fraction)))
	if negative {
		v.Neg(v)
		behind.Neg(behind)
	}
	if behind.Sign() != 0 {
		v.Add(v, behind)
	}
	return v, true
}

// below tells whether the absolute value is less than a bound.
func below(v *big.Float, bound int64) bool {
	return new(big.Float).Abs(v).Cmp(longInt(bound)) < 0
}

// divided divides v by base as long as it is not below it, and counts how often.
func divided(v *big.Float, base int64) (x *big.Float, power int) {
	x = new(big.Float).Copy(v)
	for by := longInt(base); !below(x, base); power++ {
		x.Quo(x, by)
	}
	return x, power
}

// rounded is v with the given number of digits behind the point.
func (n *numfmter) rounded(v *big.Float, digits int) *big.Float {
	scale := longPower(10, digits)
	x := new(big.Float).SetPrec(longDouble).Mul(v, scale)
	// What an int64 has no place for is set aside.
	most := longInt(math.MaxInt64)
	times, _ := new(big.Float).SetPrec(longDouble).Quo(x, most).Int64()
	aside := new(big.Float).SetPrec(longDouble).Mul(most, longInt(times))
	x.Sub(x, aside)
	if n.round == "nearest" {
		half := new(big.Float).SetPrec(longDouble).SetFloat64(0.5)
		if x.Sign() < 0 {
			half.Neg(half)
		}
		x.Add(x, half)
	}
	whole, acc := x.Int64()
	switch away := map[big.Accuracy]bool{big.Below: n.round == "up" || n.round == "from-zero", big.Above: n.round == "down" || n.round == "from-zero"}[acc]; {
	case away && acc == big.Below:
		whole++
	case away:
		whole--
	}
	x.Add(aside, longInt(whole))
	return x.Quo(x, scale)
}
