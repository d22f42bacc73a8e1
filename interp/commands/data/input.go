package data

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/jq"
)

// A decoder returns the values of one file; io.EOF after the last. Lines is how
// many lines it has read.
type decoder interface {
	Next() (jq.Value, error)
	Lines() int
}

// An inputs is the sequence of values of several files.
type inputs struct {
	ctx   context.Context
	call  *command.Call
	names []string
	// open makes a decoder for a file.
	open func(io.Reader) decoder
	// missing reports a file that can not be read.
	missing func(name string, err error)

	file    *command.Input
	name    jq.Value // of the file that was read last, nil before
	decoder decoder
	lines   int  // of the file that was read last
	failed  bool // after an error there is nothing more
}

// next returns a value, or io.EOF.
func (in *inputs) next() (jq.Value, error) {
	for {
		if in.failed {
			return nil, io.EOF
		}
		if in.decoder == nil {
			if len(in.names) == 0 {
				return nil, io.EOF
			}
			name := in.names[0]
			in.names = in.names[1:]
			if !in.begin(name) {
				continue
			}
		}
		v, err := in.decoder.Next()
		switch {
		case err == nil:
			return v, nil
		case err != io.EOF:
			in.failed = true
			in.close()
			return nil, err
		}
		in.close()
	}
}

// begin opens a file.
func (in *inputs) begin(name string) bool {
	f, err := in.call.Open(in.ctx, name)
	if err == nil {
		// A directory can be opened, and not be read.
		if fi, serr := f.Stat(); serr == nil && fi.IsDir() {
			_, err = f.Read(make([]byte, 1))
			f.Close()
		}
	}
	if err != nil {
		in.missing(name, err)
		return false
	}
	in.file = f
	in.read(name, 0)
	in.decoder = in.open(f)
	return true
}

// read notes which file is the last one.
func (in *inputs) read(name string, lines int) {
	in.name, in.lines = name, lines
	if name == "-" {
		in.name = "<stdin>"
	}
}

// line is where in its file the last value ended.
func (in *inputs) line() int {
	if in.decoder != nil {
		return in.decoder.Lines()
	}
	return in.lines
}

func (in *inputs) close() {
	if in.decoder != nil {
		in.lines = in.decoder.Lines()
	}
	if in.file != nil {
		in.file.Close()
	}
	in.file, in.decoder = nil, nil
}

// bounded fails once more than a number of bytes were read since it was set.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, jq.ErrLong
	}
	n, err := b.r.Read(p)
	b.left -= int64(n)
	return n, err
}

// A rawDecoder returns lines as strings.
type rawDecoder struct {
	r     *bufio.Reader
	most  int
	count int
}

func newRaw(r io.Reader, most int) *rawDecoder {
	return &rawDecoder{r: bufio.NewReaderSize(r, command.BufferBytes), most: most}
}

// Lines implements decoder.
func (d *rawDecoder) Lines() int { return d.count }

// Next implements decoder.
func (d *rawDecoder) Next() (jq.Value, error) {
	var line []byte
	for {
		part, err := d.r.ReadSlice('\n')
		if len(line)+len(part) > d.most {
			return nil, jq.ErrLong
		}
		line = append(line, part...)
		switch {
		case err == nil:
			d.count++
			return strings.ToValidUTF8(string(bytes.TrimSuffix(line, []byte("\n"))), "\ufffd"), nil
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && len(line) > 0:
			return strings.ToValidUTF8(string(line), "\ufffd"), nil
		default:
			return nil, err
		}
	}
}

// all reads a file whole, bounded.
func all(r io.Reader, held int64) (string, error) {
	most := max(held/4, 1<<16)
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = jq.ErrLong
	}
	return string(data), err
}
