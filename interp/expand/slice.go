package expand

import (
	"context"
	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// bounds evaluates the offset and length of ${NAME:OFFSET:LENGTH} for size
// characters or elements. ok is false where nothing is in reach.
func (e *Expander) bounds(ctx context.Context, p *syntax.ParamExp, size int64, negative bool) (from, to int64, ok bool, err error) {
	if from, err = e.Arithm(ctx, p.Offset); err != nil {
		return 0, 0, false, sliceError(p, err)
	}
	if from < 0 {
		from += size
	}
	if from < 0 || from > size {
		return 0, 0, false, nil
	}
	if p.Count == nil {
		return from, size, true, nil
	}
	n, err := e.Arithm(ctx, p.Count)
	switch {
	case err != nil:
		return 0, 0, false, sliceError(p, err)
	case n < 0 && (!negative || size+n < from):
		return 0, 0, false, negativeLength(p)
	case n < 0:
		return from, size + n, true, nil
	case n > size-from:
		n = size - from
	}
	return from, from + n, true, nil
}

// negativeLength is the error of a length below zero, which shows it as written.
func negativeLength(p *syntax.ParamExp) error {
	return &Error{Text: p.Count.Src + ": substring expression < 0", Code: 1}
}

// sliceError names the parameter before the error of its offset.
func sliceError(p *syntax.ParamExp, err error) error {
	if bad, ok := err.(*Error); ok && bad.Arith {
		label := p.Name
		if p.Index != nil {
			label += "[" + p.Index.X.Src + "]"
		}
		return &Error{Text: label + ": " + bad.Text, Code: bad.Code}
	}
	return err
}

// slice is ${NAME:OFFSET:LENGTH} of a string, in characters. ok is false where
// the offset is beyond its end.
func (e *Expander) slice(ctx context.Context, p *syntax.ParamExp, text string) (part string, ok bool, err error) {
	from, to, ok, err := e.bounds(ctx, p, int64(e.chars(text)), true)
	if !ok || err != nil {
		return "", false, err
	}
	if e.Shell.Bytes {
		return text[from:to], true, nil
	}
	start := e.measured.place(text, int(from))
	return text[start:e.measured.place(text, int(to))], true, nil
}

// sliceList is the slice of a list. Of the positional parameters offset 0 is
// $0; of an indexed array it is an index, so that holes do not count.
func (e *Expander) sliceList(ctx context.Context, p *syntax.ParamExp, r *ref) ([]string, error) {
	switch {
	case r.positional():
		return e.slicePositional(ctx, p)
	case r.v != nil && r.v.Kind == state.Assoc:
		return e.sliceAssoc(ctx, p, r.v)
	case r.v == nil || r.v.Kind != state.Indexed:
		values := e.list(r)
		if len(values) == 0 {
			return nil, nil
		}
		// A scalar is sliced as a string even with [@].
		text, ok, err := e.slice(ctx, p, values[0])
		if !ok || err != nil {
			return nil, err
		}
		return []string{text}, nil
	}
	size := r.v.List.Max() + 1
	if size == 0 {
		return nil, nil // bash does not look at the numbers
	}
	from, err := e.Arithm(ctx, p.Offset)
	if err != nil {
		return nil, sliceError(p, err)
	}
	if from < 0 {
		from += size
	}
	n := size
	if from < 0 || from >= size {
		return nil, nil // nor here at the length
	}
	if p.Count != nil {
		if n, err = e.Arithm(ctx, p.Count); err != nil {
			return nil, sliceError(p, err)
		}
		if n < 0 {
			return nil, negativeLength(p)
		}
	}
	return r.v.List.Slice(from, n), nil
}

func (e *Expander) slicePositional(ctx context.Context, p *syntax.ParamExp) ([]string, error) {
	params := e.Shell.Params
	from, to, ok, err := e.bounds(ctx, p, int64(len(params))+1, false)
	if !ok || err != nil || from == to {
		return nil, err
	}
	if from == 0 {
		return append([]string{e.Shell.Name}, params[:to-1]...), nil
	}
	return params[from-1 : to-1], nil
}

// sliceAssoc slices in the order of the keys; bash counts from 1 there, and
// takes 0 for 1. Of no elements it gives one.
func (e *Expander) sliceAssoc(ctx context.Context, p *syntax.ParamExp, v *state.Variable) ([]string, error) {
	values := v.Map.Values()
	if len(values) == 0 {
		return nil, nil
	}
	last := int64(len(values)) + 1
	from, to, ok, err := e.bounds(ctx, p, last, false)
	if !ok || err != nil || from == last {
		return nil, err
	}
	if from == 0 {
		from, to = 1, min(to+1, last)
	}
	to = max(to, from+1)
	return values[from-1 : to-1], nil
}
