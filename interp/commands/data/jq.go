package data

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/itchyny/gojq"

	"github.com/aegish/aegish/interp/command"
)

// A jq is one invocation of jq.
type jq struct {
	ctx  context.Context
	call *command.Call
	out  *command.Output
	printer

	null, slurp, rawInput, exit, join, sorted bool
	fromFile                                  bool
	named                                     map[string]any
	made                                      *orders
	names                                     []string
	positional                                []any
	text                                      string
	hasText                                   bool
	files                                     []string

	// open and write are those of JSON unless they are set.
	open      func(io.Reader) decoder
	write     func(b *bytes.Buffer, v any) error
	documents int

	in     *inputs
	filter *filter
	status int
	last   any
	any    bool
}

// Statuses of jq(1), "INVOKING JQ" and halt_error.
const (
	jqUsage   = 2
	jqCompile = 3
	jqEmpty   = 4
	jqError   = 5
)

func jqCommand(ctx context.Context, call *command.Call) int {
	j := &jq{ctx: ctx, call: call, out: command.NewOutput(call), named: map[string]any{}, made: newOrders()}
	j.indent = "  "
	if status, ok := j.options(call.Args[min(1, len(call.Args)):]); !ok {
		return j.out.Finish(status, 2)
	}
	return j.out.Finish(j.run(), 2)
}

// usage reports wrong usage.
func (j *jq) usage(format string, args ...any) (int, bool) {
	j.call.Errorf(format, args...)
	fmt.Fprintf(j.call.Stderr, "Use %s --help for help with command-line options.\n", j.call.Name())
	return jqUsage, false
}

func (j *jq) run() int {
	text := j.text
	if j.fromFile {
		data, err := j.slurpFile(j.text)
		if err != nil {
			j.call.Errorf("error: Could not open %s: %s", j.text, command.Message(err))
			return jqUsage
		}
		text = data
	}
	if j.open == nil {
		j.open = j.decoder
	}
	if j.write == nil {
		j.write = j.line
	}
	if strings.TrimSpace(text) == "" {
		text = "."
	}
	j.in = &inputs{ctx: j.ctx, call: j.call, names: command.Operands(j.files), open: j.open,
		missing: func(name string, err error) {
			j.call.Errorf("error: Could not open file %s: %s", name, command.Message(err))
			j.status = jqUsage
		}}
	defer func() { j.in.close() }()
	s := scope{inputs: j.in, file: func() any { return j.in.name }, stderr: j.debug, orders: j.made}
	for _, name := range j.names {
		s.names, s.values = append(s.names, "$"+name), append(s.values, j.named[name])
	}
	j.made.note(j.named, j.names)
	if !j.sorted {
		j.printer.orders = j.made
	}
	positional := j.positional
	if positional == nil {
		positional = []any{}
	}
	s.names, s.values = append(s.names, "$ARGS"), append(s.values, map[string]any{"positional": positional, "named": j.named})
	var err error
	if j.filter, err = compile(j.call, text, s); err != nil {
		j.call.Errorf("error: %v\n%s: 1 compile error", err, j.call.Name())
		return jqCompile
	}
	status := j.loop()
	switch {
	case status != 0:
		return status
	case j.status != 0:
		return j.status
	case j.exit && !j.any:
		return jqEmpty
	case j.exit && (j.last == nil || j.last == false):
		return 1
	}
	return 0
}

