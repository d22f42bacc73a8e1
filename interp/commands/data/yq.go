package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/jq"
	yqlang "github.com/aegish/aegish/interp/commands/yq"
)

var yqOptions = option.Set{
	Usage: "[eval|eval-all] [OPTION]... EXPRESSION [FILE]...",
	About: "Evaluate an expression of yq 4 on each document of YAML in the files, or with eval-all (ea) once on all of them. What is none of yq's is taken for a filter of jq.",
	Bad:   1,
	Options: []option.Option{
		{Short: 'p', Long: "input-format", Arg: option.Required, Name: "FORMAT", Help: "yaml, json, props, xml, csv or tsv; as the name of the first file ends, else yaml"},
		{Short: 'o', Long: "output-format", Arg: option.Required, Name: "FORMAT", Help: "yaml, json, props, xml, csv or tsv; that of a file that is known by its name, else yaml"},
		{Short: 'i', Long: "inplace", Help: "write what comes out to the first file instead"},
		{Short: 'r', Long: "raw-output", Help: "write strings of JSON as they are, as those of YAML are"},
		{Short: 'r', Long: "unwrapScalar", Arg: option.Optional, Name: "BOOL"},
		{Short: 'j', Long: "tojson", Help: "write JSON"},
		{Short: 'N', Long: "no-doc", Help: "no --- between documents"},
		{Short: 'M', Long: "no-colors"},
		{Short: 'C', Long: "colors"},
		{Short: 'c', Long: "compact-output", Help: "each value of JSON on one line"},
		{Short: 'I', Long: "indent", Arg: option.Required, Name: "N", Help: "indent with N blanks, 0 to 7"},
		{Short: 'n', Long: "null-input", Help: "run once, without input"},
		{Short: 's', Long: "split-exp", Arg: option.Required, Name: "EXP", Help: "write each result to the file that EXP names; $index counts them"},
		{Long: "slurp", Help: "run once, with an array of all documents"},
		{Short: 'e', Long: "exit-status", Help: "status 1 for null, false and no output"},
		{Short: 'P', Long: "prettyPrint", Help: "write everything in block style"},
		{Short: '0', Long: "nul-output", Help: "NUL behind each result in place of a newline"},
		{Long: "expression", Arg: option.Required, Name: "EXP", Help: "the expression; all operands are files"},
		{Long: "from-file", Arg: option.Required, Name: "FILE", Help: "read the expression from FILE"},
		{Long: "xml-attribute-prefix", Arg: option.Required, Name: "TEXT", Help: "what the keys of attributes begin with, +@"},
		{Long: "xml-content-name", Arg: option.Required, Name: "TEXT", Help: "the key of the text of an element, +content"},
	},
}

// A yq is one invocation of yq. It is jq with other formats where the expression is a
// filter of jq.
type yq struct {
	*invocation
	in, to       yqFormat
	xml          xmlNames
	pretty       bool // block style
	plain        bool // scalars are written as they are
	wrapped      bool // or not, as was asked for
	inPlace, all bool
	width        int
	written      int
	unmarked     bool // no --- between documents
	zero         bool // NUL behind each result
	splitBy      string
	fromName     string

	seen  []yqlang.Result // the last result that was written
	truth bool
	text0 []byte // what -i writes
}

func yqCommand(ctx context.Context, call *command.Call) int {
	o, status, ok := yqOptions.Parse(call)
	if !ok {
		return status
	}
	y := &yq{invocation: newInvocation(ctx, call), width: 2, xml: usualXML, plain: true}
	for _, f := range o.Options {
		if bad := y.option(f); bad != "" {
			return yqOptions.Misuse(call, "%s", bad)
		}
	}
	if bad := y.operands(o); bad != "" {
		return yqOptions.Misuse(call, "%s", bad)
	}
	if y.fromName != "" {
		text, err := y.slurpFile(y.fromName)
		if err != nil {
			return y.out.Finish(y.failed(fmt.Errorf("open %s: %s", y.fromName, command.Message(err))), 1)
		}
		y.text = text
	}
	y.formats()
	if y.to == formatJSON && !o.Has("c") {
		y.format.Indent = strings.Repeat(" ", y.width)
	} else if o.Has("c") {
		y.width = 0
	}
	e, err := yqlang.Parse(y.text)
	if err == nil && !y.slurp {
		return y.out.Finish(y.evaluate(e), 1)
	}
	status, known := y.asFilter()
	if !known {
		status = y.failed(err)
	}
	return y.out.Finish(status, 1)
}

// operands takes the command, the expression and the files; a text is what is wrong.
func (y *yq) operands(o *option.Parsed) string {
	operands := o.Operands
	if len(operands) > 0 {
		switch operands[0] {
		case "eval", "e":
			operands = operands[1:]
		case "eval-all", "ea":
			y.all, operands = true, operands[1:]
		}
	}
	y.text, y.hasText = ".", true
	switch text, ok := o.Last("expression"); {
	case ok:
		y.text, y.files = text, operands
	case y.fromName != "":
		y.files = operands
	case len(operands) == 1 && y.isFile(operands[0]):
		y.files = operands
	case len(operands) > 0:
		y.text, y.files = operands[0], operands[1:]
	}
	if y.inPlace && (len(y.files) == 0 || y.files[0] == "-" || len(y.files) > 1 && !y.all) {
		return "-i takes one file, and with eval-all one at least"
	}
	return ""
}

