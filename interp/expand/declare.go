package expand

import (
	"context"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A Declared is one argument of declare, local, export or readonly.
type Declared struct {
	// Text is the argument where it is no assignment in the source: a name,
	// or an assignment that came out of an expansion.
	Text string
	// Assign is the assignment as parsed, or nil. Value is the expanded value
	// of a scalar one; the elements of an array are expanded by Declare.
	Assign *syntax.Assign
	Value  string
	// Elements are those of an array, or nil where Declare shall expand them.
	Elements *Elements
}

// DeclareOptions are what a declaration sets and removes.
type DeclareOptions struct {
	Set, Remove    state.Attr
	Indexed, Assoc bool // -a, -A
	// RemoveArray is +a or +A, which bash refuses for arrays.
	RemoveArray byte
	Global      bool // -g
	Local       bool // make the variable local to the function
	Inherit     bool // -I
	// Plain is set for export and readonly: their assignments fail with the
	// messages of assignment statements.
	Plain bool
	// Command is the name of the builtin, for warnings.
	Command string
}

// A declaration is a Declared taken apart.
type declaration struct {
	name     string
	index    *syntax.Subscript
	array    *syntax.ArrayExpr
	elements *Elements
	value    string
	assigns  bool
	append   bool
	original string
}

// Declare does what declare, local, export and readonly do with one argument
// (bash(1), declare). Errors are *Error without the builtin's name, which
// belongs before them unless they are Plain.
func (e *Expander) Declare(ctx context.Context, d Declared, opts DeclareOptions) error {
	x, err := e.takeApart(d)
	if err != nil {
		return err
	}
	if opts.Global {
		opts.Global = false
		return e.Shell.Vars.WithGlobal(x.name, func() error { return e.declare(ctx, x, opts) })
	}
	return e.declare(ctx, x, opts)
}

// takeApart parses the text of an argument, if the parser has not.
func (e *Expander) takeApart(d Declared) (*declaration, error) {
	if a := d.Assign; a != nil {
		return &declaration{
			name: a.Name, index: a.Index, array: a.Array, elements: d.Elements, value: d.Value,
			assigns: true, append: a.Append, original: d.Text,
		}, nil
	}
	if ValidName(d.Text) {
		return &declaration{name: d.Text, original: d.Text}, nil
	}
	a, err := syntax.ParseAssignTarget(d.Text, e.config())
	if err != nil {
		if name, rest, _ := strings.Cut(d.Text, "[]"); ValidName(name) && strings.HasPrefix(strings.TrimPrefix(rest, "+"), "=") {
			return nil, &Error{Text: name + "[]: bad array subscript", Code: 1, Plain: true, Reported: true}
		}
		return nil, &Error{Text: "`" + d.Text + "': not a valid identifier", Code: 1}
	}
	x := &declaration{name: a.Name, index: a.Index, append: a.Append, original: d.Text}
	head := len(a.Name)
	if a.Index != nil {
		head += len(a.Index.X.Src) + 2
	}
	if rest := d.Text[head:]; rest != "" {
		x.assigns = true
		x.value = strings.TrimPrefix(strings.TrimPrefix(rest, "+"), "=")
	}
	return x, nil
}

func (e *Expander) declare(ctx context.Context, x *declaration, opts DeclareOptions) error {
	if opts.Plain && x.index != nil {
		// export and readonly are for whole variables.
		return &Error{Text: "`" + x.name + "[" + x.index.X.Src + "]': not a valid identifier", Code: 1}
	}
	if opts.Plain && !x.assigns {
		opts.Indexed, opts.Assoc = false, false // they are about assignments
	}
	if opts.Set&state.NameRef != 0 {
		if err := e.referable(x); err != nil {
			return err
		}
	}
	if err := e.reach(ctx, x, &opts); err != nil {
		if err == errDeclared {
			return nil
		}
		return err
	}
	v := e.Shell.Vars.Get(x.name)
	if opts.Remove&state.NameRef != 0 && v.Has(state.NameRef) && v.Has(state.ReadOnly) {
		// bash looks whether what it refers to may change.
		switch target, _, _ := e.follow(x.name); {
		case v.Str == "":
			e.Shell.Vars.Mutable(x.name).Attr &^= state.NameRef
			return nil
		case e.Shell.Vars.Depth() > 0 && e.variable(target) == nil:
			return nil
		}
	}
	if err := e.permitted(x, opts, v); err != nil {
		return err
	}
	if opts.Set&state.NameRef != 0 {
		return e.declareReference(x, opts, v)
	}
	former := "" // what a reference that ceases to be one referred to
	if opts.Remove&state.NameRef != 0 && v.Has(state.NameRef) {
		former = v.Str
	}
	early, late := e.attributes(x, opts)
	local := opts.Local && e.Shell.Vars.Depth() > 0
	if v == nil && !local && e.Shell.Opts.On(state.AllExport) && opts.Remove&state.Export == 0 && !opts.Assoc && !opts.Indexed && x.index == nil {
		// Those that are there, and local ones, only assignments export.
		early |= state.Export
	}
	vars := e.Shell.Vars
	if v == nil {
		vars.Mutable(x.name)
	}
	e.setKind(x, opts, v == nil)
	vars.SetAttr(x.name, early, opts.Remove)
	if former != "" && x.assigns && x.index == nil && x.array == nil {
		return e.SetTarget(ctx, former, x.value, x.append)
	}
	if x.assigns {
		if err := e.declareValue(ctx, x, opts); err != nil {
			if bad, ok := err.(*Error); ok && (opts.Plain && !bad.Deep || x.elements != nil && bad.Deep) {
				bad.Plain = true
			}
			if x.elements == nil {
				vars.SetAttr(x.name, late, 0)
			}
			return err
		}
	}
	if late != 0 {
		vars.SetAttr(x.name, late, 0)
	}
	return nil
}

// setKind makes the variable an array where the declaration says so.
func (e *Expander) setKind(x *declaration, opts DeclareOptions, isNew bool) {
	if opts.Assoc || opts.Indexed {
		e.emptyLocal(x.name, opts)
	}
	switch {
	case opts.Assoc:
		e.Shell.Vars.SetKind(x.name, state.Assoc)
	case opts.Indexed || x.index != nil || x.array != nil:
		e.Shell.Vars.SetKind(x.name, state.Indexed)
		if isNew && x.index != nil && x.assigns {
			e.markSet(x.name) // whatever becomes of the element
		}
	}
}

// emptyLocal takes the value of a local variable that becomes an array: it does not
// become the first element.
func (e *Expander) emptyLocal(name string, opts DeclareOptions) {
	vars := e.Shell.Vars
	v := vars.Get(name)
	if v == nil || !v.Set || v.Kind != state.Scalar || v.Dynamic != nil || v.Has(state.ReadOnly) || !opts.Local || !vars.IsLocal(name) || e.Shell.Opts.On(state.LocalvarInherit) {
		return
	}
	empty := &state.Variable{Attr: v.Attr, Set: true, Kind: state.Indexed, List: state.NewList()}
	if opts.Assoc {
		empty = &state.Variable{Attr: v.Attr, Set: true, Kind: state.Assoc, Map: state.NewMap()}
	}
	vars.Define(name, empty)
}

// attributes are those to set before and after the assignment. The elements of a list
// in the source bash assigns when it expands the words, where it has only looked at
// what changes values.
func (e *Expander) attributes(x *declaration, opts DeclareOptions) (early, late state.Attr) {
	const cases = state.Lower | state.Upper | state.Capitalize
	early = opts.Set &^ state.ReadOnly
	if x.elements != nil {
		early = opts.Set & (state.Integer | cases)
	}
	late = opts.Set &^ early
	switch early & cases {
	case 0, state.Lower, state.Upper, state.Capitalize:
	default:
		early &^= cases // they exclude each other
	}
	return early, late
}

// reach follows a nameref and makes the variable local where it has to be.
func (e *Expander) reach(ctx context.Context, x *declaration, opts *DeclareOptions) error {
	vars := e.Shell.Vars
	local := opts.Local && vars.Depth() > 0
	v := vars.Get(x.name)
	if v.Has(state.NameRef) && (opts.Set|opts.Remove)&state.NameRef == 0 && (!local || vars.IsLocal(x.name)) {
		if err := e.referred(ctx, x, opts); err != nil {
			return err
		}
	}
	if local {
		if !vars.IsLocal(x.name) {
			return e.makeLocal(x.name, v, opts)
		}
		if err := vars.TakeTemporary(x.name); err != nil {
			return err
		}
	}
	if opts.Set&(state.Lower|state.Upper|state.Capitalize) != 0 {
		opts.Remove |= state.Lower | state.Upper | state.Capitalize
	}
	return nil
}

// makeLocal makes a local variable. It keeps the export attribute of the one
// that it hides, and its value where that comes from the command that called
// the function.
func (e *Expander) makeLocal(name string, outer *state.Variable, opts *DeclareOptions) error {
	if outer.Has(state.ReadOnly) && e.Shell.Vars.IsGlobal(name) {
		return &Error{Text: name + ": readonly variable", Code: 1}
	}
	if outer.Has(state.NoAssign) {
		return &Error{Text: name + ": variable may not be assigned value", Code: 1}
	}
	v := &state.Variable{}
	switch {
	case outer == nil:
	case opts.Inherit || e.Shell.Opts.On(state.LocalvarInherit):
		v = outer.Copy()
		v.Attr &^= state.NameRef
	case e.Shell.Vars.IsTemporary(name):
		v.Attr, v.Str, v.Set = outer.Attr&state.Export, outer.Str, outer.Set
	default:
		v.Attr = outer.Attr & state.Export
	}
	_, err := e.Shell.Vars.Local(name, v)
	return err
}

// permitted checks what bash refuses.
func (e *Expander) permitted(x *declaration, opts DeclareOptions, v *state.Variable) error {
	fail := func(text string) error { return &Error{Text: x.name + ": " + text, Code: 1} }
	switch {
	case opts.Set&state.NameRef != 0 && (v.IsArray() || x.array != nil || opts.Indexed && x.assigns):
		return fail("reference variable cannot be an array")
	case v.Has(state.ReadOnly) && (opts.Remove&state.ReadOnly != 0 || (opts.Set|opts.Remove)&state.NameRef != 0):
		return fail("readonly variable")
	case v.Has(state.ReadOnly) && x.assigns:
		kind := opts.Indexed || opts.Assoc
		if opts.Plain && x.array == nil {
			e.Shell.Vars.SetAttr(x.name, opts.Set, opts.Remove&^state.ReadOnly)
		}
		statement := opts.Plain && !kind
		return &Error{Text: x.name + ": readonly variable", Code: 1, Plain: statement, Reported: statement}
	case v == nil:
		return nil
	case opts.RemoveArray == 'a' && v.Kind == state.Indexed, opts.RemoveArray == 'A' && v.Kind == state.Assoc:
		return fail("cannot destroy array variables in this way")
	case opts.Indexed && v.Kind == state.Assoc:
		return &Error{Text: x.name + ": cannot convert associative to indexed array", Code: 1, Plain: x.array != nil}
	case opts.Assoc && v.Kind == state.Indexed:
		return &Error{Text: x.name + ": cannot convert indexed to associative array", Code: 1, Plain: x.array != nil}
	}
	return nil
}

// declareValue assigns.
func (e *Expander) declareValue(ctx context.Context, x *declaration, opts DeclareOptions) error {
	v := e.Shell.Vars.Get(x.name)
	if x.array != nil && x.index != nil {
		return &Error{Text: x.name + "[" + x.index.X.Src + "]: cannot assign list to array member", Code: 1}
	}
	array := x.array
	if array == nil && x.index == nil && (opts.Indexed || opts.Assoc || v.IsArray() && !opts.Plain) &&
		strings.HasPrefix(x.value, "(") && strings.HasSuffix(x.value, ")") {
		var err error
		if array, err = e.listText(x.value); err == nil {
			err = e.fill(ctx, x.name, array, x.elements, x.append)
		}
		if err != nil {
			e.markSet(x.name)
		}
		return err
	}
	if array != nil {
		return e.fill(ctx, x.name, array, x.elements, x.append)
	}
	r := ref{label: x.name, name: x.name, v: v}
	if x.index != nil {
		var err error
		if r, err = e.target(ctx, x.name, x.index); err != nil {
			return err
		}
	}
	return e.store(ctx, &r, x.value, x.append)
}

// DeclareArgs expands the arguments of a declaration builtin. Assignments in the
// source are not split; the elements of arrays are left to Declare.
func (e *Expander) DeclareArgs(ctx context.Context, args []*syntax.Word) ([]Declared, error) {
	out := make([]Declared, 0, len(args))
	for _, w := range args {
		a := w.Assign
		if a == nil {
			words, err := e.Words(ctx, []*syntax.Word{w})
			if err != nil {
				return nil, err
			}
			for _, text := range words {
				out = append(out, Declared{Text: text})
			}
			continue
		}
		d := Declared{Assign: a, Text: w.Src}
		if a.Array == nil {
			var err error
			if d.Value, err = e.DeclaredValue(ctx, a.Value); err != nil {
				return nil, err
			}
			d.Text = head(a) + d.Value
		}
		out = append(out, d)
	}
	return out, nil
}

// head is an assignment up to its value.
func head(a *syntax.Assign) string {
	text := a.Name
	if a.Index != nil {
		text += "[" + a.Index.X.Src + "]"
	}
	if a.Append {
		text += "+"
	}
	return text + "="
}
