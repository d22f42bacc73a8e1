package text

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
)

// tableOptions are what is asked for of a table.
type tableOptions struct {
	names, order             []string
	marks                    map[string][]string // the columns of -H, -R, -T, -E, -W
	name                     string
	tree, treeID, treeParent string
	limit                    int // of columns; 0 for none
	named, json, mute        bool
}

// A tableColumn is a column of a table.
type tableColumn struct {
	name                                           string
	hidden, right, cut, wrapped, noExtremes, drawn bool
	width, least                                   int
	// extreme: fields of more than twice the average do not count.
	extreme bool
	average int
}

// A tableLine is a line of a table. In a tree it has a parent and children.
type tableLine struct {
	cells    []string
	parent   *tableLine
	children []*tableLine
	art      string // what is drawn before the cell of the tree
}

// A table is arranged and written as libsmartcols does, which is what column of
// util-linux has.
type table struct {
	*tableOptions
	ctx     context.Context
	held    int64 // by lines and what is drawn before them
	most    int64
	columns []*tableColumn
	shown   []int // which of columns, in their order
	lines   []*tableLine
	between string
	width   int
}

// writeTable writes the lines as a table; the result is what is wrong.
func (c *columns) writeTable(ctx context.Context, call *command.Call, held int64, out *command.Output) string {
	t := &table{tableOptions: &c.table, ctx: ctx, held: held, most: call.Limits.HeldBytes, between: c.between, width: c.width}
	for _, name := range t.names {
		t.columns = append(t.columns, &tableColumn{name: name})
	}
	for i, l := range c.lines {
		cells, ok := t.split(c, l)
		if t.ctx.Err() != nil {
			return ""
		}
		if !ok {
			return errHeld{t.most}.Error()
		}
		for n := len(t.columns); n < len(cells); n++ {
			if t.json {
				return fmt.Sprintf("line %d: for JSON the name of the column %d is required", i+2, n+1)
			}
			if !t.hold(columnBytes) {
				return errHeld{t.most}.Error()
			}
			t.columns = append(t.columns, &tableColumn{})
		}
		for i, cell := range cells {
			if !t.json && !utf8.ValidString(cell) {
				cells[i] = printable(cell)
				if !t.hold(len(cells[i])) {
					return errHeld{t.most}.Error()
				}
			}
		}
		t.lines = append(t.lines, &tableLine{cells: cells})
	}
	if problem := t.mark(); problem != "" {
		return problem
	}
	if t.tree != "" {
		if problem := t.plant(strings.Contains(strings.ToUpper(locale(call)), "UTF")); problem != "" {
			return problem
		}
	}
	if t.json {
		t.writeJSON(out)
		return ""
	}
	t.measure()
	t.shrink()
	t.write(out)
	return ""
}

// fieldBytes is what a field takes beside its text, columnBytes what a column does.
const (
	fieldBytes  = 32
	columnBytes = 128
)

// hold notes that the table takes more memory; it tells whether it may.
func (t *table) hold(n int) bool {
	t.held += int64(n)
	return t.held <= t.most
}

// locale is the name of the character set in the environment.
func locale(call *command.Call) string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v, _ := call.Getenv(name); v != "" {
			return v
		}
	}
	return ""
}

