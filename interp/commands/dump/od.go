package dump

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var odOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Show files as numbers. TYPE is a, c, or one of d o u x f with a size and perhaps z.",
	Options: []option.Option{
		{Short: 'A', Long: "address-radix", Arg: option.Required, Name: "RADIX", Help: "offsets as d, o, x or n (none)"},
		{Long: "endian", Arg: option.Required, Name: "ORDER", Help: "big or little"},
		{Short: 'S', Arg: option.Required, Name: "BYTES", Help: "strings of at least BYTES that end with NUL"},
		{Long: "strings", Arg: option.Optional, Name: "BYTES", Help: "the same, of 3 without a number"},
		{Short: 'j', Long: "skip-bytes", Arg: option.Required, Name: "BYTES", Help: "skip BYTES first"},
		{Short: 'N', Long: "read-bytes", Arg: option.Required, Name: "BYTES", Help: "read at most BYTES"},
		{Short: 't', Long: "format", Arg: option.Required, Name: "TYPE", Help: "how to show"},
		{Short: 'v', Long: "output-duplicates", Help: "show repeated lines as well"},
		{Short: 'w', Long: "width", Arg: option.Optional, Name: "BYTES", Help: "BYTES in a line, 32 without a number, 16 by default"},
		{Short: 'a', Help: "the same as -t a"}, {Short: 'b', Help: "the same as -t o1"}, {Short: 'c', Help: "the same as -t c"}, {Short: 'd', Help: "the same as -t u2"},
		{Short: 'f', Help: "the same as -t fF"}, {Short: 'i', Help: "the same as -t dI"}, {Short: 'l', Help: "the same as -t dL"}, {Short: 'o', Help: "the same as -t o2"},
		{Short: 's', Help: "the same as -t d2"}, {Short: 'x', Help: "the same as -t x2"},
		{Short: 'B'}, {Short: 'D'}, {Short: 'e'}, {Short: 'F'}, {Short: 'H'}, {Short: 'h'}, {Short: 'I'}, {Short: 'L'}, {Short: 'O'}, {Short: 'X'},
		{Long: "traditional", Help: "[FILE] [[+]OFFSET[.][b] [[+]LABEL]] as operands"},
	},
}

// odType is one way to show bytes.
type odType struct {
	kind  byte
	size  int
	text  bool // z: characters at the end of the line
	width int  // of a number
}

type odJob struct {
	call                *command.Call
	out                 *command.Output
	types               []odType
	radix               byte
	order               binary.ByteOrder
	skip, limit         int64
	limited             bool
	asked               int64 // width, -1 for none
	finds               bool  // strings instead of numbers
	strings             int64 // their least length
	all                 bool
	modern, traditional bool // options that forbid, or ask for, offsets as operands
	label               bool // show the offset as if the input began at pseudo
	pseudo              int64
	width               int
	columns             int // of the bytes of the widest type, for each byte group
	row                 []byte
	text                [64]byte
}

func od(ctx context.Context, call *command.Call) int {
	p, status, ok := odOptions.Parse(call)
	if !ok {
		return status
	}
	o := &odJob{call: call, out: command.NewOutput(call), radix: 'o', order: binary.LittleEndian, limit: math.MaxInt64, asked: -1}
	for _, f := range p.Options {
		problem := o.option(f)
		if errors.Is(problem, command.ErrReported) {
			return 1
		}
		if problem != nil {
			call.Errorf("%v", problem)
			return 1
		}
	}
	if o.finds && len(o.types) > 0 {
		call.Errorf("no type may be specified when dumping strings")
		return 1
	}
	names := p.Operands
	if !o.modern || o.traditional {
		if names, ok = o.offsets(names); !ok {
			return odOptions.Fail(call)
		}
	}
	if len(o.types) == 0 {
		_ = o.parse("oS")
	}
	o.layout()
	in := &odInput{ctx: ctx, call: call, names: command.Operands(names)}
	defer in.Close()
	if !in.open() {
		return 1
	}
	if n, _ := io.CopyN(io.Discard, in, o.skip); n < o.skip {
		call.Errorf("cannot skip past end of combined input")
		return 1
	}
	var err error
	if o.finds {
		err = o.findStrings(in)
	} else {
		err = o.run(io.LimitReader(in, o.limit))
	}
	if err != nil && o.out.Err() == nil {
		status = 1
		if errors.Is(err, record.ErrTooLong) {
			call.Errorf("%v", err)
		}
	}
	return o.out.Finish(max(status, in.status), 1)
}

