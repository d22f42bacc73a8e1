package moment

import (
	"strings"
	"time"
)

// item reads the next part: a time, a date, a day of the week, a zone, a
// relative time.
func (p *parser) item() bool {
	t := p.peek(0)
	switch {
	case t.huge:
		return false
	case t.number && t.sign == 0:
		return p.clock() || p.date() || p.relative() || p.nthDay() || p.bare()
	case t.number:
		return p.relative()
	case t.word != "":
		return p.worded()
	}
	return false
}

// clock reads HH:MM[:SS[.FRACTION]] [am|pm] [zone], and HH am.
func (p *parser) clock() bool {
	h := p.peek(0)
	if half, ok := meridian(p.peek(1).word); ok {
		if h.value < 1 || h.value > 12 {
			return false
		}
		p.at += 2
		p.setTime(int(h.value)%12+half, 0, 0, 0)
		return true
	}
	if z := p.peek(1); len(h.text) <= 2 && h.value < 24 && z.number && z.sign != 0 && p.peek(2).char == ':' {
		p.at++
		p.setTime(int(h.value), 0, 0, 0)
		return p.zoneNumber()
	}
	if p.peek(1).char != ':' || !p.peek(2).number || len(h.text) > 2 {
		return false
	}
	m := p.peek(2)
	sec, nsec, n := 0, 0, 3
	if p.peek(3).char == ':' && p.peek(4).number {
		sec, n = int(p.peek(4).value), 5
		if c := p.peek(5).char; (c == '.' || c == ',') && p.peek(6).number && !p.peek(6).gap {
			nsec, n = fraction(p.peek(6).text), 7
		}
	}
	hour, halved := int(h.value), false
	if half, ok := meridian(p.peek(n).word); ok {
		if hour < 1 || hour > 12 {
			return false
		}
		hour, n, halved = hour%12+half, n+1, true
	}
	if hour > 23 || m.value > 59 || sec > 59 {
		return false
	}
	p.at += n
	p.setTime(hour, int(m.value), sec, nsec)
	if halved {
		return true // no zone follows
	}
	return p.zoneNumber()
}

func (p *parser) setTime(hour, min, sec, nsec int) {
	p.times++
	p.hour, p.min, p.sec, p.nsec = hour, min, sec, nsec
}

// meridian reads am and pm.
func meridian(word string) (add int, ok bool) {
	return map[string]int{"am": 0, "pm": 12}[word], word == "am" || word == "pm"
}

// zoneNumber reads +HH, +HHMM and +HH:MM where one follows a time.
func (p *parser) zoneNumber() bool {
	if z := p.peek(0); !z.number || z.sign == 0 || p.decimal() {
		return true
	}
	seconds, ok := p.offsetHere()
	if !ok {
		p.times = 2 // wrong, whatever follows
	}
	p.zones++
	p.offset = seconds
	return true
}

