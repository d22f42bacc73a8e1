package jq

import (
	"strings"
	"time"
)

// A clockText is the text that strptime(3) reads in the C locale.
type clockText struct {
	rest                 string
	year, month, day     int
	hour, minute, second int
	// weekday and yearDay, from 1, are what no date has until they are read.
	weekday, yearDay, pm       int
	hasYearDay, hasDay, hasPM  bool
	hasMonth, hasDate, hasWeek bool
	unix                       int64
	hasUnix                    bool
}

// brokenDown makes the array of what was read. As the C library does it, a date
// that does not exist stays as it is, and the day of the week and of the year are
// found out when there is any part of a date.
func (c *clockText) brokenDown() *Array {
	if c.hasUnix {
		t := time.Unix(c.unix, 0).UTC()
		return breakDown(t, float64(t.Second()))
	}
	if c.hasPM {
		c.hour = c.hour%12 + 12*c.pm
	}
	if c.hasDate {
		if c.hasYearDay && !(c.hasMonth && c.hasDay) {
			t := time.Date(c.year, 1, c.yearDay, 0, 0, 0, 0, time.UTC)
			c.month, c.day = int(t.Month())-1, t.Day()
		}
		if !c.hasWeek {
			c.weekday = int(time.Date(c.year, time.Month(c.month+1), c.day, 0, 0, 0, 0, time.UTC).Weekday())
		}
		if !c.hasYearDay {
			c.yearDay = time.Date(c.year, time.Month(c.month+1), 1, 0, 0, 0, 0, time.UTC).YearDay() + c.day - 1
		}
	}
	v := []Value{}
	for _, n := range []int{c.year, c.month, c.day, c.hour, c.minute, c.second, c.weekday, c.yearDay - 1} {
		v = append(v, float64(n))
	}
	return NewArray(v...)
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
	switch f {
	case '%':
		ok := strings.HasPrefix(c.rest, "%")
		c.rest = strings.TrimPrefix(c.rest, "%")
		return ok
	case 'n', 't':
		c.blanks()
		return true
	case 'Y', 'y', 'C', 'm', 'b', 'B', 'h', 'd', 'e':
		c.hasDate = true
		return c.date(f)
	case 'a', 'A', 'u', 'w', 'G', 'g', 'U', 'W', 'V':
		return c.week(f)
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
	case 'Z':
		c.rest = strings.TrimLeftFunc(c.rest, func(r rune) bool { return r < 0x80 && letter(byte(r)) && r != '_' })
		return true
	case 'z':
		return c.zone()
	case 's':
		return c.epoch()
	}
	return false
}

// date reads a part of a date by year, month and day.
func (c *clockText) date(f byte) bool {
	var n int
	switch f {
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
		c.hasMonth = true
		ok := c.number(2, 1, 12, &n)
		c.month = n - 1
		return ok
	case 'd', 'e':
		c.hasDay = true
		return c.number(2, 1, 31, &c.day)
	}
	c.hasMonth = true
	return c.word(monthNames, &c.month)
}

// week reads the day of the week, and what nothing is made of: numbers of weeks
// and the years that these belong to.
func (c *clockText) week(f byte) bool {
	var unused int
	switch f {
	case 'G':
		return c.number(4, 0, 9999, &unused)
	case 'g':
		return c.number(2, 0, 99, &unused)
	case 'U', 'W', 'V':
		return c.number(2, 0, 53, &unused)
	}
	c.hasWeek = true
	if f == 'a' || f == 'A' {
		return c.word(dayNames, &c.weekday)
	}
	ok := c.number(1, 0, 7, &c.weekday)
	c.weekday %= 7
	return ok
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
