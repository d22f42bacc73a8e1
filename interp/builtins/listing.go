package builtins

import (
	"strconv"
	"strings"

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
			c.print(c.Args[0] + " " + assignment(name, v) + "\n")
		}
	}
}

// plain is NAME=VALUE as set shows it; ok is false for one without a value.
func plain(name string, v *state.Variable) (text string, ok bool) {
	if v.Kind != state.Scalar {
		return name + "=" + compound(v), true
	}
	value, set := v.Value()
	return name + "=" + quoteListed(value), set
}

// declared is the command that would make the variable again.
func declared(name string, v *state.Variable) string {
	return "declare " + flags(v) + " " + assignment(name, v)
}

func assignment(name string, v *state.Variable) string {
	if v.Kind != state.Scalar {
		if !v.Set && v.Kind == state.Indexed && v.List.Len() == 0 || !v.Set && v.Kind == state.Assoc && v.Map.Len() == 0 {
			return name
		}
		return name + "=" + compound(v)
	}
	value, set := v.Value()
	if !set {
		return name
	}
	return name + "=" + quoteDeclared(value)
}

// flags are a variable's attributes in the order in which bash shows them.
func flags(v *state.Variable) string {
	out := []byte{'-'}
	switch v.Kind {
	case state.Indexed:
		out = append(out, 'a')
	case state.Assoc:
		out = append(out, 'A')
	}
	for _, letter := range []byte("inrtxclu") {
		if v.Attr&attrOf(letter) != 0 {
			out = append(out, letter)
		}
	}
	if len(out) == 1 {
		return "--"
	}
	return string(out)
}

// compound is the value of an array in parentheses.
func compound(v *state.Variable) string {
	var b strings.Builder
	b.WriteByte('(')
	if v.Kind == state.Indexed {
		values := v.List.Values()
		for i, index := range v.List.Indices() {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString("[" + strconv.FormatInt(index, 10) + "]=" + quoteDeclared(values[i]))
		}
		b.WriteByte(')')
		return b.String()
	}
	values := v.Map.Values()
	for i, key := range v.Map.Keys() {
		b.WriteString("[" + quoteKey(key) + "]=" + quoteDeclared(values[i]) + " ")
	}
	b.WriteByte(')')
	return b.String()
}

// listFunctions shows all functions, with their bodies or as the commands
// that declare them.
func listFunctions(c *Call, bodies bool) {
	for _, name := range c.State.Functions() {
		f := c.State.Function(name)
		if !bodies {
			c.print(functionFlags(name, f))
			continue
		}
		c.print(functionText(f))
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
