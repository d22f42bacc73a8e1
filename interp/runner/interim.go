package runner

import (
	"path"
	"strings"

	"github.com/aegish/aegish/interp/builtins"
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// simpleMatch matches patterns until the room for them is there.
func simpleMatch(text, s string) bool {
	ok, err := path.Match(strings.ReplaceAll(text, "[!", "[^"), s)
	return ok && err == nil
}

// declare covers names, scalars and arrays until expand does declarations.
func (sh *shell) declare(bc *builtins.Call, d builtins.Decl, opts builtins.DeclareOptions) error {
	name, _, assigns := strings.Cut(d.Text, "=")
	if d.Assign != nil {
		name = d.Assign.Name
	}
	if opts.Local {
		if _, err := sh.st.Vars.Local(name, nil); err != nil {
			return err
		}
	}
	v := sh.st.Vars.Mutable(name)
	switch {
	case opts.Assoc:
		sh.st.Vars.SetKind(name, state.Assoc)
	case opts.Indexed:
		sh.st.Vars.SetKind(name, state.Indexed)
	}
	v.Attr = v.Attr&^opts.Remove | opts.Set&^state.ReadOnly
	var err error
	if d.Assign != nil && d.Assign.Array != nil {
		err = sh.exp.Assign(bc.Ctx, d.Assign, expand.AssignOptions{})
	} else if assigns || d.Assign != nil {
		_, value, _ := strings.Cut(d.Text, "=")
		err = sh.exp.SetTarget(bc.Ctx, name, value, d.Assign != nil && d.Assign.Append)
	}
	sh.st.Vars.Mutable(name).Attr |= opts.Set
	sh.st.Vars.Changed()
	return err
}