// slurpFile reads a file whole.
func (j *jq) slurpFile(name string) (string, error) {
	in, err := j.call.Open(j.ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return all(in, j.call.Limits.HeldBytes)
}

func (j *jq) decoder(r io.Reader) decoder {
	if j.rawInput {
		return newRaw(r, j.call.Limits.LineBytes)
	}
	return newJSON(r, j.call.Limits.HeldBytes, j.made)
}

// loop runs the filter on each input.
func (j *jq) loop() int {
	switch {
	case j.null:
		return j.each(nil)
	case j.slurp:
		v, err := j.slurped()
		if err != nil {
			return j.inputError(err)
		}
		return j.each(v)
	}
	status := 0
	for j.ctx.Err() == nil {
		j.made.forget()
		v, err := j.in.next()
		if err == io.EOF {
			return status
		}
		if err != nil {
			return j.inputError(err)
		}
		if s := j.each(v); s == jqError {
			status = s // and on to the next
		} else if s != 0 || j.out.Err() != nil {
			return s
		} else {
			status = 0
		}
	}
	return jqError
}

// slurped is all input at once.
func (j *jq) slurped() (any, error) {
	if !j.rawInput {
		values := []any{}
		budget := &bounded{left: max(j.call.Limits.HeldBytes/valueCost, 1<<16)}
		for {
			v, err := j.in.next()
			if err == io.EOF {
				return values, nil
			}
			if err != nil {
				return nil, err
			}
			budget.left -= 64
			if d, ok := j.in.decoder.(*jsonDecoder); ok {
				budget.left -= d.most - d.bounds.left
			}
			if budget.left < 0 {
				return nil, errLong
			}
			values = append(values, v)
		}
	}
	var b strings.Builder
	for _, name := range j.in.names {
		text, err := j.slurpFile(name)
		if err != nil {
			j.in.missing(name, err)
			continue
		}
		if b.WriteString(text); int64(b.Len()) > j.call.Limits.HeldBytes/4 {
			return nil, errLong
		}
	}
	j.in.names = nil
	return strings.ToValidUTF8(b.String(), "\ufffd"), nil
}

func (j *jq) inputError(err error) int {
	var bad *badInput
	if errors.As(err, &bad) {
		j.call.Errorf("error (at %s): parse error: %v", j.where(), bad)
	} else {
		j.call.Errorf("error: %s", command.Message(err))
	}
	return jqUsage
}

func (j *jq) where() string {
	if name, ok := j.in.name.(string); ok {
		return name
	}
	if j.null {
		return "<unknown>"
	}
	return "<stdin>"
}

// line prints a value of JSON.
func (j *jq) line(b *bytes.Buffer, v any) error {
	err := j.print(b, v)
	if !j.join {
		b.WriteByte('\n')
	}
	return err
}

// each runs the filter on one input and prints what comes out.
func (j *jq) each(v any) int {
	var b bytes.Buffer
	err := j.filter.run(j.ctx, v, func(v any) error {
		j.last, j.any = v, true
		b.Reset()
		if err := j.write(&b, v); err != nil {
			return err
		}
		_, err := j.out.Write(b.Bytes())
		return err
	})
	var halt *gojq.HaltError
	var failed *command.OutputError
	var bad *badInput
	switch {
	case err == nil, errors.As(err, &failed):
		return 0
	case errors.As(err, &halt):
		return j.halt(halt)
	case errors.As(err, &bad), errors.Is(err, errLong):
		return j.inputError(err)
	}
	if v, ok := err.(gojq.ValueError); ok && v.Value() == nil {
		return 0 // error(null) is as if nothing had been
	}
	j.out.Flush()
	j.call.Errorf("error (at %s)%s", j.where(), describe(err))
	if errors.Is(err, errMemory) {
		return jqUsage
	}
	return jqError
}

func (j *jq) halt(err *gojq.HaltError) int {
	j.out.Flush()
	j.in.failed, j.exit, j.status = true, false, err.ExitCode()
	switch v := err.Value().(type) {
	case nil:
	case string:
		io.WriteString(j.call.Stderr, v)
	default:
		var b bytes.Buffer
		if (&printer{orders: j.orders}).print(&b, v) == nil {
			fmt.Fprintf(j.call.Stderr, "%s\n", b.Bytes())
		}
	}
	return err.ExitCode()
}

// debug is what the filters debug and stderr write.
func (j *jq) debug(v any, debug bool) {
	j.out.Flush()
	var b bytes.Buffer
	if debug {
		v = []any{"DEBUG:", v}
	}
	if (&printer{orders: j.orders}).print(&b, v) != nil {
		return
	}
	if debug {
		b.WriteByte('\n')
	}
	j.call.Stderr.Write(b.Bytes())
}
