package archives

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/stream"
)

// A tarInput is an archive that is read.
type tarInput struct {
	*tarfile.Reader
	close []func()
	empty bool
}

func (t *tarInput) Close() {
	for i := len(t.close) - 1; i >= 0; i-- {
		t.close[i]()
	}
}

// openArchive opens an archive to read, whatever compresses it.
func (a *archiver) openArchive(name string) (*tarInput, int) {
	in, err := a.call.Open(a.ctx, name)
	if err != nil {
		return nil, a.fatal("%s: Cannot open: %s", name, command.Message(err))
	}
	t := &tarInput{close: []func(){func() { in.Close() }}}
	if in.Terminal() {
		t.Close()
		return nil, a.fatal("Refusing to read archive contents from terminal (missing -f option?)")
	}
	r := buffered(in)
	head, err := r.Peek(blockBytes)
	if len(head) == 0 && err != io.EOF {
		t.Close()
		a.call.Errorf("%s: Cannot read: %s", name, command.Message(err))
		return nil, a.fatal("At beginning of tape, quitting now")
	}
	t.empty, err = len(head) < blockBytes, nil
	c, compressed := detect(r)
	var source io.Reader = r
	switch {
	case a.program != "":
		source, err = a.fromProgram(t, in, r)
	case a.codec != nil && (!compressed || c.name != a.codec.name):
		source = &childInput{a: a, codec: a.codec, err: errFormat}
	case compressed && !tarfile.Marked(head):
		source, err = a.expanded(t, &c, r)
	case !in.Stdin:
		if _, serr := in.Seek(0, io.SeekStart); serr == nil {
			source = seekable{marked{in}, in}
		}
	}
	if err != nil {
		t.Close()
		return nil, a.fatal("%s: Cannot open: %s", name, command.Message(err))
	}
	_, seeks := source.(io.Seeker)
	input := tarfile.NewInput(source, int(a.record), seeks)
	input.Ahead = func() error {
		a.readBytes = input.Records * a.record
		return a.checkpoint(false)
	}
	t.Reader = &tarfile.Reader{In: input, Say: a, Quote: quote, Max: a.call.Limits.HeldBytes / 4, Times: a.incremental.on}
	if status := a.readOptions(t.Reader); status != 0 {
		t.Close()
		return nil, status
	}
	return t, 0
}

// seekable reads and seeks.
type seekable struct {
	io.Reader
	io.Seeker
}

// expanded decodes an archive.
func (a *archiver) expanded(t *tarInput, c *codec, r *bufio.Reader) (io.Reader, error) {
	child := &childInput{a: a, codec: c}
	z, err := c.expand(r, a.call.Limits.HeldBytes)
	if err != nil {
		var input *inputError
		if errors.As(err, &input) {
			return nil, err
		}
		child.err = err
		return child, nil
	}
	t.close = append(t.close, func() { z.Close() })
	child.r = bufio.NewReaderSize(z, command.BufferBytes)
	return child, nil
}

// A childInput is what a decompressor writes: when that fails it says so, and
// the output ends.
type childInput struct {
	a     *archiver
	codec *codec
	r     io.Reader
	err   error
}

func (c *childInput) Read(p []byte) (int, error) {
	n, err := 0, c.err
	if err == nil {
		n, err = c.r.Read(p)
	}
	var input *inputError
	if err == nil || err == io.EOF || errors.As(err, &input) || c.a.ctx.Err() != nil {
		return n, err
	}
	if c.a.childStatus == 0 {
		c.a.out.Flush()
		before := ""
		if c.codec.name == gzipCodec.name {
			before = "\n"
		}
		fmt.Fprintf(c.a.call.Stderr, "%s%s: stdin: %s\n", before, c.codec.name, wording(c.codec.name, err))
		c.a.childStatus = 1
	}
	c.err = io.EOF
	return n, io.EOF
}

// fromProgram has the program of -I expand an archive.
func (a *archiver) fromProgram(t *tarInput, in *command.Input, r io.Reader) (io.Reader, error) {
	from := stream.FromReader(r)
	pr, pw := stream.PipeContext(a.ctx, command.BufferBytes)
	p, err := a.start(a.program+" -d", from, pw)
	if err != nil {
		return nil, err
	}
	pw.Close() // the program has its own
	t.close = append(t.close, func() {
		pr.Close()
		if status, err := p.Wait(a.ctx); err == nil && status.Code != 0 && a.childStatus == 0 {
			a.childStatus = status.Code
		}
	})
	return pr, nil
}

// wording is what a decompressor says about its input.
func wording(name string, err error) string {
	if errors.Is(err, errFormat) {
		return "not in " + name + " format"
	}
	return command.Message(err)
}
