package strftime

import (
	"strings"
	"time"
)

// Location is the time zone that a value of TZ means (POSIX XBD 8.3): a name of
// the zone database, or a fixed offset such as UTC+3 or <X>-5:30. As in the C
// library, what means nothing is UTC; unset is the host's zone.
func Location(tz string, set bool) *time.Location {
	if !set {
		return time.Local
	}
	tz = strings.TrimPrefix(tz, ":")
	if tz == "" {
		return time.UTC
	}
	if loc, err := time.LoadLocation(tz); err == nil && tz != "Local" {
		return loc
	}
	if loc := fixed(tz); loc != nil {
		return loc
	}
	return time.UTC
}

// fixed reads NAME[+-]HH[:MM[:SS]]. The sign is that of POSIX: west is
// positive.
func fixed(tz string) *time.Location {
	name, rest := "", ""
	if strings.HasPrefix(tz, "<") {
		var ok bool
		if name, rest, ok = strings.Cut(tz[1:], ">"); !ok {
			return nil
		}
	} else {
		i := strings.IndexFunc(tz, func(r rune) bool { return !('a' <= r|0x20 && r|0x20 <= 'z') })
		if i < 3 {
			return nil
		}
		name, rest = tz[:i], tz[i:]
	}
	sign := -1
	switch {
	case strings.HasPrefix(rest, "-"):
		sign, rest = 1, rest[1:]
	case strings.HasPrefix(rest, "+"):
		rest = rest[1:]
	}
	offset, unit := 0, 3600
	for i, part := range strings.SplitN(rest, ":", 3) {
		n := 0
		for _, c := range part {
			if c < '0' || c > '9' || n > 167 {
				return nil
			}
			n = n*10 + int(c-'0')
		}
		if part == "" || i > 0 && n > 59 || i == 0 && n > 24 {
			return nil
		}
		offset += n * unit
		unit /= 60
	}
	return time.FixedZone(name, sign*offset)
}
