package bc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// Limits of dc, besides those of bc.
const (
	maxNested  = 10_000    // macros that run within each other
	maxDCSteps = 8_000_000 // commands run
	maxValues  = 1 << 20
)

func dcProgram() gnu.Program {
	return gnu.Program{
		Summary: "calculate in reverse Polish notation with numbers of any precision",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"e,expression=TEXT", "run TEXT"}, {"f,file=FILE", "run the contents of FILE"},
			{"h", "the same as --help"}, {"V", "the same as --version"},
		},
		Main: runDC,
	}
}

// A dcValue is a number or a string, which numbers are not.
type dcValue struct {
	num
	text   string
	string bool
}

func numeric(n num) dcValue { return dcValue{num: n} }

// bytes is how much memory a value stands for.
func (v dcValue) bytes() int64 {
	if v.string {
		return int64(len(v.text)) + 64
	}
	return int64(v.v.BitLen()/8) + 64
}

// A dcLevel is one level of a register: its value, and its array.
type dcLevel struct {
	value dcValue
	set   bool
	array map[int64]dcValue
}

// A dcFrame is a text that runs: a macro, or a stream with in set. levels is
// how many macros it stands for: one that calls another as its last command
// gives its place away.
type dcFrame struct {
	text   string
	at     int
	in     *bufio.Reader
	levels int
}

// next returns the next character, or false at the end.
func (f *dcFrame) next() (byte, bool) {
	if f.in != nil {
		c, err := f.in.ReadByte()
		return c, err == nil
	}
	if f.at == len(f.text) {
		return 0, false
	}
	f.at++
	return f.text[f.at-1], true
}

// back undoes the last next.
func (f *dcFrame) back() {
	if f.in != nil {
		_ = f.in.UnreadByte() // there was a ReadByte
		return
	}
	f.at--
}

// A calculator runs dc.
type calculator struct {
	ctx    context.Context
	in     *gnu.Invocation
	stdin  *bufio.Reader
	stack  []dcValue
	regs   [256][]dcLevel
	frames []dcFrame
	scale  int
	ibase  int
	obase  int
	steps  int
	values int   // on the stack, in registers and in arrays
	held   int64 // bytes of them
}

var (
	errTextEnd = errors.New("unexpected EOF") // EOS in an argument
	errDCQuit  = errors.New("q")
)

// A dcError ends a command but not the program.
type dcError string

func (e dcError) Error() string { return string(e) }

// flusher flushes the output before it reads: who writes to bc or dc may wait for
// an answer.
type flusher struct {
	*command.Input
	out *command.Output
}

// Read implements io.Reader.
func (f flusher) Read(p []byte) (int, error) {
	_ = f.out.Flush() // Finish reports its error
	return f.Input.Read(p)
}

func runDC(ctx context.Context, in *gnu.Invocation) int {
	c := &calculator{ctx: ctx, in: in, ibase: 10, obase: 10}
	given := false
	for _, o := range in.Options {
		status, done := 0, false
		switch o.Name {
		case "h":
			in.Out.WriteString(in.Help())
			return 0
		case "V":
			in.Printf("%s (aegish)\n", in.Name())
			return 0
		case "e":
			given = true
			status, done = c.run(dcFrame{text: o.Value})
		case "f":
			given = true
			status, done = c.file(o.Value)
		}
		if done {
			return status
		}
	}
	if !given && len(in.Operands) == 0 {
		status, _ := c.file("-")
		return status
	}
	for _, name := range in.Operands {
		if status, done := c.file(name); done {
			return status
		}
	}
	return in.Status()
}

// file runs a file; "-" is standard input.
func (c *calculator) file(name string) (status int, done bool) {
	if name == "-" {
		return c.run(dcFrame{in: c.input()})
	}
	src, err := c.in.Open(c.ctx, name)
	if err != nil {
		c.say("Could not open file " + name)
		return 0, false
	}
	defer src.Close()
	if fi, err := src.Stat(); err == nil && fi.IsDir() {
		c.say("Will not attempt to process directory " + name)
		return 0, false
	}
	return c.run(dcFrame{in: bufio.NewReaderSize(src, command.BufferBytes)})
}

