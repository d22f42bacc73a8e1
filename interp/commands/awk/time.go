package awk

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/strftime"
)

func (in *interp) zone() *time.Location {
	tz, set := in.host.Getenv("TZ")
	return strftime.Location(tz, set)
}

// defaultTime is the format of strftime without one.
const defaultTime = "%a %b %e %H:%M:%S %Z %Y"

// timeFormat is PROCINFO["strftime"].
func (in *interp) timeFormat() string {
	key := subscript{text: "strftime"}
	if p := in.arrays[gPROCINFO]; p != nil && p.has(key) {
		return in.toStr(*in.at(p, key))
	}
	return defaultTime
}

func unixTime(n float64) time.Time {
	const most = 1 << 40
	return time.Unix(int64(math.Max(-most, math.Min(most, n))), 0)
}

// mktime reads "YYYY MM DD HH MM SS [DST]" as a time in zone; -1 for what is
// none.
func mktime(s string, zone *time.Location) float64 {
	var y, mo, d, h, mi, sec int
	if n, _ := fmt.Sscan(s, &y, &mo, &d, &h, &mi, &sec); n < 6 {
		return -1
	}
	return float64(time.Date(y, time.Month(mo), d, h, mi, sec, 0, zone).Unix())
}

// strtonum reads hexadecimal and octal numbers as well (gawk).
func (in *interp) strtonum(e expr) float64 {
	v := in.eval(e)
	s := strings.TrimLeft(v.s, " \t\n")
	if v.k == kNum || len(s) < 2 || s[0] != '0' {
		return v.num()
	}
	base, digits := 8, s[1:]
	if s[1]|0x20 == 'x' {
		base, digits = 16, s[2:]
	}
	end := 0
	for end < len(digits) && strings.IndexByte("0123456789abcdef"[:base], digits[end]|0x20&-(digits[end]>>6)) >= 0 {
		end++
	}
	n, err := strconv.ParseUint(digits[:end], base, 64)
	if err != nil || base == 8 && end < len(digits) && strings.IndexByte("89.eE", digits[end]) >= 0 {
		return v.num()
	}
	return float64(n)
}
