package system

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// ncal is cal with a line for each day of the week.
func ncal() gnu.Program {
	return gnu.Program{
		Summary: "show a calendar, a line for each day of the week",
		Usage:   "[OPTION]... [[MONTH] YEAR]",
		Trouble: calUsage,
		Options: append(calOptions(), gnu.Option{"b", "a line for each week, as cal has it"}, gnu.Option{"M", "weeks begin on Monday"}, gnu.Option{"S", "weeks begin on Sunday (default)"},
			gnu.Option{"w", "number the weeks"}, gnu.Option{"W=DAYS", "as many days make a week the first of its year; 4 by default"}, gnu.Option{"e", "the date of Easter"}, gnu.Option{"o", "the date of Orthodox Easter"},
			gnu.Option{"h", "accepted: today is not marked"}, gnu.Option{"H=DATE", "accepted, likewise"}),
		Main: func(ctx context.Context, in *gnu.Invocation) int {
			return runCal(ctx, &calendar{in: in, vertical: true, reckoning: reckoning{enough: 4}})
		},
	}
}

// A reckoning is how weeks are counted: the day that they begin on, whether their
// numbers are shown, and how many days make one the first of its year.
type reckoning struct {
	monday, weeks bool
	enough        int
}

// weekday is how many days of the week are before a day.
func (r reckoning) weekday(n int) int {
	if r.monday {
		return n % 7
	}
	return (n + 1) % 7
}

// week is the number of the week of a day in a year, which may be one of the year
// before or after.
func (r reckoning) week(year, n int) int {
	start := func(year int) int { // of the first week
		first := dayNumber(year, 1, 1)
		before := r.weekday(first)
		if 7-before < r.enough {
			return first + 7 - before
		}
		return first - before
	}
	switch {
	case n < start(year):
		year--
	case n >= start(year+1):
		year++
	}
	return (n-start(year))/7 + 1
}

// cell is the width of a day with the space before or behind it.
func (c *calendar) cell() int {
	if c.julian {
		return 4
	}
	return 3
}

var weekdayNames = [...]string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"}

// weekdayName names the ith day of the week.
func (c *calendar) weekdayName(i int) string {
	if c.monday {
		i++
	}
	return weekdayNames[i%7]
}

// weekdays is the line with the names of the days, each of a width.
func (c *calendar) weekdays(width int) string {
	names := make([]string, 7)
	for i := range names {
		names[i] = fmt.Sprintf("%*s", width, c.weekdayName(i))
	}
	line := strings.Join(names, " ")
	if c.weeks {
		return " w| " + line
	}
	return line
}

// weekMark stands before a line of days with the day n.
func (c *calendar) weekMark(n int) string {
	if !c.weeks {
		return ""
	}
	return fmt.Sprintf("%2d| ", c.week(c.yearOf(n), n))
}

// yearOf is the year of a day.
func (c *calendar) yearOf(n int) int {
	year := (n - dayNumber(1, 1, 1)) / 366
	for year = max(year, 1); dayNumber(year+1, 1, 1) <= n; {
		year++
	}
	return year
}

// label is what stands before a line of ncal's months.
func (c *calendar) label(line int) string {
	switch {
	case line == 0:
		return "    "
	case line > 7:
		return "  "
	}
	return c.weekdayName(line - 1)
}

// monthVertical is the lines of a month: its name, the days of the week, and the
// numbers of the weeks where they are asked for.
func (c *calendar) monthVertical(year, month, _ int, years bool) []string {
	title := monthNames[month-1]
	if years {
		title += " " + strconv.Itoa(year)
	}
	var cells [8][6]string
	newYear, column := dayNumber(year, 1, 1), 0
	for i, d := range daysOf(year, month) {
		n := dayNumber(year, month, d)
		day := c.weekday(n)
		if i > 0 && day == 0 {
			column++
		}
		shown := d
		if c.julian {
			shown = n - newYear + 1
		}
		cells[day][column] = strconv.Itoa(shown)
		cells[7][column] = strconv.Itoa(c.week(year, n))
	}
	lines := []string{title}
	for i, row := range cells {
		if i == 7 && !c.weeks {
			break
		}
		var b strings.Builder
		for _, cell := range row {
			fmt.Fprintf(&b, "%*s", c.cell(), cell)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// showEaster prints the date of Easter, or that of the Orthodox churches with -o in
// the calendar that the year has (Meeus, Astronomical Algorithms, chapter 8).
func (c *calendar) showEaster() int {
	year := c.year
	var n int
	if !c.in.Has("o") {
		a, b, cc := year%19, year/100, year%100
		h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
		l := (32 + 2*(b%4) + 2*(cc/4) - h - cc%4) % 7
		m := (a + 11*h + 22*l) / 451
		month, day := (h+l-7*m+114)/31, (h+l-7*m+114)%31+1
		n = dayNumber(year, month, day)
	} else {
		d := (19*(year%19) + 15) % 30
		e := (2*(year%4) + 4*(year%7) - d + 34) % 7
		month, day := (d+e+114)/31, (d+e+114)%31+1
		y, m := year+4800-(14-month)/12, month+12*((14-month)/12)-3
		n = day + (153*m+2)/5 + 365*y + y/4 - 32083
	}
	for month := 3; month <= 6; month++ {
		for _, d := range daysOf(year, month) {
			if dayNumber(year, month, d) == n {
				c.in.Printf("%02d/%02d/%02d\n", month, d, year%100)
			}
		}
	}
	return c.in.Status()
}