// odWidth is how many columns a number needs.
func odWidth(t odType) int {
	switch t.kind {
	case 'd':
		return map[int]int{1: 4, 2: 6, 4: 11, 8: 20}[t.size]
	case 'u':
		return map[int]int{1: 3, 2: 5, 4: 10, 8: 20}[t.size]
	case 'o':
		return map[int]int{1: 3, 2: 6, 4: 11, 8: 22}[t.size]
	case 'x':
		return 2 * t.size
	case 'f':
		return map[int]int{4: 15, 8: 24, 16: 29}[t.size]
	}
	return 3
}

// layout chooses the width of lines, and of what a byte group takes.
func (o *odJob) layout() {
	width := o.asked
	lcm := 1
	for _, t := range o.types {
		lcm = max(lcm, t.size)
	}
	o.width = 16
	if width >= 0 {
		o.width = int(min(width, 1<<20))
		if o.width == 0 || o.width%lcm != 0 {
			o.call.Errorf("warning: invalid width %d; using %d instead", width, lcm)
			o.width = lcm
		}
	} else if lcm > 16 {
		o.width = lcm
	}
	for _, t := range o.types {
		o.columns = max(o.columns, (t.width+1)*(o.width/t.size))
	}
}

// address appends an offset. With a label it stands in parentheses as well.
func (o *odJob) address(out []byte, at int64) []byte {
	radix := o.radix
	if o.label {
		if radix == 'n' {
			return append(o.number(append(out, '('), 'o', at), ')')
		}
		out = append(o.number(out, radix, at), " ("...)
		return append(o.number(out, radix, at-o.skip+o.pseudo), ')')
	}
	return o.number(out, radix, at)
}

func (o *odJob) number(out []byte, radix byte, at int64) []byte {
	switch radix {
	case 'd':
		return appendDigits(out, uint64(at), 10, 7, lowerDigits)
	case 'x':
		return appendDigits(out, uint64(at), 16, 6, lowerDigits)
	case 'n':
		return out
	}
	return appendDigits(out, uint64(at), 8, 7, lowerDigits)
}

// padding is what takes the place of the offset in further lines.
func (o *odJob) padding() int {
	switch {
	case o.radix == 'x':
		return 6
	case o.radix == 'n' && !o.label:
		return 0
	}
	return 7
}

func (o *odJob) run(src io.Reader) error {
	at, err := showBlocks(src, o.out, o.width, o.all, o.skip, o.line)
	if o.radix != 'n' || o.label {
		o.out.Write(append(o.address(nil, at), '\n'))
	}
	return err
}

func (o *odJob) line(line []byte, n int, at int64) {
	row := o.row[:0]
	for i, t := range o.types {
		if i == 0 {
			row = o.address(row, at)
		} else {
			row = appendSpaces(row, o.padding())
		}
		fields := o.width / t.size
		pad := o.columns - fields*t.width
		left := pad
		for k := range fields {
			// The space between is spread over the fields as evenly as it goes.
			next := pad * (fields - k - 1) / fields
			gap := left - next
			left = next
			if k*t.size >= n {
				if t.text {
					row = appendSpaces(row, gap+t.width)
				}
				continue
			}
			text := t.show(o.text[:0], line[k*t.size:(k+1)*t.size], o.order)
			row = append(appendSpaces(row, gap+t.width-len(text)), text...)
		}
		if t.text {
			row = append(appendPrintable(append(row, "  >"...), line[:n]), '<')
		}
		row = append(row, '\n')
	}
	o.row = row
	o.out.Write(row)
}
