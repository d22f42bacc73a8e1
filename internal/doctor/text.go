package doctor

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds of the layout, in columns.
const (
	minWidth  = 60
	textMin   = 30 // for the texts, however long the names are
	columnGap = 2
)

// WriteText prints the report as a table of status, name and text, with the
// advice below what it is about, in lines of at most width columns where the
// words allow it. Widths under 60 count as 60.
func (r Report) WriteText(w io.Writer, width int) error {
	statusWidth, nameWidth := 0, 0
	for _, c := range r.Checks {
		statusWidth = max(statusWidth, len(c.Status))
		nameWidth = max(nameWidth, len(c.Name))
	}
	indent := statusWidth + nameWidth + 2*columnGap
	textWidth := max(max(width, minWidth)-indent, textMin)
	var b strings.Builder
	for _, c := range r.Checks {
		head := fmt.Sprintf("%-*s%-*s", statusWidth+columnGap, c.Status, nameWidth+columnGap, c.Name)
		writeWrapped(&b, head, indent, c.Summary, textWidth)
		if c.Advice != "" {
			writeWrapped(&b, strings.Repeat(" ", indent)+"> ", indent+len("> "), c.Advice, textWidth-len("> "))
		}
	}
	fmt.Fprintln(&b, r.tally())
	_, err := io.WriteString(w, b.String())
	return err
}

// tally counts what needs attention.
func (r Report) tally() string {
	count := map[Status]int{}
	for _, c := range r.Checks {
		count[c.Status]++
	}
	return fmt.Sprintf("%s: %s, %s", plural(len(r.Checks), "check"),
		plural(count[Failure], "failure"), plural(count[Warning], "warning"))
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// writeWrapped writes a text in lines of at most width columns; the first line
// follows head, the others are indented.
func writeWrapped(b *strings.Builder, head string, indent int, text string, width int) {
	for i, line := range wrap(text, width) {
		if i > 0 {
			head = strings.Repeat(" ", indent)
		}
		b.WriteString(strings.TrimRight(head+line, " "))
		b.WriteByte('\n')
	}
}

// wrap breaks a text at spaces. A longer word gets a line of its own.
func wrap(text string, width int) []string {
	lines, column := []string{""}, 0
	for _, word := range strings.Fields(text) {
		size := utf8.RuneCountInString(word)
		last := len(lines) - 1
		switch {
		case column == 0:
			lines[last], column = word, size
		case column+1+size <= width:
			lines[last], column = lines[last]+" "+word, column+1+size
		default:
			lines, column = append(lines, word), size
		}
	}
	return lines
}
