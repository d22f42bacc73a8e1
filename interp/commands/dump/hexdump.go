package dump

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"syscall"

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
		{Short: 'h', Long: "help", Help: "display this help"},
		{Short: 'V', Long: "version", Help: "display version"},
	},
	Plain: true,
}

const hexdumpWidth = 16

// hexdumpJob is what the options ask for.
type hexdumpJob struct {
	call        *command.Call
	out         *command.Output
	formats     string      // letters of the formats that have one
	own         []hexFormat // of -e and -f, and the others beside them
	asked       bool        // for formats of one's own
	all         bool
	skip, limit int64
}

// hexdump is hexdump, and hd, whose own format is that of -C.
func hexdump(ctx context.Context, call *command.Call) int {
	p, status, ok := hexdumpOptions.Parse(call)
	if !ok {
		return status
	}
	h := &hexdumpJob{call: call, out: command.NewOutput(call), limit: math.MaxInt64}
	if call.Name() == "hd" {
		h.letter("C")
	}
	for _, o := range p.Options {
		switch o.Name {
		case "h":
			h.out.WriteString(hexdumpOptions.Help(call.Name()))
			return h.out.Finish(0, 1)
		case "V":
			h.out.WriteString(call.Name() + " (aegish)\n")
			return h.out.Finish(0, 1)
		}
		if err := h.option(ctx, o); err != nil {
			call.Errorf("%s", err)
			return 1
		}
	}
	switch {
	case h.formats == "":
		h.formats = " "
	}
	in := &odInput{ctx: ctx, call: call, names: command.Operands(p.Operands), named: len(p.Operands) > 0, plain: true}
	defer in.Close()
	if h.limit == 0 {
		h.skip = 0
	}
	at, err := in.seek(h.skip)
	if err != nil {
		name := "stdin"
		if len(p.Operands) > 0 {
			name = in.names[0]
		}
		call.Errorf("%s: %s", name, command.Message(err))
		return 1
	}
	if err := h.show(io.LimitReader(in, h.limit), at); err != nil && h.out.Err() == nil {
		status = 1
		if problem := hexProblem(""); errors.As(err, &problem) {
			call.Errorf("%s", problem)
		}
	}
	if !in.opened && in.status != 0 {
		call.Errorf("all input file arguments failed")
	}
	return h.out.Finish(max(status, in.status), 1)
}

func (h *hexdumpJob) show(src io.Reader, at int64) error {
	if h.asked {
		return showFormats(src, h.out, h.own, h.all, at)
	}
	return hexdumpLines(src, h.out, h.formats, h.all, at)
}

func (h *hexdumpJob) option(ctx context.Context, o option.Found) (err error) {
	switch o.Name {
	case "n":
		if h.limit, err = hexSize(o.Value); err != nil {
			return fmt.Errorf("failed to parse length: '%s': %s", o.Value, command.Message(err))
		}
	case "s":
		if h.skip, err = hexSize(o.Value); err != nil {
			return fmt.Errorf("failed to parse offset: '%s': %s", o.Value, command.Message(err))
		}
	case "v":
		h.all = true
	case "e", "f":
		list, err := hexFormats(ctx, h.call, o)
		if err != nil {
			return err
		}
		h.own, h.asked = append(h.own, list...), true
	case "L":
		if o.Has && !slices.Contains([]string{"auto", "always", "never"}, strings.TrimPrefix(o.Value, "=")) {
			return fmt.Errorf("unsupported color mode: '%s'", strings.TrimPrefix(o.Value, "="))
		}
	default:
		h.letter(o.Name)
	}
	return nil
}

// letter adds one of the formats that have a letter.
func (h *hexdumpJob) letter(name string) {
	h.formats += name
	var shown []string
	switch name {
	case "C":
		shown = []string{`"%08.8_Ax\n"`, `"%08.8_ax  " 8/1 "%02x " "  " 8/1 "%02x "`, `"  |" 16/1 "%_p" "|\n"`}
	default:
		field := map[string]string{"b": `16/1 "%03o "`, "c": `16/1 "%3_c "`, "d": `8/2 "  %05u "`, "o": `8/2 " %06o "`, "x": `8/2 "   %04x "`}[name]
		shown = []string{`"%07.7_Ax\n"`, `"%07.7_ax " ` + field + ` "\n"`}
	}
	for _, text := range shown {
		if f, err := parseHexFormat(text); err == nil {
			h.own = append(h.own, f)
		}
	}
}

// hexSize reads a number in the notation of C, with a fraction, and a suffix of
// 1024 (K, KiB) or of 1000 (KB), in either case.
func hexSize(text string) (int64, error) {
	text = strings.TrimPrefix(strings.TrimLeft(text, " \t\n\v\f\r"), "+")
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	base := 10
	if lower := strings.ToLower(text); strings.HasPrefix(lower, "0x") {
		digits = len(text) - len(strings.TrimLeft(lower[2:], "0123456789abcdef"))
	}
	if digits > 1 && text[0] == '0' {
		base = 0
	}
	n, err := strconv.ParseInt(text[:digits], base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, syscall.ERANGE
	}
	rest, part := text[digits:], 0.0
	if fraction := strings.TrimLeft(strings.TrimPrefix(rest, "."), "0123456789"); err == nil && rest != "" && rest[0] == '.' {
		part, err = strconv.ParseFloat("0"+rest[:len(rest)-len(fraction)]+"0", 64)
		rest = fraction
	}
	if err != nil {
		return 0, syscall.EINVAL
	}
	if rest == "" {
		if part > 0 {
			return 0, syscall.EINVAL
		}
		return n, nil
	}
	power := strings.IndexByte("KMGTPEZY", rest[0]&^0x20) + 1
	unit := int64(1024)
	switch strings.ToLower(rest[1:]) {
	case "", "ib":
	case "b":
		unit = 1000
	default:
		power = 0
	}
	if power == 0 {
		return 0, syscall.EINVAL
	}
	scale := int64(1)
	for range power {
		if n > math.MaxInt64/unit || scale > math.MaxInt64/unit {
			return 0, syscall.ERANGE
		}
		n, scale = n*unit, scale*unit
	}
	return n + int64(part*float64(scale)), nil
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
	var row []byte
	at, err := showBlocks(src, out, hexdumpWidth, all, at, func(line []byte, n int, at int64) {
		for i := range formats {
			row = hexdumpLine(hexdumpAddress(row[:0], formats[i:i+1], at), formats[i], line, n)
			row = append(row, '\n')
			out.Write(row)
		}
	})
	if at > 0 {
		out.Write(append(hexdumpAddress(nil, formats, at), '\n'))
	}
	return err
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
