package text

import (
	"context"
	"syscall"
	"unicode/utf8"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var revOptions = option.Set{
	Usage:   "[OPTION]... [FILE]...",
	About:   "Write the characters of each line in reverse.",
	Options: []option.Option{{Short: '0', Long: "zero", Help: "lines end with NUL"}},
}

func rev(ctx context.Context, call *command.Call) int {
	p, status, ok := revOptions.Parse(call)
	if !ok {
		return status
	}
	delim := byte('\n')
	if p.Has("0") {
		delim = 0
	}
	out := command.NewOutput(call)
	for _, name := range command.Operands(p.Operands) {
		file := name
		if name == "-" && len(p.Operands) > 0 {
			file = "./-" // it has no name for standard input
		}
		in, err := call.Open(ctx, file)
		if err != nil {
			call.Errorf("cannot open %s: %s", name, command.Message(err))
			status = 1
			continue
		}
		valid := true
		err = eachLine(in, delim, call.Limits.LineBytes, out, func(line []byte, ended bool) {
			if valid = valid && utf8.Valid(line); !valid {
				return // what is broken ends the file
			}
			for len(line) > 0 {
				_, n := utf8.DecodeLastRune(line)
				out.Write(line[len(line)-n:])
				line = line[:len(line)-n]
			}
			if ended {
				out.WriteByte(delim)
			}
		})
		in.Close()
		if err == nil && !valid {
			err = syscall.EILSEQ
		}
		if err != nil && out.Err() == nil {
			out.Flush()
			call.Errorf("%s: 0: %s", name, command.Message(err))
			status = 1
		}
	}
	return out.Finish(status, 1)
}
