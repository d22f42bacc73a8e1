package text

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/regex"
)

var tacOptions = option.Set{
	Usage: "[OPTION]... [FILE]...",
	About: "Write each file, last line first.",
	Options: []option.Option{
		{Short: 'b', Long: "before", Help: "the separator stands before a record"},
		{Short: 'r', Long: "regex", Help: "the separator is a regular expression"},
		{Short: 's', Long: "separator", Arg: option.Required, Name: "STRING", Help: "records end with STRING instead of a newline"},
	},
}

func tac(ctx context.Context, call *command.Call) int {
	p, status, ok := tacOptions.Parse(call)
	if !ok {
		return status
	}
	sep := []byte{'\n'}
	if s, given := p.Last("s"); given {
		if sep = []byte(s); s == "" {
			sep = []byte{0}
		}
	}
	var re *regex.Regexp
	if p.Has("r") {
		var err error
		if re, err = regex.Compile(gnu.EmacsPattern(string(sep)), regex.Newline); err != nil {
			call.Errorf("%s", err)
			return 1
		}
	}
	out := command.NewOutput(call)
	for _, name := range command.Operands(p.Operands) {
		in, err := call.Open(ctx, name)
		if err != nil {
			call.Errorf("failed to open %s for reading: %s", command.QuoteShell(name), command.Message(err))
			status = 1
			continue
		}
		var data []byte
		done := false
		if re == nil {
			done, err = fileBackwards(out, in, sep, p.Has("b"), call.Limits.HeldBytes)
		}
		if !done {
			data, err = readHeld(in, call.Limits.HeldBytes)
		}
		in.Close()
		if err != nil {
			call.Errorf("%s: read error: %s", command.QuoteIfNeeded(name), command.Message(err))
			status = 1
			continue
		}
		switch {
		case done:
		case re == nil:
			backwards(out, data, sep, p.Has("b"))
		default:
			err = matchedBackwards(ctx, out, data, re, p.Has("b"))
		}
		if err != nil {
			call.Errorf("error in regular expression search: %s", err)
			status = 1
			break
		}
		if out.Err() != nil {
			break
		}
	}
	return out.Finish(status, 1)
}

// readHeld reads a stream to its end, as far as it may be held.
func readHeld(in io.Reader, limit int64) ([]byte, error) {
	data := make([]byte, 0, min(4096, limit))
	for {
		if len(data) == cap(data) {
			if int64(cap(data)) >= limit {
				return data, ended(in, limit)
			}
			grown := make([]byte, len(data), min(int64(2*cap(data)), limit))
			copy(grown, data)
			data = grown
		}
		n, err := in.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// ended is errHeld when there is more to read, nil at the end.
func ended(in io.Reader, limit int64) error {
	n, err := io.ReadFull(in, make([]byte, 1))
	switch {
	case n > 0:
		return errHeld{limit}
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

func backwards(out *command.Output, data, sep []byte, before bool) {
	if before {
		for len(data) > 0 {
			i := max(bytes.LastIndex(data, sep), 0)
			out.Write(data[i:])
			data = data[:i]
		}
		return
	}
	for search := len(data); len(data) > 0; {
		start := 0
		i := bytes.LastIndex(data[:search], sep)
		if i >= 0 {
			start = i + len(sep)
		}
		out.Write(data[start:])
		data, search = data[:start], max(i, 0)
	}
}
