package files

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// A scale says how sizes are shown.
type scale struct {
	// human shows them with a letter for a power of base.
	human bool
	base  int64
	// unit is what they are divided by, 0 for none said.
	unit int64
	// suffix follows the number.
	suffix string
}

// parseScale reads the argument of --block-size.
func parseScale(text string) (scale, bool) {
	switch text {
	case "human-readable":
		return scale{human: true, base: 1024}, true
	case "si":
		return scale{human: true, base: 1000}, true
	}
	n, err := command.ParseSize(strings.TrimPrefix(text, "'"), "bEGgkKMmPTtYZ0")
	if err != nil || n < 1 {
		return scale{}, false
	}
	s := scale{unit: n}
	text = strings.TrimPrefix(text, "'")
	if text[0] < '0' || text[0] > '9' {
		s.suffix = strings.TrimSuffix(text, "iB")
	}
	return s, true
}

// format shows n bytes, rounded up. Without a unit they are counted in
// fallback.
func (s scale) format(n, fallback int64) string {
	if s.human {
		return human(n, s.base)
	}
	unit := s.unit
	if unit == 0 {
		unit = fallback
	}
	return strconv.FormatInt(ceilDiv(n, unit), 10) + s.suffix
}

func ceilDiv(n, unit int64) int64 {
	q := n / unit
	if n%unit > 0 {
		q++
	}
	return q
}

// human shows a size in at most four characters, rounded up: 1023, 1.0K, 234M.
func human(n, base int64) string {
	if n < base {
		return strconv.FormatInt(n, 10)
	}
	letters := "KMGTPEZY"
	if base == 1000 {
		letters = "kMGTPEZY"
	}
	value, unit := big.NewInt(n), big.NewInt(base)
	for i := range len(letters) {
		tenths := ceilBig(new(big.Int).Mul(value, big.NewInt(10)), unit)
		if tenths < 100 {
			return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10) + letters[i:i+1]
		}
		if whole := ceilBig(value, unit); whole < base || i == len(letters)-1 {
			return strconv.FormatInt(whole, 10) + letters[i:i+1]
		}
		unit.Mul(unit, big.NewInt(base))
	}
	return ""
}

func ceilBig(n, unit *big.Int) int64 {
	q, r := new(big.Int).QuoRem(n, unit, new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q.Int64()
}

func itoa(n int) string { return strconv.Itoa(n) }
