package text

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var fmtOptions = option.Set{
	Usage: "[-WIDTH] [OPTION]... [FILE]...",
	About: "Fill and join the lines of each paragraph. -WIDTH is --width=WIDTH, as the first argument.",
	Options: []option.Option{
		{Short: 'c', Long: "crown-margin", Help: "keep the indentation of the first two lines"},
		{Short: 'p', Long: "prefix", Arg: option.Required, Name: "STRING", Help: "format only lines that begin with STRING"},
		{Short: 's', Long: "split-only", Help: "split long lines, join none"},
		{Short: 't', Long: "tagged-paragraph", Help: "like -c, but the first line has to be indented differently"},
		{Short: 'u', Long: "uniform-spacing", Help: "one space between words, two between sentences"},
		{Short: 'w', Long: "width", Arg: option.Required, Name: "WIDTH", Help: "the longest line, 75 columns"},
		{Short: 'g', Long: "goal", Arg: option.Required, Name: "WIDTH", Help: "the length to aim at, 93% of the width"},
		{Short: '0'}, {Short: '1'}, {Short: '2'}, {Short: '3'}, {Short: '4'}, {Short: '5'}, {Short: '6'}, {Short: '7'}, {Short: '8'}, {Short: '9'},
	},
}

const (
	// fmtHeld is how many bytes and fmtWords how many words of a paragraph are
	// looked at together; what is longer is broken where that costs least.
	fmtHeld  = 5000
	fmtWords = 1000
	// fmtWidest is the largest width.
	fmtWidest = fmtHeld / 2
	// tagIndent is how far the lines of a tagged paragraph of one line would
	// be indented.
	tagIndent = 3
)

// A formatter holds the options and where it is in its input. All columns count
// bytes, tabs going on to the next multiple of eight.
type formatter struct {
	ctx context.Context
	in  *bufio.Reader
	out *command.Output

	crown, tagged, split, uniform bool

	width, goal int
	// prefix is that of -p without blanks around it; lead and full are its
	// indentation and its length with the blanks behind it.
	prefix     string
	lead, full int

	next   int // the character to go on with, -1 at the end
	column int // where it stands
	indent int // the indentation of the line that it is in, before the prefix
	tabs   bool
	err    error

	paragraph
}

const fmtEnd = -1

func fmtCommand(ctx context.Context, call *command.Call) int {
	f := &formatter{ctx: ctx, out: command.NewOutput(call)}
	files, status, ok := f.options(call)
	if !ok {
		return status
	}
	for _, name := range command.Operands(files) {
		in, err := call.Open(ctx, name)
		if err != nil {
			call.Errorf("cannot open %s for reading: %s", command.QuoteShell(name), command.Message(err))
			status = 1
			continue
		}
		f.run(in)
		in.Close()
		if f.err != nil {
			call.Errorf("read error")
			status = 1
		}
		if f.out.Err() != nil {
			break
		}
	}
	return f.out.Finish(status, 1)
}

func (f *formatter) options(call *command.Call) (files []string, status int, ok bool) {
	args := call.Args[1:]
	widest := ""
	if len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && isDigit(args[0][1]) {
		widest, args = args[0][1:], args[1:]
	}
	p, status, ok := fmtOptions.ParseArgs(call, args)
	if !ok {
		return nil, status, false
	}
	for _, o := range p.Options {
		if isDigit(o.Name[0]) {
			return nil, fmtOptions.Misuse(call, "invalid option -- %s; -WIDTH is recognized only when it is the first\noption; use -w N instead", o.Name), false
		}
	}
	if w, given := p.Last("w"); given {
		widest = w
	}
	f.crown, f.tagged, f.split, f.uniform = p.Has("c"), p.Has("t"), p.Has("s"), p.Has("u")
	if prefix, given := p.Last("p"); given {
		trimmed := strings.TrimLeft(prefix, " ")
		f.lead, f.full = len(prefix)-len(trimmed), len(trimmed)
		f.prefix = strings.TrimRight(trimmed, " ")
	}
	f.width = 75
	if widest != "" {
		if f.width, ok = fmtWidth(call, widest, fmtWidest); !ok {
			return nil, 1, false
		}
	}
	f.goal = f.width * 187 / 200
	if goal, given := p.Last("g"); given {
		if f.goal, ok = fmtWidth(call, goal, f.width); !ok {
			return nil, 1, false
		}
		if widest == "" {
			f.width = f.goal + 10
		}
	}
	return p.Operands, 0, true
}

func fmtWidth(call *command.Call, text string, most int) (int, bool) {
	n, err := command.ParseSize(text, "")
	switch {
	case err == nil && n <= int64(most):
		return int(n), true
	case err == nil || errors.Is(err, errTooLarge):
		call.Errorf("invalid width: %s: Numerical result out of range", command.Quote(text))
	default:
		call.Errorf("invalid width: %s", command.Quote(text))
	}
	return 0, false
}

