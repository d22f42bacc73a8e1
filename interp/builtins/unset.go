package builtins

import (
	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// runUnset is unset.
func runUnset(c *Call) Status {
	var function, variable, reference bool
	o := c.options("fnv")
	for o.next() {
		switch o.letter {
		case 'f':
			function = true
		case 'v':
			variable = true
		case 'n':
			reference = true
		}
	}
	if o.failed {
		return o.status
	}
	if function && variable {
		return c.failf("cannot simultaneously unset a function and a variable")
	}
	status := 0
	for _, name := range o.rest() {
		c.Last = name
		if base, _, ok := cutSubscript(name); ok && !function {
			c.Last = base // bash cuts the argument itself
		}
		if !unset(c, name, function, variable || reference, reference) {
			status = failure
		}
	}
	return c.finish(status)
}

func unset(c *Call, name string, function, variable, reference bool) bool {
	base, _, isElement := cutSubscript(name)
	switch {
	case function:
		return unsetFunction(c, name)
	case !isTarget(name) && !variable && c.State.Function(name) != nil:
		return unsetFunction(c, name)
	case !isElement && !expand.ValidName(name):
		if variable && !reference {
			c.errorf("`%s': not a valid identifier", name)
		}
		return !variable || reference
	case !variable && c.State.Vars.Get(base) == nil && c.State.Function(name) != nil:
		return unsetFunction(c, name)
	}
	if v := c.State.Vars.Get(base); reference && v != nil && v.Attr&(state.NameRef|state.ReadOnly) == 0 {
		return true // -n is for references alone
	}
	return c.Shell.Unset(c, name, reference)
}

// cutSubscript splits NAME[SUBSCRIPT].
func cutSubscript(target string) (name, subscript string, ok bool) {
	if !isTarget(target) {
		return target, "", false
	}
	for i := range target {
		if target[i] == '[' {
			return target[:i], target[i+1 : len(target)-1], true
		}
	}
	return target, "", false
}

func unsetFunction(c *Call, name string) bool {
	f := c.State.Function(name)
	switch {
	case f == nil:
		return true
	case f.Attr&state.ReadOnly != 0:
		c.errorf("%s: cannot unset: readonly function", name)
		return false
	}
	c.State.DefineFunction(name, nil)
	return true
}
