package dump

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

const xxdUsage = `Usage:
       xxd [options] [infile [outfile]]
    or
       xxd -r [-s [-]offset] [-c cols] [-ps] [infile [outfile]]
Options:
    -a          a single * for lines of zeros
    -b          bits instead of hexadecimal digits
    -C          the name of the array in upper case
    -c cols     bytes in a line: 16, with -i 12, with -ps 30, with -b 6
    -E          characters of EBCDIC instead of ASCII
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
    -s [+][-]seek  begin seek bytes in; from the end when negative, from where the file is with +
    -u          upper case digits
    -v          the version
`

// The ways to show bytes, of which the last one asked for counts.
const (
	xxdHex = iota
	xxdPlain
	xxdArray
	xxdBits
	xxdLittle
)

// xxdJob is what the options ask for. xxd takes its options in its own way:
// one dash or two, the value in the same word or the next.
type xxdJob struct {
	call                                          *command.Call
	out                                           *command.Output
	to                                            io.Seeker
	kind                                          int
	reverse, upper, decimal, autoskip             bool
	capital, ebcdic, relative, backward, columned bool
	columns, group                                int
	length, seek, shown                           int64
	name                                          string
	operands                                      []string
}

func xxd(ctx context.Context, call *command.Call) int {
	x := &xxdJob{call: call, out: command.NewOutput(call), to: call.Stdout, group: -1, length: -1, relative: true}
	if status, done := x.options(); done {
		return status
	}
	if status := x.defaults(); status != 0 {
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
		flags := syscall.O_WRONLY | syscall.O_CREAT
		if !x.reverse {
			flags |= syscall.O_TRUNC
		}
		f, err := vfs.OpenContext(ctx, call.FS, x.operands[1], flags, 0o666)
		if err != nil {
			call.Errorf("%s: %s", x.operands[1], command.Message(err))
			return 3
		}
		defer f.Close()
		x.out, x.to = command.NewFileOutput(call, f), f
	}
	return x.out.Finish(x.run(in), 3)
}

func (x *xxdJob) run(in *command.Input) int {
	var err error
	switch {
	case x.reverse && x.kind != xxdHex && x.kind != xxdPlain:
		x.call.Errorf("Sorry, cannot revert this type of hexdump")
		return 255
	case x.reverse:
		err = x.back(in)
	default:
		if err = x.skip(in); err == nil {
			err = x.show(in)
		}
	}
	switch {
	case err == nil || x.out.Err() != nil:
		return 0
	case errors.Is(err, errSeek):
		return x.sorry(4, "seek")
	case errors.Is(err, errBackwards):
		return x.sorry(5, "seek backwards")
	}
	x.out.Flush()
	x.call.Errorf("%s", command.Message(err))
	return 2
}

var errSeek, errBackwards = errors.New("can not seek"), errors.New("can not seek backwards")

func (x *xxdJob) sorry(status int, what string) int {
	x.out.Flush()
	x.call.Errorf("Sorry, cannot %s.", what)
	return status
}

func (x *xxdJob) usage() int {
	x.call.Stderr.Write([]byte(xxdUsage))
	return 1
}

// defaults fills in what depends on the way to show bytes.
func (x *xxdJob) defaults() int {
	if !x.columned || x.columns == 0 && x.kind != xxdPlain {
		x.columns = [...]int{xxdHex: 16, xxdPlain: 30, xxdArray: 12, xxdBits: 6, xxdLittle: 16}[x.kind]
	}
	if x.group < 0 {
		x.group = [...]int{xxdHex: 2, xxdPlain: 0, xxdArray: 0, xxdBits: 1, xxdLittle: 4}[x.kind]
	}
	const most = 256
	if x.columns < 0 || x.columns > most && x.kind != xxdPlain && x.kind != xxdArray {
		x.call.Errorf("invalid number of columns (max. %d).", most)
		return 1
	}
	switch {
	case x.group < 1 || x.group > x.columns:
		x.group = x.columns
	case x.kind == xxdLittle && x.group&(x.group-1) != 0:
		x.call.Errorf("number of octets per group must be a power of 2 with -e.")
		return 1
	}
	return 0
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
		if strings.HasPrefix(word, "capitalize") {
			c = 'C'
		}
		if x.flag(c) {
			continue
		}
		switch {
		case c == 'v':
			x.call.Stderr.Write([]byte("xxd (aegish)\n"))
			return 0, true
		case strings.IndexByte("cglosn", c) < 0:
			return x.usage(), true
		}
		for _, long := range map[byte][]string{'c': {"ols"}, 'g': {"group", "roup"}, 'l': {"en"}, 'o': {"ffset"}, 's': {"kip", "eek"}, 'n': {"ame"}}[c] {
			if strings.HasPrefix(value, long) {
				value = ""
			}
		}
		if value == "" {
			if len(args) == 0 {
				return x.usage(), true
			}
			value, args = args[0], args[1:]
		}
		x.value(c, value)
	}
	x.operands = args
	return 0, false
}

// flag notes an option without a value; what follows its letter is not looked
// at.
func (x *xxdJob) flag(c byte) bool {
	switch c {
	case 'a':
		x.autoskip = !x.autoskip
	case 'b':
		x.kind = xxdBits
	case 'C':
		x.capital = true
	case 'd':
		x.decimal = true
	case 'E':
		x.ebcdic = true
	case 'e':
		x.kind = xxdLittle
	case 'i':
		x.kind = xxdArray
	case 'p':
		x.kind = xxdPlain
	case 'r':
		x.reverse = true
	case 'u':
		x.upper = true
	default:
		return false
	}
	return true
}

func (x *xxdJob) value(c byte, value string) {
	small := func() int { return int(min(max(leadingInt(value), math.MinInt32), math.MaxInt32)) }
	switch c {
	case 'n':
		x.name = value
	case 'c':
		x.columns, x.columned = small(), true
	case 'g':
		x.group = small()
	case 'l':
		x.length = leadingInt(value)
	case 'o':
		value, negative := strings.CutPrefix(strings.TrimPrefix(value, "+"), "-")
		if x.shown = leadingInt(value); negative {
			x.shown = -x.shown
		}
	case 's':
		value, x.relative = strings.CutPrefix(value, "+")
		value, x.backward = strings.CutPrefix(value, "-")
		if x.seek = leadingInt(value); x.backward {
			x.seek = -x.seek
		}
	}
}

// skip goes to where the dump begins, and makes seek the offset of that.
func (x *xxdJob) skip(in *command.Input) error {
	if x.seek == 0 && !x.backward && x.relative {
		return nil
	}
	whence := io.SeekStart
	switch {
	case x.relative:
		whence = io.SeekCurrent
	case x.backward:
		whence = io.SeekEnd
	}
	at, err := in.Seek(x.seek, whence)
	switch {
	case err == nil:
		x.seek = at
		return nil
	case x.seek < 0 || x.backward:
		return errSeek
	}
	if _, err = io.CopyN(io.Discard, in, x.seek); errors.Is(err, io.EOF) {
		return errSeek
	}
	return err
}
