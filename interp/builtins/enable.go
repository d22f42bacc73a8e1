package builtins

import (
	"maps"
	"slices"
)

func runEnable(c *Call) Status {
	var all, off, special, load, unload bool
	object := ""
	o := c.options("adnpsf:")
	for o.next() {
		switch o.letter {
		case 'a':
			all = true
		case 'd':
			unload = true
		case 'n':
			off = true
		case 's':
			special = true
		case 'f':
			load, object = true, o.value
		}
	}
	names := o.rest()
	switch {
	case o.failed:
		return o.status
	case c.restricted() && (load || unload):
		return c.failf("restricted")
	case load:
		if _, err := c.Shell.FS().Stat(object); err != nil {
			return c.failf("cannot open shared object %s: %s: cannot open shared object file: %s", object, object, reason(err))
		}
		return c.failf("%s: builtins can not be loaded", object)
	case len(names) == 0:
		listBuiltins(c, all, off, special)
		return c.finish(0)
	case c.restricted() && !off:
		return c.failf("restricted")
	}
	status := 0
	for _, name := range names {
		switch {
		case !IsBuiltin(name):
			c.errorf("%s: not a shell builtin", name)
			status = failure
		case unload:
			c.errorf("%s: not dynamically loaded", name)
			status = failure
		case off:
			if c.State.Disabled == nil {
				c.State.Disabled = map[string]bool{}
			}
			c.State.Disabled[name] = true
		default:
			delete(c.State.Disabled, name)
		}
	}
	return c.finish(status)
}

// listBuiltins lists those that are on, or off, or all.
func listBuiltins(c *Call, all, off, special bool) {
	for _, name := range builtinNames() {
		disabled := c.State.Disabled[name]
		switch {
		case special && !isSpecial(name), !all && disabled != off:
		case disabled:
			c.print("enable -n " + name + "\n")
		default:
			c.print("enable " + name + "\n")
		}
	}
}

// builtinNames are all builtins, sorted.
func builtinNames() []string {
	names := slices.Sorted(maps.Keys(manual()))
	return slices.DeleteFunc(names, func(name string) bool { return !IsBuiltin(name) })
}
