package strftime

import (
	"encoding/binary"
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
	if loc := ruled(tz); loc != nil {
		return loc
	}
	return time.UTC
}

// ruled reads a zone with daylight saving time, such as CET-1CEST,M3.5.0,M10.5.0/3.
// Package time knows such rules as the last line of a file of the zone database
// (tzfile(5)), so that one is made here. As in the C library the rules begin in 1970.
func ruled(tz string) *time.Location {
	name := strings.IndexFunc(tz, func(r rune) bool { return r == '+' || r == '-' || '0' <= r && r <= '9' })
	if strings.HasPrefix(tz, "<") {
		name = strings.IndexByte(tz, '>') + 1
	}
	if name < 1 || len(tz) > 256 {
		return nil
	}
	end := name + len(tz[name:]) - len(strings.TrimLeft(tz[name:], "+-0123456789:"))
	standard := fixed(tz[:end])
	if standard == nil || strings.ContainsAny(tz, "\n\x00") {
		return nil
	}
	abbreviation, offset := time.Unix(0, 0).In(standard).Zone()
	header := func(times, types, chars int) []byte {
		b := append([]byte("TZif3"), make([]byte, 15+12)...)
		for _, n := range []int{times, types, chars} {
			b = binary.BigEndian.AppendUint32(b, uint32(n))
		}
		return b
	}
	data := append(header(0, 0, 0), header(1, 1, len(abbreviation)+1)...)
	data = binary.BigEndian.AppendUint64(data, 0)
	data = append(data, 0) // the type of the transition
	data = binary.BigEndian.AppendUint32(data, uint32(int32(offset)))
	data = append(data, 0, 0) // not daylight saving time; where its name is
	data = append(data, abbreviation+"\x00\n"+tz+"\n"...)
	loc, err := time.LoadLocationFromTZData(tz, data)
	if err != nil {
		return nil
	}
	return loc
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
