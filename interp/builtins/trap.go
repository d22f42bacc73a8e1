package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
)

// runTrap is trap.
func runTrap(c *Call) Status {
	list, show := false, false
	o := c.options("lp")
	for o.next() {
		switch o.letter {
		case 'l':
			list = true
		case 'p':
			show = true
		}
	}
	args := o.rest()
	switch {
	case o.failed:
		return o.status
	case list:
		listSignals(c)
		return c.finish(0)
	case show || len(args) == 0:
		return showTraps(c, args, show)
	}
	action := args[0]
	_, isSignal := signalNumber(action)
	set := false
	switch {
	case isSignal && (digits(action) || len(args) == 1 && !c.State.Opts.On(state.Posix)):
		// A name is a condition where it stands alone; in `trap exit INT` it is what to do.
	case action == "-":
		args = args[1:]
	default:
		set, args = true, args[1:]
	}
	if len(args) == 0 {
		return c.usage()
	}
	return c.finish(setTraps(c, set, action, args))
}

// setTraps sets the action for each condition, or brings the default back.
func setTraps(c *Call, set bool, action string, conditions []string) int {
	status := 0
	for _, name := range conditions {
		number, ok := signalNumber(name)
		switch {
		case !ok:
			c.errorf("%s: invalid signal specification", name)
			status = failure
		case c.State.Traps.Fixed(Condition(number)): // without a word
		case set:
			c.State.SetTrap(Condition(number), action)
		default:
			c.State.Traps.Reset(Condition(number))
		}
	}
	return status
}

// showTraps prints traps as commands; in posix mode -p shows default actions as
// well (POSIX XCU trap).
func showTraps(c *Call, names []string, defaults bool) Status {
	listed := c.State.Traps.Listed()
	show := func(number int) {
		name := Condition(number)
		action, ok := listed[name]
		switch {
		case ok:
			action = quoteSingle(action)
		case defaults && c.State.Opts.On(state.Posix):
			action = "-"
		default:
			return
		}
		if c.State.Opts.On(state.Posix) {
			name = strings.TrimPrefix(name, "SIG")
		}
		c.printf("trap -- %s %s\n", action, name)
	}
	if len(names) == 0 {
		for number := range conditions {
			show(number)
		}
		return c.finish(0)
	}
	status := 0
	for _, name := range names {
		number, ok := signalNumber(name)
		if !ok {
			c.errorf("%s: invalid signal specification", name)
			status = failure
			continue
		}
		show(number)
	}
	return c.finish(status)
}