// run formats one stream.
func (f *formatter) run(in io.Reader) {
	f.in = bufio.NewReaderSize(in, command.BufferBytes)
	f.tabs, f.err = false, nil
	f.other = 0
	f.begin()
	for f.read() {
		f.fill()
		f.write(len(f.words))
	}
}

func (f *formatter) char() int {
	c, err := f.in.ReadByte()
	if err != nil {
		if err != io.EOF {
			f.err = err
		}
		return fmtEnd
	}
	return int(c)
}

// blanks skips spaces and tabs from c on.
func (f *formatter) blanks(c int) int {
	for ; ; c = f.char() {
		switch c {
		case ' ':
			f.column++
		case '\t':
			f.tabs = true
			f.column = f.column - f.column%8 + 8
		default:
			return c
		}
	}
}

// begin reads what a line begins with: blanks, the prefix and blanks.
func (f *formatter) begin() {
	f.column = 0
	c := f.blanks(f.char())
	if f.prefix == "" {
		f.indent, f.next = min(f.lead, f.column), c
		return
	}
	f.indent = f.column
	for i := range len(f.prefix) {
		if c != int(f.prefix[i]) {
			f.next = c
			return
		}
		f.column++
		c = f.char()
	}
	f.next = f.blanks(c)
}

// empty tells whether the line has nothing to format.
func (f *formatter) empty() bool {
	return f.next == '\n' || f.next == fmtEnd || f.column < f.indent+f.full
}

// read takes in the next paragraph, and copies what comes before it; false at
// the end.
func (f *formatter) read() bool {
	f.lastLine = 0
	for f.empty() || f.indent < f.lead {
		if f.copy(); f.next == fmtEnd || f.out.Err() != nil || f.ctx.Err() != nil {
			return false
		}
		f.out.WriteByte('\n')
		f.begin()
	}
	f.outer, f.first = f.indent, f.column
	f.words, f.text = f.words[:0], f.text[:0]
	f.line()
	same := f.same()
	f.setOther(same)
	switch {
	case f.split, f.tagged && !f.crown && same && f.column == f.first:
	case f.crown || f.tagged:
		for more := same; more; more = f.same() && f.column == f.other {
			f.line()
		}
	default:
		for f.same() && f.column == f.other {
			f.line()
		}
	}
	last := &f.words[len(f.words)-1]
	last.period, last.final = true, true
	return true
}

// same tells whether the line belongs to the paragraph, but for what is behind
// its prefix.
func (f *formatter) same() bool { return f.indent == f.outer && !f.empty() }

// setOther settles the indentation of the lines behind the first.
func (f *formatter) setOther(same bool) {
	switch {
	case f.split:
		f.other = f.first
	case f.crown && same:
		f.other = f.column
	case f.crown:
		f.other = f.first
	case !f.tagged:
		f.other = f.first
	case same && f.column != f.first:
		f.other = f.column
	case f.other == f.first && f.first == 0:
		f.other = tagIndent
	case f.other == f.first:
		f.other = 0
	}
}

// copy passes on the rest of a line as it is.
func (f *formatter) copy() {
	f.outColumn = 0
	if f.column > f.indent || f.next != '\n' && f.next != fmtEnd {
		f.space(f.indent)
		for i := 0; i < len(f.prefix) && f.outColumn != f.column; i++ {
			f.out.WriteByte(f.prefix[i])
			f.outColumn++
		}
		if f.next != '\n' && f.next != fmtEnd {
			f.space(f.column - f.outColumn)
		}
		if f.next == fmtEnd && f.column >= f.indent+len(f.prefix) {
			f.out.WriteByte('\n')
		}
	}
	for f.next != '\n' && f.next != fmtEnd {
		f.out.WriteByte(byte(f.next))
		f.next = f.char()
	}
}

// line takes in the words of a line, and what the next one begins with.
func (f *formatter) line() {
	c := f.next
	for {
		from := len(f.text)
		for first := true; first || c != fmtEnd && !isSpace(byte(c)); first = false {
			if len(f.text) == fmtHeld {
				from -= f.flush()
			}
			f.text = append(f.text, byte(c))
			c = f.char()
		}
		w := newWord(from, f.text[from:])
		f.column += w.length
		start := f.column
		c = f.blanks(c)
		w.space = f.column - start
		end := c == '\n' || c == fmtEnd
		w.final = c == fmtEnd || w.period && (c == '\n' || w.space > 1)
		if end || f.uniform {
			w.space = 1
			if w.final {
				w.space = 2
			}
		}
		if len(f.words) == fmtWords-2 {
			w.from -= f.flush()
		}
		f.words = append(f.words, w)
		if end {
			break
		}
	}
	f.begin()
}
