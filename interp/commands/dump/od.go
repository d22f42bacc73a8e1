package dump

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var odOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Show files as numbers. TYPE is a, c, or one of d o u x f with a size and perhaps z.",
	Options: []option.Option{
		{Short: 'A', Long: "address-radix", Arg: option.Required, Name: "RADIX", Help: "offsets as d, o, x or n (none)"},
		{Long: "endian", Arg: option.Required, Name: "ORDER", Help: "big or little"},
		{Short: 'j', Long: "skip-bytes", Arg: option.Required, Name: "BYTES", Help: "skip BYTES first"},
		{Short: 'N', Long: "read-bytes", Arg: option.Required, Name: "BYTES", Help: "read at most BYTES"},
		{Short: 't', Long: "format", Arg: option.Required, Name: "TYPE", Help: "how to show"},
		{Short: 'v', Long: "output-duplicates", Help: "show repeated lines as well"},
		{Short: 'w', Long: "width", Arg: option.Optional, Name: "BYTES", Help: "BYTES in a line, 32 without a number, 16 by default"},
		{Short: 'a', Help: "the same as -t a"}, {Short: 'b', Help: "the same as -t o1"}, {Short: 'c', Help: "the same as -t c"}, {Short: 'd', Help: "the same as -t u2"},
		{Short: 'f', Help: "the same as -t fF"}, {Short: 'i', Help: "the same as -t dI"}, {Short: 'l', Help: "the same as -t dL"}, {Short: 'o', Help: "the same as -t o2"},
		{Short: 's', Help: "the same as -t d2"}, {Short: 'x', Help: "the same as -t x2"},
	},
}

// odType is one way to show bytes.
type odType struct {
	kind  byte
	size  int
	text  bool // z: characters at the end of the line
	width int  // of a number
}

type odJob struct {
	out     *command.Output
	types   []odType
	radix   byte
	order   binary.ByteOrder
	width   int
	all     bool
	columns int // of the bytes of the widest type, for each byte group
	row     []byte
	text    [64]byte
}

func od(ctx context.Context, call *command.Call) int {
	p, status, ok := odOptions.Parse(call)
	if !ok {
		return status
	}
	o := &odJob{out: command.NewOutput(call), radix: 'o', order: binary.LittleEndian}
	skip, limit, width := int64(0), int64(math.MaxInt64), int64(-1)
	for _, f := range p.Options {
		var problem string
		switch f.Name {
		case "A":
			if len(f.Value) == 0 || strings.IndexByte("doxn", f.Value[0]) < 0 {
				call.Errorf("invalid output address radix '%s'; it must be one character from [doxn]", f.Value)
				return 1
			}
			o.radix = f.Value[0]
		case "endian":
			if strings.HasPrefix("big", f.Value) {
				o.order = binary.BigEndian
			} else if !strings.HasPrefix("little", f.Value) {
				call.Errorf("invalid argument %s for %s", command.Quote(f.Value), command.Quote("--endian"))
				call.Stderr.Write([]byte("Valid arguments are:\n  - ‘little’\n  - ‘big’\n"))
				return odOptions.Fail(call)
			}
		case "j":
			skip, problem = odNumber(f, "-j")
		case "N":
			limit, problem = odNumber(f, "-N")
		case "w":
			if width = 32; f.Has {
				width, problem = odNumber(f, "-w")
			}
		case "v":
			o.all = true
		case "t":
			problem = o.parse(f.Value)
		default:
			problem = o.parse(map[string]string{"a": "a", "b": "o1", "c": "c", "d": "u2", "f": "fF", "i": "dI", "l": "dL", "o": "o2", "s": "d2", "x": "x2"}[f.Name])
		}
		if problem != "" {
			call.Errorf("%s", problem)
			return 1
		}
	}
	if len(o.types) == 0 {
		_ = o.parse("oS")
	}
	o.layout(call, width)
	in := &odInput{ctx: ctx, call: call, names: command.Operands(p.Operands)}
	defer in.Close()
	if n, _ := io.CopyN(io.Discard, in, skip); n < skip && in.err == nil {
		call.Errorf("cannot skip past end of combined input")
		return 1
	}
	if err := o.run(io.LimitReader(in, limit), skip); err != nil && o.out.Err() == nil {
		status = 1
	}
	return o.out.Finish(max(status, in.status), 1)
}

func odNumber(f option.Found, name string) (int64, string) {
	text := f.Value
	if strings.HasPrefix(strings.ToLower(text), "0x") {
		n, err := strconv.ParseInt(text[2:], 16, 63)
		if err == nil {
			return n, ""
		}
	}
	n, err := command.ParseSize(text, "bkKmMGTPEZY0")
	if err == nil && len(text) > 1 && text[0] == '0' && strings.Trim(text, "01234567") == "" {
		n, err = strconv.ParseInt(text, 8, 63)
	}
	switch {
	case errors.Is(err, command.ErrNumber):
		if f.Long {
			name = map[string]string{"-j": "--skip-bytes", "-N": "--read-bytes", "-w": "--width"}[name]
		}
		if strings.TrimLeft(text, "0123456789") != text {
			return 0, "invalid suffix in " + name + " argument '" + text + "'"
		}
		return 0, "invalid " + name + " argument '" + text + "'"
	case err != nil:
		return 0, name + " argument '" + text + "' too large"
	}
	return n, ""
}

