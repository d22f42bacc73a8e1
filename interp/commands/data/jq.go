package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/jq"
	"github.com/aegish/aegish/interp/strftime"
)

// An invocation is one of jq or yq.
type invocation struct {
	ctx    context.Context
	call   *command.Call
	out    *command.Output
	format jq.Format

	null, slurp, rawInput, exit, fromFile bool
	raw, join, nul, sequence, unbuffered  bool
	stream, slurpedAll                    bool
	variables                             []jq.Variable
	named                                 *jq.Object
	positional                            []jq.Value
	text                                  string
	hasText                               bool
	files, library                        []string

	// open and write are those of JSON unless they are set.
	open  func(io.Reader) decoder
	write func(b []byte, v jq.Value) ([]byte, error)
	// variable is env(NAME) of yq.
	variable func(name string, raw bool) (jq.Value, error)

	in     *inputs
	filter *jq.Filter
	status int
	last   jq.Value
	any    bool
	buf    []byte
}

// Statuses of jq(1), "INVOKING JQ" and halt_error.
const (
	jqUsage   = 2
	jqCompile = 3
	jqEmpty   = 4
	jqError   = 5
)

func newInvocation(ctx context.Context, call *command.Call) *invocation {
	return &invocation{ctx: ctx, call: call, out: command.NewOutput(call), named: jq.NewObject(),
		format: jq.Format{Most: int(call.Limits.HeldBytes / 4)}}
}

func jqCommand(ctx context.Context, call *command.Call) int {
	j := newInvocation(ctx, call)
	j.format.Indent = "  "
	j.open, j.write = j.decoder, j.line
	if status, ok := j.options(call.Args[min(1, len(call.Args)):]); !ok {
		return j.out.Finish(status, 2)
	}
	if text, ok := call.Getenv("JQ_COLORS"); ok && j.format.Color {
		if j.format.Palette, ok = jq.NewPalette(text); !ok {
			fmt.Fprintln(call.Stderr, "Failed to set $JQ_COLORS")
		}
	}
	return j.out.Finish(j.run(), 2)
}

// usage reports wrong usage.
func (j *invocation) usage(format string, args ...any) (int, bool) {
	j.call.Errorf(format, args...)
	fmt.Fprintf(j.call.Stderr, "Use %s --help for help with command-line options.\n", j.call.Name())
	return jqUsage, false
}

func (j *invocation) run() int {
	text := j.text
	if j.fromFile {
		data, err := j.slurpFile(j.text)
		if err != nil {
			j.call.Errorf("error: Could not open %s: %s", j.text, command.Message(err))
			return jqUsage
		}
		text = data
	}
	j.in = &inputs{ctx: j.ctx, call: j.call, names: command.Operands(j.files), open: j.open,
		missing: func(name string, err error) {
			j.call.Errorf("error: Could not open file %s: %s", name, command.Message(err))
			j.status = jqUsage
		}}
	defer func() { j.in.close() }()
	if status, ok := j.compile(text); !ok {
		return status
	}
	status := j.loop()
	switch {
	case status != 0:
		return status
	case j.status != 0:
		return j.status
	case j.exit && !j.any:
		return jqEmpty
	case j.exit && !jq.Truth(j.last):
		return 1
	}
	return 0
}

// compile makes the filter; it reports mistakes in it.
func (j *invocation) compile(text string) (int, bool) {
	args := jq.NewObject()
	args.Put("positional", jq.NewArray(j.positional...))
	args.Put("named", j.named)
	zone, set := j.call.Getenv("TZ")
	host := jq.Host{
		Next: j.next, File: func() jq.Value { return j.in.name }, Line: j.in.line, Message: j.message, Shown: j.format,
		Now: j.call.Now, Zone: strftime.Location(zone, set), Env: j.call.Env, Held: j.call.Limits.HeldBytes,
		Module: j.module, Search: j.library, Variable: j.variable,
	}
	var err error
	j.filter, err = jq.Compile(text, append(j.variables, jq.Variable{Name: "ARGS", Value: args}), host)
	var wrong *jq.CompileError
	switch {
	case err == nil:
		return 0, true
	case errors.As(err, &wrong):
		for _, m := range wrong.Messages {
			j.call.Errorf("%s", m)
		}
		s := ""
		if len(wrong.Messages) > 1 {
			s = "s"
		}
		j.call.Errorf("%d compile error%s", len(wrong.Messages), s)
	default:
		j.call.Errorf("error: %v", err)
	}
	return jqCompile, false
}

