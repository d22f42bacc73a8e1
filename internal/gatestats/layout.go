package gatestats

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/internal/safetext"
	"golang.org/x/text/width"
)

// Bounds of the layout, in columns.
const (
	minWidth  = 44 // that of the table of subsets
	nameMin   = 8  // of a name, before an ellipsis cuts it
	barMin    = 4  // below it there are no bars
	blocksMin = 8  // below it bars are of #
	barMax    = 50
)

// A layout is what the lines of a report have to fit.
type layout struct {
	columns int
	utf8    bool
	count   int // columns of the largest number
}

// columnsOf is how many columns a terminal shows a character in; rather one
// too many than one too few.
func columnsOf(r rune) int {
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		return 2
	}
	return 1
}

// ellipsis stands for what is cut off.
func (l layout) ellipsis() string {
	if l.utf8 {
		return "…"
	}
	return "..."
}

// inert makes text from elsewhere safe to show, in ASCII where the terminal
// may know no more.
func (l layout) inert(s string) string {
	s = safetext.Line(s)
	if l.utf8 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// fit cuts an inert text to a number of columns, with an ellipsis at its end.
// more says that the text is itself a beginning.
func (l layout) fit(s string, columns int, more bool) string {
	used, cut, room := 0, 0, columns-len([]rune(l.ellipsis()))
	for i, r := range s {
		used += columnsOf(r)
		if used <= room {
			cut = i + utf8.RuneLen(r)
		}
	}
	if used <= columns && (!more || used <= room) {
		if more {
			s += l.ellipsis()
		}
		return s
	}
	return s[:cut] + l.ellipsis()
}

// pad fills a text up to a number of columns.
func pad(s string, columns int) string {
	for _, r := range s {
		columns -= columnsOf(r)
	}
	return s + strings.Repeat(" ", max(columns, 0))
}

// eighths are the block characters of one to seven eighths of a column.
var eighths = []rune("▏▎▍▌▋▊▉")

// bar draws part of a whole in at most room columns; what is not nothing can be
// seen.
func (l layout) bar(part, whole int64, room int) string {
	room = min(room, barMax)
	if part == 0 || whole == 0 || room < barMin {
		return ""
	}
	filled := float64(part) / float64(whole) * float64(room)
	if !l.utf8 || room < blocksMin {
		return strings.Repeat("#", max(int(filled+0.5), 1))
	}
	steps := max(int(filled*8+0.5), 1)
	text := strings.Repeat("█", steps/8)
	if rest := steps % 8; rest > 0 {
		text += string(eighths[rest-1])
	}
	return text
}

// percent writes a share so that little is not nothing, and nearly all not
// all.
func percent(s Share, all int64) string {
	text := fmt.Sprintf("%.1f%%", s.Share*100)
	switch {
	case text == "0.0%" && s.Count > 0:
		return "<0.1%"
	case text == "100.0%" && s.Count < all:
		return ">99.9%"
	}
	return text
}
