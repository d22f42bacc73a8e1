package dump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
)

const xxdUsage = `Usage:
       xxd [options] [infile [outfile]]
    or
       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]
Options:
    -b          bits instead of hexadecimal digits
    -c cols     bytes in a line: 16, with -i 12, with -ps 30
    -d          decimal offsets
    -e          groups as little-endian numbers
    -g bytes    bytes in a group: 2, with -e 4, with -b 1
    -h          this text
    -i          as an array in C
    -l len      stop after len bytes
    -n name     the name of the array
    -o off      add off to the offsets shown
    -ps         hexadecimal digits alone
    -r          back from hexadecimal digits to bytes
    -s seek     begin seek bytes in; from the end when negative
    -u          upper case digits
    -v          the version
`

// xxdJob is what the options ask for. xxd takes its options in its own way:
// one dash or two, the value in the same word or the next.
type xxdJob struct {
	call                                         *command.Call
	out                                          *command.Output
	bits, little, plain, include, reverse, upper bool
	decimal, autoskip, capital                   bool
	columns, group                               int
	length, seek, shown                          int64
	seekGiven                                    bool
	name                                         string
	row                                          []byte
	each                                         int // columns of a byte
	operands                                     []string
}

func xxd(ctx context.Context, call *command.Call) int {
	x := &xxdJob{call: call, out: command.NewOutput(call), columns: -1, group: -1, length: -1}
	if status, done := x.options(); done {
		return status
	}
	if len(x.operands) > 2 {
		return x.usage()
	}
	name := command.Operands(x.operands)[0]
	in, err := call.Open(ctx, name)
	if err != nil {
		call.Errorf("%s: %s", name, command.Message(err))
		return 2
	}
	defer in.Close()
	if len(x.operands) == 2 && x.operands[1] != "-" {
		f, err := call.Create(ctx, x.operands[1])
		if err != nil {
			call.Errorf("%s: %s", x.operands[1], command.Message(err))
			return 3
		}
		defer f.Close()
		x.out = command.NewFileOutput(call, f)
	}
	x.defaults()
	status := 0
	if x.reverse {
		err = x.back(in)
	} else if err = x.skip(in); err == nil {
		err = x.dump(in)
	}
	if err != nil && x.out.Err() == nil {
		call.Errorf("%s", command.Message(err))
		status = 2
	}
	return x.out.Finish(status, 3)
}

func (x *xxdJob) usage() int {
	x.call.Stderr.Write([]byte(xxdUsage))
	return 1
}

func (x *xxdJob) defaults() {
	byDefault := func(v *int, n int) {
		if *v < 0 {
			*v = n
		}
	}
	switch {
	case x.bits:
		byDefault(&x.columns, 6)
		byDefault(&x.group, 1)
	case x.little:
		byDefault(&x.group, 4)
	case x.plain:
		byDefault(&x.columns, 30)
	case x.include:
		byDefault(&x.columns, 12)
	}
	byDefault(&x.columns, 16)
	byDefault(&x.group, 2)
	if x.columns == 0 {
		x.columns = map[bool]int{true: 1 << 20, false: 16}[x.plain]
		if x.include {
			x.columns = 1 << 20
		}
	}
	if x.group == 0 || x.group > x.columns {
		x.group = x.columns
	}
}

// options reads the arguments; done when nothing is left to do.
func (x *xxdJob) options() (status int, done bool) {
	args := x.call.Args[1:]
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		word := strings.TrimPrefix(args[0], "-")
		args = args[1:]
		if word == "-" {
			break
		}
		word = strings.TrimPrefix(word, "-")
		c, value := word[0], word[1:]
		switch {
		case c == 'p' || word == "plain":
			x.plain = true
		case c == 'r':
			x.reverse = true
		case c == 'b' && word != "bits" && value == "", word == "bits":
			x.bits = true
		case c == 'e':
			x.little = true
		case c == 'i':
			x.include = true
		case c == 'u':
			x.upper = true
		case c == 'd':
			x.decimal = true
		case c == 'a':
			x.autoskip = true
		case c == 'C':
			x.capital = true
		case c == 'h':
			x.usage()
			return 1, true
		case c == 'v':
			x.call.Stderr.Write([]byte("xxd (aegish)\n"))
			return 0, true
		case strings.IndexByte("cglosn", c) >= 0:
			if long := map[byte]string{'c': "ols", 'g': "roup", 'l': "en", 'o': "ffset", 's': "eek", 'n': "ame"}[c]; value == long {
				value = ""
			}
			if value == "" {
				if len(args) == 0 {
					return x.usage(), true
				}
				value, args = args[0], args[1:]
			}
			if status := x.value(c, value); status != 0 {
				return status, true
			}
		default:
			return x.usage(), true
		}
	}
	x.operands = args
	return 0, false
}

