package text

import (
	"math/rand/v2"
	"testing"
)

// TestSeqDecimals has fractions of every kind, steps that meet the end and that
// pass it, and numbers at the bound of what fits.
func TestSeqDecimals(t *testing.T) {
	t.Parallel()
	compare(t, "seq", each(nil, "", "0 0.1 1", "0.1 0.1 0.3", "1 .05 1.2", "-1 0.25 1", "1 -0.1 -1", "0.5 0.5 0.4", "-0.3 0.1 0.3", "2 -.5 2.5", "1.10 2", "0 .3 1.05", "0 0.1 1e0", "1e-1 1e-1 1", "0.000000001 0.000000001 0.000000004",
		"0.0000000001 0.0000000001 0.0000000003", "99999.5 0.5 100001", "999999999999.5 0.5 1000000000001", "123456789012345.5 0.5 123456789012347", "-s, 0 0.2 1", "-0.0 0.1 0.2", "0 0x.8 2", "-0 0.5 1"),
		random(43, 200, func(r *rand.Rand) ([]string, string) {
			number := func(digits string) string {
				s := pick(r, "", "", "-") + string(digits[r.IntN(len(digits))]) + pick(r, "", ".", ".0", ".5")
				if s[len(s)-1] >= '0' && len(s) > 2 {
					s += pick(r, "", "0", "25", "3", "01")
				}
				return s
			}
			return []string{"--", number("0123"), pick(r, "", "-") + pick(r, "0.1", "0.3", ".25", "0.07", "1.5", "0.01"), number("01234")}, ""
		}))
}
