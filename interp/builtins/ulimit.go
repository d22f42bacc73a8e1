package builtins

import (
	"strconv"
	"strings"
)

// A resource is one line of ulimit -a (bash(1), ulimit).
type resource struct {
	letter      byte
	description string
	unit        string
}

func resources() []resource {
	return []resource{
		{'R', "real-time non-blocking time", "microseconds"},
		{'c', "core file size", "blocks"},
		{'d', "data seg size", "kbytes"},
		{'e', "scheduling priority", ""},
		{'f', "file size", "blocks"},
		{'i', "pending signals", ""},
		{'l', "max locked memory", "kbytes"},
		{'m', "max memory size", "kbytes"},
		{'n', "open files", ""},
		{'p', "pipe size", "512 bytes"},
		{'q', "POSIX message queues", "bytes"},
		{'r', "real-time priority", ""},
		{'s', "stack size", "kbytes"},
		{'t', "cpu time", "seconds"},
		{'u', "max user processes", ""},
		{'v', "virtual memory", "kbytes"},
		{'x', "file locks", ""},
	}
}

func resourceOf(letter byte) (resource, bool) {
	for _, r := range resources() {
		if r.letter == letter {
			return r, true
		}
	}
	return resource{}, false
}

// A limiting is one call of ulimit.
type limiting struct {
	call       *Call
	hard, soft bool
}

// A limitRequest is one letter with its new value, if there is one.
type limitRequest struct {
	resource resource
	value    string
	set      bool
}

// runUlimit is ulimit. The limits are those of this interpreter; the kernel is
// not asked.
func runUlimit(c *Call) Status {
	l := limiting{call: c}
	requests, all, st, ok := l.parse(c.Args[1:])
	switch {
	case !ok:
		return st
	case all:
		for _, r := range resources() {
			l.show(r, true)
		}
		return c.finish(0)
	}
	for _, r := range requests {
		if !r.set {
			l.show(r.resource, len(requests) > 1)
			continue
		}
		if !l.set(r) {
			return c.finish(failure)
		}
	}
	return c.finish(0)
}

// parse reads the arguments. A letter takes what follows it as its value,
// unless that is an option.
func (l *limiting) parse(args []string) (requests []limitRequest, all bool, st Status, ok bool) {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		arg := args[0]
		args = args[1:]
		if arg == "--help" {
			return nil, false, l.call.help(), false
		}
		if arg == "--" {
			break
		}
		for i := 1; i < len(arg); i++ {
			switch arg[i] {
			case 'H':
				l.hard = true
				continue
			case 'S':
				l.soft = true
				continue
			case 'a':
				all = true
				continue
			}
			r, known := resourceOf(arg[i])
			if !known {
				l.call.errorf("-%c: invalid option", arg[i])
				return nil, false, l.call.usage(), false
			}
			request := limitRequest{resource: r}
			switch {
			case i+1 < len(arg):
				request.value, request.set = arg[i+1:], true
				i = len(arg)
			case len(args) > 0 && !strings.HasPrefix(args[0], "-"):
				request.value, request.set = args[0], true
				args = args[1:]
			}
			requests = append(requests, request)
		}
	}
	if len(requests) == 0 {
		r, _ := resourceOf('f')
		request := limitRequest{resource: r}
		if len(args) > 0 {
			request.value, request.set = args[0], true
		}
		requests = append(requests, request)
	}
	return requests, all, Status{}, true
}

// limit is what holds; without a limit of its own it is unlimited, or 0 for
// what is a priority.
func (l *limiting) limit(r resource) (soft, hard int64) {
	soft, hard, ok := l.call.Shell.Limit(r.letter)
	switch {
	case ok:
		return soft, hard
	case r.letter == 'e' || r.letter == 'r' || r.letter == 'c':
		return 0, 0
	case r.letter == 'p':
		return 8, 8
	}
	return -1, -1
}

func (l *limiting) show(r resource, described bool) {
	if described {
		unit := "(-" + string(r.letter) + ") "
		if r.unit != "" {
			unit = "(" + r.unit + ", -" + string(r.letter) + ") "
		}
		l.call.printf("%-20s %20s", r.description, unit)
	}
	value, hard := l.limit(r)
	if l.hard && !l.soft {
		value = hard
	}
	if value < 0 {
		l.call.print("unlimited\n")
		return
	}
	l.call.print(strconv.FormatInt(value, 10) + "\n")
}

// set changes a limit: both kinds unless -H or -S tells which.
func (l *limiting) set(r limitRequest) bool {
	c := l.call
	soft, hard := l.limit(r.resource)
	value := int64(0)
	switch r.value {
	case "unlimited":
		value = -1
	case "hard":
		value = hard
	case "soft":
		value = soft
	default:
		if !digits(r.value) && r.value != "" {
			c.errorf("%s: invalid number", r.value)
			return false
		}
		var err error
		if value, err = strconv.ParseInt(r.value, 10, 64); err != nil && r.value != "" || value > 1<<53 {
			c.errorf("%s: limit out of range", r.value)
			return false
		}
	}
	if l.soft || !l.hard {
		soft = value
	}
	if l.hard || !l.soft {
		hard = value
	}
	if r.resource.letter == 'p' {
		c.errorf("%s: cannot modify limit: Invalid argument", r.resource.description)
		return false
	}
	if err := c.Shell.SetLimit(r.resource.letter, soft, hard); err != nil {
		c.errorf("%s: cannot modify limit: %s", r.resource.description, reason(err))
		return false
	}
	return true
}
