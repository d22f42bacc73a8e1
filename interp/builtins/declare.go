package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// A declaration is one call of declare, typeset, local, export or readonly.
type declaration struct {
	call      *Call
	opts      DeclareOptions
	functions bool // -f
	names     bool // -F
	print     bool // -p
	remove    bool // export -n
	given     bool // an attribute was asked for
}

// attrOf are the attributes by the letter of declare.
func attrOf(letter byte) state.Attr {
	switch letter {
	case 'i':
		return state.Integer
	case 'l':
		return state.Lower
	case 'n':
		return state.NameRef
	case 'r':
		return state.ReadOnly
	case 't':
		return state.Trace
	case 'u':
		return state.Upper
	case 'c':
		return state.Capitalize
	case 'x':
		return state.Export
	}
	return 0
}

// runDeclare is declare, typeset and local.
func runDeclare(c *Call) Status {
	d := declaration{call: c}
	inFunction := c.State.Vars.Depth() > 0
	local := c.Args[0] == "local"
	if local && !inFunction {
		return c.failf("can only be used in a function")
	}
	o := c.options("+acfgilnprtuxAFGI")
	for o.next() {
		if !d.option(o) {
			return c.finish(failure)
		}
	}
	if o.failed {
		return o.status
	}
	d.opts.Local = inFunction && !d.opts.Global
	d.conflicts()
	rest := o.rest()
	if len(rest) == 0 {
		return d.list(local)
	}
	if local && len(rest) == 1 && rest[0] == "-" {
		d.saveOptions()
		return c.finish(0)
	}
	if letter := d.noFunction(); letter != "" {
		c.errorf("%s: invalid option", letter)
		return c.finish(failure)
	}
	decls := d.decls(len(rest))
	status := 0
	for _, decl := range decls {
		switch {
		case local && decl.Text == "-":
			d.saveOptions()
		case d.functions || d.names:
			status = max(status, d.function(decl))
		case d.print && !d.given || d.print && !strings.Contains(decl.Text, "="):
			status = max(status, d.printOne(decl.Text, local))
		default:
			d.keepGetopts(decl)
			if !c.Shell.Declare(c, decl, d.opts) {
				status = failure
			}
		}
	}
	return c.finish(status)
}

// decls are the arguments behind the options.
func (d *declaration) decls(n int) []Decl {
	all := d.call.Decls
	if len(all) >= n {
		return all[len(all)-n:]
	}
	out := make([]Decl, 0, n)
	for _, text := range d.call.Args[len(d.call.Args)-n:] {
		out = append(out, Decl{Text: text})
	}
	return out
}

// option takes one option of declare.
func (d *declaration) option(o *optionScanner) bool {
	switch o.letter {
	case 'a':
		if o.plus {
			d.opts.RemoveArray = 'a'
		}
		d.opts.Indexed = !o.plus
	case 'A':
		if o.plus {
			d.opts.RemoveArray = 'A'
		}
		d.opts.Assoc = !o.plus
	case 'f', 'F':
		if !o.plus { // a function is not taken for a variable by +f
			d.functions, d.names = true, d.names || o.letter == 'F'
		}
		return true
	case 'p':
		d.print = true
		return true
	case 'g', 'G':
		d.opts.Global = true
		return true
	case 'I':
		d.opts.Inherit = true
		return true
	default:
		if o.plus {
			d.opts.Remove |= attrOf(o.letter)
		} else {
			d.opts.Set |= attrOf(o.letter)
		}
	}
	d.given = true
	return true
}

// noFunction is an option that was given with -f and that functions can not have,
// if there is one.
func (d *declaration) noFunction() string {
	switch {
	case !d.functions:
		return ""
	case d.opts.Set&state.NameRef != 0:
		return "-n"
	case d.opts.Set&state.Integer != 0:
		return "-i"
	case d.opts.Assoc:
		return "-A"
	case d.opts.Indexed:
		return "-a"
	}
	return ""
}

// conflicts drops attributes that exclude each other, as bash does: of -l, -u
// and -c given together none counts.
func (d *declaration) conflicts() {
	const letters = state.Lower | state.Upper | state.Capitalize
	if set := d.opts.Set & letters; set&(set-1) != 0 {
		d.opts.Set &^= letters
	}
}

