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

// addResults is addList for what an operator made of a list. In a value bash
// joins these with the first character of IFS in double quotes, and after some
// operators elsewhere too.
func (e *Expander) addResults(b *builder, values []string, p *syntax.ParamExp, r *ref, q quoting) error {
	trims := p.Op >= syntax.ParamTrimPrefix && p.Op <= syntax.ParamTrimSuffixAll
	// With a null IFS bash makes one word of a trimmed array.
	one := trims && q != double && !r.positional() && e.splitter().first == ""
	if !one && (b.split || r.star) || one && r.star && !b.split || len(values) == 0 {
		return e.addText(b, values, p, r, q)
	}
	b.at = b.at || !r.star && q != operand || one && b.split
	b.quotedAt = b.quotedAt || !r.star && q == double
	sep := " "
	if b.item || b.value && !b.pair && (q == double || trims || p.Op == syntax.ParamTransform) || r.star {
		if first := e.splitter().first; first != "" {
			sep = first
		}
	}
	text, err := e.joined(values, sep)
	b.add(text, e.kindOf(q, text))
	return err
}

// loose tells whether a list with * is joined with blanks where IFS is null: in the
// value of an argument of a declaration builtin, and in an operand of any value.
// bash joins arrays and what changes the case there as it does elsewhere.
func (e *Expander) loose(b *builder, p *syntax.ParamExp, positional bool, q quoting) bool {
	if q == double || b.split || b.pair || !b.declared && !(b.value && q == operand) || e.splitter().first != "" {
		return false
	}
	switch {
	case p.Op >= syntax.ParamUpper && p.Op <= syntax.ParamToggleAll:
		return false
	case p.Op <= syntax.ParamAltColon, p.Op >= syntax.ParamReplace && p.Op <= syntax.ParamReplaceSuffix:
		return positional
	}
	return true
}

// nullList tells whether a list counts as null for the colon operators: bash
// looks at what its elements are joined to, and that may hold marks that it
// made of null elements.
func (e *Expander) nullList(b *builder, values []string, r *ref, q quoting) bool {
	for _, v := range values {
		if v != "" {
			return false
		}
	}
	first := e.splitter().first
	switch {
	case r.star && first == "" && (q == double || r.positional() && !b.split && !b.item):
		return true
	case q == double, b.split, b.item:
		return len(values) < 2
	case len(values) != 1, b.value && (r.positional() || r.v.IsArray()):
		return len(values) == 0
	case b.value:
		return true
	case r.star:
		return first != ""
	}
	return first == "" || first == " "
}

// addList adds a list the way that $@ and $* are added.
func (e *Expander) addList(b *builder, values []string, star bool, q quoting) error {
	b.listed = b.listed || !star || q != operand
	b.at = b.at || !star || q != double && e.splitter().first == ""
	b.quotedAt = b.quotedAt || !star && q == double
	if len(values) == 0 {
		b.vanished = b.vanished || q == double && !star
		return nil
	}
	sep := " "
	if star || q != double && b.split {
		sep = e.splitter().first
	}
	if first := e.splitter().first; first != "" && first != " " && q != double && !star && !b.split && !b.item && (!b.value || b.pair) {
		// Only what stands beside the list is split: see resplit.
		text, err := e.joined(values, " ")
		b.add(text, quoted)
		return err
	}
	if b.item {
		if sep = e.splitter().first; sep == "" && !(star && q == double) {
			sep = " "
		}
	}
	switch {
	case q == double && (star || !b.split), b.item:
		text, err := e.joined(values, sep)
		b.add(text, e.kindOf(q, text))
		return err
	case q == double:
		for i, v := range values {
			if i > 0 {
				b.bound()
			}
			b.add(v, quoted)
		}
		return nil
	case !b.split && q == operand && sep == "" && (b.pair || !b.value):
		sep = " "
	case b.split && q == operand && !star && sep != "" && e.splitter().class[' '] == ifsNone:
		// In an operand bash joins $@ with blanks, whatever splits words.
		text, err := e.joined(values, " ")
		b.add(text, quoted)
		return err
	}
	for i, v := range values {
		if i > 0 {
			if sep == "" && b.split {
				b.bound()
			}
			b.add(sep, expanded)
		}
		b.add(v, expanded)
	}
	return nil
}

// addText is addList for the result of an operator. That of $* is one text, split as
// any other: see cutter.reset.
func (e *Expander) addText(b *builder, values []string, p *syntax.ParamExp, r *ref, q quoting) error {
	listed := b.listed
	err := e.addList(b, values, r.star && !e.loose(b, p, r.positional(), q), q)
	if r.star && r.positional() {
		b.listed = listed
	}
	return err
}

// addBlanks adds a list that is one text, joined with blanks, where IFS is null.
func (e *Expander) addBlanks(b *builder, values []string) {
	for i, v := range values {
		if i > 0 {
			b.add(" ", blank)
		}
		b.add(v, expanded)
	}
}

// addNames is addList for ${!PREFIX@}. Where words are not split bash protects the
// elements of a list from resplit, but not names. Those of ${!PREFIX*} are one text.
func (e *Expander) addNames(b *builder, names []string, star bool, q quoting) error {
	if star {
		text, err := e.joined(names, e.splitter().first)
		b.listed = true
		b.add(text, e.kindOf(q, text))
		return err
	}
	if b.split || b.value || b.item || q == double {
		return e.addList(b, names, star, q)
	}
	sep := e.splitter().first
	if sep == "" {
		sep = " "
	}
	b.listed, b.at = true, true
	b.add(strings.Join(names, sep), expanded)
	return nil
}

// joined is strings.Join, within the limit of a string.
func (e *Expander) joined(values []string, sep string) (string, error) {
	n := 0
	for _, v := range values {
		n += len(v) + len(sep)
		if err := e.fits(n - len(sep)); err != nil {
			return "", err
		}
	}
	return strings.Join(values, sep), nil
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
