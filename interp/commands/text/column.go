package text

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var columnOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Arrange lines in columns, or, with -t, fields in a table.",
	Options: []option.Option{
		{Short: 't', Long: "table", Help: "make a table"},
		{Short: 'n', Long: "table-name", Arg: option.Required, Name: "NAME", Help: "the name of the table in JSON"},
		{Short: 'O', Long: "table-order", Arg: option.Required, Name: "COLUMNS", Help: "columns that come first"},
		{Short: 'N', Long: "table-columns", Arg: option.Required, Name: "NAMES", Help: "names of columns, with commas"},
		{Short: 'l', Long: "table-columns-limit", Arg: option.Required, Name: "NUM", Help: "at most NUM columns; the last one has the rest"},
		{Short: 'E', Long: "table-noextreme", Arg: option.Required, Name: "COLUMNS", Help: "columns whose widths a few long fields do not decide"},
		{Short: 'd', Long: "table-noheadings", Help: "do not show the names of columns"},
		{Short: 'e', Long: "table-header-repeat", Help: "accepted: there are no pages"},
		{Short: 'H', Long: "table-hide", Arg: option.Required, Name: "COLUMNS", Help: "columns not to show; - for those without names"},
		{Short: 'R', Long: "table-right", Arg: option.Required, Name: "COLUMNS", Help: "columns aligned to the right"},
		{Short: 'T', Long: "table-truncate", Arg: option.Required, Name: "COLUMNS", Help: "columns that are cut to fit"},
		{Short: 'W', Long: "table-wrap", Arg: option.Required, Name: "COLUMNS", Help: "columns that are wrapped to fit"},
		{Short: 'L', Long: "keep-empty-lines", Help: "keep empty lines"},
		{Short: 'J', Long: "json", Help: "write the table as JSON"},
		{Short: 'r', Long: "tree", Arg: option.Required, Name: "COLUMN", Help: "the column in which a tree is drawn"},
		{Short: 'i', Long: "tree-id", Arg: option.Required, Name: "COLUMN", Help: "the column with the number of a line"},
		{Short: 'p', Long: "tree-parent", Arg: option.Required, Name: "COLUMN", Help: "the column with the number of its parent"},
		{Short: 'c', Long: "output-width", Arg: option.Required, Name: "WIDTH", Help: "the width of the output, 80 by default"},
		{Short: 'o', Long: "output-separator", Arg: option.Required, Name: "STRING", Help: "what separates columns, two spaces by default"},
		{Short: 's', Long: "separator", Arg: option.Required, Name: "STRING", Help: "the characters that separate fields"},
		{Short: 'x', Long: "fillrows", Help: "fill rows before columns"},
		{Short: 'h', Help: "the same as --help"}, {Short: 'V', Help: "the same as --version"},
	},
}

type columns struct {
	separators, between string
	greedy              bool // several separators are one
	width               int
	rows, keepEmpty     bool
	table               tableOptions
	lines               []string
}

func column(ctx context.Context, call *command.Call) int {
	p, status, ok := columnOptions.Parse(call)
	if !ok {
		return status
	}
	if p.Has("h") || p.Has("V") {
		_, status, _ = columnOptions.ParseArgs(call, []string{map[bool]string{true: "--help", false: "--version"}[p.Has("h")]})
		return status
	}
	c := &columns{separators: " \t", between: "  ", greedy: true, width: 80}
	if v, set := call.Getenv("COLUMNS"); set {
		if n, err := strconv.Atoi(v); err == nil && n > 0 && n <= maxColumnWidth {
			c.width = n
		}
	}
	table, problem := c.set(p)
	if problem != "" {
		call.Errorf("%s", problem)
		return 1
	}
	held, failed := int64(0), 0
	for _, name := range command.Operands(p.Operands) {
		path := name
		if name == "-" && len(p.Operands) > 0 {
			path = "./-" // it has no name for standard input
		}
		in, err := call.Open(ctx, path)
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
	if failed > 0 && (!table || len(c.lines) == 0) {
		status = 1 // as the original has it: for a table one line is enough
	}
	out := command.NewOutput(call)
	switch {
	case len(c.lines) == 0:
	case table:
		if problem := c.writeTable(ctx, call, held, out); problem != "" {
			call.Errorf("%s", problem)
			return 1
		}
	default:
		c.fill(ctx, out)
	}
	return out.Finish(status, 1)
}

// maxColumnWidth is the widest output.
const maxColumnWidth = 1 << 20

// set takes the options in; it tells whether there is to be a table, and what is
// wrong.
func (c *columns) set(p *option.Parsed) (table bool, problem string) {
	ofTable := false
	t := &c.table
	t.name = "table"
	for _, o := range p.Options {
		switch o.Name {
		case "t":
			table = true
		case "s":
			c.separators, c.greedy = o.Value, false
		case "o":
			c.between = o.Value
		case "N":
			t.names, t.named = columnList(o.Value), true
		case "O":
			t.order = columnList(o.Value)
		case "H", "R", "T", "E", "W":
			if t.marks == nil {
				t.marks = map[string][]string{}
			}
			t.marks[o.Name] = columnList(o.Value)
		case "n":
			t.name = o.Value
		case "r":
			t.tree = o.Value
		case "i":
			t.treeID = o.Value
		case "p":
			t.treeParent = o.Value
		case "l":
			n, err := command.ParseSize(o.Value, "")
			if err != nil {
				return false, "invalid columns limit argument: '" + o.Value + "'"
			}
			if n == 0 {
				return false, "columns limit must be greater than zero"
			}
			t.limit = int(min(n, maxColumnWidth))
		case "c":
			n, err := command.ParseSize(o.Value, "")
			if err != nil || n < 0 || n > maxColumnWidth {
				return false, "invalid columns argument: '" + o.Value + "'"
			}
			c.width = int(n)
		case "x":
			c.rows = true
		case "L":
			c.keepEmpty = true
		case "J":
			t.json, table = true, true
		case "d":
			t.mute = true
		}
		ofTable = ofTable || strings.Contains("NOHRTEWn", o.Name)
	}
	switch {
	case p.Has("t") && c.rows:
		return false, "mutually exclusive arguments: --table --fillrows"
	case t.tree != "" && (t.treeID == "" || t.treeParent == ""):
		return false, "options --tree-id and --tree-parent are required for tree formatting"
	case ofTable && !table:
		return false, "option --table required for all --table-*"
	case t.json && !t.named:
		return false, "option --table-columns required for --json"
	}
	return table || t.tree != "", ""
}

// columnList splits a list of columns; what is empty is none.
func columnList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
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

// fill arranges the lines in columns with tabs between them.
func (c *columns) fill(ctx context.Context, out *command.Output) {
	widest := 0
	for _, l := range c.lines {
		if ctx.Err() != nil {
			return
		}
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
		if out.WriteByte('\n') != nil || ctx.Err() != nil {
			return
		}
	}
}
