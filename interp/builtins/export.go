package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// runExport is export and readonly.
func runExport(c *Call) Status {
	d := declaration{call: c}
	attr := state.Export
	if c.Args[0] == "readonly" {
		attr = state.ReadOnly
	}
	o := c.options("aAfnp") // bash takes all of them for both
	for o.next() {
		switch o.letter {
		case 'n':
			d.remove = true
		case 'f':
			d.functions = true
		case 'a':
			d.opts.Indexed = true
		case 'A':
			d.opts.Assoc = true
		case 'p':
			d.print = true
		}
	}
	if o.failed {
		return o.status
	}
	rest := o.rest()
	if len(rest) == 0 {
		d.listAttribute(attr)
		return c.finish(0)
	}
	if d.remove {
		d.opts.Remove = attr
	} else {
		d.opts.Set = attr
	}
	status := 0
	for _, decl := range d.decls(len(rest)) {
		switch {
		case d.functions:
			status = max(status, d.exportFunction(decl.Text))
		case !c.Shell.Declare(c, decl, d.opts):
			status = failure
		}
	}
	return c.finish(status)
}

func (d *declaration) exportFunction(name string) int {
	f := d.call.State.Function(name)
	if f == nil {
		d.call.errorf("%s: not a function", name)
		return failure
	}
	if d.opts.Set&state.Export != 0 && strings.ContainsAny(name, "/=") {
		d.call.errorf("%s: cannot export", name)
		return failure
	}
	changed := *f
	changed.Attr = f.Attr&^d.opts.Remove | d.opts.Set
	d.call.State.DefineFunction(name, &changed)
	return 0
}

// listAttribute lists what is exported or readonly.
func (d *declaration) listAttribute(attr state.Attr) {
	c := d.call
	if d.functions {
		for _, name := range c.State.Functions() {
			if f := c.State.Function(name); f.Attr&attr != 0 {
				c.print(c.functionText(f) + functionFlags(name, f))
			}
		}
		return
	}
	listing := declareListing
	if c.State.Opts.On(state.Posix) {
		listing = posixListing
	}
	listVariables(c, listing, func(_ string, v *state.Variable) bool {
		switch {
		case d.opts.Indexed && v.Kind != state.Indexed, d.opts.Assoc && v.Kind != state.Assoc:
			return false
		}
		return v.Has(attr)
	})
}
