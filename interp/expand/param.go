package expand

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// param expands $NAME or ${...} (bash manual, Shell Parameter Expansion).
func (e *Expander) param(ctx context.Context, b *builder, p *syntax.ParamExp, q quoting) error {
	if p.Op == syntax.ParamPlain && p.Index == nil && !p.Length && !p.Indirect && p.Prefix == 0 && !p.Bad {
		if p.Name == "*" && b.document {
			return e.addBlankText(b, e.Shell.Params)
		}
		if p.Name == "@" || p.Name == "*" {
			return e.addList(b, e.Shell.Params, p.Name == "*" && !e.loose(b, p, true, q), q)
		}
		if text, ok, simple := e.simple(p.Name); simple {
			if !ok && e.Shell.Opts.On(state.NoUnsetVars) {
				return e.unbound(p.Name, p)
			}
			b.add(text, e.kindOf(q, text))
			return nil
		}
	}
	switch {
	case p.Err != nil && strings.HasSuffix(p.Err.Name, ": command substitution"):
		return &Error{Text: p.Err.Error(), Code: 1, Whole: true}
	case p.Bad, p.Op == syntax.ParamSlice && p.Offset.Src == "" && p.Count == nil:
		return &Error{Text: p.Src + ": bad substitution", Code: 1, Reported: true, inner: true}
	case p.Prefix != 0 && p.Index != nil:
		return e.addList(b, nil, p.Prefix == '*', q) // no name begins with NAME[
	case p.Prefix != 0:
		return e.addNames(b, e.names(p.Name), p.Prefix == '*', q)
	case p.Indirect && p.Index != nil && p.Index.All != 0 && p.Op == syntax.ParamPlain:
		return e.keys(ctx, b, p, q)
	}
	r, err := e.find(ctx, p)
	if err != nil {
		return err
	}
	if r.element && r.mode == all && p.Index == nil && q == double && !p.Short {
		// bash joins what a nameref to NAME[@] stands for, in braces.
		r.star = true
	}
	if p.Length {
		n, err := e.length(&r, p)
		b.add(n, q.result())
		return err
	}
	if r.mode == all {
		return e.paramList(ctx, b, p, &r, q)
	}
	return e.paramScalar(ctx, b, p, &r, q)
}

// find resolves the parameter of p, through one indirection if it has one.
func (e *Expander) find(ctx context.Context, p *syntax.ParamExp) (ref, error) {
	if p.Indirect {
		return e.indirect(ctx, p)
	}
	return e.complete(ctx, ref{label: p.Name, name: p.Name, length: p.Length}, p.Index)
}

// paramScalar expands with a single value.
func (e *Expander) paramScalar(ctx context.Context, b *builder, p *syntax.ParamExp, r *ref, q quoting) error {
	text, set := e.get(r)
	if p.Op >= syntax.ParamDefault && p.Op <= syntax.ParamAltColon {
		use, err := e.alternative(ctx, b, p, r, q, set, text == "")
		if use && err == nil {
			b.add(text, e.kindOf(q, text))
		}
		return err
	}
	if !set && !(r.element && p.Short) && e.Shell.Opts.On(state.NoUnsetVars) && (r.mode != whole || !hasElements(r.v) || p.Transform != 'a' && p.Transform != 'A') {
		return e.unbound(r.label, p)
	}
	if p.Op != syntax.ParamPlain && !idle(p, text, set) {
		before := text
		o, err := e.operation(ctx, p, q)
		if err == nil {
			text, err = o.apply(r, text, set)
		}
		if err != nil {
			return err
		}
		if text == "" && q == double && set && !o.void && leavesQuotes(p, before) {
			b.add("", quoted)
		}
	}
	b.add(text, e.kindOf(q, text))
	return nil
}

// idle tells whether an operator has nothing to work on, so that bash does not expand
// its operands: without a value, and for the trims with a null one.
func idle(p *syntax.ParamExp, text string, set bool) bool {
	if !operates(p) {
		return false
	}
	return !set || text == "" && p.Op <= syntax.ParamTrimSuffixAll
}

// operates tells whether an operator trims, substitutes or changes the case.
func operates(p *syntax.ParamExp) bool {
	return p.Op >= syntax.ParamTrimPrefix && p.Op != syntax.ParamSlice && p.Op != syntax.ParamTransform
}

// leavesQuotes tells whether an operator with an empty result in double quotes
// makes a field even where a list without elements stands beside it.
func leavesQuotes(p *syntax.ParamExp, before string) bool {
	switch {
	case p.Op == syntax.ParamTransform:
		return strings.IndexByte("aAP", p.Transform) < 0
	case p.Op <= syntax.ParamTrimSuffixAll:
		return before != ""
	}
	return true
}