func (p *parser) offsetHere() (int, bool) {
	t := p.peek(0)
	h, m := t.value, int64(0)
	switch {
	case len(t.text) <= 2 && p.peek(1).char == ':' && p.peek(2).number:
		m = p.peek(2).value
		p.at += 2
	case len(t.text) > 2:
		h, m = t.value/100, t.value%100
	}
	p.at++
	if h > 24 || m > 59 {
		return 0, false
	}
	seconds := int(h*3600 + m*60)
	if t.sign == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// date reads what begins with a number: 2026-11-21, 11/21/2026, 21 Nov 2026.
func (p *parser) date() bool {
	a := p.peek(0)
	dash := p.peek(1).char
	if month := months()[p.peek(1).word]; month != 0 {
		p.at += 2
		return p.dayMonth(int(a.value), month)
	}
	if dash != '-' && dash != '/' || !p.peek(2).number {
		return false
	}
	b, c := p.peek(2), p.peek(4)
	full := p.peek(3).char == dash && c.number
	switch {
	case dash == '/' && len(a.text) >= 4 && full, dash == '-' && full:
		p.at += 5
		ok := p.setDate(year(a), int(b.value), int(c.value), true)
		if t := p.peek(0); ok && dash == '-' && t.word == "t" && p.peek(1).number {
			p.at++
			if !p.clock() {
				p.times = 2 // wrong, whatever follows
			}
		}
		return ok
	case dash == '/' && full:
		p.at += 5
		return p.setDate(year(c), int(a.value), int(b.value), true)
	case dash == '/':
		p.at += 3
		return p.setDate(p.year, int(a.value), int(b.value), false)
	}
	return false
}

// dayMonth finishes DAY MONTH [YEAR]. As in GNU date any number that follows is
// the year, be it meant as a time or to be added.
func (p *parser) dayMonth(day, month int) bool {
	if y := p.peek(0); y.number && !p.decimal() {
		p.at++
		return p.setDate(year(y), month, day, true)
	}
	if y := p.peek(1); p.peek(0).char == '-' && y.number {
		p.at += 2
		return p.setDate(year(y), month, day, true)
	}
	return p.setDate(p.year, month, day, false)
}

func (p *parser) setDate(year, month, day int, known bool) bool {
	p.dates++
	p.year, p.month, p.day, p.yearKnown = year, month, day, known
	return year >= 0 && year <= maxYear
}

// maxYear is the last year that GNU date knows.
const maxYear = 1<<31 - 1 + 1900

// year reads a year.
func year(t token) int { return fullYear(t.value, len(t.text)) }

// fullYear is the year that a number stands for; one of two digits is from 1969 to
// 2068 (POSIX).
func fullYear(value int64, digits int) int {
	n := int(min(value, maxYear+1))
	if digits == 2 {
		if n < 69 {
			return n + 2000
		}
		return n + 1900
	}
	return n
}

// bare reads a number that stands alone: a year behind a date without one, a
// date, of which four digits are month and day, or a time.
func (p *parser) bare() bool {
	t := p.peek(0)
	p.at++
	switch {
	case p.dates > 0 && !p.yearKnown && p.rels == 0 && (p.times > 0 || len(t.text) > 2):
		p.year, p.yearKnown = year(t), true
		return true
	case len(t.text) > 4:
		return p.setDate(fullYear(t.value/10000, len(t.text)-4), int(t.value/100%100), int(t.value%100), true)
	}
	h, m := t.value, int64(0)
	if len(t.text) > 2 {
		h, m = t.value/100, t.value%100
	}
	if h > 23 || m > 59 {
		return false
	}
	p.setTime(int(h), int(m), 0, 0)
	return true
}

// nthDay reads NUMBER and the day of a week.
func (p *parser) nthDay() bool {
	n := p.peek(0).value
	day, ok := weekdays()[p.peek(1).word]
	if !ok || n > 1<<40 {
		return false
	}
	p.at += 2
	return p.setDay(day, int(n))
}

// decimal tells whether a number with a fraction comes next, which can only be one of
// seconds.
func (p *parser) decimal() bool {
	c, f := p.peek(1), p.peek(2)
	return p.peek(0).number && (c.char == '.' || c.char == ',') && f.number && f.sign == 0 && !c.gap && !f.gap
}

// relative reads NUMBER UNIT [ago]; numbers of seconds may have a fraction.
func (p *parser) relative() bool {
	n, nsec, used := p.peek(0).signed(), 0, 1
	if p.decimal() {
		nsec, used = fraction(p.peek(2).text), 3
		if p.peek(0).sign == '-' {
			nsec = -nsec
		}
	}
	unit := p.unit(p.peek(used).word)
	if unit == nil || used > 1 && *unit != (shift{seconds: 1}) {
		return false
	}
	p.at += used + 1
	if p.peek(0).word == "ago" {
		nsec = -nsec
	}
	p.rel.nsec += int64(nsec)
	return p.add(n, unit)
}

// add adds n units, which "ago" behind them turns round, and "hence" does not.
func (p *parser) add(n int64, unit *shift) bool {
	switch p.peek(0).word {
	case "ago":
		p.at++
		n = -n
	case "hence":
		p.at++
	}
	p.rels++
	if abs(n) > 1<<40 {
		return false
	}
	p.rel.years += n * unit.years
	p.rel.months += n * unit.months
	p.rel.days += n * unit.days
	p.rel.seconds += n * unit.seconds
	return true
}

// worded reads what begins with a word.
func (p *parser) worded() bool {
	w := p.peek(0).word
	if month := months()[w]; month != 0 {
		p.at++
		return p.monthFirst(month)
	}
	if ord, ok := ordinals()[w]; ok {
		next := p.peek(1).word
		if day, ok := weekdays()[next]; ok {
			p.at += 2
			return p.setDay(day, ord)
		}
		if unit := p.unit(next); unit != nil {
			p.at += 2
			return p.add(int64(ord), unit)
		}
		if w != "second" {
			return false
		}
	}
	p.at++
	if day, ok := weekdays()[w]; ok {
		if p.peek(0).char == ',' {
			p.at++
		}
		return p.setDay(day, 0)
	}
	if unit := p.unit(w); unit != nil {
		return p.add(1, unit)
	}
	switch w {
	case "now", "today":
		p.rels++
		return true
	case "tomorrow", "yesterday":
		p.rels++
		p.rel.days += map[string]int64{"tomorrow": 1, "yesterday": -1}[w]
		return true
	}
	return p.zone(w)
}

func (p *parser) setDay(day, ordinal int) bool {
	p.days++
	p.weekday, p.ordinal = day, ordinal
	return true
}

// monthFirst finishes MONTH DAY [, YEAR] and MONTH-DAY-YEAR.
func (p *parser) monthFirst(month int) bool {
	d := p.peek(0)
	if d.char == '-' && p.peek(1).number && p.peek(2).char == '-' && p.peek(3).number {
		p.at += 4
		return p.setDate(year(p.tokens[p.at-1]), month, int(p.tokens[p.at-3].value), true)
	}
	if !d.number || d.sign != 0 {
		return false
	}
	p.at++
	if p.peek(0).char == ',' && p.peek(1).number && p.peek(1).sign == 0 {
		p.at += 2
		return p.setDate(year(p.tokens[p.at-1]), month, int(d.value), true)
	}
	return p.setDate(p.year, month, int(min(d.value, 99)), false)
}

// zone reads the name of a zone.
func (p *parser) zone(w string) bool {
	hours, ok := zones()[w]
	if len(w) == 1 {
		hours, ok = military(w[0])
	}
	if !ok {
		return false
	}
	if len(w) > 1 && p.localZone(strings.ToUpper(w)) {
		return true
	}
	p.zones++
	p.offset = int(hours * 3600)
	if t := p.peek(0); t.number && t.sign != 0 && !p.decimal() && p.unit(p.peek(1).word) == nil {
		more, ok := p.offsetHere()
		p.offset += more
		return ok
	}
	if p.peek(0).word == "dst" {
		p.at++
		p.offset += 3600
	}
	return true
}

// localZone tells whether a name is that of the zone in which the time is read,
// in winter or in summer; the time has to have it then.
func (p *parser) localZone(name string) bool {
	for month := range 12 {
		at := time.Date(p.now.Year(), time.Month(month+1), 1, 0, 0, 0, 0, p.now.Location())
		if zone, offset := at.Zone(); zone == name && (offset != 0 || name != "UTC") {
			p.locals++
			p.local = name
			return true
		}
	}
	return false
}

// military is the zone of a letter: A to M without J go east, N to Y west.
func military(c byte) (hours float64, ok bool) {
	switch {
	case c == 'z':
		return 0, true
	case c == 'j':
		return 0, false
	case c >= 'n':
		return -float64(c - 'n' + 1), true
	case c > 'j':
		return float64(c - 'a'), true
	}
	return float64(c - 'a' + 1), true
}
