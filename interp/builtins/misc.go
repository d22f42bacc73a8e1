package builtins

import (
	"strconv"
	"time"
)

// runCaller is caller: where the function that runs was called.
func runCaller(c *Call) Status {
	frames := c.State.Frames
	depth := len(frames)
	if depth == 1 && frames[0].Script && len(c.Args) == 1 {
		c.printf("0 NULL\n")
		return c.finish(0)
	}
	if depth == 0 || frames[depth-1].Script {
		return code(failure)
	}
	args, st, ok := c.noOptions()
	if !ok {
		return st
	}
	level := int64(0)
	if len(args) > 0 {
		if level, ok = parseInt(args[0]); !ok {
			c.errorf("%s: invalid number", args[0])
			return c.usage()
		}
	}
	// The script itself is the outermost frame where one is kept.
	at := depth - 1 - int(min(max(level, -1), int64(depth)))
	if level < 0 || at < 0 || frames[at].Script || depth == 0 {
		return code(failure)
	}
	function, source := "main", "NULL"
	if at > 0 {
		function, source = frames[at-1].Function, frames[at-1].Source
	} else if len(args) > 0 {
		return code(failure)
	}
	if len(args) > 0 {
		c.printf("%d %s %s\n", frames[at].Line, function, source)
	} else {
		c.printf("%d %s\n", frames[at].Line, source)
	}
	return c.finish(0)
}

func runTimes(c *Call) Status {
	if _, st, ok := c.noOptions(); !ok {
		return st
	}
	user, system, childUser, childSystem := c.Shell.Times()
	c.printf("%s %s\n%s %s\n", minutes(user), minutes(system), minutes(childUser), minutes(childSystem))
	return c.finish(0)
}

// minutes shows a time as 0m0.000s.
func minutes(d time.Duration) string {
	return strconv.FormatInt(int64(d/time.Minute), 10) + "m" +
		strconv.FormatFloat((d%time.Minute).Seconds(), 'f', 3, 64) + "s"
}

func runSuspend(c *Call) Status {
	o := c.options("f")
	for o.next() {
		continue
	}
	if o.failed {
		return o.status
	}
	if c.State.JobControl() {
		return c.failf("cannot suspend: this shell can not be stopped")
	}
	return c.failf("cannot suspend: no job control")
}

// runBind is bind: there is no line editor here.
func runBind(c *Call) Status {
	c.errorf("warning: line editing not enabled")
	o := c.options("lvpVPsSXf:q:u:m:r:x:")
	for o.next() {
		continue
	}
	if o.failed {
		return o.status
	}
	return c.finish(0)
}
