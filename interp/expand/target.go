package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// cutTarget cuts NAME[SUBSCRIPT] into its name and its subscript. Without
// brackets the subscript is empty; with bad ones the name is.
func cutTarget(target string) (name, subscript string) {
	i := strings.IndexByte(target, '[')
	if i < 0 {
		return target, ""
	}
	if !strings.HasSuffix(target, "]") || i+2 > len(target)-1 {
		return "", ""
	}
	return target[:i], target[i+1 : len(target)-1]
}

// parseTarget parses NAME or NAME[SUBSCRIPT].
func (e *Expander) parseTarget(target string) (string, *syntax.Subscript, error) {
	name, sub := cutTarget(target)
	if !ValidName(name) {
		return "", nil, &Error{Text: "`" + target + "': not a valid identifier", Code: 1}
	}
	if sub == "" {
		return name, nil, nil
	}
	index, err := e.subscriptOf(name, sub)
	return name, index, err
}

// SetTarget assigns value to NAME or NAME[SUBSCRIPT], as read and printf -v do.
func (e *Expander) SetTarget(ctx context.Context, target, value string, appending bool) error {
	if ValidName(target) {
		return e.setScalar(ctx, target, value, appending)
	}
	name, index, err := e.parseTarget(target)
	if err != nil {
		return err
	}
	r, err := e.target(ctx, name, index)
	if err != nil {
		return err
	}
	return e.store(ctx, &r, value, appending)
}

// GetTarget reads NAME, NAME[SUBSCRIPT] or a positional parameter; NAME[@] of an
// indexed array is its values with blanks between. set tells whether it is set, as
// [[ -v ]] asks: for that a reference to an element is not.
func (e *Expander) GetTarget(ctx context.Context, target string) (value string, set bool, err error) {
	var r ref
	toElement := false
	switch {
	case ValidName(target):
		r, err = e.resolve(ctx, target, nil)
		if v := e.Shell.Vars.Get(target); v.Has(state.NameRef) && err == nil {
			_, sub, _ := e.follow(target)
			toElement = sub != ""
		}
	case target != "" && strings.Trim(target, "0123456789") == "":
		r, err = e.resolve(ctx, target, nil)
	case special(target):
		return "", false, nil
	default:
		name, index, bad := e.parseTarget(target)
		if bad != nil {
			return "", false, bad
		}
		if v := e.variable(name); index != nil && index.All != 0 && v != nil && v.Kind == state.Assoc {
			value, set = v.Map.Get(string(index.All))
			return value, set, nil
		}
		r, err = e.resolve(ctx, name, index)
	}
	if err != nil {
		return "", false, err
	}
	if r.mode != all {
		value, set = e.get(&r)
		return value, set && !toElement, nil
	}
	values := e.list(&r)
	sep := " "
	if r.star {
		sep = e.splitter().first
	}
	value, err = e.joined(values, sep)
	return value, len(values) > 0 && !toElement, err
}

// UnsetTarget unsets NAME or NAME[SUBSCRIPT], with nameref the reference
// itself. Unsetting what is not set is no error.
func (e *Expander) UnsetTarget(ctx context.Context, target string, nameref bool) error {
	name, index, err := e.parseTarget(target)
	if err != nil {
		if name, sub := cutTarget(target); ValidName(name) && sub != "" {
			return nil // bash says nothing of brackets and quotes that do not match
		}
		return err
	}
	v := e.Shell.Vars.Get(name)
	if v.Has(state.NameRef) && !nameref {
		resolved, sub, err := e.follow(name)
		if err != nil {
			e.Host.Warn(err.Error())
			resolved, sub = name, ""
		} else if sub != "" && index == nil {
			if index, err = e.subscriptOf(resolved, sub); err != nil {
				return err
			}
		}
		name, v = resolved, e.Shell.Vars.Get(resolved)
		if sub != "" && v != nil && v.Kind == state.Scalar && index.X.Src != "0" {
			return nil // an element that there is not is none to complain of here
		}
	}
	switch {
	case v == nil:
		return nil
	case v.Attr&state.ReadOnly != 0:
		return &Error{Text: name + ": cannot unset: readonly variable", Code: 1}
	case v.Attr&state.NoUnset != 0:
		return &Error{Text: name + ": cannot unset", Code: 1}
	case index == nil:
		if e.Shell.Opts.On(state.LocalvarUnset) {
			e.Shell.Vars.Define(name, nil)
			return nil
		}
		e.Shell.Vars.UnsetDynamic(name)
		return nil
	}
	return e.unsetElement(ctx, name, index, v)
}

func (e *Expander) unsetElement(ctx context.Context, name string, index *syntax.Subscript, v *state.Variable) error {
	switch {
	case v.Kind == state.Assoc:
		key, err := e.Key(ctx, index)
		if err != nil {
			return err
		}
		if key == "" {
			return &Error{Text: "[" + index.X.Src + "]: bad array subscript", Code: 1}
		}
		e.Shell.Vars.UnsetKey(name, key)
		return nil
	case index.All != 0 && v.Kind == state.Indexed:
		// bash 5.2 leaves an array without elements.
		e.clearArray(name, state.Indexed)
		return nil
	case index.All != 0:
		return &Error{Text: name + ": not an array variable", Code: 1}
	}
	i, err := e.index(ctx, &index.X)
	if err != nil {
		return err
	}
	if v.Kind == state.Scalar {
		if i != 0 {
			return &Error{Text: name + ": not an array variable", Code: 1}
		}
		e.Shell.Vars.UnsetDynamic(name)
		return nil
	}
	if i < 0 {
		i += v.List.Max() + 1
	}
	if i < 0 {
		return &Error{Text: "[" + index.X.Src + "]: bad array subscript", Code: 1}
	}
	e.Shell.Vars.UnsetIndex(name, i)
	return nil
}
