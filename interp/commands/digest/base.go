package digest

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"io"
	"math"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// codec is one of the encodings with padding of RFC 4648.
type codec struct {
	name          string
	raw, group    int // bytes of a group before and after
	encode        func(dst, src []byte)
	decode        func(dst, src []byte) (int, error)
	alphabetBytes func(c byte) bool
}

var base64Encoding = codec{"base64", 3, 4, base64.StdEncoding.Encode, base64.StdEncoding.Decode, func(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '='
}}

var base32Encoding = codec{"base32", 5, 8, base32.StdEncoding.Encode, base32.StdEncoding.Decode, func(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= '2' && c <= '7' || c == '='
}}

var baseOptions = option.Set{
	Usage: "[OPTION]... [FILE]",
	About: "Encode a file, or standard input, as text, or decode it.",
	Options: []option.Option{
		{Short: 'd', Long: "decode", Help: "decode"},
		{Short: 'i', Long: "ignore-garbage", Help: "when decoding, leave out what is not of the alphabet"},
		{Short: 'w', Long: "wrap", Arg: option.Required, Name: "COLS", Help: "break lines after COLS characters, 76 by default, 0 for never"},
	},
}

func (c codec) run(ctx context.Context, call *command.Call) int {
	wrap := int64(76)
	p, status, ok := baseOptions.ParseEach(call, call.Args[1:], func(o option.Found) (int, bool) {
		if o.Name != "w" {
			return 0, true
		}
		n, err := command.ParseSize(o.Value, "")
		if err != nil && n != math.MaxInt64 {
			call.Errorf("invalid wrap size: %s", command.Quote(o.Value))
			return 1, false
		}
		if wrap = n; err != nil {
			wrap = 0 // no line is that long
		}
		return 0, true
	})
	if !ok {
		return status
	}
	if len(p.Operands) > 1 {
		return baseOptions.Misuse(call, "extra operand %s", command.Quote(p.Operands[1]))
	}
	out := command.NewOutput(call)
	status = call.Each(ctx, p.Operands, 1, func(in *command.Input) error {
		var err error
		if p.Has("d") {
			err = c.decodeAll(call, in, out, p.Has("i"))
		} else {
			err = c.encodeAll(in, out, wrap)
		}
		if err == nil || errors.Is(err, command.ErrReported) || out.Err() != nil {
			return err
		}
		call.Errorf("read error: %s", command.Message(err))
		return command.ErrReported
	})
	return out.Finish(status, 1)
}

func (c codec) encodeAll(in io.Reader, out *command.Output, wrap int64) error {
	buf := make([]byte, command.BufferBytes/c.raw*c.raw)
	text := make([]byte, len(buf)/c.raw*c.group)
	column := int64(0)
	for {
		n, err := io.ReadFull(in, buf)
		size := (n + c.raw - 1) / c.raw * c.group
		c.encode(text[:size], buf[:n])
		for rest := text[:size]; len(rest) > 0; {
			part := rest
			if wrap > 0 {
				part = rest[:min(int64(len(rest)), wrap-column)]
			}
			out.Write(part)
			rest = rest[len(part):]
			if column += int64(len(part)); wrap > 0 && column == wrap {
				out.WriteByte('\n')
				column = 0
			}
		}
		if werr := out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			if wrap > 0 && column > 0 {
				out.WriteByte('\n')
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// decodeAll decodes group after group; padding may end any of them.
func (c codec) decodeAll(call *command.Call, in io.Reader, out *command.Output, lenient bool) error {
	buf := make([]byte, command.BufferBytes)
	text := make([]byte, 0, command.BufferBytes+c.group)
	raw := make([]byte, len(buf))
	bad := func() error {
		out.Flush()
		call.Errorf("invalid input")
		return command.ErrReported
	}
	for {
		n, err := in.Read(buf)
		for _, b := range buf[:n] {
			if b != '\n' && (!lenient || c.alphabetBytes(b)) {
				text = append(text, b)
			}
		}
		whole := len(text) / c.group * c.group
		if c.groups(text[:whole], raw, out) != nil {
			return bad()
		}
		text = text[:copy(text, text[whole:])]
		if werr := out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			if len(text) > 0 {
				c.partial(text, out)
				return bad()
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// groups decodes whole groups. Where one of many is bad or padded it goes one
// by one, so that all before it is written.
func (c codec) groups(text, raw []byte, out *command.Output) error {
	if bytes.IndexByte(text, '=') < 0 {
		if n, err := c.decode(raw, text); err == nil {
			out.Write(raw[:n])
			return nil
		}
	}
	for ; len(text) > 0; text = text[c.group:] {
		n, err := c.decode(raw, text[:c.group])
		if err != nil {
			c.partial(text[:c.group], out)
			return err
		}
		out.Write(raw[:n])
	}
	return nil
}

// partial writes the bytes that the valid beginning of a broken group holds.
func (c codec) partial(text []byte, out *command.Output) {
	if c.group == 8 && len(text) < c.group {
		return // base32 of GNU takes such a group as a whole
	}
	bits, value := 0, uint64(0)
	for _, b := range text {
		if b == '=' || !c.alphabetBytes(b) {
			break
		}
		group := bytes.Repeat([]byte{'A'}, c.group) // A is 0
		group[c.group-1] = b
		var raw [8]byte
		if _, err := c.decode(raw[:], group); err != nil {
			break
		}
		each := 8 * c.raw / c.group
		value = value<<each | uint64(raw[c.raw-1])
		if bits += each; bits >= 8 {
			bits -= 8
			out.WriteByte(byte(value >> bits))
		}
	}
}
