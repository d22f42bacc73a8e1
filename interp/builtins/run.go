package builtins

import (
	"errors"
	"strings"
)

func runLet(c *Call) Status {
	args := c.Args[1:]
	if len(args) > 0 && args[0] == "--help" {
		return c.help()
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return c.failf("expression expected")
	}
	value := int64(0)
	for _, arg := range args {
		var err error
		value, err = c.Shell.Arith(arg)
		if errors.Is(err, ErrReported) {
			return code(failure)
		}
		if err != nil {
			return c.failf("%v", err)
		}
	}
	if value == 0 {
		return code(failure)
	}
	return code(0)
}

func runEval(c *Call) Status {
	args, st, ok := c.noOptions()
	if !ok {
		return st
	}
	text := strings.Join(args, " ")
	if text == "" {
		return code(0)
	}
	return c.Shell.Eval(c.Ctx, text, c.Line)
}

func runSource(c *Call) Status {
	args, st, ok := c.noOptions()
	if !ok {
		return st
	}
	if len(args) == 0 {
		c.errorf("filename argument required")
		return c.usage()
	}
	if c.restricted() && strings.Contains(args[0], "/") {
		return c.failf("%s: restricted", args[0])
	}
	var params []string
	if len(args) > 1 {
		params = args[1:]
	}
	return c.Shell.Source(c.Ctx, c, args[0], params)
}

func runExec(c *Call) Status {
	var opts ExecOptions
	o := c.options("cla:")
	for o.next() {
		switch o.letter {
		case 'c':
			opts.ClearEnv = true
		case 'l':
			opts.Login = true
		case 'a':
			opts.Name = o.value
		}
	}
	switch {
	case o.failed:
		return o.status
	case len(o.rest()) == 0:
		return code(0)
	case c.restricted():
		return c.failf("restricted")
	}
	return c.Shell.Exec(c.Ctx, c, o.rest(), opts)
}

func runBuiltin(c *Call) Status {
	args, st, ok := c.noOptions()
	switch {
	case !ok:
		return st
	case len(args) == 0:
		return code(0)
	case !IsBuiltin(args[0]):
		return c.failf("%s: not a shell builtin", args[0])
	}
	return c.Shell.Call(c.Ctx, c, args, CallHow{SkipFunctions: true, OnlyBuiltins: true})
}

func runCommand(c *Call) Status {
	how := CallHow{SkipFunctions: true}
	d := description{call: c}
	o := c.options("pvV")
	for o.next() {
		switch o.letter {
		case 'p':
			how.DefaultPath, d.defaultPath = true, true
		case 'v':
			d.style = reusable
		case 'V':
			d.style = verbose
		}
	}
	args := o.rest()
	switch {
	case o.failed:
		return o.status
	case len(args) == 0:
		return code(0)
	case how.DefaultPath && c.restricted():
		return c.failf("-p: restricted")
	case d.style == unsaid:
		return c.Shell.Call(c.Ctx, c, args, how)
	}
	found := false
	for _, name := range args {
		if d.describe(name) {
			found = true
		} else if d.style == verbose {
			c.errorf("%s: not found", name)
		}
	}
	if !found {
		return c.finish(failure)
	}
	return c.finish(0)
}
