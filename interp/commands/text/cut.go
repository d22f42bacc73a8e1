package text

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/command/record"
)

var cutOptions = option.Set{
	Usage: "OPTION... [FILE]...",
	About: "Write parts of each line. A LIST is ranges with commas: N, N-, N-M, -M, from 1 on.",
	Options: []option.Option{
		{Short: 'b', Long: "bytes", Arg: option.Required, Name: "LIST", Help: "these bytes"},
		{Short: 'c', Long: "characters", Arg: option.Required, Name: "LIST", Help: "these characters; the same as -b"},
		{Short: 'd', Long: "delimiter", Arg: option.Required, Name: "DELIM", Help: "fields end with DELIM instead of a tab"},
		{Short: 'f', Long: "fields", Arg: option.Required, Name: "LIST", Help: "these fields, and lines without a delimiter"},
		{Short: 'n', Help: "nothing; for POSIX"},
		{Long: "complement", Help: "all but what is listed"},
		{Short: 's', Long: "only-delimited", Help: "no lines without a delimiter"},
		{Long: "output-delimiter", Arg: option.Required, Name: "STRING", Help: "write STRING between parts"},
		{Short: 'z', Long: "zero-terminated", Help: "lines end with NUL"},
	},
}

type cutter struct {
	spans     []span
	fields    bool
	delim     byte
	only      bool
	between   []byte
	given     bool // --output-delimiter
	end       byte
	out       *command.Output
	lineBytes int
}

func cut(ctx context.Context, call *command.Call) int {
	p, status, ok := cutOptions.Parse(call)
	if !ok {
		return status
	}
	c := &cutter{delim: '\t', end: '\n', out: command.NewOutput(call), lineBytes: call.Limits.LineBytes}
	list, listed, delimited, complement := "", 0, false, false
	for _, o := range p.Options {
		switch o.Name {
		case "b", "c", "f":
			list, c.fields = o.Value, o.Name == "f"
			listed++
		case "d":
			if len(o.Value) > 1 {
				return cutOptions.Misuse(call, "the delimiter must be a single character")
			}
			c.delim, delimited = append([]byte(o.Value), 0)[0], true
		case "s":
			c.only = true
		case "complement":
			complement = true
		case "output-delimiter":
			c.between, c.given = []byte(o.Value), true
			if o.Value == "" {
				c.between = []byte{0}
			}
		case "z":
			c.end = 0
		}
	}
	switch {
	case listed == 0:
		return cutOptions.Misuse(call, "you must specify a list of bytes, characters, or fields")
	case listed > 1:
		return cutOptions.Misuse(call, "only one list may be specified")
	case !c.fields && delimited:
		return cutOptions.Misuse(call, "an input delimiter may be specified only when operating on fields")
	case !c.fields && c.only:
		return cutOptions.Misuse(call, "suppressing non-delimited lines makes sense\n\tonly when operating on fields")
	}
	words := byteSpans
	if c.fields {
		words = fieldSpans
	}
	spans, problem := parseSpans(list, words)
	if problem != "" {
		return cutOptions.Misuse(call, "%s", problem)
	}
	c.spans = mergeSpans(spans, complement, c.given && !c.fields)
	if c.fields && !c.given {
		c.between = []byte{c.delim}
	}
	status = call.Each(ctx, p.Operands, 1, c.file)
	return c.out.Finish(status, 1)
}

func (c *cutter) file(in *command.Input) error {
	if c.fields && c.delim == c.end {
		return c.lineFields(in)
	}
	for r := record.NewReader(in, c.end, c.lineBytes); ; {
		rec, err := r.Next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		line := record.Trim(rec, c.end)
		if c.fields {
			c.cutFields(line)
		} else {
			c.cutBytes(line)
		}
		if err := c.out.Err(); err != nil {
			return err
		}
	}
}

func (c *cutter) cutBytes(line []byte) {
	for i, s := range c.spans {
		if s.lo > len(line) {
			break
		}
		if i > 0 && c.given {
			c.out.Write(c.between)
		}
		c.out.Write(line[s.lo-1 : min(s.hi, len(line))])
	}
	c.out.WriteByte(c.end)
}

func (c *cutter) cutFields(line []byte) {
	at := bytes.IndexByte(line, c.delim)
	if at < 0 {
		if !c.only {
			c.out.Write(line)
			c.out.WriteByte(c.end)
		}
		return
	}
	// The field begins at start; at is its length, -1 for the last.
	field, start, first := 1, 0, true
	for _, s := range c.spans {
		for at >= 0 && field < s.lo {
			start += at + 1
			field++
			at = bytes.IndexByte(line[start:], c.delim)
		}
		if field < s.lo {
			break
		}
		if s.hi == math.MaxInt && len(c.between) == 1 && c.between[0] == c.delim {
			if !first {
				c.out.Write(c.between)
			}
			c.out.Write(line[start:])
			break
		}
		for field <= s.hi {
			if !first {
				c.out.Write(c.between)
			}
			first = false
			if at < 0 {
				c.out.Write(line[start:])
				break
			}
			c.out.Write(line[start : start+at])
			start += at + 1
			field++
			at = bytes.IndexByte(line[start:], c.delim)
		}
		if field <= s.hi {
			break
		}
	}
	c.out.WriteByte(c.end)
}

// lineFields is for a field delimiter that is the line's: the whole file is one
// line, its lines the fields.
func (c *cutter) lineFields(in io.Reader) error {
	r := record.NewReader(in, c.end, c.lineBytes)
	var first []byte
	wrote, ended := false, false
	for field := 1; ; field++ {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		ended = rec[len(rec)-1] == c.end
		rec = record.Trim(rec, c.end)
		if field == 1 {
			first = append([]byte{}, rec...)
			continue
		}
		if field == 2 {
			if c.selected(1) {
				c.out.Write(first)
				wrote = true
			}
			first = nil
		}
		if c.selected(field) {
			if wrote {
				c.out.Write(c.between)
			}
			c.out.Write(rec)
			wrote = true
		}
		if err := c.out.Err(); err != nil {
			return err
		}
	}
	switch {
	case first == nil:
	case ended && c.selected(1), !ended && !c.only:
		c.out.Write(first)
		wrote = true
	case ended && !c.only:
		wrote = true // the delimiter behind it makes a second field of nothing
	}
	if wrote {
		c.out.WriteByte(c.end)
	}
	return nil
}

func (c *cutter) selected(field int) bool {
	return slices.ContainsFunc(c.spans, func(s span) bool { return s.lo <= field && field <= s.hi })
}

// isListSeparator tells what stands between the ranges of a LIST.
func isListSeparator(r rune) bool { return strings.ContainsRune(", \t", r) }
