package text

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var shufOptions = option.Set{
	Usage: "[OPTION]... [FILE] | -e [OPTION]... [ARG]... | -i LO-HI [OPTION]...",
	About: "Write lines in random order.",
	Options: []option.Option{
		{Short: 'e', Long: "echo", Help: "treat each operand as a line"},
		{Short: 'i', Long: "input-range", Arg: option.Required, Name: "LO-HI", Help: "treat each number from LO to HI as a line"},
		{Short: 'n', Long: "head-count", Arg: option.Required, Name: "COUNT", Help: "write at most COUNT lines"},
		{Short: 'o', Long: "output", Arg: option.Required, Name: "FILE", Help: "write to FILE"},
		{Long: "random-source", Arg: option.Required, Name: "FILE", Help: "take what is random from FILE"},
		{Short: 'r', Long: "repeat", Help: "lines may come again"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

// shuffled is what is put in order: lines, or numbers from lo on.
type shuffled struct {
	lines  [][]byte
	lo, n  uint64
	ranged bool
	chance chance
	// sample is how many lines to keep of all, each as likely; -1 for all.
	sample int64
}

// maxSample is how many lines are few enough to be chosen while reading.
const maxSample = 1 << 14

// maxWhole is the size of a file that is read as a whole for GNU shuf's order, as it
// does.
const maxWhole = 8 << 20

func (s *shuffled) write(out *command.Output, i uint64) {
	if s.ranged {
		var digits [24]byte
		out.Write(strconv.AppendUint(digits[:0], s.lo+i, 10))
	} else {
		out.Write(s.lines[i])
	}
}

// shufCall is what the options ask for.
type shufCall struct {
	*option.Parsed
	most           uint64
	delim          byte
	source, target string // of what is random, and of the output; "" for none
}

// settings takes the options in; it has said what is wrong.
func (s *shuffled) settings(call *command.Call, p *option.Parsed) (c shufCall, ok bool) {
	c = shufCall{Parsed: p, most: math.MaxUint64, delim: '\n'}
	problem := func(format string, args ...any) (shufCall, bool) {
		call.Errorf(format, args...)
		return c, false
	}
	for _, o := range p.Options {
		switch o.Name {
		case "i":
			if s.ranged {
				return problem("multiple -i options specified")
			}
			if wrong := s.between(o.Value); wrong != "" {
				return problem("invalid input range: %s", wrong)
			}
		case "n":
			n, err := command.ParseSize(o.Value, "")
			if err != nil && !errors.Is(err, errTooLarge) {
				return problem("invalid line count: %s", command.Quote(o.Value))
			}
			if err == nil {
				c.most = min(c.most, uint64(n))
			}
		case "random-source":
			if c.source != "" && c.source != o.Value {
				return problem("multiple random sources specified")
			}
			c.source = o.Value
		case "o":
			if c.target != "" && c.target != o.Value {
				return problem("multiple output files specified")
			}
			c.target = o.Value
		case "z":
			c.delim = 0
		}
	}
	return c, true
}

func shuf(ctx context.Context, call *command.Call) int {
	p, status, ok := shufOptions.Parse(call)
	if !ok {
		return status
	}
	s := &shuffled{sample: -1}
	c, ok := s.settings(call, p)
	if !ok {
		return 1
	}
	switch {
	case c.Has("e") && s.ranged:
		return shufOptions.Misuse(call, "cannot combine -e and -i options")
	case s.ranged && len(c.Operands) > 0:
		return shufOptions.Misuse(call, "extra operand %s", command.Quote(c.Operands[0]))
	case !c.Has("e") && len(c.Operands) > 1:
		return shufOptions.Misuse(call, "extra operand %s", command.Quote(c.Operands[1]))
	}
	defer s.chance.close()
	s.chance.name = c.source
	if status := s.collect(ctx, call, c); status != 0 {
		return status
	}
	if s.n > 0 && c.most > 0 && !s.chance.open(ctx, call) {
		return 1
	}
	out := command.NewOutput(call)
	if c.Has("o") {
		f, err := call.Create(ctx, c.target)
		if err != nil {
			call.FileError(c.target, err)
			return 1
		}
		defer f.Close()
		out = command.NewFileOutput(call, f)
	}
	if c.Has("r") {
		status = s.repeat(ctx, call, out, c.most, c.delim)
	} else {
		status = s.once(ctx, call, out, c.most, c.delim)
	}
	return out.Finish(status, 1)
}

// collect gets the lines, but for numbers, of which it is known what they are.
func (s *shuffled) collect(ctx context.Context, call *command.Call, c shufCall) int {
	switch {
	case s.ranged:
		return 0
	case c.Has("e"):
		for _, o := range c.Operands {
			s.lines = append(s.lines, []byte(o))
		}
	case c.most > 0:
		if !c.Has("r") && c.most <= maxSample {
			s.sample = int64(c.most)
		}
		if status := s.read(ctx, call, command.Operands(c.Operands)[0], c.delim); status != 0 {
			return status
		}
	}
	s.n = uint64(len(s.lines))
	return 0
}

// between takes in LO-HI; the result is what is wrong with it. There may be no
// number between them, and no more than 2^64-1.
func (s *shuffled) between(text string) string {
	lo, hi, cut := strings.Cut(text, "-")
	if !cut {
		lo, hi = "0", lo
	}
	ends := [2]uint64{}
	for i, part := range [2]string{lo, hi} {
		n, err := strconv.ParseUint(strings.TrimPrefix(part, "+"), 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return command.Quote(part) + ": " + command.Message(syscall.EOVERFLOW)
		case err != nil:
			return command.Quote(part)
		}
		ends[i] = n
	}
	s.lo, s.n, s.ranged = ends[0], ends[1]-ends[0]+1, true
	if none := s.n == 0 && ends[0] == ends[1]+1 && ends[0] != 0; !cut || !none && (s.n == 0 || ends[0] > ends[1]) {
		return command.Quote(text)
	}
	return ""
}

func (s *shuffled) read(ctx context.Context, call *command.Call, name string, delim byte) int {
	in, err := call.Open(ctx, name)
	if err != nil {
		call.FileError(name, err)
		return 1
	}
	defer in.Close()
	if fi, err := in.Stat(); err == nil && fi.Mode().IsRegular() && fi.Size() <= maxWhole && s.chance.name != "" {
		s.sample = -1
	}
	if s.sample >= 0 && !s.chance.open(ctx, call) {
		return 1
	}
	held, seen := int64(0), int64(0)
	var block []byte
	for r := record.NewReader(in, delim, call.Limits.LineBytes); ; {
		place := uint64(0)
		if seen++; s.sample >= 0 && seen > s.sample {
			// It is drawn before it is known that there is a line, as GNU shuf
			// does: the same bytes come to the same lines.
			if place, err = s.chance.below(uint64(seen)); err != nil {
				call.Errorf("%s", err)
				return 1
			}
		}
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return 0
		}
		if s.sample >= 0 && err == nil {
			if seen > s.sample {
				if place < uint64(s.sample) {
					held += int64(len(rec) - len(s.lines[place]))
					s.lines[place] = append(s.lines[place][:0], record.Trim(rec, delim)...)
				}
				if held > call.Limits.HeldBytes {
					call.Errorf("read error: %s", command.Message(errHeld{call.Limits.HeldBytes}))
					return 1
				}
				continue
			}
		}
		if held += int64(len(rec)) + 32; err == nil && held > call.Limits.HeldBytes {
			err = errHeld{call.Limits.HeldBytes}
		}
		if err != nil {
			call.Errorf("read error: %s", command.Message(err))
			return 1
		}
		// Lines share blocks, so that each costs no memory of its own.
		line := record.Trim(rec, delim)
		if len(line) > cap(block)-len(block) {
			block = make([]byte, 0, max(shufBlock, len(line)))
		}
		block = append(block, line...)
		s.lines = append(s.lines, block[len(block)-len(line):len(block):len(block)])
	}
}

const shufBlock = 256 << 10

func (s *shuffled) repeat(ctx context.Context, call *command.Call, out *command.Output, most uint64, delim byte) int {
	if s.n == 0 && most > 0 {
		call.Errorf("no lines to repeat")
		return 1
	}
	for i := uint64(0); i < most; i++ {
		k, err := s.chance.below(s.n)
		if err != nil {
			call.Errorf("%s", err)
			return 1
		}
		s.write(out, k)
		if out.WriteByte(delim) != nil || i%1024 == 0 && ctx.Err() != nil {
			return 1
		}
	}
	return 0
}

// all draws without putting back, when most are drawn.
func (s *shuffled) all(ctx context.Context, call *command.Call, out *command.Output, most uint64, delim byte) int {
	order := make([]uint64, s.n)
	for i := range order {
		order[i] = uint64(i)
	}
	for i := range most {
		k, err := s.chance.below(s.n - i)
		if err != nil {
			call.Errorf("%s", err)
			return 1
		}
		k += i
		s.write(out, order[k])
		order[k] = order[i]
		if out.WriteByte(delim) != nil || i%1024 == 0 && ctx.Err() != nil {
			return 1
		}
	}
	return 0
}

// once draws without putting back. It remembers only what has moved, so that a
// few numbers of a large range need little memory.
func (s *shuffled) once(ctx context.Context, call *command.Call, out *command.Output, most uint64, delim byte) int {
	const slot = 8
	if s.n <= most && s.n <= uint64(call.Limits.HeldBytes)/slot || s.n/16 <= most && s.n <= 1<<20 {
		return s.all(ctx, call, out, min(most, s.n), delim)
	}
	moved := map[uint64]uint64{}
	at := func(i uint64) uint64 {
		if to, ok := moved[i]; ok {
			return to
		}
		return i
	}
	const entry = 48
	for i := uint64(0); i < min(most, s.n); i++ {
		if int64(len(moved))*entry > call.Limits.HeldBytes {
			call.Errorf("%v", errHeld{call.Limits.HeldBytes})
			return 1
		}
		k, err := s.chance.below(s.n - i)
		if err != nil {
			call.Errorf("%s", err)
			return 1
		}
		k += i
		s.write(out, at(k))
		moved[k] = at(i)
		delete(moved, i)
		if out.WriteByte(delim) != nil || i%1024 == 0 && ctx.Err() != nil {
			return 1
		}
	}
	return 0
}