// saveOptions is `local -`.
func (d *declaration) saveOptions() {
	frames := d.call.State.Frames
	for i := len(frames) - 1; i >= 0; i-- {
		if frames[i].Sourced || frames[i].Options != nil {
			continue
		}
		saved := d.call.State.Opts
		frames[i].Options = &saved
		return
	}
}

// keepGetopts lets a function that makes OPTIND local have a getopts of its
// own.
func (d *declaration) keepGetopts(decl Decl) {
	name, _, _ := strings.Cut(decl.Text, "=")
	if decl.Assign != nil {
		name = decl.Assign.Name
	}
	frames := d.call.State.Frames
	if name != "OPTIND" || !d.opts.Local || len(frames) == 0 || frames[len(frames)-1].Getopts != nil {
		return
	}
	saved := d.call.State.Getopts
	frames[len(frames)-1].Getopts = &saved
	d.call.State.Getopts = state.Getopts{}
}

// list is a declaration without names.
func (d *declaration) list(local bool) Status {
	c := d.call
	switch {
	case d.functions:
		listFunctions(c, !d.names, func(f *state.Function) bool { return !d.given || f.Attr&d.opts.Set != 0 })
	case local:
		listVariables(c, declareListing, func(name string, v *state.Variable) bool {
			return c.State.Vars.IsLocal(name) && d.matches(v)
		})
	case d.given || d.print:
		listVariables(c, declareListing, func(_ string, v *state.Variable) bool { return d.matches(v) })
	default:
		listVariables(c, plainListing, nil)
		if !c.State.Opts.On(state.Posix) {
			listFunctions(c, true, nil)
		}
	}
	return c.finish(0)
}

// matches tells whether a variable has one of the attributes that were given.
func (d *declaration) matches(v *state.Variable) bool {
	switch {
	case !d.given:
		return true
	case d.opts.Indexed || d.opts.Assoc:
		kind := d.opts.Indexed && v.Kind == state.Indexed || d.opts.Assoc && v.Kind == state.Assoc
		return kind && (d.opts.Set == 0 || v.Attr&d.opts.Set != 0)
	}
	return v.Attr&d.opts.Set != 0
}

func (d *declaration) printOne(name string, local bool) int {
	v := d.call.State.Vars.Get(name)
	isLocal := d.call.State.Vars.IsLocal(name)
	if v == nil && isLocal {
		v = &state.Variable{} // unset, and still hides the one outside
	}
	if v == nil || local && !isLocal {
		d.call.errorf("%s: not found", name)
		return failure
	}
	d.call.print(declared(name, v) + "\n")
	return 0
}

// function shows a function or gives it attributes.
func (d *declaration) function(decl Decl) int {
	c := d.call
	if decl.Assign != nil || strings.Contains(decl.Text, "=") {
		c.errorf("cannot use `-f' to make functions")
		return failure
	}
	f := c.State.Function(decl.Text)
	if f == nil && d.print {
		c.errorf("%s: not found", decl.Text)
		return failure
	}
	attr := d.opts.Set & (state.Export | state.ReadOnly | state.Trace)
	drop := d.opts.Remove & (state.Export | state.ReadOnly | state.Trace)
	switch {
	case f == nil:
		return failure
	case (d.given || drop != 0) && !d.print:
		if f.Attr&state.ReadOnly != 0 && drop&state.ReadOnly != 0 {
			c.errorf("%s: readonly function", decl.Text)
			return failure
		}
		changed := *f
		changed.Attr = f.Attr&^drop | attr
		c.State.DefineFunction(decl.Text, &changed)
	case d.names && d.print:
		c.print(functionFlags(decl.Text, f))
	case d.names && c.State.Opts.On(state.ExtDebug):
		c.printf("%s %d %s\n", decl.Text, f.Decl.Position.Line, f.Source)
	case d.names:
		c.print(decl.Text + "\n")
	default:
		c.print(c.functionText(f))
		if d.print && f.Attr != 0 {
			c.print(functionFlags(decl.Text, f))
		}
	}
	return 0
}
