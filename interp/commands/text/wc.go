package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var wcOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Count lines, words and bytes of each file, and of all when there are several.",
	Options: []option.Option{
		{Short: 'c', Long: "bytes", Help: "count bytes"},
		{Short: 'm', Long: "chars", Help: "count characters"},
		{Short: 'l', Long: "lines", Help: "count newlines"},
		{Short: 'w', Long: "words", Help: "count words"},
		{Short: 'L', Long: "max-line-length", Help: "show the width of the widest line"},
		{Long: "files0-from", Arg: option.Required, Name: "FILE", Help: "read the names from FILE, each ended by NUL"},
	},
}

// counts are in the order in which they are shown.
type counts struct{ lines, words, chars, bytes, width int64 }

type counter struct {
	lines, words, chars, bytes, width bool
	many                              bool // files were named, even if they are left out
	digits                            int
	bytewise                          bool // each byte is a character
	out                               *command.Output
	buf                               []byte
}

func wc(ctx context.Context, call *command.Call) int {
	p, status, ok := wcOptions.Parse(call)
	if !ok {
		return status
	}
	c := &counter{out: command.NewOutput(call), bytewise: call.Bytewise()}
	for _, o := range p.Options {
		switch o.Name {
		case "c":
			c.bytes = true
		case "m":
			c.chars = true
		case "l":
			c.lines = true
		case "w":
			c.words = true
		case "L":
			c.width = true
		}
	}
	if !c.bytes && !c.chars && !c.lines && !c.words && !c.width {
		c.lines, c.words, c.bytes = true, true, true
	}
	names := p.Operands
	if from, given := p.Last("files0-from"); given {
		if len(names) > 0 {
			call.Errorf("extra operand %s", command.QuoteShell(names[0]))
			call.Stderr.Write([]byte("file operands cannot be combined with --files0-from\n"))
			return wcOptions.Fail(call)
		}
		if names, status = namesFrom(ctx, call, from); status != 0 {
			return status
		}
		if len(names) == 0 {
			return 0
		}
		c.many = len(names) > 1
		if names, status = usable(call, from, names); len(names) == 0 {
			if c.many {
				c.digits = 1
				c.write(counts{}, "total")
			}
			return c.out.Finish(status, 1)
		}
	}
	c.buf = make([]byte, command.BufferBytes)
	if from, given := p.Last("files0-from"); given && !regular(call, from) {
		c.digits = 1 // the names come one by one
	} else {
		c.digits = c.columnWidth(ctx, call, names)
	}
	status = max(status, c.files(ctx, call, names))
	return c.out.Finish(status, 1)
}

// regular tells whether an operand is a regular file.
func regular(call *command.Call, name string) bool {
	fi, err := call.FS.Stat(name)
	if name == "-" {
		fi, err = call.Stdin.Stat()
	}
	return err == nil && fi.Mode().IsRegular()
}

// usable leaves out names that can not be, after a message.
func usable(call *command.Call, from string, names []string) (good []string, status int) {
	for i, name := range names {
		switch {
		case name == "":
			call.Errorf("%s:%d: invalid zero-length file name", command.QuoteIfNeeded(from), i+1)
			status = 1
		case name == "-" && from == "-":
			call.Errorf("when reading file names from stdin, no file name of %s allowed", command.QuoteShell(name))
			status = 1
		default:
			good = append(good, name)
		}
	}
	return good, status
}

// namesFrom reads names that end with NUL.
func namesFrom(ctx context.Context, call *command.Call, from string) ([]string, int) {
	in, err := call.Open(ctx, from)
	if err != nil {
		call.Errorf("cannot open %s for reading: %s", command.QuoteShell(from), command.Message(err))
		return nil, 1
	}
	defer in.Close()
	var names []string
	held := int64(0)
	for r := record.NewReader(in, 0, call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, 0
		}
		if held += int64(len(rec)) + 16; err == nil && held > call.Limits.HeldBytes {
			err = errHeld{call.Limits.HeldBytes}
		}
		if err != nil {
			call.Errorf("%s: read error: %s", command.QuoteIfNeeded(from), command.Message(err))
			return nil, 1
		}
		names = append(names, string(record.Trim(rec, 0)))
	}
}