// slurpFile reads a file whole.
func (j *invocation) slurpFile(name string) (string, error) {
	in, err := j.call.Open(j.ctx, name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	return all(in, j.call.Limits.HeldBytes)
}

func (j *invocation) decoder(r io.Reader) decoder {
	if j.rawInput {
		return newRaw(r, j.call.Limits.LineBytes)
	}
	return jq.NewDecoder(r, jq.DecoderOptions{Held: j.call.Limits.HeldBytes, Stream: j.stream, Sequence: j.sequence,
		Ignored: func(err error) { j.call.Errorf("ignoring parse error: %v", err) }})
}

// loop runs the filter on each input.
func (j *invocation) loop() int {
	switch {
	case j.null:
		return j.each(nil)
	case j.slurp:
		v, err := j.next()
		if err != nil {
			return j.inputError(err)
		}
		return j.each(v)
	}
	status := 0
	for j.ctx.Err() == nil {
		v, err := j.in.next()
		if err == io.EOF {
			return status
		}
		if err != nil {
			return j.inputError(err)
		}
		if s := j.each(v); s == jqError {
			status = s // and on to the next
		} else if s != 0 || j.out.Err() != nil || j.in.failed {
			return s
		} else {
			status = 0
		}
	}
	return jqError
}

// next is the next input, which is the only one where all are taken at once.
func (j *invocation) next() (jq.Value, error) {
	if !j.slurp {
		return j.in.next()
	}
	if j.slurpedAll || j.in.failed {
		return nil, io.EOF
	}
	j.slurpedAll = true
	return j.slurped()
}

// slurped is all input at once.
func (j *invocation) slurped() (jq.Value, error) {
	if j.rawInput {
		return j.slurpedText()
	}
	values := []jq.Value{}
	held := int64(0)
	for {
		v, err := j.in.next()
		if err == io.EOF {
			return jq.NewArray(values...), nil
		}
		if err != nil {
			return nil, err
		}
		if held += 16 + jq.Size(v); held > j.call.Limits.HeldBytes {
			return nil, jq.ErrLong
		}
		values = append(values, v)
	}
}

func (j *invocation) slurpedText() (jq.Value, error) {
	var b strings.Builder
	for _, name := range j.in.names {
		text, err := j.slurpFile(name)
		if err != nil {
			if errors.Is(err, jq.ErrLong) {
				return nil, err
			}
			j.in.missing(name, err)
			continue
		}
		j.in.read(name, strings.Count(text, "\n"))
		if b.WriteString(text); int64(b.Len()) > j.call.Limits.HeldBytes/4 {
			return nil, jq.ErrLong
		}
	}
	j.in.names = nil
	return strings.ToValidUTF8(b.String(), "\ufffd"), nil
}

// inputError reports text that can not be read.
func (j *invocation) inputError(err error) int {
	j.out.Flush()
	var bad *jq.SyntaxError
	var yaml *badInput
	switch {
	case errors.As(err, &bad), errors.As(err, &yaml):
		j.call.Errorf("parse error: %v", err)
	default:
		j.call.Errorf("error: %s", command.Message(err))
	}
	return jqUsage
}

// where is the place of the current input in its file.
func (j *invocation) where() string {
	name, ok := j.in.name.(string)
	if !ok {
		return "<unknown>"
	}
	return fmt.Sprintf("%s:%d", name, j.in.line())
}

// line prints a value of JSON.
func (j *invocation) line(b []byte, v jq.Value) ([]byte, error) {
	s, isString := v.(string)
	if j.sequence && !(isString && j.raw) {
		b = append(b, 0x1e)
	}
	switch {
	case isString && j.raw && j.nul && strings.Contains(s, "\x00"):
		return b, errNUL
	case isString && j.raw && !j.format.ASCII:
		b = append(b, s...)
	default:
		if b = j.format.Append(b, v); j.format.Full(b) {
			return b, jq.ErrMemory
		}
	}
	switch {
	case j.nul:
		b = append(b, 0)
	case !j.join:
		b = append(b, '\n')
	}
	return b, nil
}

var errNUL = errors.New("cannot dump a string containing NUL with --raw-output0 option")

// each runs the filter on one input and prints what comes out.
func (j *invocation) each(v jq.Value) int {
	err := j.filter.Run(j.ctx, v, func(v jq.Value) error {
		j.last, j.any = v, true
		var err error
		if j.buf, err = j.write(j.buf[:0], v); err != nil {
			return err
		}
		if _, err = j.out.Write(j.buf); err == nil && j.unbuffered {
			err = j.out.Flush()
		}
		return err
	})
	var halt *jq.Halt
	var failed *command.OutputError
	var caught *jq.Error
	var bad *jq.SyntaxError
	var yaml *badInput
	switch {
	case err == nil, errors.As(err, &failed):
		return 0
	case errors.As(err, &halt):
		return j.halt(halt)
	case errors.As(err, &bad), errors.As(err, &yaml), errors.Is(err, jq.ErrLong):
		return j.inputError(err)
	}
	j.out.Flush()
	if !errors.As(err, &caught) {
		j.call.Errorf("error (at %s): %v", j.where(), err)
		if errors.Is(err, errNUL) {
			return jqError
		}
		return jqUsage
	}
	sort := ""
	if _, ok := caught.Value.(string); !ok {
		sort = " (not a string)"
	}
	j.call.Errorf("error (at %s)%s: %v", j.where(), sort, caught)
	return jqError
}

func (j *invocation) halt(h *jq.Halt) int {
	j.out.Flush()
	j.in.failed, j.exit, j.status = true, false, h.Status
	switch v := h.Value.(type) {
	case nil:
	case string:
		io.WriteString(j.call.Stderr, v)
	default:
		io.WriteString(j.call.Stderr, jq.Text(v)+"\n")
	}
	return h.Status
}

// message is what the filters debug and stderr write.
func (j *invocation) message(text string) {
	j.out.Flush()
	io.WriteString(j.call.Stderr, text)
}
