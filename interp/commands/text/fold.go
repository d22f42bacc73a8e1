package text

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
)

var foldOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Break lines that are longer than 80 columns.",
	Options: []option.Option{
		{Short: 'b', Long: "bytes", Help: "count bytes, not columns"},
		{Short: 's', Long: "spaces", Help: "break at spaces"},
		{Short: 'w', Long: "width", Arg: option.Required, Name: "WIDTH", Help: "use WIDTH columns"},
	},
}

func fold(ctx context.Context, call *command.Call) int {
	var args []string
	for _, a := range call.Args[1:] {
		// A number is the width, alone or behind other letters.
		if letters := strings.TrimLeft(strings.TrimPrefix(a, "-"), "bs"); len(a) > 1 && a[0] == '-' && letters != "" && isDigit(letters[0]) {
			a = strings.TrimSuffix(a, letters) + "w" + letters
			if len(args) > 0 && args[len(args)-1] == "-w" {
				a = call.Args[len(args)+1] // it is the argument
			}
		}
		args = append(args, a)
	}
	width := 80
	p, status, ok := foldOptions.ParseEach(call, args, func(o option.Found) (int, bool) {
		if o.Name != "w" {
			return 0, true
		}
		n, err := command.ParseSize(o.Value, "")
		if err != nil || n < 1 {
			why := ""
			switch {
			case err == nil:
				why = ": Numerical result out of range"
			case errors.Is(err, errTooLarge):
				why = ": " + command.Message(err)
			}
			call.Errorf("invalid number of columns: %s%s", command.Quote(o.Value), why)
			return 1, false
		}
		width = int(min(n, math.MaxInt-16)) // no line is as long
		return 0, true
	})
	if !ok {
		return status
	}
	inBytes, spaces := p.Has("b"), p.Has("s")
	return filter(ctx, call, p.Operands, '\n', func(out *command.Output, line []byte, ended bool) {
		foldLine(out, line, width, inBytes, spaces)
		if ended {
			out.WriteByte('\n')
		}
	})
}

// foldColumn is the column after a byte.
func foldColumn(column int, c byte, inBytes bool) int {
	switch {
	case inBytes:
	case c == '\b':
		return max(column-1, 0)
	case c == '\r':
		return 0
	case c == '\t':
		return column + 8 - column%8
	}
	return column + 1
}

func foldLine(out *command.Output, line []byte, width int, inBytes, spaces bool) {
	start, column := 0, 0
	for i := 0; i < len(line); i++ {
		next := foldColumn(column, line[i], inBytes)
		if next <= width || i == start {
			column = next
			continue
		}
		end := i
		if spaces {
			if blank := bytes.LastIndexAny(line[start:i], " \t"); blank >= 0 {
				end = start + blank + 1
			}
		}
		out.Write(line[start:end])
		out.WriteByte('\n')
		start, column = end, 0
		for k := start; k < i; k++ {
			column = foldColumn(column, line[k], inBytes)
		}
		i--
	}
	out.Write(line[start:])
}
