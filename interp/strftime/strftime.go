// Package strftime formats times as strftime(3) does in the C locale, with the
// flags and widths of the GNU C library, for printf's %(...)T, prompts and
// commands such as date.
//
// It reads no clock. It imports nothing of ours.
package strftime

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxWidth is the widest padding of one conversion, in bytes.
const maxWidth = 1024

// Format appends t to out as format tells. An unknown conversion is copied.
func Format(out []byte, format string, t time.Time) []byte {
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return append(out, format...)
		}
		out = append(out, format[:i]...)
		format = format[i:]
		s, n := parse(format)
		text, ok := s.render(t)
		if !ok || s.letter == '%' && n > 2 {
			// What is no conversion is text, as wide as it says.
			text = format[:n]
			if gap := s.width - n; gap > 0 && s.pad != '-' && s.letter != 0 {
				text = strings.Repeat(map[bool]string{true: "0", false: " "}[s.pad == '0'], gap) + text
			}
		}
		out = append(out, text...)
		format = format[n:]
	}
}

// A spec is one conversion: flags, width, letter.
type spec struct {
	pad    byte // '-', '_', '0' or 0 for the conversion's own
	mod    byte // 'E', 'O' or 0
	upper  bool
	swap   bool
	width  int
	colons int
	letter byte
}

// parse reads the conversion at the beginning of format and its length.
func parse(format string) (s spec, n int) {
	n = 1
	for ; n < len(format); n++ {
		switch c := format[n]; c {
		case '-', '_', '0':
			s.pad = c
			continue
		case '^':
			s.upper = true
			continue
		case '#':
			s.swap = true
			continue
		}
		break
	}
	for ; n < len(format) && '0' <= format[n] && format[n] <= '9'; n++ {
		s.width = min(s.width*10+int(format[n]-'0'), maxWidth)
	}
	for ; n < len(format) && format[n] == ':'; n++ {
		s.colons++
	}
	if n < len(format) && (format[n] == 'E' || format[n] == 'O') {
		s.mod = format[n]
		n++
	}
	if n < len(format) {
		s.letter = format[n]
		n++
	}
	return s, n
}

// render makes the text of a conversion.
func (s spec) render(t time.Time) (string, bool) {
	if s.letter != 'z' && s.colons > 0 || s.mod != 0 && !modified(s.mod, s.letter) {
		return "", false
	}
	if value, digits, pad, ok := numeric(s.letter, t); ok {
		return s.number(value, digits, pad), true
	}
	text, ok := textual(s.letter, t)
	switch {
	case s.letter == 'z':
		text, ok = s.zone(t)
	case s.letter == 'P':
	case s.letter == 'p' && s.swap, s.letter == 'Z' && s.swap:
		text = strings.ToLower(text)
	case s.swap && strings.IndexByte("aAbBhZp", s.letter) >= 0, s.upper:
		text = strings.ToUpper(text)
	}
	if gap := s.width - len(text); ok && gap > 0 && s.pad != '-' {
		fill := " "
		if s.pad == '0' || s.letter == 'z' {
			fill = "0"
		}
		text = strings.Repeat(fill, gap) + text
	}
	return text, ok
}

// modified tells whether a conversion may have the modifier E or O.
func modified(mod, letter byte) bool {
	if mod == 'E' {
		return strings.IndexByte("cCxXyYunPtp", letter) >= 0
	}
	return strings.IndexByte("aAcDFprRTxXYZ%", letter) < 0
}

func (s spec) number(value int64, digits int, pad byte) string {
	if s.pad != 0 {
		pad = s.pad
	}
	if s.width > 0 {
		digits = s.width
	}
	text := strconv.FormatInt(value, 10)
	gap := digits - len(text)
	switch {
	case pad == '-' || gap <= 0:
		return text
	case pad == '_':
		return strings.Repeat(" ", gap) + text
	case value < 0:
		return "-" + strings.Repeat("0", gap) + text[1:]
	}
	return strings.Repeat("0", gap) + text
}

