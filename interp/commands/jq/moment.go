package jq

import (
	"math"
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
			c := &clockText{rest: s, year: 1900, weekday: 8, yearDay: 368}
			if !c.parse(format, 0) {
				return nil, failure("date \"%s\" does not match format \"%s\"", s, format)
			}
			v := c.brokenDown()
			if c.rest != "" { // what follows the date is handed over
				v = v.with(v.Len(), c.rest)
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
