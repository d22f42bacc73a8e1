package text

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var commOptions = option.Set{
	Usage: "[OPTION]... FILE1 FILE2",
	About: "Compare two sorted files: lines that the first alone, the second alone and both have, in three columns.",
	Options: []option.Option{
		{Short: '1', Help: "without the first column"}, {Short: '2', Help: "without the second column"}, {Short: '3', Help: "without the third column"},
		{Long: "check-order", Help: "fail when the input is not sorted"}, {Long: "nocheck-order", Help: "do not look whether it is"},
		{Long: "output-delimiter", Arg: option.Required, Name: "STR", Help: "separate columns with STR"},
		{Long: "total", Help: "write the counts at the end"}, {Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

type commJob struct {
	call  *command.Call
	out   *command.Output
	hide  [3]bool
	sep   string
	delim byte
	// order: 0 warns where lines do not pair, 1 always fails, -1 never looks.
	order    int
	unpaired bool
	warned   [2]bool
	last     [2][]byte // what was taken last, and before that
	before   [2][]byte
	n        [3]int64
}

func comm(ctx context.Context, call *command.Call) int {
	p, status, ok := commOptions.Parse(call)
	if !ok {
		return status
	}
	c := &commJob{call: call, out: command.NewOutput(call), sep: "\t", delim: '\n'}
	given := false
	for _, o := range p.Options {
		switch o.Name {
		case "1", "2", "3":
			c.hide[o.Name[0]-'1'] = true
		case "check-order":
			c.order = 1
		case "nocheck-order":
			c.order = -1
		case "output-delimiter":
			sep := o.Value
			if sep == "" {
				sep = "\x00"
			}
			if given && sep != c.sep {
				call.Errorf("multiple output delimiters specified")
				return 1
			}
			c.sep, given = sep, true
		case "z":
			c.delim = 0
		}
	}
	switch n := len(p.Operands); {
	case n == 0:
		return commOptions.Misuse(call, "missing operand")
	case n == 1:
		return commOptions.Misuse(call, "missing operand after %s", command.Quote(p.Operands[0]))
	case n > 2:
		return commOptions.Misuse(call, "extra operand %s", command.Quote(p.Operands[2]))
	}
	var files [2]*lineSource
	for i, name := range p.Operands {
		f, err := openSource(ctx, call, name, c.delim)
		if f != nil {
			defer f.in.Close()
		}
		if err != nil {
			call.FileError(name, err)
			return 1
		}
		files[i] = f
	}
	status = c.run(files)
	if status == 0 && p.Has("total") {
		sep := strings.TrimSuffix(c.sep, "\x00")
		fmt.Fprintf(c.out, "%d%s%d%s%d%stotal%c", c.n[0], sep, c.n[1], sep, c.n[2], sep, c.delim)
	}
	if c.warned[0] || c.warned[1] {
		if status == 0 {
			call.Errorf("input is not in sorted order")
		}
		status = 1
	}
	return c.out.Finish(status, 1)
}

func (c *commJob) run(files [2]*lineSource) int {
	for files[0].open || files[1].open {
		order := 0
		switch {
		case !files[0].open:
			order = 1
		case !files[1].open:
			order = -1
		default:
			order = bytes.Compare(files[0].line, files[1].line)
		}
		switch {
		case order == 0:
			c.write(2, files[0].line)
		case order < 0:
			c.unpaired = true
			c.write(0, files[0].line)
		default:
			c.unpaired = true
			c.write(1, files[1].line)
		}
		if c.out.Err() != nil {
			return 1
		}
		for i, f := range files {
			if order < 0 && i == 1 || order > 0 && i == 0 {
				continue
			}
			c.last[i], c.before[i] = append(c.before[i][:0], f.line...), c.last[i]
			if err := f.next(); err != nil {
				c.call.FileError(f.name, err)
				return 1
			}
			earlier, later := c.last[i], f.line
			if !f.open { // what came before the first line without a partner was not looked at
				earlier, later = c.before[i], c.last[i]
			}
			if !c.inOrder(i, earlier, later) {
				return 1
			}
		}
	}
	return 0
}

// inOrder looks whether a file is sorted; false when that ends the command.
func (c *commJob) inOrder(i int, earlier, later []byte) bool {
	if c.order < 0 || c.order == 0 && !c.unpaired || c.warned[i] || bytes.Compare(earlier, later) <= 0 {
		return true
	}
	c.out.Flush()
	c.call.Errorf("file %d is not in sorted order", i+1)
	c.warned[i] = true
	return c.order == 0
}

func (c *commJob) write(column int, line []byte) {
	c.n[column]++
	if c.hide[column] {
		return
	}
	for i := range column {
		if !c.hide[i] {
			c.out.WriteString(c.sep)
		}
	}
	c.out.Write(line)
	c.out.WriteByte(c.delim)
}
