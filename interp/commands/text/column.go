package text

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var columnOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Arrange lines in columns, or, with -t, fields in a table.",
	Options: []option.Option{
		{Short: 't', Long: "table", Help: "make a table"},
		{Short: 's', Long: "separator", Arg: option.Required, Name: "STRING", Help: "the characters that separate fields"},
		{Short: 'o', Long: "output-separator", Arg: option.Required, Name: "STRING", Help: "what separates columns, two spaces by default"},
		{Short: 'N', Long: "table-columns", Arg: option.Required, Name: "NAMES", Help: "names of columns, with commas"},
		{Short: 'R', Long: "table-right", Arg: option.Required, Name: "COLUMNS", Help: "columns aligned to the right"},
		{Short: 'c', Long: "output-width", Arg: option.Required, Name: "WIDTH", Help: "the width of the output, 80 by default"},
		{Short: 'x', Long: "fillrows", Help: "fill rows before columns"},
		{Short: 'L', Long: "keep-empty-lines", Help: "keep empty lines"},
		{Short: 'd', Long: "table-noheadings", Help: "do not show the names of columns"},
	},
}

type columns struct {
	separators, between   string
	greedy                bool // several separators are one
	names, right          []string
	width                 int
	rows, keepEmpty, mute bool
	lines                 []string
}

func column(ctx context.Context, call *command.Call) int {
	p, status, ok := columnOptions.Parse(call)
	if !ok {
		return status
	}
	c := &columns{separators: " \t", between: "  ", greedy: true, width: 80}
	table := false
	for _, o := range p.Options {
		switch o.Name {
		case "t":
			table = true
		case "s":
			c.separators, c.greedy = o.Value, false
		case "o":
			c.between = o.Value
		case "N":
			c.names = strings.Split(o.Value, ",")
		case "R":
			c.right = strings.Split(o.Value, ",")
		case "c":
			n, err := command.ParseSize(o.Value, "")
			if err != nil || n < 1 || n > 1<<20 {
				call.Errorf("invalid columns argument: '%s'", o.Value)
				return 1
			}
			c.width = int(n)
		case "x":
			c.rows = true
		case "L":
			c.keepEmpty = true
		case "d":
			c.mute = true
		}
	}
	if table && c.rows {
		call.Errorf("mutually exclusive arguments: --table --fillrows")
		return 1
	}
	if len(c.names) > 0 && !table {
		call.Errorf("option --table required for all --table-*")
		return 1
	}
	held, failed := int64(0), 0
	for _, name := range command.Operands(p.Operands) {
		in, err := call.Open(ctx, name)
		if err != nil {
			call.Errorf("%s: %s", name, command.Message(err))
			failed++
			continue
		}
		err = c.read(in, call, &held)
		in.Close()
		if err != nil {
			call.Errorf("%s: %s", name, command.Message(err))
			failed++
		}
	}
	if failed == len(command.Operands(p.Operands)) {
		status = 1 // as the original has it: one file is enough
	}
	out := command.NewOutput(call)
	if table {
		c.table(out)
	} else if len(c.lines) > 0 {
		c.fill(out)
	}
	return out.Finish(status, 1)
}

func (c *columns) read(in io.Reader, call *command.Call, held *int64) error {
	for r := record.NewReader(in, '\n', call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if *held += int64(len(rec)) + 64; err == nil && *held > call.Limits.HeldBytes {
			err = errHeld{call.Limits.HeldBytes}
		}
		if err != nil {
			return err
		}
		line := string(record.Trim(rec, '\n'))
		if strings.Trim(line, " \t\v\f\r") != "" || c.keepEmpty {
			c.lines = append(c.lines, line)
		}
	}
}

// cells is how many columns of a terminal a text takes.
func cells(s string) (n int) {
	for _, r := range s {
		n += command.RuneWidth(r)
	}
	return n
}

func (c *columns) split(line string) []string {
	if c.greedy {
		return strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(c.separators, r) })
	}
	var fields []string
	for {
		i := strings.IndexAny(line, c.separators)
		if i < 0 {
			return append(fields, line)
		}
		fields = append(fields, line[:i])
		_, n := utf8.DecodeRuneInString(line[i:])
		line = line[i+n:]
	}
}

func (c *columns) table(out *command.Output) {
	var rows [][]string
	if len(c.names) > 0 && !c.mute {
		rows = append(rows, c.names)
	}
	for _, l := range c.lines {
		rows = append(rows, c.split(l))
	}
	var widths []int
	for _, row := range rows {
		for i, f := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cells(f))
		}
	}
	right := make([]bool, len(widths))
	for _, r := range c.right {
		for i := range right {
			right[i] = right[i] || r == "0" || r == strconv.Itoa(i+1) || i < len(c.names) && r == c.names[i]
		}
	}
	for _, row := range rows {
		for i, w := range widths {
			f := ""
			if i < len(row) {
				f = row[i]
			}
			gap := strings.Repeat(" ", w-cells(f))
			last := i == len(widths)-1
			switch {
			case right[i]:
				f = gap + f
			case !last:
				f += gap
			}
			out.WriteString(f)
			if !last {
				out.WriteString(c.between)
			}
		}
		if out.WriteByte('\n') != nil {
			return
		}
	}
}

// fill arranges the lines in columns with tabs between them.
func (c *columns) fill(out *command.Output) {
	widest := 0
	for _, l := range c.lines {
		widest = max(widest, cells(l))
	}
	const tab = 8
	widest = (widest + tab) &^ (tab - 1)
	across := max(c.width/widest, 1)
	if widest >= c.width {
		across = 1
	}
	down := (len(c.lines) + across - 1) / across
	step, next := down, 1
	if c.rows {
		step, next = 1, across
	}
	for row := range down {
		column := 0
		for i := range across {
			at := row*next + i*step
			if at >= len(c.lines) || c.rows && at >= (row+1)*across {
				break
			}
			out.WriteString(c.lines[at])
			column += cells(c.lines[at])
			last := at+step >= len(c.lines) || i == across-1
			if last {
				break
			}
			for end := (i + 1) * widest; ; {
				to := (column + tab) &^ (tab - 1)
				if to > end {
					break
				}
				out.WriteByte('\t')
				column = to
			}
		}
		if out.WriteByte('\n') != nil {
			return
		}
	}
}