// input is standard input, which ? reads from too.
func (c *calculator) input() *bufio.Reader {
	if c.stdin == nil {
		c.stdin = bufio.NewReaderSize(standardInput(c.ctx, c.in), command.BufferBytes)
	}
	return c.stdin
}

// standardInput is standard input.
func standardInput(ctx context.Context, in *gnu.Invocation) io.Reader {
	src, err := in.Open(ctx, "-")
	if err != nil { // standard input is open already
		return eof{}
	}
	return flusher{src, in.Out}
}

// eof is an empty stream.
type eof struct{}

// Read implements io.Reader.
func (eof) Read([]byte) (int, error) { return 0, io.EOF }

func (c *calculator) say(text string) {
	_ = c.in.Out.Flush() // Finish reports its error
	_, _ = io.WriteString(c.in.Stderr, c.in.Name()+": "+text+"\n")
}

// warn is a message of the numbers rather than of dc.
func (c *calculator) warn(text string) {
	_ = c.in.Out.Flush() // Finish reports its error
	_, _ = io.WriteString(c.in.Stderr, "Runtime "+text+"\n")
}

// run runs a text to its end. done tells that the program ends with it: because
// of q, because a stream ends inside of a command, or because of a limit.
func (c *calculator) run(f dcFrame) (status int, done bool) {
	stream := f.in != nil
	c.frames = append(c.frames[:0], f)
	for len(c.frames) > 0 {
		if c.steps++; c.steps > maxDCSteps {
			c.say("too many steps")
			return 1, true
		}
		if c.steps%256 == 0 && c.in.Ended(c.ctx) {
			return 1, true
		}
		top := &c.frames[len(c.frames)-1]
		b, ok := top.next()
		if !ok {
			c.frames = c.frames[:len(c.frames)-1]
			continue
		}
		err := c.command(b)
		var problem dcError
		var limit runError
		switch {
		case err == nil:
		case errors.As(err, &problem):
			if problem != "" {
				c.say(string(problem))
			}
		case errors.Is(err, errDCQuit):
			if stream {
				return 1, true
			}
			return 0, true
		case errors.Is(err, errTextEnd) && !stream:
			c.say("unexpected EOS")
			c.frames = c.frames[:0]
		case errors.Is(err, errTextEnd), errors.As(err, &limit):
			c.say(err.Error())
			return 1, true
		default:
			return 1, true
		}
	}
	return 0, false
}

// push puts a value on the stack.
func (c *calculator) push(v dcValue) error {
	if err := c.hold(v); err != nil {
		return err
	}
	c.stack = append(c.stack, v)
	return nil
}

// hold counts a value that is kept somewhere; the errors end the program.
func (c *calculator) hold(v dcValue) error {
	if c.values++; c.values > maxValues {
		return runError("too many values")
	}
	if c.held += v.bytes(); c.held > c.in.Limits.HeldBytes {
		return runError(fmt.Sprintf("more than %d bytes to hold", c.in.Limits.HeldBytes))
	}
	return nil
}

// free counts a value that is kept no more.
func (c *calculator) free(v dcValue) {
	c.values--
	c.held -= v.bytes()
}

const errEmpty = dcError("stack empty")

// pop takes the value on the top.
func (c *calculator) pop() (dcValue, error) {
	if len(c.stack) == 0 {
		return dcValue{}, errEmpty
	}
	v := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	c.free(v)
	return v, nil
}

// top is the value on the top, nil when there is none.
func (c *calculator) top() *dcValue {
	if len(c.stack) == 0 {
		return nil
	}
	return &c.stack[len(c.stack)-1]
}
