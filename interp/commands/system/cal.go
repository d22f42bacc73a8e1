package system

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// calUsage is the status for wrong usage, EX_USAGE of sysexits(3).
const calUsage = 64

func cal() gnu.Program {
	return gnu.Program{
		Summary: "show a calendar",
		Usage:   "[OPTION]... [[MONTH] YEAR]",
		Trouble: calUsage,
		Options: calOptions(),
		Main: func(ctx context.Context, in *gnu.Invocation) int {
			return runCal(ctx, &calendar{in: in, reckoning: reckoning{enough: 4}})
		},
	}
}

// calOptions are those of cal and ncal.
func calOptions() []gnu.Option {
	return []gnu.Option{
		{"1", "show one month (default)"}, {"3", "show the month before and the next as well"}, {"A=MONTHS", "show so many months after it"}, {"B=MONTHS", "and so many before it"},
		{"y", "show the whole year"}, {"m=MONTH", "show this month, given as a number or a name; behind a number f is the next and p the last such month"},
		{"j", "count the days of the year"}, {"d=YEAR-MONTH", "the month that is taken for this one"}, {"C", ""},
	}
}

// A calendar is what is asked for: months from first on, counted from the year
// 0, a year of its own for -y.
type calendar struct {
	in            *gnu.Invocation
	year, month   int
	before, after int
	whole, julian bool
	named         bool // a month was given
	vertical      bool // as ncal: a line for each day of the week
	reckoning
}

// mostMonths bounds -A and -B, to the range of years.
const mostMonths = 9999 * 12

func runCal(ctx context.Context, c *calendar) int {
	in := c.in
	now := local(in, in.Now())
	c.year, c.month = now.Year(), int(now.Month())
	for _, o := range in.Options {
		if status := c.option(o.Name, o.Value); status != 0 {
			return status
		}
	}
	if in.Has("3") {
		c.before, c.after = c.before+1, c.after+1
	}
	args := in.Operands
	if len(args) > 2 {
		return in.Hint()
	}
	if len(args) == 2 {
		if status := c.setMonth(args[0]); status != 0 {
			return status
		}
		args = args[1:]
	}
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		switch {
		case err != nil:
			return in.Die("not a valid year %s", args[0])
		case n < 1 || n > 9999:
			return in.Die("year `%d' not in range 1..9999", n)
		}
		if c.year = n; !c.named {
			c.whole = true
		}
	}
	if in.Has("3") && c.whole {
		return in.Die("-3 together with a given year but no given month is not supported.")
	}
	if in.Has("e") || in.Has("o") {
		return c.showEaster()
	}
	c.show(ctx)
	return in.Status()
}

func (c *calendar) option(name, value string) int {
	switch name {
	case "A", "B":
		n, err := strconv.Atoi(value)
		if err != nil {
			return c.in.Hint()
		}
		n = min(max(n, 0), mostMonths)
		if name == "A" {
			c.after = n
		} else {
			c.before = n
		}
	case "y":
		c.whole = true
	case "j":
		c.julian = true
	case "b", "C":
		c.vertical = false
	case "M":
		c.monday = true
	case "S":
		c.monday = false
	case "w":
		c.weeks = true
	case "W":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > 7 {
			return c.in.Die("illegal number of days in first week: %s", value)
		}
		c.enough = n
	case "m":
		return c.setMonth(value)
	case "d":
		at, err := time.Parse("2006-1", value)
		if err != nil {
			return c.in.Hint()
		}
		c.year, c.month = at.Year(), int(at.Month())
	}
	return 0
}

// setMonth reads a month.
func (c *calendar) setMonth(text string) int {
	number := strings.TrimRight(text, "fp")
	n, err := strconv.Atoi(number)
	if err != nil {
		n = slices.IndexFunc(monthNames[:], func(name string) bool {
			return strings.EqualFold(text, name) || strings.EqualFold(text, name[:3])
		}) + 1
	}
	if n < 1 || n > 12 || len(text) > len(number)+1 {
		return c.in.Die("%s is neither a month number (1..12) nor a name", text)
	}
	switch {
	case err != nil:
	case strings.HasSuffix(text, "f") && n <= c.month:
		c.year++
	case strings.HasSuffix(text, "p") && n >= c.month:
		c.year--
	}
	c.month, c.named = n, true
	return 0
}

var monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// show prints the months in rows. A full row and more have a heading for the year, if
// they begin where a row of the whole year does.
func (c *calendar) show(ctx context.Context) {
	width, columns := 20, 3
	if c.julian {
		width, columns = 27, 2
	}
	if c.weeks {
		width += 5
	}
	block, tail := c.month8, "  "
	if c.vertical {
		width, columns, tail = 6*c.cell(), 4, ""
		if c.julian {
			columns = 3
		}
		block = c.monthVertical
	}
	c.before = min(c.before, c.year*12)
	first, n := c.year*12+c.month-1-c.before, c.before+c.after+1
	if c.whole {
		first, n = c.year*12-c.before, c.before+c.after+12
	}
	rows, heading := n >= columns && first%columns == 0, -1
	for at := 0; at < n && ctx.Err() == nil; at += columns {
		if at > 0 {
			c.in.Printf("\n")
		}
		if year := (first + at) / 12; rows && year != heading {
			c.in.Printf("%s\n", center(strconv.Itoa(year), width*columns))
			heading = year
		}
		var row [][]string
		for i := at; i < min(at+columns, n); i++ {
			row = append(row, block((first+i)/12, (first+i)%12+1, width, !rows))
		}
		for line := range row[0] {
			if c.vertical {
				c.in.Printf("%s", c.label(line))
			}
			for _, month := range row {
				c.in.Printf("%-*s%s", width, month[line], tail)
			}
			c.in.Printf("\n")
		}
	}
}

// month8 is the eight lines of a month: its name, the days of the week, and six
// weeks.
func (c *calendar) month8(year, month, width int, years bool) []string {
	title := monthNames[month-1]
	if years {
		title += " " + strconv.Itoa(year)
	}
	day := c.cell() - 1
	lines := []string{center(title, width), c.weekdays(day)}
	var b strings.Builder
	newYear := dayNumber(year, 1, 1)
	for _, d := range daysOf(year, month) {
		n := dayNumber(year, month, d)
		cell := c.weekday(n)
		if b.Len() == 0 {
			b.WriteString(c.weekMark(n))
			b.WriteString(strings.Repeat(" ", cell*(day+1)))
		}
		shown := d
		if c.julian {
			shown = n - newYear + 1
		}
		if fmt.Fprintf(&b, "%*d", day, shown); cell < 6 {
			b.WriteByte(' ')
			continue
		}
		lines = append(lines, b.String())
		b.Reset()
	}
	lines = append(lines, b.String())
	for len(lines) < 8 {
		lines = append(lines, "")
	}
	return lines[:8]
}

// The calendar was reformed on 14 September 1752, the day after the second, as
// in Britain (cal(1)).
const reformYear, reformMonth, lastOld, firstNew = 1752, 9, 2, 14

// daysOf lists the days that a month had.
func daysOf(year, month int) []int {
	last := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0 || year <= reformYear) {
		last = 29
	}
	var days []int
	for d := 1; d <= last; d++ {
		if year == reformYear && month == reformMonth && d > lastOld && d < firstNew {
			continue
		}
		days = append(days, d)
	}
	return days
}

// dayNumber counts days without a gap; that of a Sunday is 6 modulo 7. It is the
// Julian day number (Explanatory Supplement to the Astronomical Almanac, 15.11).
func dayNumber(year, month, day int) int {
	a := (14 - month) / 12
	y, m := year+4800-a, month+12*a-3
	n := day + (153*m+2)/5 + 365*y + y/4
	if year > reformYear || year == reformYear && (month > reformMonth || month == reformMonth && day > lastOld) {
		return n - y/100 + y/400 - 32045
	}
	return n - 32083
}

func center(text string, width int) string {
	return strings.Repeat(" ", max((width-len(text))/2, 0)) + text
}
