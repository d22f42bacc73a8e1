package text

import (
	"context"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/record"
)

// eachLine hands the lines of a stream to use, without their delimiter; ended
// tells whether it was there.
func eachLine(in io.Reader, delim byte, limit int, out *command.Output, use func(line []byte, ended bool)) error {
	for r := record.NewReader(in, delim, limit); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line := record.Trim(rec, delim)
		use(line, len(line) < len(rec))
		if err := out.Err(); err != nil {
			return err
		}
	}
}

// filter is the frame of commands that write something for each line of their
// operands.
func filter(ctx context.Context, call *command.Call, operands []string, delim byte, use func(out *command.Output, line []byte, ended bool)) int {
	out := command.NewOutput(call)
	status := call.Each(ctx, operands, 1, func(in *command.Input) error {
		return eachLine(in, delim, call.Limits.LineBytes, out, func(line []byte, ended bool) { use(out, line, ended) })
	})
	return out.Finish(status, 1)
}

// A lineSource reads one of several files side by side.
type lineSource struct {
	name  string
	in    *command.Input
	r     *record.Reader
	delim byte
	// line is the current one when there is one.
	line []byte
	open bool
}

// openSource opens an operand and reads its first line.
func openSource(ctx context.Context, call *command.Call, name string, delim byte) (*lineSource, error) {
	in, err := call.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	s := newSource(in, name, delim, call.Limits.LineBytes)
	return s, s.next()
}

func newSource(in *command.Input, name string, delim byte, limit int) *lineSource {
	return &lineSource{name: name, in: in, r: record.NewReader(in, delim, limit), delim: delim, open: true}
}

// next goes on to the next line.
func (s *lineSource) next() error {
	rec, err := s.r.Next()
	s.open = err == nil
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	s.line = record.Trim(rec, s.delim)
	return nil
}
