package builtins

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/aegish/aegish/interp/state"
)

// runKill is kill. Processes of the host do not exist for it.
func runKill(c *Call) Status {
	args := c.Args[1:]
	if len(args) == 0 {
		return c.usage()
	}
	if args[0] == "--help" {
		return c.help()
	}
	signal := int(syscall.SIGTERM)
	spec, given, list := "", false, false
options:
	for len(args) > 0 {
		arg := args[0]
		switch {
		case arg == "-l" || arg == "-L":
			list = true
		case arg == "-s" || arg == "-n":
			if len(args) < 2 {
				return c.failf("%s: option requires an argument", arg)
			}
			args = args[1:]
			spec, given = args[0], true
		case len(arg) > 2 && (arg[:2] == "-s" || arg[:2] == "-n"):
			spec, given = arg[2:], true
		case arg == "--":
			args = args[1:]
			break options
		case arg == "-?":
			return c.usage()
		case arg != "" && arg[0] == '-' && !given:
			spec, given = arg[1:], true
		default:
			break options
		}
		args = args[1:]
	}
	if list {
		return killList(c, args)
	}
	if given {
		n, ok := signalNumber(spec)
		if !ok || n > lastSignal {
			return c.failf("%s: invalid signal specification", spec)
		}
		signal = n
	}
	if len(args) == 0 {
		return c.usage()
	}
	status := failure
	for _, arg := range args {
		if killOne(c, arg, signal) {
			status = 0
		}
	}
	return c.finish(status)
}

// killOne signals one process, group or job.
func killOne(c *Call, arg string, signal int) bool {
	pid := int64(0)
	switch n, isNumber := parseInt(arg); {
	case isNumber:
		pid = n
	case isJobSpec(arg):
		job, found := c.job(c.visibleJobs(), arg)
		if !found {
			return false
		}
		pid = int64(-leader(job))
		err := c.Shell.Signal(int(pid), signal)
		if err != nil {
			err = c.Shell.Signal(job.PID, signal)
		}
		return killed(c, int64(job.PID), err)
	case arg == "":
		c.errorf("`': not a pid or valid job spec")
		return false
	default:
		c.errorf("%s: arguments must be process or job IDs", arg)
		return false
	}
	if pid > maxInt32 || pid < -maxInt32 {
		return killed(c, pid, syscall.ESRCH)
	}
	return killed(c, pid, c.Shell.Signal(int(pid), signal))
}

func killed(c *Call, pid int64, err error) bool {
	if err == nil {
		return true
	}
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		err = syscall.ESRCH
	}
	c.errorf("(%d) - %s", pid, reason(err))
	return false
}

// killList is kill -l: the table, or names for numbers and the other way.
func killList(c *Call, args []string) Status {
	if len(args) == 0 {
		if c.State.Opts.On(state.Posix) {
			listSignalNames(c)
		} else {
			listSignals(c)
		}
		return c.finish(0)
	}
	status := 0
	for _, arg := range args {
		text, ok := translateSignal(arg)
		if !ok {
			c.errorf("%s: invalid signal specification", arg)
			status = failure
			continue
		}
		c.print(text)
	}
	return c.finish(status)
}

func translateSignal(arg string) (text string, ok bool) {
	n, isNumber := parseInt(arg)
	if !isNumber {
		number, ok := signalNumber(arg)
		return fmt.Sprintf("%d\n", number), ok
	}
	if n > 128 {
		n -= 128
	}
	if n < 0 || n > lastSignal {
		return "", false
	}
	if name := SignalName(int(n)); name != "" {
		return name + "\n", true
	}
	return "", true
}
