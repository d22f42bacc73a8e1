package expand

import (
	"context"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A mode tells what of a variable a ref names.
type mode uint8

const (
	whole   mode = iota // the scalar, or element 0
	element             // of an indexed array
	keyed               // of an associative array
	all                 // every element, or the positional parameters
	missing             // an element that can not be, already complained of
)

// A ref is a parameter that was found: namerefs followed and subscripts
// evaluated.
type ref struct {
	label string // for messages
	name  string
	mode  mode
	star  bool // of mode all
	index int64
	key   string
	v     *state.Variable // nil for none, and for special parameters
	// global is set for the global variable behind a local nameref of its
	// own name.
	global bool
	// element is set where a nameref to an element led here.
	element bool
	// length is set for ${#NAME[...]}, which words a bad subscript its way.
	length bool
}

// resolve finds a parameter.
func (e *Expander) resolve(ctx context.Context, name string, index *syntax.Subscript) (ref, error) {
	return e.complete(ctx, ref{label: name, name: name}, index)
}

// complete fills in a ref that has its name.
func (e *Expander) complete(ctx context.Context, r ref, index *syntax.Subscript) (ref, error) {
	name := r.name
	if special(name) {
		if name == "@" || name == "*" {
			r.mode, r.star = all, name == "*"
		}
		return r, nil
	}
	r.v = e.Shell.Vars.Get(name)
	if r.v != nil && r.v.Attr&state.NameRef != 0 {
		target, text, err := e.follow(name)
		if err != nil {
			e.Host.Warn(err.Error())
			return e.outer(r), nil
		}
		r.name, r.v = target, e.Shell.Vars.Get(target)
		if r.v.Has(state.NameRef) {
			r.v = nil
		}
		if text != "" {
			r.element = true
			if index != nil {
				if r.mode = missing; index.All != 0 {
					r.mode, r.v = all, nil
				}
				return r, nil
			}
			if index, err = e.subscriptOf(target, text); err != nil {
				return r, err
			}
		}
	}
	if index == nil {
		return r, nil
	}
	r.label += "[" + index.X.Src + "]"
	if r.length && r.v == nil && index.All == 0 {
		// bash does not look at the subscript of nothing.
		r.mode = element
		return r, nil
	}
	return r, e.subscript(ctx, &r, index)
}

// outer is what bash makes of a circle: the global variable, if there is one
// behind a local nameref.
func (e *Expander) outer(r ref) ref {
	r.v = e.Shell.Vars.Global(r.name)
	if r.v.Has(state.NameRef) {
		r.v = nil
	}
	return r
}

// subscript evaluates the subscript of r for reading.
func (e *Expander) subscript(ctx context.Context, r *ref, index *syntax.Subscript) error {
	if index.All != 0 {
		r.mode, r.star = all, index.All == '*'
		return nil
	}
	if r.v != nil && r.v.Kind == state.Assoc {
		key, err := e.Key(ctx, index)
		if err != nil {
			return err
		}
		if r.mode, r.key = keyed, key; key == "" {
			r.mode = missing
			return e.complain(r.name + ": bad array subscript")
		}
		return nil
	}
	i, err := e.index(ctx, &index.X)
	if err != nil {
		return err
	}
	// Evaluating the subscript may have changed the variable.
	r.v = e.Shell.Vars.Get(r.name)
	if i < 0 && r.v.IsArray() {
		i += e.top(r.v) + 1
	}
	if r.mode, r.index = element, i; i < 0 {
		r.mode = missing
		if !r.length {
			return e.complain(r.name + ": bad array subscript")
		}
	}
	return nil
}

// top is the highest index of a variable, -1 for none.
func (e *Expander) top(v *state.Variable) int64 {
	switch {
	case v == nil:
		return -1
	case v.Kind == state.Indexed:
		return v.List.Max()
	}
	if _, ok := v.Value(); ok {
		return 0
	}
	return -1
}

// Key is the key that a subscript of an associative array means.
func (e *Expander) Key(ctx context.Context, index *syntax.Subscript) (string, error) {
	if index.All != 0 {
		return string(index.All), nil
	}
	if w := index.X.Key; w != nil {
		return e.bare(ctx, w, true)
	}
	return e.bare(ctx, index.X.Word, true)
}

// get is the value of r, which is not of mode all.
func (e *Expander) get(r *ref) (string, bool) {
	switch r.mode {
	case element:
		switch {
		case r.v == nil:
			return "", false
		case r.v.Kind == state.Indexed:
			return r.v.List.Get(r.index)
		case r.index == 0:
			return r.v.Value()
		}
		return "", false
	case keyed:
		return r.v.Map.Get(r.key)
	case missing:
		return "", false
	}
	if r.v == nil {
		if special(r.name) {
			return e.parameter(r.name)
		}
		if r.name == "_" {
			return e.Shell.LastArg, true
		}
		return "", false
	}
	if r.v.Attr&state.NameRef != 0 {
		return "", false
	}
	return r.v.Value()
}

// positional tells whether r is $@ or $*.
func (r *ref) positional() bool { return r.name == "@" || r.name == "*" }

// list is the values of r, which is of mode all. It must not be changed.
func (e *Expander) list(r *ref) []string {
	switch {
	case r.positional():
		return e.Shell.Params
	case r.v == nil || r.v.Attr&state.NameRef != 0:
		return nil
	case r.v.Kind == state.Indexed:
		return r.v.List.Values()
	case r.v.Kind == state.Assoc:
		return r.v.Map.Values()
	}
	if s, ok := r.v.Value(); ok {
		return []string{s}
	}
	return nil
}
