package builtins

import (
	"slices"

	"github.com/aegish/aegish/interp/state"
)

// runSet is set (bash(1), set). Options are checked before any is switched.
func runSet(c *Call) Status {
	args := c.Args[1:]
	if len(args) == 0 {
		listVariables(c, plainListing, nil)
		if !c.State.Opts.On(state.Posix) {
			listFunctions(c, true, nil)
		}
		return c.finish(0)
	}
	if args[0] == "--help" {
		return c.help()
	}
	s := setter{call: c, opts: c.State.Opts}
	rest, replace, st, ok := s.parse(args)
	if !ok {
		return st
	}
	if st, ok := s.apply(); !ok {
		return st
	}
	if replace {
		c.State.SetParams(slices.Clone(rest))
		c.State.ParamsSet = true
	}
	return c.finish(0)
}

// A setter collects the switches of one set.
type setter struct {
	call    *Call
	opts    state.Options
	changes []change
}

type change struct {
	opt state.Option
	on  bool
}

// parse reads the arguments. replace tells that rest are new positional
// parameters.
func (s *setter) parse(args []string) (rest []string, replace bool, st Status, ok bool) {
	for len(args) > 0 {
		arg := args[0]
		switch {
		case arg == "--":
			return args[1:], true, Status{}, true
		case arg == "-":
			s.change(state.XTrace, false)
			s.change(state.Verbose, false)
			return args[1:], len(args) > 1, Status{}, true
		case arg == "+":
			return args[1:], len(args) > 1, Status{}, true
		case arg == "" || arg[0] != '-' && arg[0] != '+':
			return args, true, Status{}, true
		}
		args = args[1:]
		on := arg[0] == '-'
		for i := 1; i < len(arg); i++ {
			if arg[i] == 'o' {
				var fine bool
				if args, fine = s.named(on, args); !fine {
					return nil, false, s.call.finish(misuse), false
				}
				continue
			}
			if arg[i] == '?' { // which bash's own reader of options takes for a question
				s.call.errorf("%c?: invalid option", arg[0])
				s.call.usage()
				return nil, false, s.call.finish(0), false
			}
			opt, known := state.LetterOption(arg[i])
			if !known {
				s.call.errorf("%c%c: invalid option", arg[0], arg[i])
				return nil, false, s.call.usage(), false
			}
			s.change(opt, on)
		}
	}
	return nil, false, Status{}, true
}

// named is -o and +o: with a name a switch, without a listing.
func (s *setter) named(on bool, args []string) (rest []string, ok bool) {
	if len(args) == 0 || args[0] == "" || args[0][0] == '-' || args[0][0] == '+' {
		listSetOptions(s.call, !on)
		return args, true
	}
	opt, known := state.SetOption(args[0])
	if !known {
		s.call.errorf("%s: invalid option name", args[0])
		return nil, false
	}
	s.change(opt, on)
	return args[1:], true
}

func (s *setter) change(opt state.Option, on bool) {
	s.changes = append(s.changes, change{opt, on})
}

func (s *setter) apply() (Status, bool) {
	for _, ch := range s.changes {
		if ch.opt == state.Restricted && !ch.on && s.call.restricted() {
			s.call.errorf("+r: invalid option")
			s.call.usage()
			return s.call.finish(failure), false
		}
		switchOption(s.call.State, ch.opt, ch.on)
		s.call.switched(ch.opt, ch.on)
	}
	return Status{}, true
}

// switched does what goes with an option beside its switch.
func (c *Call) switched(opt state.Option, on bool) {
	switch {
	case opt == state.IgnoreEOF:
		c.ignoreEOF(on)
	case opt == state.HistoryOpt && on:
		c.loadHistory()
	}
}

// ignoreEOF gives IGNOREEOF the value that goes with the option.
func (c *Call) ignoreEOF(on bool) {
	if on {
		c.Shell.Assign(c, "IGNOREEOF", "10", false)
	} else {
		c.Shell.Unset(c, "IGNOREEOF", false)
	}
}

// switchOption switches an option and those that go with it.
func switchOption(sh *state.Shell, opt state.Option, on bool) {
	sh.Opts.Set(opt, on)
	if opt == state.Monitor && on {
		sh.Aside = false
	}
	if opt == state.ExtDebug {
		sh.Opts.Set(state.FuncTrace, on)
		sh.Opts.Set(state.ErrTrace, on)
	}
	if !on {
		return
	}
	switch opt {
	case state.Emacs:
		sh.Opts.Set(state.Vi, false)
	case state.Vi:
		sh.Opts.Set(state.Emacs, false)
	}
}

// listSetOptions prints the options of set -o, as commands for +o.
func listSetOptions(c *Call, commands bool) {
	for _, opt := range state.SetOptions() {
		listOption(c, opt, commands, true)
	}
}

func listOption(c *Call, opt state.Option, asCommand, ofSet bool) {
	on := c.State.Opts.On(opt)
	switch {
	case asCommand && ofSet:
		c.printf("set %co %s\n", onSign(on), opt)
	case asCommand:
		word := "-u"
		if on {
			word = "-s"
		}
		c.printf("shopt %s %s\n", word, opt)
	default:
		word := "off"
		if on {
			word = "on"
		}
		c.printf("%-15s\t%s\n", opt.String(), word)
	}
}

func onSign(on bool) byte {
	if on {
		return '-'
	}
	return '+'
}

// runShopt is shopt.
func runShopt(c *Call) Status {
	var set, unset, quiet, print, ofSet bool
	o := c.options("psuoq")
	for o.next() {
		switch o.letter {
		case 's':
			set = true
		case 'u':
			unset = true
		case 'q':
			quiet = true
		case 'o':
			ofSet = true
		case 'p':
			print = true
		}
	}
	if o.failed {
		return o.status
	}
	if set && unset {
		return c.failf("cannot set and unset shell options simultaneously")
	}
	names := o.rest()
	if len(names) == 0 {
		if !quiet {
			listOptions(c, ofSet, print, set, unset)
		}
		return c.finish(0)
	}
	lookup, kind := state.ShoptOption, "invalid shell option name"
	if ofSet {
		lookup, kind = state.SetOption, "invalid option name"
	}
	status := 0
	for _, name := range names {
		opt, known := lookup(name)
		switch {
		case !known:
			c.errorf("%s: %s", name, kind)
			if !ofSet || !set && !unset {
				status = failure // shopt -so does not count it
			}
		case set || unset:
			status = max(status, setShopt(c, opt, set))
		default:
			if !c.State.Opts.On(opt) {
				status = failure
			}
			if !quiet {
				listOption(c, opt, print, ofSet)
			}
		}
	}
	return c.finish(status)
}

// setShopt switches an option of shopt; those that tell what kind of shell this is
// stay true.
func setShopt(c *Call, opt state.Option, on bool) int {
	switch opt {
	case state.LoginShell:
		return 0
	case state.RestrictedShell:
		on = c.restricted()
	}
	switchOption(c.State, opt, on)
	c.switched(opt, on)
	return 0
}

func listOptions(c *Call, ofSet, commands, onlyOn, onlyOff bool) {
	list := state.ShoptOptions()
	if ofSet {
		list = state.SetOptions()
	}
	for _, opt := range list {
		on := c.State.Opts.On(opt)
		if onlyOn && !on || onlyOff && on {
			continue
		}
		listOption(c, opt, commands, ofSet)
	}
}
