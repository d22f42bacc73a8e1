package dump

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

// ebcdic has the characters of EBCDIC from 64 on that ASCII has as well, dots
// for the others.
const ebcdic = " ...........<(+|&.........!$*);~-/.........,%_>?.........`:#@'=\"" +
	".abcdefghi.......jklmnopqr^.......stuvwxyz...[...............].." +
	"{ABCDEFGHI......}JKLMNOPQR......\\.STUVWXYZ......0123456789......"

func (x *xxdJob) show(in *command.Input) error {
	var src io.Reader = in
	if x.length >= 0 {
		src = io.LimitReader(in, x.length)
	}
	digits := lowerDigits
	if x.upper {
		digits = upperDigits
	}
	switch x.kind {
	case xxdArray:
		return x.array(src, in)
	case xxdPlain:
		return x.plain(src, digits)
	}
	rows := x.rows(digits)
	src = buffered(src)
	line := make([]byte, x.columns)
	for at := x.seek; ; {
		n, err := io.ReadFull(src, line)
		if n > 0 {
			rows.add(at+x.shown, line[:n])
			at += int64(n)
		}
		if werr := x.out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			rows.end()
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// xxdRows writes lines. Where groups do not fill a line the numbers of -e and
// the text behind them get into each other's way, byte after byte, as they do
// with xxd itself.
type xxdRows struct {
	*xxdJob
	digits       string
	number, text []int // columns of each byte behind the address
	row, held    []byte
	zeros        int
}

func (x *xxdJob) rows(digits string) *xxdRows {
	each := 2
	if x.kind == xxdBits {
		each = 8
	}
	width := each*x.group + 1
	r := &xxdRows{xxdJob: x, digits: digits}
	for i := range x.columns {
		k := i
		if x.kind == xxdLittle {
			k ^= x.group - 1
		}
		r.number = append(r.number, 1+width*k/x.group)
		r.text = append(r.text, 3+(width*x.columns-1)/x.group+i)
	}
	return r
}

func (r *xxdRows) add(at int64, data []byte) {
	row := r.row[:0]
	switch {
	case r.decimal:
		row = fmt.Appendf(row, "%08d:", at)
	default:
		row = append(appendDigits(row, uint64(at), 16, 8, lowerDigits), ':')
	}
	address := len(row)
	// Bytes of a group that a line cuts lie behind its end.
	const most = 20
	row = appendSpaces(row, r.text[len(r.text)-1]+most*(len(data)+r.group))
	zero := true
	for i, c := range data {
		number := row[address+r.number[i]:]
		if r.kind == xxdBits {
			appendDigits(number[:0], uint64(c), 2, 8, r.digits)
		} else {
			number[0], number[1] = r.digits[c>>4], r.digits[c&15]
		}
		zero = zero && c == 0
		if r.ebcdic {
			if c < 64 {
				c = '.'
			} else {
				c = ebcdic[c-64]
			}
		}
		if c < ' ' || c >= 0x7f {
			c = '.'
		}
		row[address+r.text[i]] = c
	}
	row = append(row[:address+r.text[len(data)-1]+1], '\n')
	r.row = row
	r.write(r.autoskip && zero && len(data) == r.columns)
}

// write writes the row, of lines with zeros the first, and a star for the rest
// if they are more than one.
func (r *xxdRows) write(zero bool) {
	if zero {
		switch r.zeros++; r.zeros {
		case 1:
			r.out.Write(r.row)
		case 2:
			r.held = append(r.held[:0], r.row...)
		}
		return
	}
	r.flush()
	r.zeros = 0
	r.out.Write(r.row)
}

func (r *xxdRows) flush() {
	switch {
	case r.zeros == 2:
		r.out.Write(r.held)
	case r.zeros > 2:
		r.out.WriteString("*\n")
	}
}

// end writes what was left out last: the last line is always shown.
func (r *xxdRows) end() {
	if r.zeros > 1 {
		r.zeros--
		r.flush()
		r.out.Write(r.row)
	}
}

func (x *xxdJob) plain(in io.Reader, digits string) error {
	buf := make([]byte, command.BufferBytes)
	row := make([]byte, 0, 3*len(buf))
	left := x.columns
	for {
		n, err := in.Read(buf)
		row = row[:0]
		for _, c := range buf[:n] {
			row = append(row, digits[c>>4], digits[c&15])
			if left--; left == 0 {
				row, left = append(row, '\n'), x.columns
			}
		}
		if _, werr := x.out.Write(row); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) {
			if x.columns == 0 || left < x.columns {
				x.out.WriteByte('\n')
			}
			return x.out.Err()
		}
		if err != nil {
			return err
		}
	}
}

// identifier makes a name in C of the name of a file.
func (x *xxdJob) identifier(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			b[i] = '_'
		}
	}
	name = string(b)
	if name != "" && '0' <= name[0] && name[0] <= '9' {
		name = "__" + name
	}
	if x.capital {
		name = strings.ToUpper(name)
	}
	return name
}

func (x *xxdJob) array(in io.Reader, file *command.Input) error {
	name, named := x.name, x.name != ""
	if !named && !file.Stdin {
		name, named = file.Name, true
	}
	name, length := x.identifier(name), "_len"
	if x.capital {
		length = "_LEN"
	}
	if named {
		fmt.Fprintf(x.out, "unsigned char %s[] = {\n", name)
	}
	digits, prefix := lowerDigits, "0x"
	if x.upper {
		digits, prefix = upperDigits, "0X"
	}
	buf := make([]byte, command.BufferBytes)
	n, left := uint64(0), 0
	for {
		got, err := in.Read(buf)
		for _, c := range buf[:got] {
			switch {
			case n == 0:
				x.out.WriteString("  ")
			case left == 0:
				x.out.WriteString(",\n  ")
			default:
				x.out.WriteString(", ")
			}
			if left == 0 {
				left = x.columns
			}
			left--
			x.out.WriteString(prefix)
			x.out.WriteByte(digits[c>>4])
			x.out.WriteByte(digits[c&15])
			n++
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = x.out.Err()
		}
		if err != nil {
			return err
		}
	}
	if n > 0 {
		x.out.WriteByte('\n')
	}
	if named {
		fmt.Fprintf(x.out, "};\nunsigned int %s%s = %d;\n", name, length, n)
	}
	return x.out.Err()
}
