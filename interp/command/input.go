package command

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// BufferBytes is how much a command reads or writes at once.
const BufferBytes = 64 << 10

// An Input is an operand that is open for reading. A read returns the cause of
// the call's context once that has ended, so that loops over Inputs end.
type Input struct {
	// Name is the operand as it was given.
	Name string
	// Stdin tells that it is the call's standard input.
	Stdin bool

	ctx  context.Context
	std  stream.Description
	file vfs.File
}

// Open opens an operand; "-" is standard input. A directory can be opened, as
// with open(2); its reads fail with EISDIR.
func (c *Call) Open(ctx context.Context, name string) (*Input, error) {
	if name == "-" {
		return &Input{Name: name, Stdin: true, ctx: ctx, std: c.Stdin}, nil
	}
	f, err := vfs.OpenContext(ctx, c.FS, name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	return &Input{Name: name, ctx: ctx, file: f}, nil
}

// Read implements io.Reader.
func (i *Input) Read(p []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, context.Cause(i.ctx)
	}
	if i.Stdin {
		return i.std.Read(p)
	}
	if w, ok := i.file.(vfs.ContextFile); ok {
		return w.ReadContext(i.ctx, p)
	}
	return i.file.Read(p)
}

// Seek moves the offset; an error when it is a pipe.
func (i *Input) Seek(offset int64, whence int) (int64, error) {
	if i.Stdin {
		return i.std.Seek(offset, whence)
	}
	return i.file.Seek(offset, whence)
}

// Stat describes what is open.
func (i *Input) Stat() (fs.FileInfo, error) {
	if i.Stdin {
		return i.std.Stat()
	}
	return i.file.Stat()
}

// Terminal tells whether it is a terminal.
func (i *Input) Terminal() bool { return i.Stdin && i.std.Terminal() }

// Close closes the file. Standard input stays open: it is the caller's.
func (i *Input) Close() error {
	if i.Stdin {
		return nil
	}
	return i.file.Close()
}

// Operands returns the operands, or "-" alone when there are none.
func Operands(operands []string) []string {
	if len(operands) == 0 {
		return []string{"-"}
	}
	return operands
}

// Create opens a file for writing, made or emptied as creat(2) does.
func (c *Call) Create(ctx context.Context, name string) (vfs.File, error) {
	return vfs.OpenContext(ctx, c.FS, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
}

// ErrReported is what a function returns that has said itself what is wrong.
var ErrReported = errors.New("reported")

// Each opens the operands one after the other ("-" alone when there are none)
// and hands them to use. An error of opening, or that use returns, is reported
// about the operand and makes the result status bad instead of 0. It stops when
// ctx has ended.
func (c *Call) Each(ctx context.Context, operands []string, bad int, use func(*Input) error) int {
	status := 0
	for _, name := range Operands(operands) {
		if ctx.Err() != nil {
			return bad
		}
		in, err := c.Open(ctx, name)
		if err == nil {
			err = use(in)
			in.Close()
		}
		var failed *OutputError
		switch {
		case errors.As(err, &failed):
			return bad
		case errors.Is(err, ErrReported):
			status = bad
		case err != nil:
			c.FileError(name, err)
			status = bad
		}
	}
	return status
}

// An OutputError is an error of writing, which ends a command whatever it
// reads. Output reports it.
type OutputError struct{ Err error }

// Error is the message behind the command's name.
func (e *OutputError) Error() string { return "write error: " + Message(e.Err) }

// Unwrap returns the cause.
func (e *OutputError) Unwrap() error { return e.Err }

// Output collects what a command writes to its standard output. Its errors are
// *OutputError.
type Output struct {
	call *Call
	to   io.Writer
	buf  []byte
	err  error
}

// NewOutput begins the output of a call; Finish must end it.
func NewOutput(c *Call) *Output { return &Output{call: c, to: c.Stdout} }

// NewFileOutput is NewOutput for a file that the command has opened and closes.
func NewFileOutput(c *Call, w io.Writer) *Output { return &Output{call: c, to: w} }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	if len(p) > cap(o.buf)-len(o.buf) {
		return o.slow(p)
	}
	o.buf = append(o.buf, p...)
	return len(p), o.err
}

func (o *Output) slow(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	if cap(o.buf) < BufferBytes && len(o.buf)+len(p) <= BufferBytes {
		grown := make([]byte, len(o.buf), min(max(2*cap(o.buf), 4096, len(o.buf)+len(p)), BufferBytes))
		copy(grown, o.buf)
		o.buf = append(grown, p...)
		return len(p), nil
	}
	if err := o.Flush(); err != nil {
		return 0, err
	}
	if len(p) < BufferBytes {
		o.buf = append(o.buf, p...)
		return len(p), nil
	}
	return len(p), o.send(p)
}

// WriteString is Write without the copy of a conversion.
func (o *Output) WriteString(s string) (int, error) {
	if len(s) <= cap(o.buf)-len(o.buf) {
		o.buf = append(o.buf, s...)
		return len(s), o.err
	}
	return o.slow([]byte(s))
}

// WriteByte implements io.ByteWriter.
func (o *Output) WriteByte(c byte) error {
	if len(o.buf) < cap(o.buf) {
		o.buf = append(o.buf, c)
		return o.err
	}
	_, err := o.slow([]byte{c})
	return err
}

// Flush writes what was collected.
func (o *Output) Flush() error {
	if o.err != nil || len(o.buf) == 0 {
		return o.err
	}
	p := o.buf
	o.buf = o.buf[:0]
	return o.send(p)
}

func (o *Output) send(p []byte) error {
	if _, err := o.to.Write(p); err != nil {
		o.err = &OutputError{err}
		o.buf = nil
	}
	return o.err
}

// Err is the first error of writing.
func (o *Output) Err() error { return o.err }

// Finish flushes and returns status, or bad after a message when something
// could not be written. About a pipe without readers it says nothing, because
// a process would have died of SIGPIPE.
func (o *Output) Finish(status, bad int) int {
	err := o.Flush()
	if err == nil {
		return status
	}
	if !errors.Is(err, stream.ErrBrokenPipe) {
		o.call.Errorf("%v", err)
	}
	return bad
}

var _ io.StringWriter = (*Output)(nil)
