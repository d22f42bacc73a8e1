package expand

import (
	"context"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// AssignOptions tell how Assign assigns.
type AssignOptions struct {
	// Temporary makes the variable one of the environment of a command: it is
	// set aside in the innermost scope of the store, which is a temporary
	// one, and exported. Arrays are not assigned then, as in bash.
	Temporary bool
	// Trace, if not nil, gets each assignment as set -x shows it.
	Trace func(text string)
}

// Assign does an assignment statement with all of bash's rules: the value is
// expanded, then the subscript, namerefs are followed, attributes applied
// (bash manual, Shell Parameters).
func (e *Expander) Assign(ctx context.Context, a *syntax.Assign, opts AssignOptions) error {
	if a.Array != nil {
		return e.assignArray(ctx, a, opts)
	}
	value, err := e.AssignValue(ctx, a.Value)
	if err != nil {
		return err
	}
	return e.AssignText(ctx, a, value, opts)
}

// AssignText is Assign of a scalar whose value is expanded already.
func (e *Expander) AssignText(ctx context.Context, a *syntax.Assign, value string, opts AssignOptions) error {
	if opts.Trace != nil {
		opts.Trace(traced(a, value))
	}
	if a.Index == nil {
		if opts.Temporary {
			return e.temporary(ctx, a, value)
		}
		return e.setScalar(ctx, a.Name, value, a.Append)
	}
	r, err := e.target(ctx, a.Name, a.Index)
	if err != nil {
		return err
	}
	return e.store(ctx, &r, value, a.Append)
}

// traced is an assignment as set -x shows it.
func traced(a *syntax.Assign, value string) string {
	if value == "" {
		return head(a)
	}
	return head(a) + QuoteTrace(value)
}

// setScalar assigns a variable by name.
func (e *Expander) setScalar(ctx context.Context, name, value string, appending bool) error {
	if name == "OPTIND" {
		e.Shell.Getopts = state.Getopts{} // getopts starts anew
	}
	v := e.Shell.Vars.Get(name)
	if (v == nil || v.Attr == 0 && v.Kind == state.Scalar && v.Dynamic == nil) && !e.Shell.Opts.On(state.AllExport) {
		if !appending {
			return e.Shell.Vars.SetString(name, value)
		}
		return e.appendTo(v, name, value)
	}
	r, err := e.target(ctx, name, nil)
	if err != nil {
		return err
	}
	element := r.mode != whole // a reference leads to it
	err = e.store(ctx, &r, value, appending)
	if err == nil && element && e.Shell.Opts.On(state.AllExport) && !e.Shell.Vars.IsLocal(name) {
		e.Shell.Vars.SetAttr(r.name, state.Export, 0)
	}
	return err
}

func (e *Expander) appendTo(v *state.Variable, name, value string) error {
	if v != nil {
		if err := e.fits(len(v.Str) + len(value)); err != nil {
			return err
		}
	}
	return e.Shell.Vars.AppendString(name, value)
}

// target resolves what an assignment assigns.
func (e *Expander) target(ctx context.Context, name string, index *syntax.Subscript) (ref, error) {
	r := ref{label: name, name: name, v: e.Shell.Vars.Get(name)}
	if r.v != nil && r.v.Attr&state.NameRef != 0 {
		var err error
		if index, err = e.targetOf(&r, index); err != nil {
			return r, err
		}
	}
	if index == nil {
		return r, nil
	}
	r.label = r.name + "[" + index.X.Src + "]"
	assoc := r.v != nil && r.v.Kind == state.Assoc
	if index.X.Src == "" || index.All != 0 && !assoc {
		return r, &Error{Text: r.label + ": bad array subscript", Code: 1, Reported: true, Plain: true}
	}
	if r.v != nil && r.v.Attr&state.ReadOnly != 0 {
		return r, readonly(r.name)
	}
	if assoc {
		key, err := e.Key(ctx, index)
		if err != nil {
			return r, err
		}
		if key == "" {
			return r, &Error{Text: r.label + ": bad array subscript", Code: 1, Reported: true, Plain: true}
		}
		r.mode, r.key = keyed, key
		return r, nil
	}
	i, err := e.index(ctx, &index.X)
	if err != nil {
		return r, err
	}
	r.v = e.Shell.Vars.Get(r.name)
	if i < 0 {
		i += e.top(r.v) + 1
	}
	if i < 0 {
		return r, &Error{Text: r.label + ": bad array subscript", Code: 1, Reported: true, Plain: true}
	}
	r.mode, r.index = element, i
	return r, nil
}

// targetOf follows the nameref that r is.
func (e *Expander) targetOf(r *ref, index *syntax.Subscript) (*syntax.Subscript, error) {
	from := r.name
	direct := strings.HasPrefix(r.v.Str, from+"[")
	name, text, err := e.follow(from)
	if err != nil {
		if r.v.Str == r.name && e.Shell.Vars.IsLocal(r.name) {
			// A local nameref of its own name stands for the global one.
			e.Host.Warn(err.Error())
			r.global, r.v = true, e.Shell.Vars.Global(r.name)
			return index, nil
		}
		return nil, err
	}
	r.name, r.v = name, e.Shell.Vars.Get(name)
	if index != nil && r.v.Has(state.NameRef) {
		return nil, &Error{Text: "`': not a valid identifier", Code: 1} // it refers to nothing
	}
	if text == "" {
		return index, nil
	}
	if index != nil || name == from && direct {
		return nil, &Error{Text: "`" + name + "[" + text + "]': not a valid identifier", Code: 1, reference: direct}
	}
	if r.v.Has(state.NameRef) {
		// The element is to be one of a reference in the circle.
		r.v = e.dereferenced(name)
	}
	return e.subscriptOf(name, text)
}

// dereferenced takes from a nameref what makes it one, as bash does where it is to
// become an array.
func (e *Expander) dereferenced(name string) *state.Variable {
	e.Host.Warn("warning: " + name + ": removing nameref attribute")
	e.Shell.Vars.Define(name, nil)
	return nil
}

// ArrayTarget is the name of the array that builtins fill which are given name. A
// nameref that refers to nothing ceases to be one.
func (e *Expander) ArrayTarget(name string) (string, error) {
	target, sub, err := e.follow(name)
	switch {
	case err != nil:
		return "", err
	case sub != "":
		return "", &Error{Text: "`" + target + "[" + sub + "]': not a valid identifier", Code: 1}
	case e.Shell.Vars.Get(target).Has(state.NameRef):
		e.dereferenced(target)
	}
	return target, nil
}

func readonly(name string) error {
	return &Error{Text: name + ": readonly variable", Code: 1, Reported: true}
}

// store assigns a value to what target found, with the attributes of the
// variable.
func (e *Expander) store(ctx context.Context, r *ref, value string, appending bool) error {
	if r.global {
		r.global = false
		return e.Shell.Vars.WithGlobal(r.name, func() error { return e.store(ctx, r, value, appending) })
	}
	if r.v != nil {
		if r.v.Attr&state.ReadOnly != 0 {
			return readonly(r.name)
		}
		if r.v.Attr&state.NameRef != 0 && r.mode == whole {
			return e.pointAt(r, value, appending)
		}
	}
	var err error
	value, plainly, err := e.converted(ctx, r, value, appending)
	if err != nil {
		return err
	}
	byName := r.mode == whole
	if r.v != nil && r.v.Kind != state.Scalar && byName {
		if r.mode, r.index = element, 0; r.v.Kind == state.Assoc {
			r.mode, r.key = keyed, "0"
		}
	}
	switch {
	case r.mode != whole:
		err = e.storeElement(r, value, plainly)
	case r.name == "OPTIND":
		e.Shell.Getopts = state.Getopts{}
		err = e.Shell.Vars.SetString(r.name, value)
	case plainly:
		err = e.appendTo(r.v, r.name, value)
	default:
		err = e.Shell.Vars.SetString(r.name, value)
	}
	if err == nil && byName && e.Shell.Opts.On(state.AllExport) {
		e.Shell.Vars.SetAttr(r.name, state.Export, 0)
	}
	return err
}

// storeElement sets an element, or with appending appends to it.
func (e *Expander) storeElement(r *ref, value string, appending bool) error {
	old, set := e.get(r)
	if !set {
		if err := e.roomFor(r.v, 1); err != nil {
			return err
		}
	}
	vars := e.Shell.Vars
	if !appending {
		if r.mode == keyed {
			return vars.SetKey(r.name, r.key, value)
		}
		return vars.SetIndex(r.name, r.index, value)
	}
	if err := e.fits(len(old) + len(value)); err != nil {
		return err
	}
	if r.mode == keyed {
		return vars.AppendKey(r.name, r.key, value)
	}
	return vars.AppendIndex(r.name, r.index, value)
}

// converted applies the attributes to a value. plainly tells that it is yet to
// be appended.
func (e *Expander) converted(ctx context.Context, r *ref, value string, appending bool) (text string, plainly bool, err error) {
	var attr state.Attr
	if r.v != nil {
		attr = r.v.Attr
	}
	old := ""
	if appending && (attr&(state.Integer|state.Upper|state.Lower|state.Capitalize) != 0) {
		old, _ = e.get(r)
	} else if appending {
		return value, true, nil
	}
	if attr&state.Integer != 0 {
		n, err := e.integer(ctx, value)
		if err != nil {
			return "", false, err
		}
		if appending {
			m, err := e.integer(ctx, old)
			if err != nil {
				return "", false, err
			}
			n += m
		}
		value = strconv.FormatInt(n, 10)
	} else if appending {
		if err := e.fits(len(old) + len(value)); err != nil {
			return "", false, err
		}
		value = old + value
	}
	return e.cased(attr, value), false, nil
}

// roomFor checks that an array may get n more elements.
func (e *Expander) roomFor(v *state.Variable, n int) error {
	if e.Limits.ArrayElements <= 0 {
		return nil
	}
	switch {
	case v == nil:
	case v.List != nil:
		n += v.List.Len()
	case v.Map != nil:
		n += v.Map.Len()
	}
	if n > e.Limits.ArrayElements {
		return &LimitError{Name: "array elements", Limit: int64(e.Limits.ArrayElements)}
	}
	return nil
}

// pointAt gives a nameref without a value the name that it refers to.
func (e *Expander) pointAt(r *ref, value string, appending bool) error {
	whole := value
	if appending {
		whole = r.v.Str + value
	}
	if !validReference(whole) {
		return &Error{Text: "`" + value + "': not a valid identifier", Code: 1, reference: true}
	}
	return e.Shell.Vars.SetString(r.name, whole)
}

// validReference tells whether a nameref may refer to text.
func validReference(text string) bool {
	name, _ := cutTarget(text)
	return ValidName(name)
}

// temporary assigns a variable of the environment of a command.
func (e *Expander) temporary(ctx context.Context, a *syntax.Assign, value string) error {
	name := a.Name
	v := e.Shell.Vars.Get(name)
	if v.Has(state.NameRef) {
		target, sub, err := e.follow(name)
		if err != nil || sub != "" {
			return err
		}
		name, v = target, e.Shell.Vars.Get(target)
	}
	r := ref{label: name, name: name, v: v}
	if v.Has(state.ReadOnly) {
		return readonly(name)
	}
	// Attributes count for what is appended alone.
	if a.Append {
		var plainly bool
		var err error
		if value, plainly, err = e.converted(ctx, &r, value, true); err != nil {
			return err
		}
		if plainly {
			old, _ := v.Value()
			value = old + value
		}
	}
	made := &state.Variable{Attr: state.Export, Str: value, Set: true}
	e.Shell.Vars.Temporary(name, made)
	return nil
}
