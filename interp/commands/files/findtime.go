package files

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/commands/moment"
)

// timeOfFile is the time that a letter of find means: a, c, m.
func timeOfFile(fi fs.FileInfo, letter byte) time.Time {
	switch letter {
	case 'a':
		return sys(fi).Atime
	case 'c':
		return sys(fi).Ctime
	}
	return fi.ModTime()
}

// timeTest reads tests of times.
func (p *findParser) timeTest(word string) (predicate, bool, error) {
	name := word[1:]
	if len(name) == 5 && strings.HasSuffix(name, "time") && strings.IndexByte("acm", name[0]) >= 0 {
		pred, err := p.age(word, name[0], 24*time.Hour)
		return pred, true, err
	}
	if len(name) == 4 && strings.HasSuffix(name, "min") && strings.IndexByte("acm", name[0]) >= 0 {
		pred, err := p.age(word, name[0], time.Minute)
		return pred, true, err
	}
	var mine, theirs byte
	switch {
	case name == "newer":
		mine, theirs = 'm', 'm'
	case name == "anewer" || name == "cnewer":
		mine, theirs = name[0], 'm'
	case len(name) == 7 && strings.HasPrefix(name, "newer") && strings.IndexByte("acm", name[5]) >= 0 && strings.IndexByte("acmt", name[6]) >= 0:
		mine, theirs = name[5], name[6]
		if p.at == len(p.args) {
			return nil, true, complain("The %s test needs an argument", p.f.in.Quote(word))
		}
	case len(name) == 7 && strings.HasPrefix(name, "newer"):
		if name[5] == 'B' && strings.IndexByte("aBcmt", name[6]) >= 0 || name[6] == 'B' && strings.IndexByte("acm", name[5]) >= 0 {
			p.f.in.Warn("This system does not provide a way to find the birth time of a file.")
		}
		return nil, true, complain("invalid predicate `%s'", word)
	case name == "used":
		pred, err := p.used(word)
		return pred, true, err
	default:
		return nil, false, nil
	}
	text, err := p.argument(word)
	if err != nil {
		return nil, true, err
	}
	var than time.Time
	if theirs == 't' {
		if than, err = moment.Parse(text, local(p.f.in, p.f.now)); err != nil {
			return nil, true, complain("I cannot figure out how to interpret %s as a date or time", p.f.in.Quote(text))
		}
	} else {
		fi, err := p.f.argument(text)
		if err != nil {
			return nil, true, complain("%s: %s", p.f.in.Quote(text), message(err))
		}
		than = timeOfFile(fi, theirs)
	}
	return func(_ context.Context, e *found) bool {
		fi := e.info()
		return fi != nil && timeOfFile(fi, mine).After(than)
	}, true, nil
}

// used reads -used: read N days after the last status change.
func (p *findParser) used(word string) (predicate, error) {
	text, err := p.argument(word)
	if err != nil {
		return nil, err
	}
	c, ok := parseSpan(text)
	if !ok {
		return nil, complain("Invalid argument %s to %s", text, word)
	}
	return func(_ context.Context, e *found) bool {
		fi := e.info()
		if fi == nil {
			return false
		}
		later := sys(fi).Atime.Sub(sys(fi).Ctime)
		return later >= 0 && c.days(later)
	}, nil
}

// age reads -mtime and its kin, N units ago.
func (p *findParser) age(word string, letter byte, unit time.Duration) (predicate, error) {
	text, err := p.argument(word)
	if err != nil {
		return nil, err
	}
	c, ok := parseSpan(text)
	if !ok {
		return nil, complain("invalid argument `%s' to `%s'", text, word)
	}
	from := p.f.now
	if p.dayStart {
		t := local(p.f.in, from)
		from = time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, t.Location())
	}
	holds := c.days
	if unit == time.Minute {
		holds = c.minutes
	}
	return func(_ context.Context, e *found) bool {
		fi := e.info()
		return fi != nil && holds(from.Sub(timeOfFile(fi, letter)))
	}, nil
}

// A span is N, +N (more) or -N (less) days or minutes; N may have a fraction.
type span struct {
	op byte
	n  float64
}

func parseSpan(text string) (s span, ok bool) {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		s.op, text = text[0], text[1:]
	}
	var err error
	s.n, err = strconv.ParseFloat(strings.TrimLeft(text, " \t\n"), 64)
	return s, err == nil && !math.IsNaN(s.n)
}

// days tells whether the span holds for an age: N days are those from the end of
// the Nth on, and less than N ends a second late, as find has it.
func (s span) days(age time.Duration) bool {
	const day = 24 * 60 * 60
	secs := age.Seconds()
	switch s.op {
	case '+':
		return secs >= (s.n+1)*day
	case '-':
		return secs < s.n*day+1
	}
	return secs >= s.n*day && secs < (s.n+1)*day
}

// minutes tells whether the span holds for an age: N minutes are those up to the
// end of the Nth.
func (s span) minutes(age time.Duration) bool {
	secs := age.Seconds()
	switch s.op {
	case '+':
		return secs > s.n*60
	case '-':
		return secs < s.n*60
	}
	return secs > (s.n-1)*60 && secs <= s.n*60
}

// formatTime is a time of -printf: %t for no letter, %Tk for k.
func (f *finder) formatTime(t time.Time, letter byte) string {
	t = local(f.in, t)
	frac := fmt.Sprintf(".%09d0", t.Nanosecond())
	switch letter {
	case 0:
		return moment.Format("%a %b %e %H:%M:%S", t) + frac + moment.Format(" %Y", t)
	case '@':
		return fmt.Sprintf("%d%s", t.Unix(), frac)
	case '+':
		return moment.Format("%Y-%m-%d+%H:%M:%S", t) + frac
	case 'S', 'T', 'X':
		return moment.Format("%"+string(rune(letter)), t) + frac
	}
	if strings.IndexByte("aAbBcCdDeFgGhHIjklmMnpPrRstuUVwWxyYzZ", letter) < 0 {
		return "%" + string(rune(letter))
	}
	return moment.Format("%"+string(rune(letter)), t)
}