// numeric is the conversions that are numbers: the value, how many digits it
// has at least, and what they are padded with.
func numeric(letter byte, t time.Time) (value int64, digits int, pad byte, ok bool) {
	hour12 := int64((t.Hour()+11)%12 + 1)
	isoYear, isoWeek := t.ISOWeek()
	switch letter {
	case 'd':
		return int64(t.Day()), 2, '0', true
	case 'e':
		return int64(t.Day()), 2, '_', true
	case 'H':
		return int64(t.Hour()), 2, '0', true
	case 'k':
		return int64(t.Hour()), 2, '_', true
	case 'I':
		return hour12, 2, '0', true
	case 'l':
		return hour12, 2, '_', true
	case 'j':
		return int64(t.YearDay()), 3, '0', true
	case 'm':
		return int64(t.Month()), 2, '0', true
	case 'M':
		return int64(t.Minute()), 2, '0', true
	case 'S':
		return int64(t.Second()), 2, '0', true
	case 's':
		return t.Unix(), 1, '0', true
	case 'Y':
		return int64(t.Year()), 1, '0', true
	case 'G':
		return int64(isoYear), 1, '0', true
	case 'C':
		return floorDiv(int64(t.Year()), 100), 2, '0', true
	case 'y':
		return int64(t.Year()) - floorDiv(int64(t.Year()), 100)*100, 2, '0', true
	case 'g':
		return int64(isoYear) - floorDiv(int64(isoYear), 100)*100, 2, '0', true
	case 'V':
		return int64(isoWeek), 2, '0', true
	case 'U':
		return int64(t.YearDay()+6-int(t.Weekday())) / 7, 2, '0', true
	case 'W':
		return int64(t.YearDay()+6-(int(t.Weekday())+6)%7) / 7, 2, '0', true
	case 'u':
		return int64(t.Weekday()+6)%7 + 1, 1, '0', true
	case 'w':
		return int64(t.Weekday()), 1, '0', true
	}
	return 0, 0, 0, false
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// textual is the conversions that are text.
func textual(letter byte, t time.Time) (string, bool) {
	layout := ""
	switch letter {
	case '%':
		return "%", true
	case 'n':
		return "\n", true
	case 't':
		return "\t", true
	case 'Z':
		name, _ := t.Zone()
		return name, true
	case 'a':
		layout = "Mon"
	case 'A':
		layout = "Monday"
	case 'b', 'h':
		layout = "Jan"
	case 'B':
		layout = "January"
	case 'p':
		layout = "PM"
	case 'P':
		layout = "pm"
	case 'c':
		return string(Format(nil, "%a %b %e %H:%M:%S %Y", t)), true
	case 'D', 'x':
		return string(Format(nil, "%m/%d/%y", t)), true
	case 'F':
		return string(Format(nil, "%Y-%m-%d", t)), true
	case 'R':
		layout = "15:04"
	case 'T', 'X':
		layout = "15:04:05"
	case 'r':
		layout = "03:04:05 PM"
	default:
		return "", false
	}
	return t.Format(layout), true
}

// zone is %z, %:z, %::z and %:::z.
func (s spec) zone(t time.Time) (string, bool) {
	_, offset := t.Zone()
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	h, m, sec := offset/3600, offset/60%60, offset%60
	switch s.colons {
	case 0:
		if s.pad != 0 {
			digits := spec{pad: s.pad}.number(int64(h*100+m), 4, '0')
			return string(sign) + digits, true
		}
		return fmt.Sprintf("%c%02d%02d", sign, h, m), true
	case 1:
		return fmt.Sprintf("%c%02d:%02d", sign, h, m), true
	case 2:
		return fmt.Sprintf("%c%02d:%02d:%02d", sign, h, m, sec), true
	}
	return "", false
}