func (x *xxdJob) value(c byte, value string) int {
	if c == 'n' {
		x.name = value
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(value, "+"), 0, 63)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		n = 0
	}
	switch c {
	case 'c':
		if x.columns = int(n); n < 0 || n > 256 && !x.plain && !x.include {
			x.call.Errorf("invalid number of columns (max. 256).")
			return 1
		}
	case 'g':
		x.group = int(min(max(n, 0), 1<<20))
	case 'l':
		x.length = n
	case 'o':
		x.shown = n
	case 's':
		x.seek, x.seekGiven = n, true
	}
	return 0
}

var errSeek, errBackwards = errors.New("can not seek"), errors.New("can not seek backwards")

// skip goes to where the dump begins.
func (x *xxdJob) skip(in *command.Input) error {
	if x.seek == 0 {
		return nil
	}
	if x.seek < 0 {
		_, err := in.Seek(x.seek, io.SeekEnd)
		if err != nil {
			return errSeek
		}
		if at, err := in.Seek(0, io.SeekCurrent); err == nil {
			x.seek = at
		}
		return nil
	}
	n, err := io.CopyN(io.Discard, in, x.seek)
	if errors.Is(err, io.EOF) && n < x.seek {
		return nil
	}
	return err
}

func (x *xxdJob) dump(in *command.Input) error {
	var src io.Reader = in
	if x.length >= 0 {
		src = io.LimitReader(in, x.length)
	}
	if x.include {
		return x.array(src, in.Name)
	}
	src = buffered(src)
	digits := lowerDigits
	if x.upper {
		digits = upperDigits
	}
	if x.each = 2; x.bits {
		x.each = 8
	}
	line := make([]byte, x.columns)
	at := x.seek
	zeros := 0
	for {
		n, err := io.ReadFull(src, line)
		if n > 0 {
			if x.autoskip && n == len(line) && len(bytes.Trim(line, "\x00")) == 0 {
				zeros++
			} else {
				zeros = 0
			}
			switch {
			case x.plain:
				x.row = x.row[:0]
				for _, c := range line[:n] {
					x.row = append(x.row, digits[c>>4], digits[c&15])
				}
				x.out.Write(append(x.row, '\n'))
			case zeros == 2:
				x.out.WriteString("*\n")
			case zeros < 2:
				x.line(at+x.shown, line[:n], digits)
			}
			at += int64(n)
		}
		if werr := x.out.Err(); werr != nil {
			return werr
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (x *xxdJob) line(at int64, data []byte, digits string) {
	row := x.row[:0]
	switch {
	case x.decimal:
		row = fmt.Appendf(row, "%08d: ", at)
	case at < 0:
		row = fmt.Appendf(row, "%08x: ", at)
	default:
		row = append(appendDigits(row, uint64(at), 16, 8, lowerDigits), ": "...)
	}
	for i, column := 0, 0; i < x.columns; i, column = i+1, column+1 {
		if column == x.group {
			row, column = append(row, ' '), 0
		}
		k := i
		if x.little {
			k = i - column + x.group - 1 - column
		}
		switch {
		case k >= len(data) || k >= x.columns:
			row = appendSpaces(row, x.each)
		case x.bits:
			row = appendDigits(row, uint64(data[k]), 2, 8, digits)
		default:
			row = append(row, digits[data[k]>>4], digits[data[k]&15])
		}
	}
	row = appendPrintable(append(row, "  "...), data)
	x.row = append(row, '\n')
	x.out.Write(x.row)
}
