package text

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

// sizeSuffixes are those of head, tail and split.
const sizeSuffixes = "bkKmMGTPEZY0"

// errTooLarge is what ParseSize says about numbers beyond an int64.
var errTooLarge error = syscall.EOVERFLOW

// endOptions are what head and tail have in common; help says what a number
// means, of lines and of bytes.
func endOptions(number, help string, more ...option.Option) []option.Option {
	common := []option.Option{
		{Short: 'c', Long: "bytes", Arg: option.Required, Name: number, Help: fmt.Sprintf(help, "bytes")},
		{Short: 'n', Long: "lines", Arg: option.Required, Name: number, Help: fmt.Sprintf(help, "lines")},
		{Short: 'q', Long: "quiet", Help: "no headers with the names of files"},
		{Short: 'q', Long: "silent"},
		{Short: 'v', Long: "verbose", Help: "always headers"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	}
	return append(append(common, more...), digitOptions()...)
}

// An ending is how much to write of one end of files: n lines or bytes, counted
// the other way when the number has a mark.
type ending struct {
	header
	n             int64
	bytes, marked bool
	delim         byte
	limit         int64
}

func newEnding(call *command.Call) ending {
	return ending{header: header{out: command.NewOutput(call)}, n: 10, delim: '\n', limit: call.Limits.HeldBytes}
}

// settle decides about headers where no option has.
func (e *ending) settle(p *option.Parsed) {
	if !p.Has("q") && !p.Has("v") {
		e.show = len(p.Operands) > 1
	}
}

// set takes an option that both commands have. A - that is no mark is ignored,
// and a + lasts, as in tail.
func (e *ending) set(call *command.Call, o option.Found, mark string) (status int, known bool) {
	switch o.Name {
	case "c", "n":
		e.bytes = o.Name == "c"
		value, marked := strings.CutPrefix(o.Value, mark)
		if mark == "+" {
			marked = marked || e.marked
			value = strings.TrimPrefix(value, "-")
		}
		e.marked = marked
		n, err := command.ParseSize(value, sizeSuffixes)
		if err != nil {
			return badCount(call, e.bytes, strings.TrimPrefix(o.Value, "-"), err), true
		}
		e.n = n
	case "q":
		e.show = false
	case "v":
		e.show = true
	case "z":
		e.delim = 0
	default:
		return 0, false
	}
	return 0, true
}

// spare tells whether the first chunk is surely before the last n.
func (e *ending) spare(held *chunks) bool {
	if e.bytes {
		return held.bytes-int64(len(held.list[0].data)) >= e.n
	}
	return held.lines-held.list[0].lines > e.n
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
