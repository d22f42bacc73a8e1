package text

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var envsubstOptions = option.Set{
	Usage: "[OPTION] [SHELL-FORMAT]",
	About: "Replace $NAME and ${NAME} in standard input; with SHELL-FORMAT only the names in it.",
	Options: []option.Option{
		{Short: 'v', Long: "variables", Help: "write the names in SHELL-FORMAT"},
		{Short: 'h', Long: "help"}, {Short: 'V', Long: "version"},
	},
}

func envsubst(ctx context.Context, call *command.Call) int {
	p, status, ok := envsubstOptions.Parse(call)
	if !ok {
		return status
	}
	if p.Has("h") || p.Has("V") {
		out := command.NewOutput(call)
		out.WriteString(envsubstOptions.Help(call.Name()))
		return out.Finish(0, 1)
	}
	if len(p.Operands) > 1 {
		call.Errorf("too many arguments")
		return 1
	}
	var only []string
	for _, format := range p.Operands {
		references([]byte(format), func([]byte) {}, func(name string, _ []byte) { only = append(only, name) })
	}
	out := command.NewOutput(call)
	if p.Has("v") {
		if len(p.Operands) == 0 {
			call.Errorf("missing arguments")
			return 1
		}
		for _, name := range only {
			out.WriteString(name + "\n")
		}
		return out.Finish(0, 1)
	}
	in, err := call.Open(ctx, "-")
	if err != nil {
		call.Errorf("%s", command.Message(err))
		return 1
	}
	for r := record.NewReader(in, '\n', call.Limits.LineBytes); ; {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			call.Errorf("error while reading \"standard input\": %s", command.Message(err))
			return 1
		}
		references(rec, func(text []byte) { out.Write(text) }, func(name string, text []byte) {
			if len(p.Operands) > 0 && !slices.Contains(only, name) {
				out.Write(text)
				return
			}
			value, _ := call.Getenv(name)
			out.WriteString(value)
		})
		if out.Err() != nil {
			break
		}
	}
	return out.Finish(0, 1)
}

// references splits text into what is none and references to variables.
func references(text []byte, plain func([]byte), reference func(name string, text []byte)) {
	start := 0
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '$' {
			continue
		}
		from := i + 1
		brace := text[from] == '{'
		if brace {
			from++
		}
		end := from
		for end < len(text) && (isAlpha(text[end]) || text[end] == '_' || end > from && isDigit(text[end])) {
			end++
		}
		if end == from || brace && (end == len(text) || text[end] != '}') {
			continue
		}
		name := string(text[from:end])
		if brace {
			end++
		}
		plain(text[start:i])
		reference(name, text[i:end])
		start, i = end, end-1
	}
	plain(text[start:])
}
