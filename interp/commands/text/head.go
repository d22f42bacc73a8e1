package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// sizeSuffixes are those of head, tail and split.
const sizeSuffixes = "bkKmMGTPEZY0"

var headOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write the first 10 lines of each file, or of standard input.",
	Options: append([]option.Option{
		{Short: 'c', Long: "bytes", Arg: option.Required, Name: "[-]NUM", Help: "the first NUM bytes; with - all but the last NUM"},
		{Short: 'n', Long: "lines", Arg: option.Required, Name: "[-]NUM", Help: "the first NUM lines; with - all but the last NUM"},
		{Short: 'q', Long: "quiet", Help: "no headers with the names of files"},
		{Short: 'q', Long: "silent"},
		{Short: 'v', Long: "verbose", Help: "always headers"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	}, digitOptions()...),
}

// digitOptions are -0 to -9 with text behind them, of obsolete syntax.
func digitOptions() (all []option.Option) {
	for c := byte('0'); c <= '9'; c++ {
		all = append(all, option.Option{Short: c, Arg: option.Optional})
	}
	return all
}

// header writes the lines with the name that head and tail put before a file.
type header struct {
	out   *command.Output
	show  bool
	later bool
}

func (h *header) write(name string) {
	if !h.show {
		return
	}
	if h.later {
		h.out.WriteByte('\n')
	}
	h.later = true
	h.out.WriteString("==> " + shownName(name) + " <==\n")
}

func shownName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

type heading struct {
	n          int64
	bytes, all bool // all: all but the last n
	delim      byte
	limit      int64
	out        *command.Output
}

func head(ctx context.Context, call *command.Call) int {
	args := call.Args[1:]
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && isDigit(args[0][1]) {
		fresh, bad := obsoleteHead(args[0][1:])
		if bad != 0 {
			return headOptions.Misuse(call, "invalid trailing option -- %c", bad)
		}
		args = append(fresh, args[1:]...)
	}
	p, status, ok := headOptions.ParseArgs(call, args)
	if !ok {
		return status
	}
	for _, o := range p.Options {
		if isDigit(o.Name[0]) {
			return headOptions.Misuse(call, "invalid trailing option -- %s", o.Name)
		}
	}
	out := command.NewOutput(call)
	h := heading{n: 10, delim: '\n', limit: call.Limits.HeldBytes, out: out}
	heads := header{out: out, show: len(p.Operands) > 1}
	for _, o := range p.Options {
		switch o.Name {
		case "c", "n":
			h.bytes = o.Name == "c"
			value, minus := strings.CutPrefix(o.Value, "-")
			h.all = minus
			n, err := command.ParseSize(value, sizeSuffixes)
			if err != nil {
				return badCount(call, h.bytes, value, err)
			}
			h.n = n
		case "q":
			heads.show = false
		case "v":
			heads.show = true
		case "z":
			h.delim = 0
		}
	}
	status = eachHeaded(ctx, call, p.Operands, &heads, h.file)
	return out.Finish(status, 1)
}

// badCount reports a number of lines or bytes that is none.
func badCount(call *command.Call, inBytes bool, value string, err error) int {
	what := "lines"
	if inBytes {
		what = "bytes"
	}
	if errors.Is(err, errTooLarge) {
		call.Errorf("invalid number of %s: %s: %s", what, command.Quote(value), command.Message(err))
	} else {
		call.Errorf("invalid number of %s: %s", what, command.Quote(value))
	}
	return 1
}

