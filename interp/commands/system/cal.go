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
	span          string // the last of the options 1, 3 and y
	monthText     string // the month of -m
	named         bool   // it was given
	vertical      bool   // as ncal: a line for each day of the week
	reckoning
}

// lastYear is the last one that can be asked for.
const lastYear = 9999

// mostMonths bounds -A and -B, to the range of years.
const mostMonths = lastYear * 12

func runCal(ctx context.Context, c *calendar) int {
	in := c.in
	now := local(in, in.Now())
	c.year, c.month = now.Year(), int(now.Month())
	for _, o := range in.Options {
		if status := c.option(o.Name, o.Value); status != 0 {
			return status
		}
	}
	if c.span == "3" {
		c.before, c.after = c.before+1, c.after+1
	}
	if c.whole = c.span == "y"; len(in.Operands) > 2 {
		return in.Hint()
	}
	if status := c.operands(in.Operands); status != 0 {
		return status
	}
	if in.Has("e") || in.Has("o") {
		if len(in.Operands) > 1 {
			return in.Hint()
		}
		return c.showEaster()
	}
	c.show(ctx)
	return in.Status()
}

// operands takes over [[MONTH] YEAR] and the month of -m, which the operand has
// precedence over.
func (c *calendar) operands(args []string) int {
	month, given := c.monthText, c.named
	operand := len(args) == 2
	if operand {
		month, given = args[0], true
	}
	if len(args) > 0 {
		text := args[len(args)-1]
		n, err := strconv.Atoi(text)
		if err != nil {
			return c.in.Die("not a valid year %s", text)
		}
		c.year = n
	}
	if c.year < 1 || c.year > lastYear {
		return c.in.Die("year `%d' not in range 1..%d", c.year, lastYear)
	}
	if given {
		return c.setMonth(month, operand, len(args) > 0)
	}
	if c.whole = c.whole || len(args) > 0; c.whole && (c.span == "1" || c.span == "3") {
		return c.in.Die("-%s together with a given year but no given month is not supported.", c.span)
	}
	return 0
}

// leadingNumber is the number that a text begins with, as atoi(3) has it.
func leadingNumber(text string) (n int, rest string) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || end == 0 && (text[0] == '-' || text[0] == '+')) {
		end++
	}
	n, _ = strconv.Atoi(text[:end])
	return n, text[end:]
}

func (c *calendar) option(name, value string) int {
	switch name {
	case "A", "B":
		n, _ := leadingNumber(value)
		n = min(max(n, -mostMonths), mostMonths)
		if name == "A" {
			c.after = n
		} else {
			c.before = n
		}
	case "1", "3", "y":
		c.span = name
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
		c.monthText, c.named = value, true
	case "d":
		// A month that no year has is one of another year (mktime(3)).
		year, rest := leadingNumber(value)
		month, _ := leadingNumber(strings.TrimPrefix(rest, "-"))
		at := time.Date(min(max(year, -1), lastYear+1), time.Month(min(max(month, 0), mostMonths)), 1, 0, 0, 0, 0, time.UTC)
		c.year, c.month = at.Year(), int(at.Month())
	}
	return 0
}

// setMonth reads a month. What f and p behind a number mean depends on where it
// stands: an operand is always that of the year after or before, and with a year
// alone there is no next month.
func (c *calendar) setMonth(text string, operand, year bool) int {
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
	case strings.HasSuffix(text, "f") && (operand || !year && n <= c.month):
		c.year++
	case strings.HasSuffix(text, "p") && (year || n >= c.month):
		c.year--
	}
	c.month = n
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
	if n < 1 { // as the original has it: the month itself
		first, n = c.year*12+c.month-1, 1
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
