package jq

import (
	"math"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/strftime"
)

// moments are the functions of dates. A time is seconds since 1970, or an array
// [year, month from 0, day, hours, minutes, seconds, weekday, day of the year].
func moments() map[string]*native {
	value := func(f func(*run, Value, []Value) (Value, error)) *native { return &native{value: f} }
	return map[string]*native{
		"now/0": value(func(r *run, _ Value, _ []Value) (Value, error) {
			return float64(r.host.Now().UnixMicro()) / 1e6, nil
		}),
		"gmtime/0":    value(func(_ *run, in Value, _ []Value) (Value, error) { return brokenDown(in, "gmtime", time.UTC) }),
		"localtime/0": value(func(r *run, in Value, _ []Value) (Value, error) { return brokenDown(in, "localtime", r.host.Zone) }),
		"mktime/0": value(func(_ *run, in Value, _ []Value) (Value, error) {
			if _, ok := in.(*Array); !ok {
				return nil, failure("mktime requires array inputs")
			}
			t, ok := timeOf(in, time.UTC)
			if !ok {
				return nil, failure("mktime requires parsed datetime inputs")
			}
			return float64(t.Unix()), nil
		}),
		"strftime/1": value(func(_ *run, in Value, args []Value) (Value, error) {
			return formatTime(in, args[0], "strftime", time.UTC)
		}),
		"strflocaltime/1": value(func(r *run, in Value, args []Value) (Value, error) {
			return formatTime(in, args[0], "strflocaltime", r.host.Zone)
		}),
		"strptime/1": value(func(_ *run, in Value, args []Value) (Value, error) {
			s, ok := in.(string)
			format, isString := args[0].(string)
			if !ok || !isString {
				return nil, failure("strptime/1 requires string inputs and arguments")
			}
			t, rest, ok := parseTime(s, format)
			if !ok {
				return nil, failure("date \"%s\" does not match format \"%s\"", s, format)
			}
			v := breakDown(t, float64(t.Second()))
			if rest != "" { // what follows the date is handed over
				v = v.with(v.Len(), rest)
			}
			return v, nil
		}),
	}
}

// breakDown makes the array of a time.
func breakDown(t time.Time, seconds float64) *Array {
	return NewArray(float64(t.Year()), float64(t.Month()-1), float64(t.Day()), float64(t.Hour()), float64(t.Minute()), seconds,
		float64(t.Weekday()), float64(t.YearDay()-1))
}

// mostSeconds bounds times to years of which a date can be written.
const mostSeconds = 1e15

func brokenDown(in Value, name string, zone *time.Location) (Value, error) {
	f, ok := float(in)
	if !ok {
		return nil, failure("%s() requires numeric inputs", name)
	}
	if !(math.Abs(f) < mostSeconds) {
		return nil, failure("error converting number of seconds since epoch to datetime")
	}
	whole := math.Floor(f)
	t := time.Unix(int64(whole), 0).In(zone)
	return breakDown(t, float64(t.Second())+(f-whole)), nil
}

// timeOf reads the array of a time.
func timeOf(v Value, zone *time.Location) (time.Time, bool) {
	a, ok := v.(*Array)
	if !ok || a.Len() < 6 {
		return time.Time{}, false
	}
	var n [6]int
	for i := range n {
		f, ok := float(a.At(i))
		if !ok || !(math.Abs(f) < 1e9) {
			return time.Time{}, false
		}
		n[i] = int(f)
	}
	return time.Date(n[0], time.Month(n[1]+1), n[2], n[3], n[4], n[5], 0, zone), true
}

func formatTime(in, format Value, name string, zone *time.Location) (Value, error) {
	if _, ok := float(in); ok {
		var err error
		if in, err = brokenDown(in, "gmtime", zone); err != nil {
			return nil, err
		}
	}
	if _, ok := in.(*Array); !ok {
		return nil, failure("%s/1 requires parsed datetime inputs", name)
	}
	f, ok := format.(string)
	if !ok {
		return nil, failure("%s/1 requires a string format", name)
	}
	t, ok := timeOf(in, zone)
	if !ok {
		return nil, failure("%s/1 requires parsed datetime inputs", name)
	}
	return string(strftime.Format(nil, f, t)), nil
}

// A clockText is the text that parseTime reads.
type clockText struct {
	rest                      string
	year, month, day          int
	hour, minute, second      int
	yearDay, pm               int
	hasYearDay, hasDay, hasPM bool
	unix                      int64
	hasUnix                   bool
}

// parseTime reads a time as strptime(3) does in the C locale, and returns what
// follows it.
func parseTime(s, format string) (t time.Time, rest string, ok bool) {
	c := &clockText{rest: s, year: 1900}
	if !c.parse(format, 0) {
		return t, "", false
	}
	if c.hasUnix {
		return time.Unix(c.unix, 0).UTC(), c.rest, true
	}
	if c.hasPM {
		c.hour = c.hour%12 + 12*c.pm
	}
	if c.hasYearDay && !c.hasDay {
		return time.Date(c.year, 1, c.yearDay, c.hour, c.minute, c.second, 0, time.UTC), c.rest, true
	}
	return time.Date(c.year, time.Month(c.month+1), c.day, c.hour, c.minute, c.second, 0, time.UTC), c.rest, true
}

