package data

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/jq"
)

var yqOptions = option.Set{
	Usage: "[OPTION]... FILTER [FILE]...",
	About: "Run a filter of jq on each document of YAML in the files.",
	Bad:   2,
	Options: []option.Option{
		{Short: 'p', Long: "input-format", Arg: option.Required, Name: "FORMAT", Help: "yaml (the default) or json"},
		{Short: 'o', Long: "output-format", Arg: option.Required, Name: "FORMAT", Help: "yaml (the default) or json"},
		{Short: 'r', Long: "raw-output", Help: "write strings as they are"},
		{Short: 'r', Long: "unwrapScalar"},
		{Short: 'c', Long: "compact-output", Help: "each value of JSON on one line"},
		{Short: 'I', Long: "indent", Arg: option.Required, Name: "N", Help: "indent with N blanks, 0 to 7"},
		{Short: 'n', Long: "null-input", Help: "run once, without input"},
		{Short: 's', Long: "slurp", Help: "run once, with an array of all documents"},
		{Short: 'e', Long: "exit-status", Help: "status 1 for null and false, 4 for no output"},
		{Short: 'P', Long: "prettyPrint"},
	},
}

// A yq is one invocation of yq. It is jq with other formats.
type yq struct {
	*invocation
	yaml      bool // of the output
	width     int
	documents int
}

func yqCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := yqOptions.Parse(call)
	if !ok {
		return status
	}
	y := &yq{invocation: newInvocation(ctx, call), yaml: true, width: 2}
	in := "yaml"
	compact := false
	for _, f := range o.Options {
		switch f.Name {
		case "p", "o":
			format := map[string]string{"yaml": "yaml", "y": "yaml", "yml": "yaml", "json": "json", "j": "json"}[f.Value]
			if format == "" {
				return yqOptions.Misuse(call, "unknown format '%s'", f.Value)
			}
			if f.Name == "p" {
				in = format
			} else {
				y.yaml = format == "yaml"
			}
		case "I":
			n, err := strconv.Atoi(f.Value)
			if err != nil || n < 0 || n > 7 {
				return yqOptions.Misuse(call, "invalid indent '%s'", f.Value)
			}
			y.width = n
		case "r":
			y.raw = true
		case "c":
			compact = true
		case "n":
			y.null = true
		case "s":
			y.slurp = true
		case "e":
			y.exit = true
		}
	}
	if !compact {
		y.format.Indent = strings.Repeat(" ", y.width)
	}
	y.open = func(r io.Reader) decoder {
		if in == "json" {
			return y.decoder(r)
		}
		return newYAML(r, call.Limits.HeldBytes)
	}
	y.write = y.line
	if y.yaml {
		y.write = y.document
	}
	y.text, y.hasText = ".", true
	if len(o.Operands) > 0 {
		y.text, y.files = o.Operands[0], o.Operands[1:]
	}
	return y.out.Finish(y.run(), 2)
}

// document prints a value as a document of YAML.
func (y *yq) document(b []byte, v jq.Value) ([]byte, error) {
	if y.documents++; y.documents > 1 {
		b = append(b, "---\n"...)
	}
	if s, ok := v.(string); ok && y.raw {
		return append(append(b, s...), '\n'), nil
	}
	text, err := encodeYAML(v, max(y.width, 1))
	return append(b, text...), err
}

var errAlias = errors.New("aliases make the document larger than the limits allow")
