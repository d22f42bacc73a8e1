package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var cmpOptions = option.Set{
	Usage:  "[OPTION]... FILE1 [FILE2 [SKIP1 [SKIP2]]]",
	About:  "Compare two files byte by byte. SKIP1 and SKIP2 are how many bytes to skip at the beginning.",
	Bad:    trouble,
	Prefix: true,
	Options: []option.Option{
		{Short: 'b', Long: "print-bytes", Help: "show the bytes that differ"},
		{Short: 'i', Long: "ignore-initial", Arg: option.Required, Name: "SKIP[:SKIP2]", Help: "skip bytes at the beginning"},
		{Short: 'l', Long: "verbose", Help: "show the position and values of all bytes that differ"},
		{Short: 'n', Long: "bytes", Arg: option.Required, Name: "LIMIT", Help: "compare at most LIMIT bytes"},
		{Short: 's', Long: "quiet", Help: "say nothing"},
		{Short: 's', Long: "silent"},
		{Short: 'c', Long: "print-chars"},
		{Short: 'v', Long: "version"},
	},
}

const cmpSuffixes = "kKMGTPEZY0"

type cmpJob struct {
	call              *command.Call
	out               *command.Output
	bytes, all, quiet bool
	limit             int64
	skip              [2]int64
	names             [2]string
	width             int // of offsets, once one was written
	row               []byte
}

func cmp(ctx context.Context, call *command.Call) int {
	c := &cmpJob{call: call, out: command.NewOutput(call), limit: math.MaxInt64}
	p, status, ok := cmpOptions.ParseEach(call, call.Args[1:], c.option)
	if !ok {
		return status
	}
	if status := c.operands(p.Operands); status != 0 {
		return status
	}
	if c.names[0] == c.names[1] && c.skip[0] == c.skip[1] {
		return 0
	}
	var files [2]*command.Input
	for i, name := range c.names {
		in, err := call.Open(ctx, name)
		if err != nil {
			if !c.quiet {
				call.Errorf("%s: %s", name, command.Message(err))
			}
			return trouble
		}
		defer in.Close()
		files[i] = in
	}
	return c.out.Finish(c.run(files), trouble)
}

// option takes in one option.
func (c *cmpJob) option(o option.Found) (status int, ok bool) {
	switch o.Name {
	case "b", "c":
		c.bytes = true
	case "v":
		c.out.WriteString("cmp (aegish)\n")
		return c.out.Finish(0, trouble), false
	case "l":
		c.all = true
	case "s":
		c.quiet = true
	case "i":
		one, two, both := strings.Cut(o.Value, ":")
		if !both {
			two = one
		}
		for i, text := range []string{one, two} {
			shown := text
			if i == 0 {
				shown = o.Value
			}
			if status := c.setSkip(i, text, shown); status != 0 {
				return status, false
			}
		}
	case "n":
		n, err := parseCount(o.Value)
		if err != nil {
			return cmpOptions.Misuse(c.call, "invalid --bytes value '%s'", o.Value), false
		}
		c.limit = min(c.limit, n)
	}
	if c.all && c.quiet {
		return cmpOptions.Misuse(c.call, "options -l and -s are incompatible"), false
	}
	return 0, true
}

// parseCount reads a number of bytes, in octal or hexadecimal where it is written
// as in C, with a suffix.
func parseCount(text string) (int64, error) {
	base, digits := 10, "0123456789"
	number := text
	switch {
	case strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X"):
		base, digits, number = 16, "0123456789abcdefABCDEF", text[2:]
	case strings.HasPrefix(text, "0"):
		base, digits = 8, "01234567"
	}
	suffix := strings.TrimLeft(number, digits)
	if base != 10 && len(suffix) < len(number) {
		n, err := strconv.ParseInt(number[:len(number)-len(suffix)], base, 64)
		if err != nil {
			return 0, err
		}
		text = strconv.FormatInt(n, 10) + suffix
	}
	return command.ParseSize(text, cmpSuffixes)
}

// setSkip sets how much of a file to skip, unless another place has set more.
func (c *cmpJob) setSkip(i int, text, shown string) (status int) {
	n, err := parseCount(text)
	if err != nil {
		return cmpOptions.Misuse(c.call, "invalid --ignore-initial value '%s'", shown)
	}
	c.skip[i] = max(c.skip[i], n)
	return 0
}

// operands takes over FILE1 [FILE2 [SKIP1 [SKIP2]]].
func (c *cmpJob) operands(operands []string) (status int) {
	if len(operands) == 0 {
		return cmpOptions.Misuse(c.call, "missing operand after '%s'", c.call.Args[len(c.call.Args)-1])
	}
	copy(c.names[:], append(slices.Clip(operands), "-"))
	for i, text := range operands[min(2, len(operands)):] {
		if i >= len(c.skip) {
			return cmpOptions.Misuse(c.call, "extra operand '%s'", text)
		}
		if status := c.setSkip(i, text, text); status != 0 {
			return status
		}
	}
	return 0
}

