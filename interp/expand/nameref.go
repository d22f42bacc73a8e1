package expand

import (
	"context"
	"errors"
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// maxNamerefs is how many references bash follows one after the other
// (NAMEREF_MAX).
const maxNamerefs = 8

// Resolve follows namerefs from name: the variable that it stands for, and the
// text between the brackets where that is an element. An unset nameref gives its own
// name. The error for a circle has the text of bash's warning.
func (e *Expander) Resolve(name string) (target, subscript string, err error) {
	return e.follow(name)
}

func (e *Expander) follow(name string) (target, subscript string, err error) {
	from := name
	for range maxNamerefs {
		v := e.Shell.Vars.Get(name)
		if !v.Has(state.NameRef) || v.Str == "" {
			return name, "", nil
		}
		if v.Str == name {
			break
		}
		name = v.Str
		if i := strings.IndexByte(name, '['); i > 0 && strings.HasSuffix(name, "]") {
			return name[:i], name[i+1 : len(name)-1], nil
		}
	}
	return from, "", &Error{Text: "warning: " + from + ": circular name reference", Code: 1}
}

// subscriptOf parses the text between brackets that was found at run time.
func (e *Expander) subscriptOf(name, text string) (*syntax.Subscript, error) {
	if v := e.variable(name); v != nil && v.Kind == state.Assoc && text != "@" && text != "*" && e.Shell.Opts.On(state.AssocExpandOnce) {
		key := &syntax.Word{Src: text, Parts: []syntax.WordPart{&syntax.SglQuoted{Value: text}}}
		return &syntax.Subscript{X: syntax.Arithm{Src: text, Key: key, Word: key}}, nil
	}
	as, err := syntax.ParseAssignTarget(name+"["+text+"]", e.config())
	if err != nil {
		return nil, &Error{Text: "`" + name + "[" + text + "]': not a valid identifier", Code: 1}
	}
	return as.Index, nil
}

// config is how text that is found at run time is parsed.
func (e *Expander) config() syntax.Config {
	return syntax.Config{
		Name: e.Shell.Name, Line: e.Shell.Line,
		ExtGlob: func() bool { return e.Shell.Opts.On(state.ExtGlob) },
		Posix:   func() bool { return e.Shell.Opts.On(state.Posix) },
	}
}

// ValidName tells whether s is a name (POSIX XBD 3.235).
func ValidName(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// referable checks what is wrong with a nameref whatever there is of its name.
func (e *Expander) referable(x *declaration) error {
	switch {
	case x.index != nil:
		return &Error{Text: x.name + "[" + x.index.X.Src + "]: reference variable cannot be an array", Code: 1}
	case x.array == nil && x.assigns && !x.append && x.value != "" && !validReference(x.value):
		return &Error{Text: "`" + x.value + "': invalid variable name for name reference", Code: 1}
	}
	return nil
}

// Refer has a nameref refer to another name, as each round of a for loop does.
func (e *Expander) Refer(ctx context.Context, name, value string) error {
	if value != "" && !validReference(value) {
		return &Error{Text: "`" + value + "': not a valid identifier", Code: 1}
	}
	return e.Declare(ctx, Declared{Text: name + "=" + value}, DeclareOptions{Set: state.NameRef, Command: "declare"})
}

// referred makes a declaration of a nameref one of what it refers to.
func (e *Expander) referred(ctx context.Context, x *declaration, opts *DeclareOptions) error {
	if x.index != nil && x.assigns && !opts.Plain && !e.Shell.Vars.Get(x.name).Has(state.ReadOnly) {
		// bash makes an array of the reference itself.
		e.dereferenced(x.name)
		return nil
	}
	target, sub, err := e.follow(x.name)
	if err != nil {
		return err
	}
	if sub != "" {
		index, err := e.subscriptOf(target, sub)
		if err != nil || x.index != nil || opts.Plain {
			if err == nil && opts.Plain && x.assigns && x.index == nil && x.array == nil {
				err = e.SetTarget(ctx, target+"["+sub+"]", x.value, x.append)
			}
			invalid := "`" + target + "[" + sub + "]': not a valid identifier"
			switch {
			case err != nil:
				return err
			case x.index != nil:
				return &Error{Text: invalid, Code: 1}
			}
			e.Host.Warn(opts.Command + ": " + invalid) // which is no failure
			return errDeclared
		}
		x.index = index
	}
	x.name = target
	if v := e.Shell.Vars.Get(target); v.Has(state.NameRef) && v.Str == "" {
		return e.referNowhere(x, opts)
	}
	return nil
}

// referNowhere is a declaration of a nameref that refers to nothing.
func (e *Expander) referNowhere(x *declaration, opts *DeclareOptions) error {
	vars := e.Shell.Vars
	switch {
	case opts.Plain && !x.assigns:
		e.Host.Warn(opts.Command + ": `': not a valid identifier") // no failure either
		return errDeclared
	case !x.assigns && (opts.Indexed || opts.Assoc):
		vars.Define(x.name, nil)
	case x.assigns && x.index == nil && x.array == nil && !validReference(x.value):
		if vars.IsLocal(x.name) {
			return &Error{Text: "`" + x.value + "': invalid variable name for name reference", Code: 1}
		}
		if !opts.Plain {
			vars.Define(x.name, nil)
		}
		return &Error{Text: "`" + x.value + "': not a valid identifier", Code: 1}
	case opts.Plain && x.index == nil && x.array == nil:
		if err := vars.SetString(x.name, x.value); err != nil {
			return readonly(x.name)
		}
		x.name, x.assigns = x.value, false
	}
	return nil
}

// errDeclared ends a declaration of which no more is to be done.
var errDeclared = errors.New("declared")

// declareReference makes a nameref.
func (e *Expander) declareReference(x *declaration, opts DeclareOptions, v *state.Variable) error {
	vars := e.Shell.Vars
	value := x.value
	if x.append && v != nil {
		value = v.Str + value
	}
	switch {
	case !x.assigns:
		if v != nil && v.Set && v.Attr&state.NameRef == 0 && !validReference(v.Str) {
			return &Error{Text: "`" + v.Str + "': invalid variable name for name reference", Code: 1}
		}
	case value == "":
		return &Error{Text: "`': not a valid identifier", Code: 1}
	case !validReference(value):
		return &Error{Text: "`" + x.value + "': not a valid identifier", Code: 1}
	case value == x.name || strings.HasPrefix(value, x.name+"["):
		if vars.Depth() == 0 {
			return &Error{Text: x.name + ": nameref variable self references not allowed", Code: 1}
		}
		warning := "warning: " + x.name + ": circular name reference"
		e.Host.Warn(opts.Command + ": " + warning)
		if x.assigns {
			e.Host.Warn(warning)
		}
	}
	m := vars.Mutable(x.name)
	m.Attr = m.Attr&^(state.Integer|state.Lower|state.Upper|state.Capitalize) | state.NameRef
	if x.assigns {
		if err := vars.SetString(x.name, value); err != nil {
			return readonly(x.name)
		}
	}
	if e.Shell.Opts.On(state.AllExport) {
		opts.Set |= state.Export
	}
	vars.SetAttr(x.name, opts.Set&^(state.Integer|state.Lower|state.Upper|state.Capitalize), opts.Remove&^state.NameRef)
	return nil
}
