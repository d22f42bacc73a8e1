package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/vfs"
)

var catOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write the files, or standard input, one after the other to standard output.",
	Options: []option.Option{
		{Short: 'b', Long: "number-nonblank", Help: "number lines that are not empty; overrides -n"},
		{Short: 'n', Long: "number", Help: "number all lines"},
		{Short: 's', Long: "squeeze-blank", Help: "write one of several empty lines"},
		{Short: 'v', Long: "show-nonprinting", Help: "show control characters as ^X and M-x, but for tab and newline"},
		{Short: 'E', Long: "show-ends", Help: "write $ at the end of each line"},
		{Short: 'T', Long: "show-tabs", Help: "write ^I for a tab"},
		{Short: 'A', Long: "show-all", Help: "the same as -vET"},
		{Short: 'e', Help: "the same as -vE"},
		{Short: 't', Help: "the same as -vT"},
		{Short: 'u', Help: "nothing; for POSIX"},
	},
}

// catter holds what goes on from one file to the next.
type catter struct {
	number, nonblank, squeeze, show, ends, tabs bool

	out   *command.Output
	line  int64
	empty int  // empty lines in a row
	open  bool // the last line lacks its newline
	row   []byte
	cr    bool // a carriage return waits for what follows, for -E
}

func cat(ctx context.Context, call *command.Call) int {
	p, status, ok := catOptions.Parse(call)
	if !ok {
		return status
	}
	c := &catter{out: command.NewOutput(call)}
	for _, o := range p.Options {
		switch o.Name {
		case "b":
			c.nonblank, c.number = true, true
		case "n":
			c.number = true
		case "s":
			c.squeeze = true
		case "v":
			c.show = true
		case "E":
			c.ends = true
		case "T":
			c.tabs = true
		case "A":
			c.show, c.ends, c.tabs = true, true, true
		case "e":
			c.show, c.ends = true, true
		case "t":
			c.show, c.tabs = true, true
		}
	}
	plain := !c.number && !c.squeeze && !c.show && !c.ends && !c.tabs
	buf := make([]byte, command.BufferBytes)
	status = call.Each(ctx, p.Operands, 1, func(in *command.Input) error {
		if intoItself(call, in) {
			return errItself
		}
		if plain {
			return copyThrough(c.out, in, buf)
		}
		return c.file(in, buf)
	})
	if c.cr {
		c.out.WriteByte('\r')
	}
	return c.out.Finish(status, 1)
}

var errItself = errors.New("input file is output file")

// intoItself tells whether what is left of an input is also what is written to, so
// that it would never end.
func intoItself(call *command.Call, in *command.Input) bool {
	to, err := call.Stdout.Stat()
	if err != nil || !to.Mode().IsRegular() {
		return false
	}
	from, err := in.Stat()
	if err != nil || !vfs.SameFile(from, to) {
		return false
	}
	at, err := in.Seek(0, io.SeekCurrent)
	return err == nil && at < from.Size()
}

// copyThrough copies what a read returns at once, so that what waits for more
// has shown what came.
func copyThrough(out *command.Output, in io.Reader, buf []byte) error {
	for {
		n, err := in.Read(buf)
		if n > 0 {
			if _, werr := out.Write(buf[:n]); werr != nil {
				return werr
			}
			if n < len(buf) {
				if werr := out.Flush(); werr != nil {
					return werr
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (c *catter) file(in io.Reader, buf []byte) error {
	for {
		n, err := in.Read(buf)
		for rest := buf[:n]; len(rest) > 0; {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				c.text(rest)
				break
			}
			c.text(rest[:i])
			c.newline()
			rest = rest[i+1:]
		}
		if werr := c.out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// newline ends a line.
func (c *catter) newline() {
	if !c.open {
		c.empty++
		if c.squeeze && c.empty > 1 {
			return
		}
		if c.number && !c.nonblank {
			c.begin()
		}
	}
	if c.cr {
		c.out.WriteString("^M")
		c.cr = false
	}
	if c.ends {
		c.out.WriteByte('$')
	}
	c.out.WriteByte('\n')
	c.open = false
}

func (c *catter) begin() {
	c.line++
	var digits [24]byte
	n := strconv.AppendInt(digits[:0], c.line, 10)
	c.row = c.row[:0]
	for pad := 6 - len(n); pad > 0; pad-- {
		c.row = append(c.row, ' ')
	}
	c.row = append(append(c.row, n...), '\t')
	c.out.Write(c.row)
}

// text writes a part of a line.
func (c *catter) text(part []byte) {
	if len(part) == 0 {
		return
	}
	if c.cr {
		c.out.WriteByte('\r')
		c.cr = false
	}
	if !c.open {
		c.empty = 0
		if c.number {
			c.begin()
		}
		c.open = true
	}
	if c.ends && !c.show && part[len(part)-1] == '\r' {
		c.cr = true
		part = part[:len(part)-1]
	}
	if !c.show && !c.tabs {
		c.out.Write(part)
		return
	}
	for from := 0; from < len(part); {
		n := min(len(part)-from, 4096)
		row := c.row[:0]
		for _, b := range part[from : from+n] {
			switch {
			case b == '\t' && c.tabs:
				row = append(row, "^I"...)
			case b == '\t' || !c.show || ' ' <= b && b < 0x7f:
				row = append(row, b)
			default:
				row = appendVisible(row, b)
			}
		}
		c.row = row
		c.out.Write(row)
		from += n
	}
}

// appendVisible appends a byte in the notation of -v.
func appendVisible(out []byte, b byte) []byte {
	if b >= 0x80 {
		out = append(out, "M-"...)
		b -= 0x80
	}
	switch {
	case b < ' ':
		return append(out, '^', b+64)
	case b == 0x7f:
		return append(out, "^?"...)
	}
	return append(out, b)
}
