package files

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
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
		s.suffix = text
		if len(text) == 2 && text[0] == 'K' {
			s.suffix = "kB" // a power of 1000
		}
	}
	return s, true
}

// scaleOption is parseScale for the argument of an option, which is reported
// when it is wrong; the code is then what to return.
func scaleOption(in *gnu.Invocation, option, text string) (s scale, code int, ok bool) {
	if s, ok = parseScale(text); ok {
		return s, 0, true
	}
	return s, in.Die("%s", badNumber(option, text)), false
}

// badNumber says what is wrong with a number that may have a suffix, in the
// words of xstrtol(3) of gnulib.
func badNumber(option, text string) string {
	suffix := strings.TrimLeft(text, "0123456789")
	_, err := command.ParseSize(text, "bEGgkKMmPTtYZ0")
	switch {
	case errors.Is(err, syscall.EOVERFLOW):
		return fmt.Sprintf("%s argument '%s' too large", option, text)
	case err != nil && suffix != text && suffix != "":
		return fmt.Sprintf("invalid suffix in %s argument '%s'", option, text)
	}
	return fmt.Sprintf("invalid %s argument '%s'", option, text)
}

// defaultScale is what the environment says about blocks: the first of the names
// that is set counts, and POSIXLY_CORRECT halves them. A wrong value is the same
// as none.
func defaultScale(in *gnu.Invocation, names ...string) scale {
	for _, name := range append(names, "BLOCK_SIZE", "BLOCKSIZE") {
		if text, ok := in.Getenv(name); ok {
			s, _ := parseScale(text)
			return s
		}
	}
	if _, ok := in.Getenv("POSIXLY_CORRECT"); ok {
		return scale{unit: 512}
	}
	return scale{}
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
