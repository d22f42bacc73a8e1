package dump

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var hexdumpOptions = option.Set{
	Usage: "[options] <file>...",
	About: "Show files in hexadecimal, decimal, octal or as characters. Formats of one's own (-e, -f) are not there.",
	Options: []option.Option{
		{Short: 'b', Long: "one-byte-octal", Help: "bytes in octal"},
		{Short: 'c', Long: "one-byte-char", Help: "bytes as characters"},
		{Short: 'C', Long: "canonical", Help: "bytes in hexadecimal and as characters"},
		{Short: 'd', Long: "two-bytes-decimal", Help: "two bytes in decimal"},
		{Short: 'o', Long: "two-bytes-octal", Help: "two bytes in octal"},
		{Short: 'x', Long: "two-bytes-hex", Help: "two bytes in hexadecimal, wide"},
		{Short: 'n', Long: "length", Arg: option.Required, Name: "LENGTH", Help: "show only LENGTH bytes"},
		{Short: 's', Long: "skip", Arg: option.Required, Name: "OFFSET", Help: "skip OFFSET bytes first"},
		{Short: 'v', Long: "no-squeezing", Help: "show repeated lines as well"},
	},
}

const hexdumpWidth = 16

func hexdump(ctx context.Context, call *command.Call) int {
	p, status, ok := hexdumpOptions.Parse(call)
	if !ok {
		return status
	}
	formats, all := "", false
	skip, limit := int64(0), int64(math.MaxInt64)
	for _, o := range p.Options {
		var err error
		switch o.Name {
		case "n":
			limit, err = command.ParseSize(o.Value, "kKMGTPEZY0")
		case "s":
			skip, err = command.ParseSize(o.Value, "kKMGTPEZY0")
		case "v":
			all = true
		default:
			formats += o.Name
		}
		if err != nil {
			call.Errorf("failed to parse %s: '%s'", map[string]string{"n": "length", "s": "offset"}[o.Name], o.Value)
			return 1
		}
	}
	if formats == "" {
		formats = " "
	}
	names := command.Operands(p.Operands)
	for i, name := range p.Operands {
		if name == "-" {
			names[i] = "./-" // it has no name for standard input
		}
	}
	in := &odInput{ctx: ctx, call: call, names: names}
	defer in.Close()
	out := command.NewOutput(call)
	if n, _ := io.CopyN(io.Discard, in, skip); n == skip {
		if err := hexdumpLines(io.LimitReader(in, limit), out, formats, all, skip); err != nil && out.Err() == nil {
			status = 1
		}
	}
	return out.Finish(max(status, in.status), 1)
}

func hexdumpAddress(formats string, at int64) string {
	if formats[len(formats)-1] == 'C' {
		return fmt.Sprintf("%08x", at)
	}
	return fmt.Sprintf("%07x", at)
}

func hexdumpLines(in io.Reader, out *command.Output, formats string, all bool, at int64) error {
	line, last := make([]byte, hexdumpWidth), make([]byte, hexdumpWidth)
	start := at
	for first, repeated := true, false; ; first = false {
		n, err := io.ReadFull(in, line)
		switch {
		case n == hexdumpWidth && !first && !all && bytes.Equal(line, last):
			if !repeated {
				out.WriteString("*\n")
			}
			repeated = true
		case n > 0:
			repeated = false
			clear(line[n:])
			for i := range formats {
				out.WriteString(hexdumpAddress(formats[i:i+1], at) + hexdumpLine(formats[i], line, n) + "\n")
			}
		}
		at += int64(n)
		line, last = last, line
		if werr := out.Err(); werr != nil {
			return werr
		}
		if err != nil {
			if at > start {
				out.WriteString(hexdumpAddress(formats, at) + "\n")
			}
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		}
	}
}

// hexdumpLine shows n bytes; the places of those that are missing stay blank.
func hexdumpLine(format byte, line []byte, n int) string {
	var b strings.Builder
	switch format {
	case 'C':
		for i := range hexdumpWidth {
			if i%8 == 0 {
				b.WriteByte(' ')
			}
			if i < n {
				fmt.Fprintf(&b, " %02x", line[i])
			} else {
				b.WriteString("   ")
			}
		}
		return b.String() + "  |" + string(printable(line[:n])) + "|"
	case 'b', 'c':
		for i := range hexdumpWidth {
			switch {
			case i >= n:
				b.WriteString("    ")
			case format == 'b':
				fmt.Fprintf(&b, " %03o", line[i])
			default:
				fmt.Fprintf(&b, " %3s", odType{kind: 'c', size: 1}.show(line[i:i+1], binary.LittleEndian))
			}
		}
		return b.String()
	}
	layout := map[byte]string{'d': "   %05d", 'o': "  %06o", 'x': "    %04x", ' ': " %04x"}[format]
	blank := strings.Repeat(" ", len(fmt.Sprintf(layout, 0)))
	for i := 0; i < hexdumpWidth; i += 2 {
		if i < n {
			fmt.Fprintf(&b, layout, binary.LittleEndian.Uint16(line[i:]))
		} else {
			b.WriteString(blank)
		}
	}
	return b.String()
}
