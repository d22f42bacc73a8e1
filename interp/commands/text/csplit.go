package text

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
	"github.com/aegish/aegish/interp/vfs"
)

var csplitOptions = option.Set{
	Usage: "[OPTION]... FILE PATTERN...",
	About: "Write the pieces of a file between lines to xx00, xx01 and so on, and print their sizes.\n" +
		"A PATTERN is the number of the line that begins the next piece, /REGEXP/[OFFSET] for\n" +
		"the next line that matches, %REGEXP%[OFFSET] to leave out what is before that, or\n" +
		"{N} or {*} to repeat the one before it N times or as long as there are lines.",
	Options: []option.Option{
		{Short: 'b', Long: "suffix-format", Arg: option.Required, Name: "FORMAT", Help: "a format of printf for the numbers instead of %02d"},
		{Short: 'f', Long: "prefix", Arg: option.Required, Name: "PREFIX", Help: "begin the names with PREFIX instead of xx"},
		{Short: 'k', Long: "keep-files", Help: "keep the pieces after an error"},
		{Long: "suppress-matched", Help: "leave out the lines that match"},
		{Short: 'n', Long: "digits", Arg: option.Required, Name: "DIGITS", Help: "as many digits instead of 2"},
		{Short: 's', Long: "quiet", Help: "print no sizes"}, {Short: 's', Long: "silent"}, {Short: 'q'},
		{Short: 'z', Long: "elide-empty-files", Help: "make no empty pieces"},
	},
}

// A contextSplitter splits one file.
type contextSplitter struct {
	ctx  context.Context
	call *command.Call
	out  *command.Output

	name                        func(n int) string
	keep, quiet, elide, without bool

	lines   *record.Reader
	held    [][]byte // lines that were read and not yet written
	bytes   int64    // of them
	first   int      // the number of held[0], or of the next line
	current int      // the last line that was looked at
	err     error    // of reading

	file  vfs.File
	piece *command.Output
	size  int64
	names []string
}

// errInput tells that what was wrong has been reported, and that the pieces
// stay.
var errInput = errors.New("input disappeared")

func csplit(ctx context.Context, call *command.Call) int {
	p, status, ok := csplitOptions.Parse(call)
	if !ok {
		return status
	}
	s := &contextSplitter{
		ctx: ctx, call: call, out: command.NewOutput(call), first: 1,
		keep: p.Has("k"), quiet: p.Has("s") || p.Has("q"), elide: p.Has("z"), without: p.Has("suppress-matched"),
	}
	switch len(p.Operands) {
	case 0:
		return csplitOptions.Misuse(call, "missing operand")
	case 1:
		return csplitOptions.Misuse(call, "missing operand after %s", command.Quote(p.Operands[0]))
	}
	if s.name, ok = pieceNames(call, p); !ok {
		return 1
	}
	in, err := call.Open(ctx, p.Operands[0])
	if err != nil {
		call.Errorf("cannot open %s for reading: %s", command.QuoteShell(p.Operands[0]), command.Message(err))
		return 1
	}
	defer in.Close()
	patterns, ok := splitPatterns(call, p.Operands[1:])
	if !ok {
		return 1
	}
	s.lines = record.NewReader(in, '\n', call.Limits.LineBytes)
	switch err := s.run(patterns); {
	case errors.Is(err, errInput):
		_ = s.finish(false) // nothing of it was written
		return s.out.Finish(1, 1)
	case err != nil:
		s.give(err)
		return s.out.Finish(1, 1)
	}
	return s.out.Finish(0, 1)
}

// say reports an error and returns that it was.
func (s *contextSplitter) say(format string, args ...any) error {
	_ = s.out.Flush() // Finish reports its error
	s.call.Errorf(format, args...)
	return command.ErrReported
}

// give reports an error, shows the size of the piece that was begun, and
// removes all pieces unless they are to be kept.
func (s *contextSplitter) give(err error) {
	if !errors.Is(err, command.ErrReported) && s.ctx.Err() == nil {
		_ = s.say("%s", command.Message(err))
	}
	_ = s.finish(true) // the first error was said
	if s.keep {
		return
	}
	for _, name := range s.names {
		if err := s.call.FS.Remove(name); err != nil {
			_ = s.say("%s: %s", command.QuoteIfNeeded(name), command.Message(err))
		}
	}
}

func (s *contextSplitter) run(patterns []splitPattern) error {
	for i := range patterns {
		p := &patterns[i]
		for n := 0; n <= p.repeat || p.forever; n++ {
			if s.ctx.Err() != nil {
				return context.Cause(s.ctx)
			}
			step := s.toLine
			if p.re != nil {
				step = s.toMatch
			}
			if more, err := step(p, n); err != nil || !more {
				return err
			}
		}
	}
	if err := s.create(); err != nil {
		return err
	}
	if err := s.rest(); err != nil {
		return err
	}
	return s.finish(true)
}

