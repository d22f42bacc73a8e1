package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/jq"
)

var yqOptions = option.Set{
	Usage: "[eval] [OPTION]... FILTER [FILE]...",
	About: "Run a filter of jq on each document of YAML in the files. env(NAME) and strenv(NAME) are variables of the environment.",
	Bad:   2,
	Options: []option.Option{
		{Short: 'p', Long: "input-format", Arg: option.Required, Name: "FORMAT", Help: "yaml (the default) or json"},
		{Short: 'o', Long: "output-format", Arg: option.Required, Name: "FORMAT", Help: "yaml (the default), json or props"},
		{Short: 'i', Long: "inplace", Help: "write what comes out to the file instead"},
		{Short: 'r', Long: "raw-output", Help: "write strings of JSON as they are, as those of YAML are"},
		{Short: 'r', Long: "unwrapScalar"},
		{Short: 'j', Long: "tojson", Help: "write JSON"},
		{Short: 'N', Long: "no-doc", Help: "no --- between documents"},
		{Short: 'M', Long: "no-colors"},
		{Short: 'c', Long: "compact-output", Help: "each value of JSON on one line"},
		{Short: 'I', Long: "indent", Arg: option.Required, Name: "N", Help: "indent with N blanks, 0 to 7"},
		{Short: 'n', Long: "null-input", Help: "run once, without input"},
		{Short: 's', Long: "slurp", Help: "run once, with an array of all documents"},
		{Short: 'e', Long: "exit-status", Help: "status 1 for null and false, 4 for no output"},
		{Short: 'P', Long: "prettyPrint", Help: "write everything in block style"},
	},
}

// A yq is one invocation of yq. It is jq with other formats.
type yq struct {
	*invocation
	in        string // the format that is read
	yaml      bool   // of the output
	props     bool   // of the output
	pretty    bool   // block style
	width     int
	documents int
	unmarked  bool // no --- between documents
}

func yqCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := yqOptions.Parse(call)
	if !ok {
		return status
	}
	y := &yq{invocation: newInvocation(ctx, call), yaml: true, width: 2, in: "yaml"}
	for _, f := range o.Options {
		if bad := y.option(f); bad != "" {
			return yqOptions.Misuse(call, "%s", bad)
		}
	}
	if !o.Has("c") {
		y.format.Indent = strings.Repeat(" ", y.width)
	}
	y.open = func(r io.Reader) decoder {
		if y.in == "json" {
			return y.decoder(r)
		}
		return newYAML(r, call.Limits.HeldBytes)
	}
	y.write = y.line
	switch {
	case y.yaml:
		y.write = y.document
	case y.props:
		y.write = func(b []byte, v jq.Value) ([]byte, error) { return properties(b, "", v), nil }
	}
	y.variable = y.environment
	operands := o.Operands
	if len(operands) > 0 && (operands[0] == "eval" || operands[0] == "e") {
		operands = operands[1:]
	}
	y.text, y.hasText = ".", true
	if len(operands) > 0 {
		y.text, y.files = operands[0], operands[1:]
	}
	if y.text == "eval-all" || y.text == "ea" {
		return yqOptions.Misuse(call, "%s is not known here: -s makes an array of all documents", y.text)
	}
	if o.Has("i") {
		return y.inPlace()
	}
	return y.out.Finish(y.run(), 2)
}

// yqFormats are the names of formats.
var yqFormats = map[string]string{"yaml": "yaml", "y": "yaml", "yml": "yaml", "auto": "yaml", "a": "yaml", "json": "json", "j": "json", "props": "props"}

// option takes one option; a text is what is wrong with it.
func (y *yq) option(f option.Found) string {
	value := strings.TrimPrefix(f.Value, "=")
	switch f.Name {
	case "p", "o":
		format := yqFormats[value]
		if format == "" || format == "props" && f.Name == "p" {
			return "unknown format '" + value + "'"
		}
		if f.Name == "p" {
			y.in = format
		} else {
			y.yaml, y.props = format == "yaml", format == "props"
		}
	case "I":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 7 {
			return "invalid indent '" + f.Value + "'"
		}
		y.width = n
	case "j":
		y.yaml = false
	default:
		if to := map[string]*bool{"N": &y.unmarked, "r": &y.raw, "P": &y.pretty, "n": &y.null, "s": &y.slurp, "e": &y.exit}[f.Name]; to != nil {
			*to = true
		}
	}
	return ""
}

// inPlace writes what comes out to the file that was read, if all went well.
func (y *yq) inPlace() int {
	if len(y.files) != 1 || y.files[0] == "-" {
		return yqOptions.Misuse(y.call, "-i takes one file")
	}
	var text []byte
	write := y.write
	y.write = func(b []byte, v jq.Value) ([]byte, error) {
		b, err := write(b, v)
		if text = append(text, b...); int64(len(text)) > y.call.Limits.HeldBytes {
			return nil, jq.ErrLong
		}
		return b[:0], err
	}
	if status := y.run(); status != 0 {
		return y.out.Finish(status, 2)
	}
	f, err := y.call.Create(y.ctx, y.files[0])
	if err == nil {
		if _, err = f.Write(text); err != nil {
			f.Close()
		} else {
			err = f.Close()
		}
	}
	if err != nil {
		y.call.FileError(y.files[0], err)
		return 2
	}
	return y.out.Finish(0, 2)
}

// environment is env(NAME), read as YAML, and strenv(NAME).
func (y *yq) environment(name string, raw bool) (jq.Value, error) {
	text, ok := y.call.Getenv(name)
	switch {
	case !ok:
		return nil, fmt.Errorf("value for env variable '%s' not provided in env()", name)
	case raw:
		return text, nil
	}
	v, err := newYAML(strings.NewReader(text), y.call.Limits.HeldBytes).Next()
	if err == io.EOF {
		err = nil
	}
	return v, err
}

// document prints a value as a document of YAML.
func (y *yq) document(b []byte, v jq.Value) ([]byte, error) {
	if y.documents++; y.documents > 1 && !y.unmarked {
		b = append(b, "---\n"...)
	}
	if s, ok := v.(string); ok {
		return append(append(b, s...), '\n'), nil
	}
	text, err := encodeYAML(v, max(y.width, 1), y.pretty)
	return append(b, text...), err
}

var errAlias = errors.New("aliases make the document larger than the limits allow")
