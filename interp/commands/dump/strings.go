package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
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
		{Short: 'f', Long: "print-file-name", Help: "write the name of the file before each string"},
		{Short: 'n', Long: "bytes", Arg: option.Required, Name: "NUMBER", Help: "at least NUMBER characters, 4 by default"},
		{Short: 't', Long: "radix", Arg: option.Required, Name: "RADIX", Help: "write the offset as o, d or x"},
		{Short: 'o', Help: "the same as -t o"},
		{Short: 'w', Long: "include-all-whitespace", Help: "newlines and their like are part of strings"},
		{Short: 's', Long: "output-separator", Arg: option.Required, Name: "STRING", Help: "write STRING after each string"},
		{Short: 'h', Long: "help", Help: "display this information"},
	},
}

type stringsJob struct {
	out       *command.Output
	least     int
	radix     byte
	names     bool
	spaces    bool
	separator string
}

func stringsCommand(ctx context.Context, call *command.Call) int {
	var args []string
	for _, a := range call.Args[1:] {
		if len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "0123456789") == "" {
			a = "-n" + a[1:]
		}
		args = append(args, a)
	}
	p, _, ok := stringsOptions.ParseArgs(call, args)
	if !ok {
		return 1
	}
	s := &stringsJob{out: command.NewOutput(call), least: 4, separator: "\n"}
	for _, o := range p.Options {
		switch o.Name {
		case "f":
			s.names = true
		case "n":
			n, err := command.ParseSize(o.Value, "")
			if err != nil {
				call.Errorf("invalid integer argument %s", o.Value)
				return 1
			}
			if n < 1 || n > 1<<20 {
				call.Errorf("minimum string length is too small: %s", o.Value)
				return 1
			}
			s.least = int(n)
		case "o":
			s.radix = 'o'
		case "t":
			if len(o.Value) != 1 || strings.IndexByte("odx", o.Value[0]) < 0 {
				stringsOptions.Fail(call)
				return 1
			}
			s.radix = o.Value[0]
		case "w":
			s.spaces = true
		case "s":
			s.separator = o.Value
		case "h":
			s.out.WriteString(stringsOptions.Help(call.Name()))
			return s.out.Finish(0, 1)
		}
	}
	status := 0
	for _, name := range command.Operands(p.Operands) {
		in, err := call.Open(ctx, name)
		if err != nil {
			if errors.Is(err, io.EOF) {
				continue
			}
			call.Errorf("'%s': No such file", name)
			status = 1
			continue
		}
		shown := name
		if len(p.Operands) == 0 {
			shown = "{standard input}"
		}
		err = s.scan(in, shown)
		in.Close()
		if err != nil && s.out.Err() == nil {
			call.Errorf("Warning: '%s' is a directory", name)
			status = 1
		}
	}
	return s.out.Finish(status, 1)
}

func (s *stringsJob) graphic(c byte) bool {
	return c >= ' ' && c < 0x7f || c == '\t' || s.spaces && c >= '\n' && c <= '\r'
}

// scan keeps back what is too short to be a string yet.
func (s *stringsJob) scan(in io.Reader, name string) error {
	buf := make([]byte, command.BufferBytes)
	pending := make([]byte, 0, s.least)
	inside := false
	at, start := int64(0), int64(0)
	for {
		n, err := in.Read(buf)
		for i := 0; i < n; i++ {
			c := buf[i]
			switch {
			case s.graphic(c) && inside:
				s.out.WriteByte(c)
			case s.graphic(c):
				if len(pending) == 0 {
					start = at + int64(i)
				}
				if pending = append(pending, c); len(pending) == s.least {
					s.begin(name, start)
					s.out.Write(pending)
					inside, pending = true, pending[:0]
				}
			default:
				if inside {
					s.out.WriteString(s.separator)
				}
				inside, pending = false, pending[:0]
			}
		}
		at += int64(n)
		if werr := s.out.Err(); werr != nil {
			return werr
		}
		if err != nil {
			if inside {
				s.out.WriteString(s.separator)
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
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
