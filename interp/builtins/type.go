package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
	"github.com/aegish/aegish/interp/syntax"
)

// A descriptionStyle is what type and command say of a name.
type descriptionStyle uint8

const (
	unsaid   descriptionStyle = iota
	verbose                   // "x is a function"
	reusable                  // as command -v
	kindOnly                  // type -t
	pathOnly                  // type -p
)

// A description tells what a name would run.
type description struct {
	call        *Call
	style       descriptionStyle
	all         bool // type -a
	noFunctions bool // type -f
	forcePath   bool // type -P
	defaultPath bool // command -p
}

func runType(c *Call) Status {
	d := description{call: c, style: verbose}
	o := c.options("afptP")
	for o.next() {
		switch o.letter {
		case 'a':
			d.all = true
		case 'f':
			d.noFunctions = true
		case 'p':
			d.style = pathOnly
		case 't':
			d.style = kindOnly
		case 'P':
			d.style, d.forcePath = pathOnly, true
		}
	}
	if o.failed {
		return o.status
	}
	status := 0
	for _, name := range o.rest() {
		if d.describe(name) {
			continue
		}
		status = failure
		if d.style == verbose {
			c.errorf("%s: not found", name)
		}
	}
	return c.finish(status)
}

// say prints what the style wants.
func (d *description) say(kind, long, reuse string) {
	switch d.style {
	case verbose:
		d.call.print(long + "\n")
	case reusable:
		d.call.print(reuse + "\n")
	case kindOnly:
		d.call.print(kind + "\n")
	}
}

// describe tells what name is; false for nothing.
func (d *description) describe(name string) bool {
	found := false
	if !d.forcePath {
		found = d.inShell(name)
		if found && !d.all {
			return true
		}
	}
	if strings.Contains(name, "/") {
		if found || len(d.call.Shell.LookPath(name, FirstInPath)) == 0 {
			return found
		}
		d.path(name, name)
		return true
	}
	if d.call.State.Hashed.Get(name) != nil && !d.all {
		path := d.call.hashed(name)
		switch {
		case d.style == verbose:
			d.call.print(name + " is hashed (" + path + ")\n")
		default:
			d.path(name, path)
		}
		return true
	}
	for _, path := range d.call.Shell.LookPath(name, d.lookup()) {
		found = true
		d.path(name, path)
	}
	return found
}

func (d *description) lookup() PathLookup {
	switch {
	case d.all:
		return AllInPath
	case d.defaultPath:
		return FirstInDefault
	}
	return FirstInPath
}

func (d *description) path(name, path string) {
	if d.style == pathOnly {
		d.call.print(path + "\n")
		return
	}
	d.say("file", name+" is "+path, path)
}

// inShell looks among aliases, reserved words, functions and builtins.
func (d *description) inShell(name string) bool {
	sh := d.call.State
	found := false
	more := func() bool {
		found = true
		return d.all
	}
	if alias := sh.Aliases.Get(name); alias != nil && sh.Opts.On(state.ExpandAliases) {
		d.say("alias", name+" is aliased to `"+*alias+"'", "alias "+name+"="+quoteSingle(*alias))
		if !more() {
			return true
		}
	}
	if reserved(name) {
		d.say("keyword", name+" is a shell keyword", name)
		if !more() {
			return true
		}
	}
	if f := sh.Function(name); f != nil && !d.noFunctions {
		d.say("function", name+" is a function\n"+strings.TrimSuffix(d.call.functionText(f), "\n"), name)
		if !more() {
			return true
		}
	}
	if IsBuiltin(name) && !sh.Disabled[name] {
		long := name + " is a shell builtin"
		if sh.Opts.On(state.Posix) && isSpecial(name) {
			long = name + " is a special shell builtin"
		}
		d.say("builtin", long, name)
		found = true
	}
	return found
}

// reserved tells the reserved words of bash (bash(1), RESERVED WORDS).
func reserved(name string) bool {
	for _, word := range reservedWords() {
		if word == name {
			return true
		}
	}
	return false
}

// reservedWords are in the order in which compgen -k lists them.
func reservedWords() []string {
	return []string{
		"if", "then", "else", "elif", "fi", "case", "esac", "for", "select", "while", "until",
		"do", "done", "in", "function", "time", "{", "}", "!", "[[", "]]", "coproc",
	}
}

// functionText is the definition of a function as bash prints it.
func (c *Call) functionText(f *state.Function) string {
	text := syntax.Print(f.Decl, c.State.Opts.On(state.Posix))
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// program tells whether a file can be run.
func (c *Call) program(name string) bool {
	t := Test{Shell: c.Shell, State: c.State, File: c.File}
	return t.Unary('x', name) && !t.Unary('d', name)
}