// composed are conversions that stand for others.
var composed = map[byte]string{'D': "%m/%d/%y", 'x': "%m/%d/%y", 'F': "%Y-%m-%d", 'T': "%H:%M:%S", 'X': "%H:%M:%S", 'R': "%H:%M", 'r': "%I:%M:%S %p", 'c': "%a %b %e %H:%M:%S %Y"}

func (c *clockText) parse(format string, level int) bool {
	for i := 0; i < len(format); i++ {
		f := format[i]
		if strings.IndexByte(" \t\n\v\f\r", f) >= 0 {
			c.blanks()
			continue
		}
		if f != '%' || i+1 == len(format) {
			if c.rest == "" || c.rest[0] != f {
				return false
			}
			c.rest = c.rest[1:]
			continue
		}
		i++
		for i+1 < len(format) && strings.IndexByte("EO_-0^#", format[i]) >= 0 {
			i++
		}
		if inner, ok := composed[format[i]]; ok {
			if level > 0 || !c.parse(inner, level+1) {
				return false
			}
			continue
		}
		if !c.convert(format[i]) {
			return false
		}
	}
	return true
}

func (c *clockText) blanks() { c.rest = strings.TrimLeft(c.rest, " \t\n\v\f\r") }

// number reads up to some digits of a number in a range.
func (c *clockText) number(digits, from, to int, into *int) bool {
	c.blanks()
	n, i := 0, 0
	for ; i < digits && i < len(c.rest) && digit(c.rest[i]); i++ {
		n = 10*n + int(c.rest[i]-'0')
	}
	if i == 0 || n < from || n > to {
		return false
	}
	c.rest, *into = c.rest[i:], n
	return true
}

// word reads one of some names, or its first three letters.
func (c *clockText) word(names []string, into *int) bool {
	for i, name := range names {
		for _, w := range []string{name, name[:min(3, len(name))]} {
			if len(c.rest) >= len(w) && strings.EqualFold(c.rest[:len(w)], w) {
				c.rest, *into = c.rest[len(w):], i
				return true
			}
		}
	}
	return false
}

var (
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	dayNames   = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// convert reads what one conversion stands for.
func (c *clockText) convert(f byte) bool {
	var n int
	switch f {
	case '%':
		ok := strings.HasPrefix(c.rest, "%")
		c.rest = strings.TrimPrefix(c.rest, "%")
		return ok
	case 'n', 't':
		c.blanks()
		return true
	case 'Y':
		negative := strings.HasPrefix(c.rest, "-")
		c.rest = strings.TrimPrefix(c.rest, "-")
		if !c.number(4, 0, 9999, &c.year) {
			return false
		}
		if negative {
			c.year = -c.year
		}
		return true
	case 'y':
		if !c.number(2, 0, 99, &n) {
			return false
		}
		if c.year = 1900 + n; n < 69 {
			c.year = 2000 + n
		}
		return true
	case 'C':
		ok := c.number(2, 0, 99, &n)
		c.year = 100*n + c.year%100
		return ok
	case 'm':
		ok := c.number(2, 1, 12, &n)
		c.month = n - 1
		return ok
	case 'b', 'B', 'h':
		return c.word(monthNames, &c.month)
	case 'a', 'A':
		return c.word(dayNames, &n)
	case 'd', 'e':
		c.hasDay = true
		return c.number(2, 1, 31, &c.day)
	case 'j':
		c.hasYearDay = true
		return c.number(3, 1, 366, &c.yearDay)
	case 'H', 'k':
		return c.number(2, 0, 23, &c.hour)
	case 'I', 'l':
		return c.number(2, 1, 12, &c.hour)
	case 'p', 'P':
		c.hasPM = true
		return c.word([]string{"AM", "PM"}, &c.pm)
	case 'M':
		return c.number(2, 0, 59, &c.minute)
	case 'S':
		return c.number(2, 0, 61, &c.second)
	case 'u', 'w':
		return c.number(1, 0, 7, &n)
	case 'U', 'W', 'V':
		return c.number(2, 0, 53, &n)
	case 'Z':
		i := 0
		for i < len(c.rest) && letter(c.rest[i]) && c.rest[i] != '_' {
			i++
		}
		c.rest = c.rest[i:]
		return true
	case 'z':
		return c.zone()
	case 's':
		return c.epoch()
	}
	return false
}

// zone reads +hh, +hhmm, +hh:mm or Z; like the C library's timegm, nothing is
// made of it.
func (c *clockText) zone() bool {
	c.blanks()
	if strings.HasPrefix(c.rest, "Z") {
		c.rest = c.rest[1:]
		return true
	}
	if c.rest == "" || c.rest[0] != '+' && c.rest[0] != '-' {
		return false
	}
	c.rest = c.rest[1:]
	var n int
	if len(c.rest) < 2 || !c.number(2, 0, 24, &n) {
		return false
	}
	if len(c.rest) > 2 && c.rest[0] == ':' && digit(c.rest[1]) {
		c.rest = c.rest[1:]
	}
	if len(c.rest) >= 2 && digit(c.rest[0]) && digit(c.rest[1]) {
		return c.number(2, 0, 59, &n)
	}
	return true
}

func (c *clockText) epoch() bool {
	c.blanks()
	i := 0
	for ; i < len(c.rest) && digit(c.rest[i]); i++ {
		if c.unix = 10*c.unix + int64(c.rest[i]-'0'); c.unix > mostSeconds {
			return false
		}
	}
	c.rest, c.hasUnix = c.rest[i:], i > 0
	return c.hasUnix
}
