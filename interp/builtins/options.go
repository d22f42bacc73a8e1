package builtins

import (
	"strings"
)

// optionScanner takes the options off the arguments of a builtin, as all of
// bash's builtins do it: bundles, "--" ends them, "--help" shows the help.
type optionScanner struct {
	call *Call
	// spec lists the letters; a colon after one that takes an argument.
	// A leading + allows options that start with + as well.
	spec string
	args []string // still to look at
	in   string   // rest of a bundle

	letter byte
	plus   bool   // +x instead of -x
	value  string // argument of the option
	failed bool
	status Status
}

func (c *Call) options(spec string) *optionScanner {
	return &optionScanner{call: c, spec: spec, args: c.Args[1:]}
}

// next steps to the next option. At the end of the options, or at a wrong one,
// which it has reported then, it returns false.
func (o *optionScanner) next() bool {
	if o.in == "" {
		if len(o.args) == 0 {
			return false
		}
		arg := o.args[0]
		plus := strings.HasPrefix(o.spec, "+")
		switch {
		case arg == "--":
			o.args = o.args[1:]
			return false
		case arg == "--help":
			return o.help()
		case len(arg) < 2 || arg[0] != '-' && !(plus && arg[0] == '+'):
			return false
		}
		o.args, o.plus, o.in = o.args[1:], arg[0] == '+', arg[1:]
	}
	o.letter, o.in = o.in[0], o.in[1:]
	at := -1
	if o.letter != ':' && o.letter != '+' {
		at = strings.IndexByte(o.spec, o.letter)
	}
	if at < 0 {
		sign := "-"
		if o.plus {
			sign = "+"
		}
		o.call.errorf("%s%c: invalid option", sign, o.letter)
		return o.fail()
	}
	o.value = ""
	if at+1 < len(o.spec) && o.spec[at+1] == ':' {
		return o.takeValue()
	}
	return true
}

func (o *optionScanner) takeValue() bool {
	switch {
	case o.in != "":
		o.value, o.in = o.in, ""
	case len(o.args) > 0:
		o.value, o.args = o.args[0], o.args[1:]
	default:
		sign := '-'
		if o.plus {
			sign = '+'
		}
		o.call.errorf("%c%c: option requires an argument", sign, o.letter)
		return o.fail()
	}
	return true
}

func (o *optionScanner) fail() bool {
	o.failed, o.status = true, o.call.usage()
	return false
}

func (o *optionScanner) help() bool {
	showHelp(o.call, o.call.Args[0])
	o.failed, o.status = true, o.call.finish(misuse)
	return false
}

// rest are the operands.
func (o *optionScanner) rest() []string { return o.args }

// noOptions is for builtins that take none: it returns the operands, and false
// after it has reported an option.
func (c *Call) noOptions() (operands []string, st Status, ok bool) {
	o := c.options("")
	if o.next() || o.failed {
		return nil, o.status, false
	}
	return o.rest(), Status{}, true
}

// help is what a builtin does for --help.
func (c *Call) help() Status {
	showHelp(c, c.Args[0])
	return c.finish(misuse)
}