// isFile tells whether the only operand is a file and not an expression.
func (y *yq) isFile(name string) bool {
	if _, err := yqlang.Parse(name); err == nil {
		return false
	}
	fi, err := y.call.FS.Stat(name)
	return err == nil && !fi.IsDir()
}

// formats settles what is read and written: a file that is known by its name comes out
// as it went in.
func (y *yq) formats() {
	if y.in == "" {
		y.in = formatYAML
		if len(y.files) > 0 {
			if f, ok := yqFormats[strings.TrimPrefix(path.Ext(y.files[0]), ".")]; ok && len(path.Ext(y.files[0])) > 2 {
				y.in = f
				if y.to == "" {
					y.to = f
				}
			}
		}
	}
	if y.to == "" {
		y.to = formatYAML
	}
	if y.to == formatJSON && !y.raw {
		y.plain = false
	}
	if y.wrapped {
		y.plain = false
	}
}

// option takes one option; a text is what is wrong with it.
func (y *yq) option(f option.Found) string {
	value := strings.TrimPrefix(f.Value, "=")
	switch f.Name {
	case "p", "o":
		format := yqFormats[value]
		if format == "" && value != "auto" && value != "a" {
			return "unknown format '" + value + "'"
		}
		if f.Name == "p" {
			y.in = format
			if y.to == "" && format != "" {
				y.to = formatYAML
			}
		} else {
			y.to = format
		}
	case "I":
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > 7 {
			return "invalid indent '" + f.Value + "'"
		}
		y.width = n
	case "j":
		y.to = formatJSON
	case "s":
		y.splitBy = f.Value
	case "from-file":
		y.fromName = f.Value
	case "xml-attribute-prefix":
		y.xml.attribute = f.Value
	case "xml-content-name":
		y.xml.content = f.Value
	case "r":
		y.raw, y.wrapped = value != "false", value == "false"
	default:
		if to := map[string]*bool{"N": &y.unmarked, "P": &y.pretty, "n": &y.null, "slurp": &y.slurp, "e": &y.exit, "i": &y.inPlace, "0": &y.zero}[f.Name]; to != nil {
			*to = true
		}
	}
	return ""
}

// failed reports an error as yq does.
func (y *yq) failed(err error) int {
	y.out.Flush()
	var output *command.OutputError
	if errors.As(err, &output) {
		return 0
	}
	fmt.Fprintf(y.call.Stderr, "Error: %v\n", err)
	return 1
}

// asFilter runs the expression as a filter of jq. It is not known when it is none.
func (y *yq) asFilter() (status int, known bool) {
	if _, err := jq.Compile(y.text, y.variables, jq.Host{Variable: y.environment, Module: y.module}); err != nil && !y.slurp {
		return 0, false
	}
	y.open = func(r io.Reader) decoder {
		switch y.in {
		case formatJSON:
			return y.decoder(r)
		case formatYAML:
			return newYAML(r, y.call.Limits.HeldBytes)
		}
		return &nodeDecoder{next: y.documents(r, y.in), values: newYAML(strings.NewReader(""), y.call.Limits.HeldBytes)}
	}
	y.write = y.value
	y.variable = y.environment
	status = y.run()
	if status == 0 && y.inPlace {
		status = y.replace()
	}
	return status, true
}

// value writes what a filter of jq makes.
func (y *yq) value(b []byte, v jq.Value) ([]byte, error) {
	switch y.to {
	case formatJSON:
		b, err := y.line(b, v)
		return y.kept(b, err)
	case formatYAML:
		if y.written++; y.written > 1 && !y.unmarked {
			b = append(b, "---\n"...)
		}
		if s, ok := v.(string); ok {
			return y.kept(append(append(b, s...), '\n'), nil)
		}
		text, err := encodeYAML(v, max(y.width, 1), y.pretty)
		return y.kept(append(b, text...), err)
	}
	text, err := y.encode(y.to, y.width, root(v))
	return y.kept(append(b, text...), err)
}

// kept holds back what goes to the file.
func (y *yq) kept(b []byte, err error) ([]byte, error) {
	if !y.inPlace || err != nil {
		return b, err
	}
	if y.text0 = append(y.text0, b...); int64(len(y.text0)) > y.call.Limits.HeldBytes {
		return nil, jq.ErrLong
	}
	return b[:0], nil
}

// replace writes what came out to the file that was read.
func (y *yq) replace() int {
	if err := y.save(y.files[0], y.text0); err != nil {
		return y.failed(fmt.Errorf("open %s: %s", y.files[0], command.Message(err)))
	}
	return 0
}

func (y *yq) save(name string, text []byte) error {
	f, err := y.call.Create(y.ctx, name)
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err != nil {
		f.Close()
		return err
	}
	return f.Close()
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

// A nodeDecoder makes values of the documents of other formats.
type nodeDecoder struct {
	next   func() (*yaml.Node, error)
	values *yamlDecoder
}

// Lines implements decoder; a document does not know where it ends.
func (d *nodeDecoder) Lines() int { return 0 }

// Next implements decoder.
func (d *nodeDecoder) Next() (jq.Value, error) {
	n, err := d.next()
	if err != nil {
		return nil, err
	}
	return d.values.whole(n)
}

var errAlias = errors.New("aliases make the document larger than the limits allow")
