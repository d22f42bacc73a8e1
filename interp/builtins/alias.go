package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
)

func runAlias(c *Call) Status {
	list := len(c.Args) == 1
	o := c.options("p")
	for o.next() {
		list = true
	}
	if o.failed {
		return o.status
	}
	if list && c.State.Aliases.Len() == 0 {
		return c.finish(0)
	}
	if args := o.rest(); len(args) == 0 || list {
		for _, name := range c.State.Aliases.Names() {
			c.print(aliasText(c, name))
		}
	}
	status := 0
	for _, arg := range o.rest() {
		name, text, define := strings.Cut(arg, "=")
		switch {
		case define && name != "" && !aliasName(name):
			c.errorf("`%s': invalid alias name", name)
			status = failure
		case define && name != "":
			c.State.Aliases.Set(name, &text)
		default:
			if c.State.Aliases.Get(arg) == nil {
				c.errorf("%s: not found", arg)
				status = failure
				continue
			}
			c.print(aliasText(c, arg))
		}
	}
	return c.finish(status)
}

// aliasName tells whether a name can be one: no character that ends a word or
// quotes, and no slash.
func aliasName(name string) bool {
	return !strings.ContainsAny(name, " \t\n'\"\\|&;()<>$`/")
}

func aliasText(c *Call, name string) string {
	text := name + "=" + quoteSingle(*c.State.Aliases.Get(name)) + "\n"
	switch {
	case c.State.Opts.On(state.Posix):
		return text
	case strings.HasPrefix(name, "-"):
		return "alias -- " + text
	}
	return "alias " + text
}

func runUnalias(c *Call) Status {
	all := false
	o := c.options("a")
	for o.next() {
		all = true
	}
	switch {
	case o.failed:
		return o.status
	case all:
		c.State.Aliases.Clear()
		return code(0)
	case len(o.rest()) == 0:
		return c.usage()
	}
	status := 0
	for _, name := range o.rest() {
		if c.State.Aliases.Get(name) == nil {
			c.errorf("%s: not found", name)
			status = failure
		}
		c.State.Aliases.Set(name, nil)
	}
	return c.finish(status)
}
