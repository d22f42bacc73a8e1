package gnu

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// Duration reads seconds, which may be a fraction, with a suffix s, m, h or d,
// as sleep(1) does. What is longer than a time.Duration can be is the longest.
// The error is command.ErrNumber.
func Duration(text string) (time.Duration, error) {
	number, unit := text, time.Second
	if text != "" {
		if i := strings.IndexByte("smhd", text[len(text)-1]); i >= 0 {
			number = text[:len(text)-1]
			unit = [...]time.Duration{time.Second, time.Minute, time.Hour, 24 * time.Hour}[i]
		}
	}
	if strings.HasPrefix(strings.ToLower(number), "0x") && !strings.ContainsAny(number, "pP") {
		number += "p0" // strtod(3) takes hexadecimal numbers without an exponent
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || !(f >= 0) || strings.Contains(number, "_") {
		return 0, command.ErrNumber
	}
	ns := math.Ceil(f * float64(unit))
	if ns >= math.MaxInt64 {
		return math.MaxInt64, nil
	}
	return time.Duration(ns), nil
}