// columnWidth is as wide as the sum of the sizes that can be known before, and
// at least 7 when one can not.
func (c *counter) columnWidth(ctx context.Context, call *command.Call, names []string) int {
	shown := 0
	for _, b := range []bool{c.lines, c.words, c.chars, c.bytes, c.width} {
		if b {
			shown++
		}
	}
	if len(names) <= 1 && shown == 1 {
		return 1
	}
	least, total := 1, int64(0)
	for _, name := range command.Operands(names) {
		if ctx.Err() != nil {
			break
		}
		var fi fs.FileInfo
		var err error
		if name == "-" {
			fi, err = call.Stdin.Stat()
		} else {
			fi, err = call.FS.Stat(name)
		}
		switch {
		case err != nil:
		case !fi.Mode().IsRegular():
			least = 7
		default:
			total += fi.Size()
		}
	}
	return max(least, len(strconv.FormatInt(total, 10)))
}

func (c *counter) files(ctx context.Context, call *command.Call, names []string) int {
	var total counts
	status := call.Each(ctx, names, 1, func(in *command.Input) error {
		n, err := c.count(in)
		if ctx.Err() != nil {
			return err
		}
		shown := in.Name
		if len(names) == 0 {
			shown = ""
		}
		if err != nil {
			// The line of counts comes after the message in any case.
			call.FileError(in.Name, err)
		}
		c.write(n, shown)
		total.lines += n.lines
		total.words += n.words
		total.chars += n.chars
		total.bytes += n.bytes
		total.width = max(total.width, n.width)
		if werr := c.out.Err(); werr != nil {
			return werr
		}
		if err != nil {
			return command.ErrReported
		}
		return nil
	})
	if len(names) > 1 || c.many {
		c.write(total, "total")
	}
	return status
}

func (c *counter) write(n counts, name string) {
	line := make([]byte, 0, 128)
	for _, f := range []struct {
		show bool
		n    int64
	}{{c.lines, n.lines}, {c.words, n.words}, {c.chars, n.chars}, {c.bytes, n.bytes}, {c.width, n.width}} {
		if !f.show {
			continue
		}
		if len(line) > 0 {
			line = append(line, ' ')
		}
		digits := strconv.FormatInt(f.n, 10)
		for i := len(digits); i < c.digits; i++ {
			line = append(line, ' ')
		}
		line = append(line, digits...)
	}
	if name != "" {
		line = append(append(line, ' '), command.QuoteIfNewline(name)...)
	}
	c.out.Write(append(line, '\n'))
}

// count reads a file to its end, or asks for its size when that is all that
// counts.
func (c *counter) count(in *command.Input) (counts, error) {
	var n counts
	only := c.bytes && !c.lines && !c.words && !c.chars && !c.width
	if only {
		if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() {
			at, err := in.Seek(0, io.SeekCurrent)
			if err == nil && fi.Size() > 0 {
				n.bytes = max(fi.Size()-at, 0)
				_, err = in.Seek(max(fi.Size(), at), io.SeekStart)
				return n, err
			}
		}
	}
	w := wordState{width: c.width}
	held := 0
	for {
		got, err := in.Read(c.buf[held:])
		n.bytes += int64(got)
		data := c.buf[:held+got]
		held = 0
		switch {
		case only:
		case c.words || c.width || c.chars && c.lines:
			left := w.add(&n, data, err != nil)
			held = copy(c.buf, data[len(data)-left:])
		case c.chars:
			n.chars += countRunes(data, &held, err != nil)
			copy(c.buf, data[len(data)-held:])
		default:
			n.lines += int64(bytes.Count(data, []byte{'\n'}))
		}
		if err != nil {
			if w.in {
				n.words++
			}
			n.width = max(n.width, w.column)
			if c.bytewise {
				n.chars = n.bytes
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return n, err
		}
	}
}

// countRunes counts valid characters; what may continue in the next buffer is
// held.
func countRunes(data []byte, held *int, last bool) int64 {
	n := int64(0)
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			n++
			i++
			continue
		}
		if !last && !utf8.FullRune(data[i:]) {
			*held = len(data) - i
			break
		}
		r, size := utf8.DecodeRune(data[i:])
		if r != utf8.RuneError || size > 1 {
			n++
		}
		i += size
	}
	return n
}
