package text

import (
	"context"
	"errors"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/regex"
)

// mostStarts bounds the places where separators may begin.
const mostStarts = 16 << 20

var errStarts = errors.New("too many separators")

// matchedBackwards is backwards for separators that match an expression. They
// are looked for from the end: each is the longest that begins at its place and
// ends where the one behind it begins, or before.
func matchedBackwards(ctx context.Context, out *command.Output, data []byte, re *regex.Regexp, before bool) error {
	// A match in a long text may take a while.
	late := func(i int) bool { return (i%1024 == 0 || len(data) > 1<<16) && ctx.Err() != nil }
	var starts []int
	for from := 0; from <= len(data); {
		loc, err := re.Find(data, from, false)
		if err != nil {
			return err
		}
		if loc == nil || loc[0] >= len(data) {
			break
		}
		if late(len(starts)) {
			return context.Cause(ctx)
		}
		if starts = append(starts, loc[0]); len(starts) > mostStarts {
			return errStarts
		}
		from = loc[0] + 1
	}
	end, past, first := len(data), len(data), true
	for i := len(starts) - 1; i >= 0 && out.Err() == nil; i-- {
		if late(i) {
			return context.Cause(ctx)
		}
		start := starts[i]
		loc, err := re.Find(data[:end], start, false)
		if err != nil {
			return err
		}
		if loc == nil || loc[0] != start {
			continue
		}
		if end = start; before {
			out.Write(data[start:past])
			past = start
			continue
		}
		if !first || loc[1] != past {
			out.Write(data[loc[1]:past])
		}
		past, first = loc[1], false
	}
	out.Write(data[:past])
	return nil
}
