package dump

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var stringsOptions = option.Set{
	Usage: "[option(s)] [file(s)]",
	About: "Write the printable strings in files.",
	Plain: true,
	Options: []option.Option{
		{Short: 'a', Long: "all", Help: "scan the whole file; always so here"},
		{Short: 'd', Long: "data", Help: "the same: files have no sections here"},
		{Short: 'e', Long: "encoding", Arg: option.Required, Name: "ENCODING", Help: "characters of 7 bits (s), 8 (S), 16 (b, l) or 32 (B, L), big- or little-endian"},
		{Short: 'f', Long: "print-file-name", Help: "write the name of the file before each string"},
		{Short: 'n', Long: "bytes", Arg: option.Required, Name: "NUMBER", Help: "at least NUMBER characters, 4 by default; also -NUMBER"},
		{Short: 't', Long: "radix", Arg: option.Required, Name: "RADIX", Help: "write the offset as o, d or x"},
		{Short: 'o', Help: "the same as -t o"},
		{Short: 'T', Long: "target", Arg: option.Required, Name: "FORMAT", Help: "no matter: files have no format here"},
		{Short: 'U', Long: "unicode", Arg: option.Required, Name: "WAY", Help: "UTF-8 as default, invalid, locale, escape, hex or highlight"},
		{Short: 'w', Long: "include-all-whitespace", Help: "newlines and their like are part of strings"},
		{Short: 's', Long: "output-separator", Arg: option.Required, Name: "STRING", Help: "write STRING after each string"},
		{Short: 'h', Long: "help", Help: "display this information"}, {Short: 'H'},
		{Short: 'v', Long: "version", Help: "output version information"}, {Short: 'V'},
		{Short: '0'}, {Short: '1'}, {Short: '2'}, {Short: '3'}, {Short: '4'}, {Short: '5'}, {Short: '6'}, {Short: '7'}, {Short: '8'}, {Short: '9'},
	},
}

// stringsJob is what the options ask for.
type stringsJob struct {
	out       *command.Output
	least     int
	radix     byte
	encoding  byte
	unicode   byte // of the words of -U the first letter, h for highlight
	names     bool
	spaces    bool
	separator string
}

func stringsCommand(ctx context.Context, call *command.Call) int {
	p, _, ok := stringsOptions.Parse(call)
	if !ok {
		return 1
	}
	s := &stringsJob{out: command.NewOutput(call), least: 4, separator: "\n", encoding: 's', unicode: 'd'}
	if status, done := s.options(call, p); done {
		return status
	}
	if len(p.Operands) == 0 {
		in, err := call.Open(ctx, "-")
		if err == nil {
			err = s.scan(in, "{standard input}")
		}
		if err != nil && s.out.Err() == nil {
			call.Errorf("%s", command.Message(err))
			return 1
		}
		return s.out.Finish(0, 1)
	}
	status, files := 0, 0
	for _, name := range p.Operands {
		if name == "-" { // once ended looking at sections alone
			continue
		}
		files++
		if !s.file(ctx, call, name) {
			status = 1
		}
	}
	if files == 0 {
		stringsOptions.Fail(call)
		return 1
	}
	return s.out.Finish(status, 1)
}

func (s *stringsJob) options(call *command.Call, p *option.Parsed) (status int, done bool) {
	letter := func(value, letters string) byte {
		if len(value) != 1 || !strings.Contains(letters, value) {
			stringsOptions.Fail(call)
			return 0
		}
		return value[0]
	}
	digits := "" // of -NUMBER
	for _, o := range p.Options {
		bad := false
		switch o.Name {
		case "f":
			s.names = true
		case "n":
			bad = !s.length(call, o.Value)
		case "o":
			s.radix = 'o'
		case "t":
			s.radix = letter(o.Value, "odx")
			bad = s.radix == 0
		case "e":
			if bad = len(o.Value) != 1; bad {
				stringsOptions.Fail(call)
				break
			}
			s.encoding = o.Value[0]
		case "U":
			bad = !s.display(call, o.Value)
		case "w":
			s.spaces = true
		case "s":
			s.separator = o.Value
		case "h", "H":
			s.out.WriteString(stringsOptions.Help(call.Name()))
			return s.out.Finish(0, 1), true
		case "v", "V":
			s.out.WriteString("strings (aegish)\n")
			return s.out.Finish(0, 1), true
		default:
			if c := o.Name[0]; '0' <= c && c <= '9' {
				digits += o.Name
			}
		}
		if bad {
			return 1, true
		}
	}
	switch {
	case digits != "" && !s.length(call, digits):
		return 1, true
	case s.least < 1:
		call.Errorf("invalid minimum string length %d", s.least)
		return 1, true
	case strings.IndexByte("sSblBL", s.encoding) < 0:
		stringsOptions.Fail(call)
		return 1, true
	}
	return 0, false
}

// length reads the least length, in the notation of C.
func (s *stringsJob) length(call *command.Call, text string) bool {
	n, err := strconv.ParseInt(text, 0, 64)
	const most = 1 << 20
	switch {
	case n < 0 || n > most: // nothing is that long
		s.least = math.MaxInt
	case n == 0 && err != nil:
		call.Errorf("invalid integer argument %s", text)
		return false
	default:
		s.least = int(n)
	}
	return true
}

func (s *stringsJob) display(call *command.Call, text string) bool {
	for way, letter := range map[string]byte{"default": 'd', "invalid": 'i', "locale": 'l', "escape": 'e', "hex": 'x', "highlight": 'h'} {
		if text == way || text == string(rune(letter)) {
			s.unicode = letter
			return true
		}
	}
	call.Errorf("invalid argument to -U/--unicode: %s", text)
	return false
}

func (s *stringsJob) file(ctx context.Context, call *command.Call, name string) bool {
	in, err := call.Open(ctx, name)
	if err != nil {
		s.out.Flush()
		call.Errorf("'%s': No such file", name)
		return false
	}
	defer in.Close()
	if fi, err := in.Stat(); err == nil && fi.IsDir() {
		s.out.Flush()
		call.Errorf("Warning: '%s' is a directory", name)
		return false
	}
	if err := s.scan(in, name); err != nil && s.out.Err() == nil {
		s.out.Flush()
		call.Errorf("%s: %s", name, command.Message(err))
		return false
	}
	return true
}

func (s *stringsJob) begin(name string, at int64) {
	if s.names {
		s.out.WriteString(name + ": ")
	}
	switch s.radix {
	case 'o':
		fmt.Fprintf(s.out, "%7o ", at)
	case 'd':
		fmt.Fprintf(s.out, "%7d ", at)
	case 'x':
		fmt.Fprintf(s.out, "%7x ", at)
	}
}
