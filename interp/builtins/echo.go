package builtins

import (
	"strings"

	"github.com/aegish/aegish/interp/state"
)

const (
	optShiftVerbose = state.ShiftVerbose
	optLoginShell   = state.LoginShell
)

// runEcho is echo. It has no real options: an argument that is not made of the
// letters n, e and E alone is printed.
func runEcho(c *Call) Status {
	escapes := c.State.Opts.On(state.XPGEcho)
	newline := true
	args := c.Args[1:]
	if !escapes || !c.State.Opts.On(state.Posix) {
		for len(args) > 0 && echoOptions(args[0]) {
			for _, letter := range args[0][1:] {
				switch letter {
				case 'n':
					newline = false
				case 'e':
					escapes = true
				case 'E':
					escapes = false
				}
			}
			args = args[1:]
		}
	}
	out := c.pending
	for i, arg := range args {
		if i > 0 {
			out = append(out, ' ')
		}
		if !escapes {
			out = append(out, arg...)
			continue
		}
		var stop bool
		if out, stop = unescape(out, arg, echoStyle, func(string) {}); stop {
			newline = false
			break
		}
	}
	if newline {
		out = append(out, '\n')
	}
	c.pending = out
	return c.finish(0)
}

func echoOptions(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && strings.Trim(arg[1:], "neE") == ""
}
