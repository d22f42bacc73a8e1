package builtins

import (
	"io"

	"github.com/aegish/aegish/interp/state"
)

// abort gives the command up, and the shell unless it is interactive.
func abort(n int) Status { return Status{Code: n, Kind: Abort} }

// tooMany says that there are more arguments than the one number that a builtin
// takes: bash gives up the line of the script.
func (c *Call) tooMany() Status {
	c.errorf("too many arguments")
	return Status{Code: failure, Kind: Discard}
}

// helpOnly handles a first argument --help, and drops a --.
func (c *Call) helpOnly() (operands []string, st Status, ok bool) {
	args := c.Args[1:]
	if len(args) > 0 && args[0] == "--help" {
		showHelp(c, c.Args[0])
		return nil, c.finish(misuse), false
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	return args, Status{}, true
}

// count reads the optional number of break, continue and shift.
func (c *Call) count(args []string) (n int64, st Status, ok bool) {
	if len(args) == 0 {
		return 1, Status{}, true
	}
	n, isNumber := parseInt(args[0])
	if !isNumber {
		c.errorf("%s: numeric argument required", args[0])
		return 0, abort(128), false
	}
	if len(args) > 1 {
		return 0, c.tooMany(), false
	}
	return n, Status{}, true
}

func runBreak(c *Call) Status {
	args, st, ok := c.helpOnly()
	if !ok {
		return st
	}
	if c.State.Loops == 0 {
		if c.State.Opts.On(state.Posix) {
			return code(0)
		}
		c.errorf("only meaningful in a `for', `while', or `until' loop")
		return code(0)
	}
	n, st, ok := c.count(args)
	if !ok {
		return st
	}
	if n <= 0 {
		c.errorf("%s: loop count out of range", args[0])
		return Status{Code: failure, Kind: Break, Levels: c.State.Loops}
	}
	kind := Break
	if c.Args[0] == "continue" {
		kind = Continue
	}
	return Status{Kind: kind, Levels: int(min(n, int64(c.State.Loops)))}
}

func runShift(c *Call) Status {
	args, st, ok := c.helpOnly()
	if !ok {
		return st
	}
	if len(args) > 0 {
		if _, isNumber := parseInt(args[0]); !isNumber {
			return c.failf("%s: numeric argument required", args[0])
		}
	}
	n, st, ok := c.count(args)
	if !ok {
		return st
	}
	if n < 0 {
		return c.failf("%s: shift count out of range", args[0])
	}
	if n > int64(len(c.State.Params)) {
		if c.State.Opts.On(optShiftVerbose) {
			if len(args) == 0 {
				return c.failf("shift count out of range")
			}
			return c.failf("%d: shift count out of range", n)
		}
		return code(failure)
	}
	c.State.Params = c.State.Params[n:]
	return code(0)
}

// exitCode reads the status that exit, return and logout are given.
func (c *Call) exitCode(args []string) (n int, st Status, ok bool) {
	if len(args) == 0 {
		return c.State.Status, Status{}, true
	}
	value, isNumber := parseInt(args[0])
	if !isNumber {
		c.errorf("%s: numeric argument required", args[0])
		return misuse, Status{}, true
	}
	if len(args) > 1 {
		return 0, c.tooMany(), false
	}
	return int(uint8(value)), Status{}, true
}

func runReturn(c *Call) Status {
	args, st, ok := c.helpOnly()
	if !ok {
		return st
	}
	n, st, ok := c.exitCode(args)
	if !ok {
		return st
	}
	if len(args) == 0 && c.State.ReturnStatus != nil {
		n = *c.State.ReturnStatus
	}
	if !c.State.InCall() {
		c.errorf("can only `return' from a function or sourced script")
		return code(misuse)
	}
	return Status{Code: n, Kind: Return}
}

func runExit(c *Call) Status {
	args, st, ok := c.helpOnly()
	if !ok {
		return st
	}
	if c.State.Interactive && c.State.Level == 0 {
		word := "exit\n"
		if c.State.Opts.On(optLoginShell) {
			word = "logout\n"
		}
		if _, err := c.Stderr.Write([]byte(word)); err != nil {
			return c.writeFailed(err)
		}
		if HeldByJobs(c) {
			return code(failure)
		}
	}
	n, st, ok := c.exitCode(args)
	if !ok {
		return st
	}
	if len(args) == 0 && c.State.ExitStatus != nil {
		n = *c.State.ExitStatus
	}
	return Status{Code: n, Kind: Exit}
}

// HeldByJobs tells whether an interactive shell stays once more, because there are
// stopped jobs, or running ones and the option checkjobs is set, and says so. It
// does not when the command before was exit, logout or jobs (bash(1), exit).
func HeldByJobs(c *Call) bool {
	switch c.State.LastCommand {
	case "exit", "logout", "jobs":
		return false
	}
	c.State.LastCommand = "exit"
	check := c.State.Opts.On(state.Checkjobs)
	what := ""
	jobs := c.visibleJobs()
	for _, job := range jobs {
		if job.Stopped {
			what = "stopped"
			break
		}
		if check && job.Running {
			what = "running"
		}
	}
	if what == "" {
		return false
	}
	_, _ = io.WriteString(c.Stderr, "There are "+what+" jobs.\n") // lost, as in bash, where it can not be
	if check {
		l := jobListing{call: c}
		for _, job := range jobs {
			l.show(job)
		}
		c.flush()
	}
	return true
}

func runLogout(c *Call) Status {
	if _, st, ok := c.helpOnly(); !ok {
		return st
	}
	if !c.State.Opts.On(optLoginShell) {
		return c.failf("not login shell: use `exit'")
	}
	return runExit(c)
}

func runTrue(*Call) Status  { return code(0) }
func runFalse(*Call) Status { return code(failure) }