// parse reads a TYPE, which may be several.
func (o *odJob) parse(text string) string {
	for i := 0; i < len(text); {
		t := odType{kind: text[i], size: 1}
		whole := text
		i++
		switch t.kind {
		case 'a', 'c':
		case 'd', 'o', 'u', 'x', 'f':
			letters, sizes := "CSIL", []int{1, 2, 4, 8}
			t.size = 4
			if t.kind == 'f' {
				letters, sizes, t.size = "FDL", []int{4, 8, 16}, 8
			}
			start := i
			for i < len(text) && '0' <= text[i] && text[i] <= '9' {
				i++
			}
			if i > start {
				t.size, _ = strconv.Atoi(text[start:i])
			} else if i < len(text) && strings.IndexByte(letters, text[i]) >= 0 {
				t.size = sizes[strings.IndexByte(letters, text[i])]
				i++
			}
			if ok := t.size == 1 || t.size == 2 || t.size == 4 || t.size == 8; !ok && t.kind != 'f' || t.kind == 'f' && t.size != 4 && t.size != 8 {
				what := "integral"
				if t.kind == 'f' {
					what = "floating point"
				}
				return fmt.Sprintf("invalid type string %s;\nthis system doesn't provide a %d-byte %s type", command.Quote(whole), t.size, what)
			}
		default:
			return fmt.Sprintf("invalid character '%c' in type string %s", t.kind, command.Quote(whole))
		}
		if i < len(text) && text[i] == 'z' {
			t.text = true
			i++
		}
		t.width = odWidth(t)
		o.types = append(o.types, t)
	}
	return ""
}

// odWidth is how many columns a number needs.
func odWidth(t odType) int {
	switch t.kind {
	case 'd':
		return map[int]int{1: 4, 2: 6, 4: 11, 8: 20}[t.size]
	case 'u':
		return map[int]int{1: 3, 2: 5, 4: 10, 8: 20}[t.size]
	case 'o':
		return map[int]int{1: 3, 2: 6, 4: 11, 8: 22}[t.size]
	case 'x':
		return 2 * t.size
	case 'f':
		return map[int]int{4: 15, 8: 24}[t.size]
	}
	return 3
}

// layout chooses the width of lines, and of what a byte group takes.
func (o *odJob) layout(call *command.Call, width int64) {
	lcm := 1
	for _, t := range o.types {
		lcm = max(lcm, t.size)
	}
	o.width = 16
	if width >= 0 {
		o.width = int(min(width, 1<<20))
		if o.width == 0 || o.width%lcm != 0 {
			call.Errorf("warning: invalid width %d; using %d instead", width, lcm)
			o.width = lcm
		}
	} else if lcm > 16 {
		o.width = lcm
	}
	for _, t := range o.types {
		o.columns = max(o.columns, (t.width+1)*(o.width/t.size))
	}
}

func (o *odJob) address(out []byte, at int64) []byte {
	switch o.radix {
	case 'd':
		return appendDigits(out, uint64(at), 10, 7, lowerDigits)
	case 'x':
		return appendDigits(out, uint64(at), 16, 6, lowerDigits)
	case 'n':
		return out
	}
	return appendDigits(out, uint64(at), 8, 7, lowerDigits)
}

func (o *odJob) run(src io.Reader, at int64) error {
	in := buffered(src)
	line, last := make([]byte, o.width), make([]byte, o.width)
	for first, repeated := true, false; ; first = false {
		n, err := io.ReadFull(in, line)
		if n == o.width && !first && !o.all && bytes.Equal(line, last) {
			if !repeated {
				o.out.WriteString("*\n")
			}
			repeated = true
		} else if n > 0 {
			repeated = false
			clear(line[n:])
			o.line(at, line, n)
		}
		at += int64(n)
		line, last = last, line
		if werr := o.out.Err(); werr != nil {
			return werr
		}
		if err != nil {
			if o.radix != 'n' {
				o.out.Write(append(o.address(nil, at), '\n'))
			}
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		}
	}
}

func (o *odJob) line(at int64, line []byte, n int) {
	row := o.row[:0]
	for i, t := range o.types {
		begin := len(row)
		if row = o.address(row, at); i > 0 {
			row = appendSpaces(row[:begin], len(row)-begin)
		}
		fields := o.width / t.size
		pad := o.columns - fields*t.width
		left := pad
		for k := range fields {
			// The space between is spread over the fields as evenly as it goes.
			next := pad * (fields - k - 1) / fields
			gap := left - next
			left = next
			if k*t.size >= n {
				if t.text {
					row = appendSpaces(row, gap+t.width)
				}
				continue
			}
			text := t.show(o.text[:0], line[k*t.size:(k+1)*t.size], o.order)
			row = append(appendSpaces(row, gap+t.width-len(text)), text...)
		}
		if t.text {
			row = append(appendPrintable(append(row, "  >"...), line[:n]), '<')
		}
		row = append(row, '\n')
	}
	o.row = row
	o.out.Write(row)
}
