// Package moment reads points in time as people write them, the way the -d
// option of GNU date does (info coreutils, Date input formats): "2026-11-21
// 10:00", "@1700000000", "next monday", "2 days ago", "Nov 3 5pm EST".
//
// It reads no clock: who calls says what time it is now and in which zone. It
// imports interp/strftime alone.
package moment

import (
	"errors"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/strftime"
)

// ErrInvalid says that a text is no point in time.
var ErrInvalid = errors.New("invalid date")

// maxText is the longest text that is looked at, in bytes.
const maxText = 4096

// Parse reads text. What it leaves open is taken from now, and so is the zone.
// The error is ErrInvalid.
func Parse(text string, now time.Time) (time.Time, error) {
	if len(text) > maxText {
		return time.Time{}, ErrInvalid
	}
	text = strings.TrimSpace(text)
	shown := now.Location()
	if rest, ok := strings.CutPrefix(text, `TZ="`); ok {
		zone, after, ok := strings.Cut(rest, `"`)
		if !ok {
			return time.Time{}, ErrInvalid
		}
		now, text = now.In(strftime.Location(zone, true)), strings.TrimSpace(after)
	}
	tokens, ok := scan(text)
	if !ok {
		return time.Time{}, ErrInvalid
	}
	p := &parser{tokens: tokens, now: now}
	p.year, p.month, p.day = now.Year(), int(now.Month()), now.Day()
	p.hour, p.min, p.sec, p.nsec = now.Hour(), now.Minute(), now.Second(), now.Nanosecond()
	if p.peek(0).char == '@' {
		at, err := p.epoch()
		return at.In(shown), err
	}
	for p.at < len(p.tokens) {
		if !p.item() {
			return time.Time{}, ErrInvalid
		}
	}
	at, err := p.result()
	return at.In(shown), err
}

// A shift is a relative time.
type shift struct {
	years, months, days, seconds, nsec int64
}

// parser holds what was read so far.
type parser struct {
	tokens []token
	at     int
	now    time.Time

	dates, times, days, zones, rels int

	year, month, day     int
	yearKnown            bool
	hour, min, sec, nsec int
	weekday, ordinal     int
	offset               int
	// local is the name of the zone that the time must be in, if locals is 1.
	local  string
	locals int
	rel    shift
}

func (p *parser) peek(n int) token {
	if p.at+n < len(p.tokens) {
		return p.tokens[p.at+n]
	}
	return token{}
}

// epoch reads @SECONDS[.FRACTION].
func (p *parser) epoch() (time.Time, error) {
	t := p.peek(1)
	if !t.number || len(p.tokens) > 4 {
		return time.Time{}, ErrInvalid
	}
	sec, nsec := t.signed(), 0
	if p.peek(2).char == '.' && p.peek(3).number && len(p.tokens) == 4 {
		nsec = fraction(p.peek(3).text)
		if t.sign == '-' {
			nsec = -nsec
		}
	} else if len(p.tokens) != 2 {
		return time.Time{}, ErrInvalid
	}
	if t.huge {
		return time.Time{}, ErrInvalid
	}
	return time.Unix(sec, int64(nsec)).In(p.now.Location()), nil
}

// result makes a time of what was read.
func (p *parser) result() (time.Time, error) {
	if p.dates > 1 || p.times > 1 || p.days > 1 || p.zones+p.locals > 1 {
		return time.Time{}, ErrInvalid
	}
	if p.times == 0 && !(p.rels > 0 && p.dates == 0 && p.days == 0) {
		p.hour, p.min, p.sec, p.nsec = 0, 0, 0, 0
	}
	loc := p.now.Location()
	if p.zones > 0 {
		loc = time.FixedZone("", p.offset)
	}
	if p.dates > 0 && !p.valid() {
		return time.Time{}, ErrInvalid
	}
	t := time.Date(p.year, time.Month(p.month), p.day, p.hour, p.min, p.sec, p.nsec, loc)
	// A time that the clocks skip is none.
	if u := time.Date(p.year, time.Month(p.month), p.day, p.hour, p.min, p.sec, p.nsec, time.UTC); u.Hour() != t.Hour() || u.Minute() != t.Minute() {
		return time.Time{}, ErrInvalid
	}
	if zone, _ := t.Zone(); p.locals > 0 && zone != p.local {
		return time.Time{}, ErrInvalid
	}
	if p.days > 0 && p.dates == 0 {
		delta := (p.weekday - int(t.Weekday()) + 7) % 7
		weeks := p.ordinal
		if p.ordinal > 0 && int(t.Weekday()) != p.weekday {
			weeks--
		}
		t = t.AddDate(0, 0, delta+7*weeks)
	}
	if r := p.rel; r.years != 0 || r.months != 0 || r.days != 0 {
		if abs(r.years) > 1<<20 || abs(r.months) > 1<<26 || abs(r.days) > 1<<30 {
			return time.Time{}, ErrInvalid
		}
		before := t.IsDST()
		_, offset := t.Zone()
		t = t.AddDate(int(r.years), int(r.months), int(r.days))
		if _, then := t.Zone(); p.dates+p.days+p.times == 0 && t.IsDST() != before {
			// GNU date goes on counting as the clock went when it began.
			t = t.Add(time.Duration(then-offset) * time.Second)
		}
	}
	return time.Unix(t.Unix()+p.rel.seconds, int64(t.Nanosecond())+p.rel.nsec).In(p.now.Location()), nil
}

// valid tells whether the date that was read exists.
func (p *parser) valid() bool {
	if p.month < 1 || p.month > 12 || p.day < 1 {
		return false
	}
	last := time.Date(p.year, time.Month(p.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return p.day <= last
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// fraction reads digits behind a decimal point as nanoseconds.
func fraction(digits string) int {
	n, unit := 0, 100_000_000
	for _, c := range digits {
		n += int(c-'0') * unit
		unit /= 10
	}
	return n
}