// printable shows bytes that are no characters as \\xNN.
func printable(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "\\x%02x", text[0])
		} else {
			b.WriteString(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// split splits a line into fields, the last of which may be the rest of it. It is
// false when they are too many, or the time is over.
func (t *table) split(c *columns, line string) (fields []string, ok bool) {
	for {
		if !t.hold(fieldBytes) || len(fields)%1024 == 0 && t.ctx.Err() != nil {
			return nil, false
		}
		if c.greedy && len(fields)+1 != c.table.limit {
			line = strings.TrimLeft(line, c.separators)
			if line == "" {
				return fields, true
			}
		}
		i := strings.IndexAny(line, c.separators)
		if i < 0 || len(fields)+1 == c.table.limit {
			return append(fields, line), true
		}
		fields = append(fields, line[:i])
		_, n := utf8.DecodeRuneInString(line[i:])
		line = line[i+n:]
	}
}

// find is the index of a column by its name or number; -1 for a number that none
// has.
func (t *table) find(text string) (int, string) {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		if n > len(t.columns) {
			return -1, ""
		}
		return n - 1, ""
	}
	for i, c := range t.columns {
		if c.name == text {
			return i, ""
		}
	}
	return -1, "undefined column name '" + text + "'"
}

// mark gives the columns what the options ask for them, and their order.
func (t *table) mark() string {
	for _, letter := range []string{"H", "R", "T", "E", "W"} {
		for _, name := range t.marks[letter] {
			if name == "0" || letter == "H" && name == "-" {
				for _, c := range t.columns {
					if name == "0" || c.name == "" {
						c.set(letter)
					}
				}
				continue
			}
			i, problem := t.find(name)
			if problem != "" {
				return problem
			}
			if i >= 0 {
				t.columns[i].set(letter)
			}
		}
	}
	var order []int
	for _, name := range t.order {
		i, problem := t.find(name)
		if problem != "" {
			return problem
		}
		if i >= 0 && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	for i := range t.columns {
		if !slices.Contains(order[:min(len(order), len(t.order))], i) {
			order = append(order, i)
		}
	}
	for _, i := range order {
		if !t.columns[i].hidden {
			t.shown = append(t.shown, i)
		}
	}
	return ""
}

func (c *tableColumn) set(letter string) {
	switch letter {
	case "H":
		c.hidden = true
	case "R":
		c.right = true
	case "T":
		c.cut = true
	case "E":
		c.noExtremes = true
	default:
		c.wrapped = true
	}
}

// cell is what a line has in a column.
func (t *table) cell(l *tableLine, i int) string {
	text := ""
	if i < len(l.cells) {
		text = l.cells[i]
	}
	if t.columns[i].drawn {
		text = l.art + text
	}
	return text
}

// measure finds the widths of the columns.
func (t *table) measure() {
	for _, i := range t.shown {
		c := t.columns[i]
		c.least = max(cells(c.name), 1)
		sum, widest := 0, 0
		count := 0
		t.walk(t.lines, func(l *tableLine) bool {
			w := cells(t.cell(l, i))
			sum += w
			widest = max(widest, w)
			count++
			return true
		})
		c.average = sum / max(count, 1)
		c.extreme = c.noExtremes && c.average > 0 && widest > 2*c.average
		c.width = max(widest, c.least)
		if widest == 0 && c.name == "" {
			c.width = 0
		}
	}
}

// total is how wide the table is.
func (t *table) total() int {
	n := max(len(t.shown)-1, 0) * cells(t.between)
	for _, i := range t.shown {
		n += t.columns[i].width
	}
	return n
}

// shrink makes columns narrower until the table fits, or no more can be done.
func (t *table) shrink() {
	over := t.total() - t.width
	for _, i := range t.shown {
		c := t.columns[i]
		if over <= 0 || !c.extreme {
			continue
		}
		widest := c.least
		t.walk(t.lines, func(l *tableLine) bool {
			if w := cells(t.cell(l, i)); w <= 2*c.average {
				widest = max(widest, w)
			}
			return true
		})
		// What is left over by the others is for the first of these.
		room := min(max(c.width-over, widest), c.width)
		over -= c.width - room
		c.width = room
	}
	for reduced := true; over > 0 && reduced; {
		reduced = false
		for _, i := range t.shown {
			if c := t.columns[i]; (c.cut || c.wrapped) && c.width > c.least && over > 0 {
				c.width--
				over--
				reduced = true
			}
		}
	}
}

// write writes the table.
func (t *table) write(out *command.Output) {
	if t.named && !t.mute {
		names := make([]string, len(t.columns))
		for i, c := range t.columns {
			names[i] = c.name
		}
		t.writeLine(out, func(i int) string { return names[i] })
	}
	t.walk(t.lines, func(l *tableLine) bool {
		t.writeLine(out, func(i int) string { return t.cell(l, i) })
		return out.Err() == nil
	})
}

// walk calls f with the lines, each followed by its children.
func (t *table) walk(lines []*tableLine, f func(*tableLine) bool) bool {
	for _, l := range lines {
		if t.ctx.Err() != nil || !f(l) || !t.walk(l.children, f) {
			return false
		}
	}
	return true
}

// writeLine writes a line, which wrapped cells make several of.
func (t *table) writeLine(out *command.Output, cell func(i int) string) {
	rest := make([]string, len(t.columns))
	for _, i := range t.shown {
		rest[i] = cell(i)
	}
	for more := true; more && out.Err() == nil; {
		more = false
		for n, i := range t.shown {
			c := t.columns[i]
			text, last := rest[i], n == len(t.shown)-1
			rest[i] = ""
			if (c.cut || c.wrapped) && cells(text) > c.width {
				end := fitting(text, c.width)
				if c.wrapped && !c.cut {
					if end == 0 {
						_, end = utf8.DecodeRuneInString(text)
					}
					rest[i] = text[end:]
					more = true
				}
				text = text[:end]
			}
			t.writeCell(out, c, text, last)
			if wide := cells(text) > c.width; wide && !last {
				out.WriteByte('\n')
				for _, i := range t.shown[:n+1] {
					out.WriteString(strings.Repeat(" ", t.columns[i].width))
					out.WriteString(t.between)
				}
			} else if !last {
				out.WriteString(t.between)
			}
		}
		out.WriteByte('\n')
	}
}

func (t *table) writeCell(out *command.Output, c *tableColumn, text string, last bool) {
	gap := strings.Repeat(" ", max(c.width-cells(text), 0))
	switch {
	case last && text == "":
	case c.right:
		out.WriteString(gap)
		out.WriteString(text)
	case last:
		out.WriteString(text)
	default:
		out.WriteString(text)
		out.WriteString(gap)
	}
}

// fitting is how many bytes of text fit into a width.
func fitting(text string, width int) int {
	used := 0
	for i, r := range text {
		used += cells(string(r))
		if used > width {
			return i
		}
	}
	return len(text)
}
