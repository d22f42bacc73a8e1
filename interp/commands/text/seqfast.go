package text

import (
	"context"
	"math/big"
	"strconv"

	"github.com/aegish/aegish/interp/command"
)

// maxScaled bounds what numbers come to as integers of their last digit, so
// that the original's long double has them exactly as written.
const maxScaled = 1_000_000_000_000_000

// scaled is a number as an integer of units of 10^-decimals; ok is false when it
// is too large, or has more digits.
func (n seqNumber) scaled(decimals int) (units int64, ok bool) {
	if n.decimals < 0 || n.decimals > decimals || n.value.IsInf() || n.value.Signbit() && n.value.Sign() == 0 {
		return 0, false
	}
	x := new(big.Float).SetPrec(2 * longDouble).SetInt64(1)
	for range decimals {
		x.Mul(x, big.NewFloat(10))
	}
	x.Mul(x, n.value)
	half := big.NewFloat(0.5)
	if x.Sign() < 0 {
		half.Neg(half)
	}
	units, _ = x.Add(x, half).Int64()
	return units, -maxScaled < units && units < maxScaled
}

// writeDecimals is the fast way for numbers with up to nine digits behind the
// point; false when they are not.
func writeDecimals(ctx context.Context, out *command.Output, first, step, last seqNumber, f seqFormat, sep string) bool {
	if f.verb != 'f' || f.precision < 1 || f.precision > 9 || f.flags != "" || f.width > 0 || f.before != "" || f.after != "" {
		return false
	}
	a, ok := first.scaled(f.precision)
	s, ok2 := step.scaled(f.precision)
	end, ok3 := last.scaled(f.precision)
	if !ok || !ok2 || !ok3 || s == 0 {
		return false
	}
	unit := int64(1)
	for range f.precision {
		unit *= 10
	}
	if s > 0 && a > end || s < 0 && a < end {
		return true
	}
	var buf, digits [40]byte
	for i := 0; s > 0 && a <= end || s < 0 && a >= end; i++ {
		text := buf[:0]
		n := a
		if n < 0 {
			text, n = append(text, '-'), -n
		}
		text = append(strconv.AppendInt(text, n/unit, 10), '.')
		fraction := strconv.AppendInt(digits[:0], unit+n%unit, 10) // the 1 keeps zeros
		text = append(text, fraction[1:]...)
		if i > 0 {
			out.WriteString(sep)
		}
		if _, err := out.Write(text); err != nil || i%4096 == 0 && ctx.Err() != nil {
			return true
		}
		a += s
	}
	out.WriteByte('\n')
	return true
}
