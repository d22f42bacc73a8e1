package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/expand"
	"github.com/aegish/aegish/interp/state"
)

// A listingStyle is one of the ways in which variables are shown.
type listingStyle uint8

const (
	plainListing   listingStyle = iota // NAME=VALUE, as set
	declareListing                     // declare -- NAME="VALUE"
	posixListing                       // export NAME="VALUE"
)

// listVariables shows the variables for which keep is true.
func listVariables(c *Call, style listingStyle, keep func(string, *state.Variable) bool) {
	for _, name := range c.State.Vars.Names() {
		v := c.State.Vars.Get(name)
		if v == nil || keep != nil && !keep(name, v) {
			continue
		}
		switch style {
		case plainListing:
			if text, ok := plain(name, v); ok {
				c.print(text + "\n")
			}
		case declareListing:
			c.print(declared(name, v) + "\n")
		case posixListing:
			c.print(c.Args[0] + " " + arrayFlag(v) + assignment(name, v) + "\n")
		}
	}
}

// arrayFlag is the option for a kind of array, the one attribute that posix mode
// shows.
func arrayFlag(v *state.Variable) string {
	switch v.Kind {
	case state.Indexed:
		return "-a "
	case state.Assoc:
		return "-A "
	}
	return ""
}

// plain is NAME=VALUE as set shows it; ok is false for one without a value.
func plain(name string, v *state.Variable) (text string, ok bool) {
	if v.Kind != state.Scalar {
		return name + "=" + expand.ArrayText(v), v.Set
	}
	value, set := v.Value()
	return name + "=" + expand.QuoteValue(value), set
}

// declared is the command that would make the variable again.
func declared(name string, v *state.Variable) string { return expand.Declaration(name, v) }

// assignment is the variable without `declare` and its attributes.
func assignment(name string, v *state.Variable) string {
	text := strings.TrimPrefix(declared(name, v), "declare -")
	_, text, _ = strings.Cut(text, " ")
	return text
}

// listFunctions shows the functions for which keep is true, with their bodies or
// as the commands that declare them.
func listFunctions(c *Call, bodies bool, keep func(*state.Function) bool) {
	for _, name := range c.State.Functions() {
		f := c.State.Function(name)
		if keep != nil && !keep(f) {
			continue
		}
		if !bodies {
			c.print(functionFlags(name, f))
			continue
		}
		c.print(c.functionText(f))
		if f.Attr != 0 && c.Args[0] != "set" {
			c.print(functionFlags(name, f))
		}
	}
}

func functionFlags(name string, f *state.Function) string {
	out := []byte("declare -f")
	for _, letter := range []byte("rtx") {
		if f.Attr&attrOf(letter) != 0 {
			out = append(out, letter)
		}
	}
	return string(out) + " " + name + "\n"
}
