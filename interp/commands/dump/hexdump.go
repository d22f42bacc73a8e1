package dump

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var hexdumpOptions = option.Set{
	Usage: "[options] <file>...",
	About: "Show files in hexadecimal, decimal, octal or as characters.",
	Options: []option.Option{
		{Short: 'b', Long: "one-byte-octal", Help: "bytes in octal"},
		{Short: 'c', Long: "one-byte-char", Help: "bytes as characters"},
		{Short: 'C', Long: "canonical", Help: "bytes in hexadecimal and as characters"},
		{Short: 'd', Long: "two-bytes-decimal", Help: "two bytes in decimal"},
		{Short: 'o', Long: "two-bytes-octal", Help: "two bytes in octal"},
		{Short: 'x', Long: "two-bytes-hex", Help: "two bytes in hexadecimal, wide"},
		{Short: 'e', Long: "format", Arg: option.Required, Name: "FORMAT", Help: "show by a format: ITERATIONS/BYTES \"TEXT\"..."},
		{Short: 'f', Long: "format-file", Arg: option.Required, Name: "FILE", Help: "show by the formats in FILE"},
		{Short: 'L', Long: "color", Arg: option.Optional, Name: "WHEN", Help: "accepted: there are no colors"},
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
	var own []hexFormat
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
		case "e", "f":
			list, err := hexFormats(ctx, call, o)
			if err != nil {
				call.Errorf("%s", err)
				return 1
			}
			own = append(own, list...)
		case "L":
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
		src := io.LimitReader(in, limit)
		var err error
		if len(own) > 0 {
			err = showFormats(src, out, own, all, skip)
		} else {
			err = hexdumpLines(src, out, formats, all, skip)
		}
		if err != nil && out.Err() == nil {
			status = 1
		}
		if problem := hexProblem(""); errors.As(err, &problem) {
			call.Errorf("%s", problem)
		}
	}
	return out.Finish(max(status, in.status), 1)
}

// hexFormats reads the formats of an option.
func hexFormats(ctx context.Context, call *command.Call, o option.Found) ([]hexFormat, error) {
	if o.Name == "f" {
		return readHexFormats(ctx, call, o.Value)
	}
	f, err := parseHexFormat(o.Value)
	return []hexFormat{f}, err
}

func hexdumpAddress(out []byte, formats string, at int64) []byte {
	if formats[len(formats)-1] == 'C' {
		return appendDigits(out, uint64(at), 16, 8, lowerDigits)
	}
	return appendDigits(out, uint64(at), 16, 7, lowerDigits)
}

func hexdumpLines(src io.Reader, out *command.Output, formats string, all bool, at int64) error {
	in := buffered(src)
	line, last := make([]byte, hexdumpWidth), make([]byte, hexdumpWidth)
	start := at
	var row []byte
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
				row = hexdumpLine(hexdumpAddress(row[:0], formats[i:i+1], at), formats[i], line, n)
				row = append(row, '\n')
				out.Write(row)
			}
		}
		at += int64(n)
		line, last = last, line
		if werr := out.Err(); werr != nil {
			return werr
		}
		if err != nil {
			if at > start {
				out.Write(append(hexdumpAddress(nil, formats, at), '\n'))
			}
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		}
	}
}

// hexdumpLine shows n bytes; the places of those that are missing stay blank.
func hexdumpLine(out []byte, format byte, line []byte, n int) []byte {
	switch format {
	case 'C':
		for i := range hexdumpWidth {
			if i%8 == 0 {
				out = append(out, ' ')
			}
			if i < n {
				out = append(out, ' ', lowerDigits[line[i]>>4], lowerDigits[line[i]&15])
			} else {
				out = append(out, "   "...)
			}
		}
		return append(appendPrintable(append(out, "  |"...), line[:n]), '|')
	case 'b', 'c':
		var text [8]byte
		for i := range hexdumpWidth {
			switch {
			case i >= n:
				out = append(out, "    "...)
			case format == 'b':
				out = appendDigits(append(out, ' '), uint64(line[i]), 8, 3, lowerDigits)
			default:
				shown := odType{kind: 'c', size: 1}.show(text[:0], line[i:i+1], binary.LittleEndian)
				out = append(appendSpaces(out, 4-len(shown)), shown...)
			}
		}
		return out
	}
	gap, base, width := 1, uint64(16), 4
	switch format {
	case 'd':
		gap, base, width = 3, 10, 5
	case 'o':
		gap, base, width = 2, 8, 6
	case 'x':
		gap = 4
	}
	for i := 0; i < hexdumpWidth; i += 2 {
		if out = appendSpaces(out, gap); i < n {
			out = appendDigits(out, uint64(binary.LittleEndian.Uint16(line[i:])), base, width, lowerDigits)
		} else {
			out = appendSpaces(out, width)
		}
	}
	return out
}