func (c *cmpJob) fail(i int, err error) int {
	c.call.Errorf("%s: %s", c.names[i], command.Message(err))
	return trouble
}

// run compares buffer by buffer.
func (c *cmpJob) run(files [2]*command.Input) int {
	for i, f := range files {
		if _, err := io.CopyN(io.Discard, f, c.skip[i]); err != nil && !errors.Is(err, io.EOF) {
			return c.fail(i, err)
		}
	}
	var bufs [2][]byte
	bufs[0], bufs[1] = make([]byte, command.BufferBytes), make([]byte, command.BufferBytes)
	at, line, differ := int64(0), int64(1), false
	lastNewline := true
	for at < c.limit {
		var parts [2][]byte
		for i, f := range files {
			n, err := io.ReadFull(f, bufs[i][:min(int64(len(bufs[i])), c.limit-at)])
			if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return c.fail(i, err)
			}
			parts[i] = bufs[i][:n]
		}
		n := min(len(parts[0]), len(parts[1]))
		if !bytes.Equal(parts[0][:n], parts[1][:n]) {
			differ = true
			if c.quiet {
				return 1
			}
			for i := range n {
				a, b := parts[0][i], parts[1][i]
				if a == b {
					continue
				}
				if !c.all {
					c.first(at+int64(i)+1, line+int64(bytes.Count(parts[0][:i], []byte{'\n'})), a, b)
					return 1
				}
				c.each(at+int64(i)+1, a, b)
			}
		}
		line += int64(bytes.Count(parts[0][:n], []byte{'\n'}))
		if n > 0 {
			lastNewline = parts[0][n-1] == '\n'
		}
		at += int64(n)
		if len(parts[0]) != len(parts[1]) {
			return c.short(len(parts[1]) < len(parts[0]), at, line, lastNewline)
		}
		if n == 0 || c.out.Err() != nil {
			break
		}
	}
	if differ {
		return 1
	}
	return 0
}

// short reports that one file ends before the other.
func (c *cmpJob) short(second bool, at, line int64, newline bool) int {
	name := c.names[0]
	if second {
		name = c.names[1]
	}
	c.out.Flush()
	switch {
	case c.quiet:
	case at == 0:
		c.call.Errorf("EOF on %s which is empty", name)
	case c.all:
		c.call.Errorf("EOF on %s after byte %d", name, at)
	case newline:
		c.call.Errorf("EOF on %s after byte %d, line %d", name, at, line-1)
	default:
		c.call.Errorf("EOF on %s after byte %d, in line %d", name, at, line)
	}
	return 1
}

func (c *cmpJob) first(at, line int64, a, b byte) {
	if c.bytes {
		fmt.Fprintf(c.out, "%s %s differ: byte %d, line %d is %3o %s %3o %s\n", c.names[0], c.names[1], at, line, a, visible(a), b, visible(b))
		return
	}
	unit := "byte"
	if c.call.Bytewise() {
		unit = "char" // POSIX has this word for its locale
	}
	fmt.Fprintf(c.out, "%s %s differ: %s %d, line %d\n", c.names[0], c.names[1], unit, at, line)
}

// columns is how wide the offsets of -l are.
func (c *cmpJob) columns() int {
	if fi, err := c.call.FS.Stat(c.names[0]); err == nil {
		least := fi.Size() - c.skip[0]
		if two, err := c.call.FS.Stat(c.names[1]); err == nil {
			least = min(least, two.Size()-c.skip[1])
		}
		return len(strconv.FormatInt(min(max(least, 1), c.limit), 10))
	}
	return 19
}

func (c *cmpJob) each(at int64, a, b byte) {
	if c.width == 0 {
		c.width = c.columns()
	}
	var digits [24]byte
	row := c.row[:0]
	offset := strconv.AppendInt(digits[:0], at, 10)
	for pad := c.width - len(offset); pad > 0; pad-- {
		row = append(row, ' ')
	}
	row = appendOctal(append(append(row, offset...), ' '), a)
	if c.bytes {
		row = fmt.Appendf(row, " %-4s", visible(a))
	}
	row = appendOctal(append(row, ' '), b)
	if c.bytes {
		row = append(append(row, ' '), visible(b)...)
	}
	c.row = append(row, '\n')
	c.out.Write(c.row)
}

// appendOctal appends a byte in three columns.
func appendOctal(out []byte, b byte) []byte {
	switch {
	case b < 8:
		out = append(out, ' ', ' ')
	case b < 64:
		out = append(out, ' ')
	}
	return strconv.AppendUint(out, uint64(b), 8)
}

// visible is a byte in the notation of cat -v.
func visible(b byte) string {
	text := ""
	if b >= 0x80 {
		text, b = "M-", b-0x80
	}
	switch {
	case b < ' ':
		return text + "^" + string(rune(b+64))
	case b == 0x7f:
		return text + "^?"
	}
	return text + string(rune(b))
}
