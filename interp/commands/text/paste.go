package text

import (
	"context"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var pasteOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write the lines of all files side by side, separated by tabs.",
	Options: []option.Option{
		{Short: 'd', Long: "delimiters", Arg: option.Required, Name: "LIST", Help: "separate with the characters of LIST in turn"},
		{Short: 's', Long: "serial", Help: "one file after the other, each on one line"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

func paste(ctx context.Context, call *command.Call) int {
	p, status, ok := pasteOptions.Parse(call)
	if !ok {
		return status
	}
	delims, end := []string{"\t"}, byte('\n')
	if list, given := p.Last("d"); given {
		if delims, ok = pasteDelimiters(list); !ok {
			call.Errorf("delimiter list ends with an unescaped backslash: %s", list)
			return 1
		}
	}
	if p.Has("z") {
		end = 0
	}
	out := command.NewOutput(call)
	if p.Has("s") {
		status = call.Each(ctx, p.Operands, 1, func(in *command.Input) error {
			n := 0
			err := eachLine(in, end, call.Limits.LineBytes, out, func(line []byte, _ bool) {
				if n > 0 {
					out.WriteString(delims[(n-1)%len(delims)])
				}
				n++
				out.Write(line)
			})
			// A file that can not be read has a line, too.
			if werr := out.WriteByte(end); err == nil {
				err = werr
			}
			return err
		})
		return out.Finish(status, 1)
	}
	status = pasteParallel(ctx, call, command.Operands(p.Operands), delims, end, out)
	return out.Finish(status, 1)
}

// pasteDelimiters splits a list; \0 is no separator at all.
func pasteDelimiters(list string) ([]string, bool) {
	if list == "" {
		return []string{""}, true
	}
	var delims []string
	for i := 0; i < len(list); i++ {
		if list[i] != '\\' {
			delims = append(delims, list[i:i+1])
			continue
		}
		if i++; i == len(list) {
			return nil, false
		}
		switch c := list[i]; c {
		case '0':
			delims = append(delims, "")
		case 'b':
			delims = append(delims, "\b")
		case 'f':
			delims = append(delims, "\f")
		case 'n':
			delims = append(delims, "\n")
		case 'r':
			delims = append(delims, "\r")
		case 't':
			delims = append(delims, "\t")
		case 'v':
			delims = append(delims, "\v")
		default:
			delims = append(delims, string([]byte{c}))
		}
	}
	return delims, true
}

// maxOpen bounds the files that one command reads side by side.
const maxOpen = 1024

func pasteParallel(ctx context.Context, call *command.Call, names []string, delims []string, end byte, out *command.Output) int {
	if len(names) > maxOpen {
		call.Errorf("more than %d files", maxOpen)
		return 1
	}
	var files []*lineSource
	var input *lineSource // all operands "-" read the same
	defer func() {
		for _, f := range files {
			f.in.Close()
		}
	}()
	status := 0
	for _, name := range names {
		if name == "-" && input != nil {
			files = append(files, input)
			continue
		}
		in, err := call.Open(ctx, name)
		if err != nil {
			call.FileError(name, err)
			return 1
		}
		s := newSource(in, name, end, call.Limits.LineBytes)
		if name == "-" {
			input = s
		}
		files = append(files, s)
	}
	for {
		any, due := false, 0 // due: files whose separator is still to be written
		for i, f := range files {
			if f.open {
				if err := f.next(); err != nil {
					call.FileError(f.name, err)
					status, f.open = 1, false
				}
			}
			if f.open {
				for k := i - due; k < i; k++ {
					out.WriteString(delims[k%len(delims)])
				}
				any, due = true, 0
				out.Write(f.line)
			}
			due++
		}
		if !any {
			return status
		}
		for k := len(files) - due; k < len(files)-1; k++ {
			out.WriteString(delims[k%len(delims)])
		}
		if out.WriteByte(end) != nil {
			return 1
		}
	}
}
