package dump

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

func (x *xxdJob) array(in io.Reader, file string) error {
	name := x.name
	if name == "" && file != "-" {
		name = file
	}
	name = strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' {
			return r
		}
		return '_'
	}, name)
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "__" + name
	}
	length := "_len"
	if x.capital {
		name, length = strings.ToUpper(name), "_LEN"
	}
	if name != "" {
		fmt.Fprintf(x.out, "unsigned char %s[] = {\n", name)
	}
	format := "0x%02x"
	if x.upper {
		format = "0X%02X"
	}
	buf := make([]byte, command.BufferBytes)
	n := 0
	for {
		got, err := in.Read(buf)
		for _, c := range buf[:got] {
			switch {
			case n == 0:
				x.out.WriteString("  ")
			case n%x.columns == 0:
				x.out.WriteString(",\n  ")
			default:
				x.out.WriteString(", ")
			}
			fmt.Fprintf(x.out, format, c)
			n++
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	if n > 0 {
		x.out.WriteByte('\n')
	}
	if name != "" {
		fmt.Fprintf(x.out, "};\nunsigned int %s%s = %d;\n", name, length, n)
	}
	return x.out.Err()
}

// back turns a dump into bytes again. Offsets that lie ahead are reached with
// zeros; those that lie behind can not be reached.
func (x *xxdJob) back(in io.Reader) error {
	if x.plain {
		return x.plainBack(in)
	}
	at := int64(0)
	for r := record.NewReader(in, '\n', x.call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line := strings.TrimLeft(string(record.Trim(rec, '\n')), " \t")
		offset, digits, found := strings.Cut(line, ":")
		to, perr := strconv.ParseInt(offset, 16, 62)
		if !found || perr != nil {
			continue
		}
		to += x.seek
		if to < at {
			return errBackwards
		}
		const farthest = 1 << 32
		if to-at > farthest {
			return fmt.Errorf("offset %d is too far", to)
		}
		for zeros := make([]byte, 4096); at < to; {
			n, err := x.out.Write(zeros[:min(to-at, int64(len(zeros)))])
			if err != nil {
				return err
			}
			at += int64(n)
		}
		for i := 0; i < x.columns; i++ {
			digits = strings.TrimPrefix(digits, " ")
			if len(digits) < 2 {
				break
			}
			v, err := strconv.ParseUint(digits[:2], 16, 8)
			if err != nil {
				break
			}
			digits = digits[2:]
			if werr := x.out.WriteByte(byte(v)); werr != nil {
				return werr
			}
			at++
		}
	}
}

func (x *xxdJob) plainBack(in io.Reader) error {
	buf := make([]byte, command.BufferBytes)
	half, have := byte(0), false
	for {
		n, err := in.Read(buf)
		for _, c := range buf[:n] {
			d := strings.IndexByte("0123456789abcdef", c|0x20)
			if c < '0' || d < 0 {
				if c != '\n' && c != '\r' && c != ' ' && c != '\t' {
					have = false
				}
				continue
			}
			if have {
				x.out.WriteByte(half<<4 | byte(d))
			}
			half, have = byte(d), !have
		}
		if werr := x.out.Err(); werr != nil {
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