// line returns the line with a number, nil if there is none. Lines are held
// from the first that was not removed.
func (s *contextSplitter) line(n int) []byte {
	for s.err == nil && n >= s.first+len(s.held) {
		rec, err := s.lines.Next()
		if err != nil {
			s.err = err
			break
		}
		if s.bytes += int64(len(rec)); s.bytes > s.call.Limits.HeldBytes {
			s.err = errHeld{s.call.Limits.HeldBytes}
			break
		}
		s.held = append(s.held, append([]byte(nil), rec...))
	}
	if n < s.first || n >= s.first+len(s.held) {
		return nil
	}
	return s.held[n-s.first]
}

// problem is an error of reading.
func (s *contextSplitter) problem() error {
	if s.err != nil && !errors.Is(s.err, io.EOF) && s.ctx.Err() == nil {
		return s.say("read error: %s", command.Message(s.err))
	}
	return nil
}

// remove takes the first line away; nil at the end.
func (s *contextSplitter) remove() []byte {
	line := s.line(s.first)
	if line == nil {
		return nil
	}
	s.current = max(s.current, s.first)
	s.first++
	s.held = s.held[1:]
	s.bytes -= int64(len(line))
	return line
}

// toLine writes the lines before that of the pattern, which a repetition
// multiplies.
func (s *contextSplitter) toLine(p *splitPattern, n int) (more bool, err error) {
	if err := s.create(); err != nil {
		return false, err
	}
	beyond := func() error {
		if err := s.problem(); err != nil {
			return err
		}
		return s.say("%s: line number out of range%s", command.Quote(fmt.Sprint(p.line)), repetition(n))
	}
	last := s.line(s.current+1) == nil
	if last && s.without {
		return false, beyond()
	}
	if s.line(s.first) == nil {
		if err := s.problem(); err != nil {
			return false, err
		}
		s.call.Errorf("input disappeared")
		return false, errInput
	}
	for to := p.line * (n + 1); s.first < to; {
		line := s.remove()
		if line == nil {
			return false, beyond()
		}
		if err := s.write(line); err != nil {
			return false, err
		}
	}
	if err := s.finish(true); err != nil {
		return false, err
	}
	if s.without {
		s.remove()
	} else if s.line(s.current+1) == nil {
		return false, beyond()
	}
	return true, nil
}

func repetition(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" on repetition %d", n)
}

// toMatch writes, or leaves out, the lines before the next that matches.
func (s *contextSplitter) toMatch(p *splitPattern, n int) (more bool, err error) {
	if !p.skip {
		if err := s.create(); err != nil {
			return false, err
		}
	}
	for {
		s.current++
		line := s.line(s.current)
		if line == nil {
			return false, s.noMatch(p, n)
		}
		at, err := p.re.Match(record.Trim(line, '\n'))
		if err != nil {
			return false, s.say("error in regular expression search")
		}
		if at {
			break
		}
		if s.ctx.Err() != nil {
			return false, context.Cause(s.ctx)
		}
		if p.offset >= 0 {
			line = s.remove()
			if err := s.write(line); !p.skip && err != nil {
				return false, err
			}
		}
	}
	to := s.current + p.offset
	if s.first > to {
		return false, s.say("%s: line number out of range", command.Quote(p.text))
	}
	for s.first < to {
		line := s.remove()
		if line == nil {
			if err := s.problem(); err != nil {
				return false, err
			}
			return false, s.say("%s: line number out of range", command.Quote(p.text))
		}
		if err := s.write(line); err != nil {
			return false, err
		}
	}
	if !p.skip {
		if err := s.finish(true); err != nil {
			return false, err
		}
	}
	if p.offset > 0 {
		s.current = to
	}
	if s.without {
		s.remove()
	}
	return true, nil
}

// noMatch is the end of the lines: that of the work after {*}, else an error.
func (s *contextSplitter) noMatch(p *splitPattern, n int) error {
	err := s.problem()
	if err == nil && !p.forever {
		err = s.say("%s: match not found%s", command.Quote(p.text), repetition(n))
	}
	if !p.skip {
		if rest := s.rest(); err == nil {
			err = rest
		}
		if end := s.finish(true); err == nil {
			err = end
		}
	}
	return err
}

// rest writes all lines that are left.
func (s *contextSplitter) rest() error {
	for s.ctx.Err() == nil {
		line := s.remove()
		if line == nil {
			return s.problem()
		}
		if err := s.write(line); err != nil {
			return err
		}
	}
	return context.Cause(s.ctx)
}