// hasElements tells whether v is an array with any.
func hasElements(v *state.Variable) bool {
	return v.IsArray() && (v.List != nil && v.List.Len() > 0 || v.Map != nil && v.Map.Len() > 0)
}

// paramList expands with the values of $@, $*, ${NAME[@]} or ${NAME[*]}.
func (e *Expander) paramList(ctx context.Context, b *builder, p *syntax.ParamExp, r *ref, q quoting) error {
	switch {
	case p.Op >= syntax.ParamDefault && p.Op <= syntax.ParamAltColon:
		values := e.list(r)
		use, err := e.alternative(ctx, b, p, r, q, len(values) > 0,
			e.nullList(b, values, r, q))
		if !use || err != nil || p.Op >= syntax.ParamAlt && len(values) > 0 {
			return err
		}
		if r.positional() && b.document {
			return e.addBlankText(b, values)
		}
		return e.addText(b, values, p, r, q)
	case p.Op == syntax.ParamPlain:
		return e.addList(b, e.list(r), r.star && !e.loose(b, p, r.positional(), q), q)
	case operates(p) && len(e.list(r)) == 0:
		return e.addResults(b, nil, p, r, q) // the operands are not expanded
	case p.Op == syntax.ParamSlice:
		if !r.positional() && len(e.list(r)) == 0 {
			return e.addResults(b, nil, p, r, q)
		}
		values, err := e.sliceList(ctx, p, r)
		if err != nil {
			return err
		}
		return e.addResults(b, values, p, r, q)
	case p.Op == syntax.ParamTransform && strings.IndexByte("AKka", p.Transform) >= 0:
		return e.transformList(b, p, r, q)
	}
	o, err := e.operation(ctx, p, q)
	if err != nil {
		return err
	}
	values := e.list(r)
	out := make([]string, len(values))
	for i, text := range values {
		if err := e.Host.Step(1); err != nil {
			return err
		}
		if out[i], err = o.apply(r, text, true); err != nil {
			return err
		}
	}
	return e.addResults(b, out, p, r, q)
}

// unbound is the error of set -u.
func (e *Expander) unbound(label string, p *syntax.ParamExp) error {
	if p.Short && special(p.Name) {
		label = "$" + label
	}
	return &Error{Text: label + ": unbound variable", Code: 127, Fatal: true, Reported: true}
}

// names lists the variables whose names begin with prefix. One that is local
// and unset does not hide that an outer one is set.
func (e *Expander) names(prefix string) []string {
	var out []string
	for _, name := range e.Shell.Vars.Names() {
		if strings.HasPrefix(name, prefix) && e.Shell.Vars.SetSomewhere(name) {
			out = append(out, name)
		}
	}
	return out
}

// keys adds the subscripts of an array.
func (e *Expander) keys(ctx context.Context, b *builder, p *syntax.ParamExp, q quoting) error {
	r, err := e.resolve(ctx, p.Name, p.Index)
	if err != nil {
		return err
	}
	values := e.subscripts(&r)
	sep := e.splitter().first
	switch {
	case b.item:
		if sep == "" && !(r.star && q == double) {
			sep = " "
		}
	case !r.star && !b.split && (b.pair || !b.value):
		b.at, b.quotedAt, sep = true, b.quotedAt || q == double, " "
		b.vanished = b.vanished || q == double && len(values) == 0
		if q != double && e.splitter().first != " " {
			q = double // only what stands beside it is split then
		}
	case r.star && q != double && sep == "":
		if b.split {
			e.addBlanks(b, values)
			return nil
		}
		if b.declared || q == operand {
			sep = " "
		}
	case !b.split && !b.value:
	default:
		return e.addResults(b, values, p, &r, q)
	}
	text, err := e.joined(values, sep)
	b.add(text, e.kindOf(q, text))
	return err
}

// subscripts lists the indices or keys of a variable.
func (e *Expander) subscripts(r *ref) []string {
	v := r.v
	switch {
	case v == nil || v.Attr&state.NameRef != 0:
		return nil
	case v.Kind == state.Assoc:
		return v.Map.Keys()
	case v.Kind == state.Indexed:
		indices := v.List.Indices()
		out := make([]string, len(indices))
		for i, n := range indices {
			out[i] = strconv.FormatInt(n, 10)
		}
		return out
	}
	if _, ok := v.Value(); ok {
		return []string{"0"}
	}
	return nil
}
