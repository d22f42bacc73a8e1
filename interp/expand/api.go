package expand

import (
	"context"
	"slices"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// Words expands words with all phases into the words of a command. Pathname
// expansion comes last, when all words have been through the phases before it.
func (e *Expander) Words(ctx context.Context, words []*syntax.Word) ([]string, error) {
	from, deferring := len(e.globs), e.deferring
	e.deferring = true
	out, err := e.fieldsOf(ctx, words)
	e.deferring = deferring
	if globs := e.globs[from:]; len(globs) > 0 {
		if err == nil {
			out, err = e.globFields(out, globs)
		}
		clear(globs)
		e.globs = e.globs[:from]
	}
	return out, err
}

// fieldsOf is Words without pathname expansion.
func (e *Expander) fieldsOf(ctx context.Context, words []*syntax.Word) ([]string, error) {
	out := make([]string, 0, len(words))
	var err error
	bytes := 0
	for _, w := range words {
		before := len(out)
		if w.Braces && e.Shell.Opts.On(state.BraceExpand) {
			out, err = e.braced(ctx, out, w)
		} else {
			out, err = e.word(ctx, out, w)
		}
		if err != nil {
			return nil, err
		}
		if err := e.enough(len(out) - len(words)); err != nil {
			return nil, err
		}
		if err := e.room(&bytes, out[before:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// roomFrom is how many bytes the words of a command may have before the limit of
// all values is asked.
const roomFrom = 256 << 10

// room adds the length of words to bytes and tells whether the values of the
// shell and these are within the limit.
func (e *Expander) room(bytes *int, words []string) error {
	for _, text := range words {
		*bytes += len(text)
	}
	if *bytes < roomFrom {
		return nil
	}
	return e.Shell.Vars.Room(*bytes)
}

// word expands one word, whose braces are done, and appends the results.
func (e *Expander) word(ctx context.Context, out []string, w *syntax.Word) ([]string, error) {
	if len(w.Parts) == 1 {
		switch part := w.Parts[0].(type) {
		case *syntax.Lit:
			if !active(part.Value) {
				return append(out, part.Value), nil
			}
		case *syntax.SglQuoted:
			return append(out, part.Value), nil
		case *syntax.DblQuoted:
			if text, ok := e.lone(part.Parts); ok {
				return append(out, text), nil
			}
			if values, ok := e.loneList(part.Parts); ok {
				return append(out, values...), nil
			}
		case *syntax.ParamExp:
			if text, ok := e.loneParam(part); ok && !active(text) && e.splitter().plain(text) {
				if text == "" {
					return out, nil
				}
				return append(out, text), nil
			}
		}
	}
	b := e.builder(true)
	defer e.release(b)
	parts := w.Parts
	if a := w.Assign; a != nil && a.Array == nil && a.Value != nil && !e.Shell.Opts.On(state.Posix) {
		// A word that looks like an assignment has the tildes of one.
		switch {
		case a.Index == nil:
			b.add(head(a), literal)
			b.assignment, b.argument, parts = true, true, a.Value.Parts
		case !w.Braces:
			if err := e.parts(ctx, b, parts[:len(parts)-len(a.Value.Parts)], plain); err != nil {
				return nil, within(err, w)
			}
			b.assignment, b.argument, parts = true, true, a.Value.Parts
		}
	}
	if err := e.parts(ctx, b, parts, plain); err != nil {
		return nil, within(err, w)
	}
	return e.finish(out, b)
}

// active tells whether unquoted text needs more than being copied: it may hold
// a tilde or be a pattern. The table would be a little faster than the
// comparison of words that ContainsAny does.
func active(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', '\\', '~', '(':
			return true
		}
	}
	return false
}

// lone is the text inside double quotes that hold one simple part.
func (e *Expander) lone(parts []syntax.WordPart) (string, bool) {
	if len(parts) != 1 {
		return "", len(parts) == 0
	}
	switch part := parts[0].(type) {
	case *syntax.Lit:
		return part.Value, true
	case *syntax.ParamExp:
		return e.loneParam(part)
	}
	return "", false
}

// loneList is the values of "$@" or "${NAME[@]}" when nothing else is in the
// quotes.
func (e *Expander) loneList(parts []syntax.WordPart) ([]string, bool) {
	p, ok := parts[0].(*syntax.ParamExp)
	if !ok || len(parts) > 1 || p.Op != syntax.ParamPlain || p.Length || p.Indirect || p.Prefix != 0 || p.Bad {
		return nil, false
	}
	if p.Name == "@" {
		return e.Shell.Params, true
	}
	if p.Index == nil || p.Index.All != '@' {
		return nil, false
	}
	v := e.Shell.Vars.Get(p.Name)
	if v == nil || v.Kind != state.Indexed || v.Attr&state.NameRef != 0 {
		return nil, false
	}
	return v.List.Values(), true
}

// loneParam is the value of a parameter that needs no operator. It leaves
// errors to param.
func (e *Expander) loneParam(p *syntax.ParamExp) (string, bool) {
	if p.Op != syntax.ParamPlain || p.Index != nil || p.Length || p.Indirect || p.Prefix != 0 || p.Bad ||
		p.Name == "@" || p.Name == "*" {
		return "", false
	}
	text, ok, simple := e.simple(p.Name)
	if !simple || !ok && e.Shell.Opts.On(state.NoUnsetVars) {
		return "", false
	}
	return text, true
}

// finish splits, globs and removes quotes.
func (e *Expander) finish(out []string, b *builder) ([]string, error) {
	segs := b.segs
	whole := true
	for i := range segs {
		if segs[i].kind == expanded || segs[i].kind >= boundary {
			whole = false
			break
		}
	}
	if whole {
		if len(segs) == 0 {
			return out, nil
		}
		return e.field(out, segs)
	}
	c := &e.cutter
	c.reset(e.splitter(), b.listed)
	c.blanks, c.most = b.at, e.Limits.Words
	if !c.run(segs) {
		return nil, e.enough(len(c.fields))
	}
	if err := e.Host.Step(len(c.fields)); err != nil {
		return nil, err
	}
	var err error
	for _, f := range c.fields {
		if out, err = e.field(out, c.segs[f.from:f.to]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// field globs one field and appends the results.
func (e *Expander) field(out []string, segs []segment) ([]string, error) {
	if e.Shell.Opts.On(state.NoGlob) || !magic(segs) {
		return append(out, join(segs)), nil
	}
	if e.deferring {
		e.globs = append(e.globs, globField{len(out), slices.Clone(segs)})
		return append(out, ""), nil
	}
	return e.glob(out, segs)
}

// A globField is a field that waits for pathname expansion, and its place.
type globField struct {
	at   int
	segs []segment
}

// globFields does pathname expansion of those fields that wait for it.
func (e *Expander) globFields(fields []string, globs []globField) ([]string, error) {
	out, done, bytes := make([]string, 0, len(fields)), 0, 0
	var err error
	for _, g := range globs {
		out = append(out, fields[done:g.at]...)
		before := len(out)
		if out, err = e.glob(out, g.segs); err != nil {
			return nil, err
		}
		if err := e.enough(len(out)); err != nil {
			return nil, err
		}
		if err := e.room(&bytes, out[before:]); err != nil {
			return nil, err
		}
		done = g.at + 1
	}
	return append(out, fields[done:]...), nil
}

func (e *Expander) enough(n int) error {
	if e.Limits.Words > 0 && n > e.Limits.Words {
		return &LimitError{Name: "expansion words", Limit: int64(e.Limits.Words)}
	}
	return nil
}