// eachHeaded hands the operands to use, each after its header.
func eachHeaded(ctx context.Context, call *command.Call, operands []string, heads *header, use func(*command.Input) error) int {
	status := 0
	for _, name := range command.Operands(operands) {
		in, err := call.Open(ctx, name)
		if err != nil {
			call.Errorf("cannot open %s for reading: %s", command.QuoteShell(name), command.Message(err))
			status = 1
			continue
		}
		heads.write(name)
		err = use(in)
		in.Close()
		if heads.out.Err() != nil || ctx.Err() != nil {
			return 1
		}
		if err != nil {
			call.Errorf("error reading %s: %s", command.QuoteShell(shownName(name)), command.Message(err))
			status = 1
		}
	}
	return status
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// obsoleteHead translates -NUM[bkm][cqvz]; bad is a letter that is not allowed.
func obsoleteHead(text string) (args []string, bad byte) {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	num, unit, kind := text[:i], "", "-n"
	for _, c := range []byte(text[i:]) {
		switch c {
		case 'c':
			kind, unit = "-c", ""
		case 'b', 'k', 'm':
			kind, unit = "-c", string(rune(c))
		case 'l':
			kind = "-n"
		case 'q', 'v', 'z':
			args = append(args, "-"+string(rune(c)))
		default:
			return nil, c
		}
	}
	return append(args, kind, num+unit), 0
}

func (h *heading) file(in *command.Input) error {
	switch {
	case h.all && h.n == 0:
		return copyThrough(h.out, in, make([]byte, command.BufferBytes))
	case h.all:
		return h.allBut(in)
	case h.bytes:
		return h.firstBytes(in)
	}
	return h.firstLines(in)
}

func (h *heading) firstBytes(in io.Reader) error {
	buf := make([]byte, min(h.n, command.BufferBytes))
	for left := h.n; left > 0; {
		n, err := in.Read(buf[:min(left, int64(len(buf)))])
		if _, werr := h.out.Write(buf[:n]); werr != nil {
			return werr
		}
		left -= int64(n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// firstLines leaves the offset of a file that can seek behind the last line, so
// that what reads next continues there.
func (h *heading) firstLines(in *command.Input) error {
	size := 8 << 10
	if h.n > 1000 {
		size = command.BufferBytes
	}
	buf := make([]byte, size)
	for left := h.n; left > 0; {
		n, err := in.Read(buf)
		end := 0
		if lines := int64(bytes.Count(buf[:n], []byte{h.delim})); lines < left {
			left -= lines
			end = n
		}
		for left > 0 && end < n {
			i := bytes.IndexByte(buf[end:n], h.delim)
			if i < 0 {
				end = n
				break
			}
			end += i + 1
			left--
		}
		if _, werr := h.out.Write(buf[:end]); werr != nil {
			return werr
		}
		if end < n && in.Stdin {
			// A pipe can not go back; head has then taken too much, as always.
			_, _ = in.Seek(int64(end-n), io.SeekCurrent)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// allBut writes all but the last n lines or bytes, and holds no more than that
// and a buffer.
func (h *heading) allBut(in io.Reader) error {
	held := chunks{limit: h.limit}
	for {
		err := held.read(in, h.delim)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		for len(held.list) > 1 && h.spare(&held) {
			if _, werr := h.out.Write(held.drop().data); werr != nil {
				return werr
			}
		}
	}
	if h.bytes {
		return h.write(&held, held.bytes-h.n)
	}
	keep := held.lines - h.n
	if held.open(h.delim) {
		keep++
	}
	if keep <= 0 {
		return nil
	}
	var size int64
	for _, c := range held.list {
		if c.lines >= keep {
			size += int64(lineEnd(c.data, keep, h.delim))
			break
		}
		keep -= c.lines
		size += int64(len(c.data))
	}
	return h.write(&held, size)
}

// spare tells whether the first chunk is surely not in the part left out.
func (h *heading) spare(held *chunks) bool {
	if h.bytes {
		return held.bytes-int64(len(held.list[0].data)) >= h.n
	}
	return held.lines-held.list[0].lines > h.n
}

// write writes the first n bytes that are held.
func (h *heading) write(held *chunks, n int64) error {
	for n > 0 && len(held.list) > 0 {
		data := held.drop().data
		data = data[:min(int64(len(data)), n)]
		if _, err := h.out.Write(data); err != nil {
			return err
		}
		n -= int64(len(data))
	}
	return nil
}
