package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// indirect resolves ${!NAME}: the parameter whose name the value of NAME is.
// Of a nameref it is the name that it refers to.
func (e *Expander) indirect(ctx context.Context, p *syntax.ParamExp) (ref, error) {
	if v := e.Shell.Vars.Get(p.Name); v.Has(state.NameRef) && p.Index == nil {
		return e.referent(p, v)
	}
	r, err := e.resolve(ctx, p.Name, p.Index)
	if err != nil {
		return r, err
	}
	text, set := "", true
	if r.mode == all {
		sep := " "
		if r.star {
			sep = e.splitter().first
		}
		values := e.list(&r)
		set = len(values) > 0
		text, err = e.joined(values, sep)
	} else {
		text, set = e.get(&r)
	}
	if err != nil {
		return r, err
	}
	if !set {
		if r.v != nil || special(r.name) || e.Shell.Vars.IsLocal(r.name) {
			// bash takes an unset positional parameter, element or local
			// variable for one that refers to nothing.
			return ref{label: "!" + r.label, name: "0", mode: missing}, nil
		}
		return r, &Error{Text: r.label + ": invalid indirect expansion", Code: 1, Reported: true}
	}
	target, err := e.named(ctx, text)
	target.label = "!" + r.label
	return target, err
}

// named resolves a parameter by the text of its name.
func (e *Expander) named(ctx context.Context, text string) (ref, error) {
	switch {
	case len(text) == 1 && strings.Contains("@*#?-$!", text), text != "" && strings.Trim(text, "0123456789") == "":
		return e.resolve(ctx, text, nil)
	case ValidName(text):
		return e.resolve(ctx, text, nil)
	}
	if i := strings.IndexByte(text, '['); i > 0 && ValidName(text[:i]) && strings.HasSuffix(text, "]") && len(text) > i+2 {
		sub, err := e.subscriptOf(text[:i], text[i+1:len(text)-1])
		if err == nil {
			return e.resolve(ctx, text[:i], sub)
		}
	}
	return ref{}, &Error{Text: text + ": invalid variable name", Code: 1, Reported: true}
}

// referent is the ref of ${!REF}: a value that is the name REF stands for.
func (e *Expander) referent(p *syntax.ParamExp, v *state.Variable) (ref, error) {
	if v.Str == "" {
		return ref{}, &Error{Text: p.Name + ": invalid indirect expansion", Code: 1, Reported: true}
	}
	target, sub, err := e.follow(p.Name)
	if sub != "" {
		target += "[" + sub + "]"
	}
	if err != nil {
		target = v.Str
	}
	return ref{label: "!" + p.Name, name: p.Name, v: &state.Variable{Str: target, Set: true}}, nil
}
