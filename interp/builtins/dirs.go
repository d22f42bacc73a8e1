package builtins

import (
	"slices"
	"strings"
)

// A stack is the directory stack as pushd, popd and dirs count it: entry 0 is
// the working directory, +N counts from it, -N from the other end.
type stack struct{ call *Call }

// below is the number of entries under the working directory.
func (s stack) below() int { return len(s.call.State.Stack) }

// outOfRange reports a wrong index.
func (s stack) outOfRange(arg string) Status {
	if s.below() == 0 {
		return s.call.failf("directory stack empty")
	}
	return s.call.failf("%s: directory stack index out of range", arg)
}

// index reads +N or -N. It returns the entry counted from the working
// directory, which may be out of range.
func (s stack) index(arg string) (n int, ok bool) {
	value, ok := parseInt(arg[1:])
	if !ok {
		s.call.errorf("%s: invalid number", arg)
		return 0, false
	}
	value = max(min(value, maxInt32), -maxInt32)
	if arg[0] == '-' {
		return s.below() - int(value), true
	}
	return int(value), true
}

func (s stack) valid(n int) bool { return n >= 0 && n <= s.below() }

// enter makes dir the working directory as cd would, and shows the stack.
func (s stack) enter(dir string) Status {
	if !(mover{call: s.call}).cd([]string{dir}) {
		return s.call.finish(failure)
	}
	return s.show()
}

func (s stack) show() Status {
	s.list(false, " ")
	return s.call.finish(0)
}

// list prints all entries.
func (s stack) list(long bool, separator string) {
	for i := range s.below() + 1 {
		if i > 0 {
			s.call.print(separator)
		}
		s.call.print(s.entry(i, long))
	}
	s.call.print("\n")
}

// entry is one entry as it is shown.
func (s stack) entry(i int, long bool) string {
	dir := s.call.State.Dir
	if i > 0 {
		dir = s.call.State.Stack[i-1]
	}
	if long {
		return dir
	}
	home, _ := s.call.Shell.Get("HOME")
	if rest, ok := strings.CutPrefix(dir, home); ok && len(home) > 1 && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return dir
}

func runDirs(c *Call) Status {
	if _, st, ok := c.helpOnly(); !ok {
		return st
	}
	s := stack{c}
	long, clear, perLine, numbered := false, false, false, false
	at, index := -1, ""
	for _, arg := range c.Args[1:] {
		if arg == "--" {
			break
		}
		switch {
		case arg == "-l":
			long = true
		case arg == "-c":
			clear = true
		case arg == "-v":
			numbered = true
		case arg == "-p":
			perLine = true
		case arg != "" && (arg[0] == '+' || arg[0] == '-'):
			n, ok := s.index(arg)
			if !ok {
				return c.usage()
			}
			at, index = n, arg
		default:
			c.errorf("%s: invalid option", arg)
			return c.usage()
		}
	}
	switch {
	case clear:
		c.State.SetStack(nil)
		return code(0)
	case index != "" && !s.valid(at):
		return s.outOfRange(index[1:])
	case index != "" && numbered:
		c.printf("%2d  %s\n", at, s.entry(at, long))
	case index != "":
		c.print(s.entry(at, long) + "\n")
	case numbered:
		for i := range s.below() + 1 {
			c.printf("%2d  %s\n", i, s.entry(i, long))
		}
	case perLine:
		s.list(long, "\n")
	default:
		s.list(long, " ")
	}
	return c.finish(0)
}

func runPushd(c *Call) Status {
	if len(c.Args) > 1 && c.Args[1] == "--help" {
		return c.help()
	}
	s := stack{c}
	args := c.Args[1:]
	if len(args) == 0 || len(args) == 1 && args[0] == "--" {
		if s.below() == 0 {
			return c.failf("no other directory")
		}
		to := c.State.Stack[0]
		c.State.SetStack(slices.Concat([]string{c.State.Dir}, c.State.Stack[1:]))
		return s.enter(to)
	}
	stay := false
options:
	for len(args) > 0 {
		switch arg := args[0]; {
		case arg == "-n":
			stay = true
		case arg == "--":
			args = args[1:]
			break options
		case arg == "-" || arg == "" || arg[0] != '+' && arg[0] != '-':
			break options
		default:
			return s.rotate(arg, stay)
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		return code(0)
	case stay:
		c.State.SetStack(slices.Concat(args[:1], c.State.Stack))
		return s.show()
	}
	from := c.State.Dir
	if !(mover{call: c}).cd(args) {
		return c.finish(failure)
	}
	c.State.SetStack(slices.Concat([]string{from}, c.State.Stack))
	return s.show()
}

// rotate brings the entry that arg tells to the top.
func (s stack) rotate(arg string, stay bool) Status {
	n, ok := s.index(arg)
	switch {
	case !ok:
		return s.call.usage()
	case !s.valid(n):
		return s.outOfRange(arg)
	}
	all := append([]string{s.call.State.Dir}, s.call.State.Stack...)
	all = append(all[n:], all[:n]...)
	s.call.State.SetStack(all[1:])
	if stay {
		return code(0)
	}
	return s.enter(all[0])
}

func runPopd(c *Call) Status {
	if len(c.Args) > 1 && c.Args[1] == "--help" {
		return c.help()
	}
	s := stack{c}
	stay, n, index := false, 0, ""
	for _, arg := range c.Args[1:] {
		if arg == "--" || arg == "" {
			break
		}
		switch {
		case arg == "-n":
			stay = true
		case arg[0] == '+' || arg[0] == '-':
			at, ok := s.index(arg)
			if !ok {
				return c.usage()
			}
			n, index = at, arg
		default:
			c.errorf("%s: invalid argument", arg)
			return c.usage()
		}
	}
	if s.below() == 0 || !s.valid(n) {
		return s.outOfRange(index)
	}
	if n > 0 {
		c.State.SetStack(slices.Concat(c.State.Stack[:n-1], c.State.Stack[n:]))
		return s.show()
	}
	if !stay && !(mover{call: c}).cd(c.State.Stack[:1]) {
		return c.finish(failure)
	}
	c.State.SetStack(c.State.Stack[1:])
	return s.show()
}
