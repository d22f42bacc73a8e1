package envstate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// In this file an entry's position counts from the current directory (0), as
// `dirs` prints the stack; position n is State.Stack[n-1].

// legalNumber reads a decimal number the way bash's builtins do: strtoimax(3)
// with blanks allowed on both sides.
func legalNumber(text string) (int64, bool) {
	trimmed := strings.TrimLeft(text, " \t\n\v\f\r")
	trimmed = strings.TrimRight(trimmed, " \t")
	n, err := strconv.ParseInt(trimmed, 10, 64)
	return n, err == nil && !strings.ContainsRune(trimmed, '_')
}

// position turns N (or, fromRight, -N) into a position.
func (r *bareRun) position(n int64, fromRight bool) (int, bool) {
	size := int64(len(r.s.Stack))
	if n < 0 || n > size {
		return 0, false
	}
	if fromRight {
		n = size - n
	}
	return int(n), true
}

// outOfRange reports a bad stack index.
func (r *bareRun) outOfRange(arg string) int {
	if len(r.s.Stack) == 0 {
		return r.fail("directory stack empty")
	}
	return r.fail("%s: directory stack index out of range", arg)
}

// invalid reports a bad argument and the usage.
func (r *bareRun) invalid(arg, what string) int {
	r.fail("%s: invalid %s", arg, what)
	return r.usage()
}

// invalidNumber reports a bad number and the usage.
func (r *bareRun) invalidNumber(arg string) int { return r.invalid(arg, "number") }

// pushd is the builtin.
func (r *bareRun) pushd(args []string) int {
	s := r.s
	if len(args) == 0 || len(args) == 1 && args[0] == "--" {
		return r.swap()
	}
	cdArgs := args
	noCD, rotate := false, -1
	literal := args[0] == "--"
	if literal {
		args = args[1:]
	}
options:
	for !literal && len(args) > 0 {
		switch arg := args[0]; {
		case arg == "-n":
			noCD = true
		case arg == "--":
			args = args[1:]
			cdArgs = args
			break options
		case arg == "-":
			break options
		case arg != "" && (arg[0] == '+' || arg[0] == '-'):
			n, ok := legalNumber(arg[1:])
			if !ok {
				return r.invalidNumber(arg)
			}
			if rotate, ok = r.position(n, arg[0] == '-'); !ok {
				return r.outOfRange(arg)
			}
		default:
			break options
		}
		args = args[1:]
		cdArgs = args
	}
	switch {
	case rotate >= 0:
		return r.rotate(rotate, noCD)
	case len(args) == 0:
		return exitSuccess
	}
	current, ok := r.workingDir("pushd")
	if !ok {
		return exitFailure
	}
	if noCD {
		current = args[0]
	} else if r.cd(cdArgs) != exitSuccess {
		return exitFailure
	}
	s.Stack = slices.Insert(s.Stack, 0, current)
	r.dirs(nil)
	return exitSuccess
}

// swap exchanges the two topmost directories. bash has already put the current
// one in the other's place when the move fails.
func (r *bareRun) swap() int {
	s := r.s
	if len(s.Stack) == 0 {
		return r.fail("no other directory")
	}
	current, ok := r.workingDir("pushd")
	if !ok {
		return exitFailure
	}
	target := s.Stack[0]
	s.Stack[0] = current
	return r.moveAndShow(target)
}

// rotate brings position n to the top. With noCD the directory does not follow
// and, as in bash, the entry that would have become current is lost.
func (r *bareRun) rotate(n int, noCD bool) int {
	s := r.s
	current, known := r.workingDir("pushd")
	ring := append([]string{current}, s.Stack...)
	ring = append(ring[n:len(ring):len(ring)], ring[:n]...)
	s.Stack = ring[1:]
	switch {
	case noCD:
		return exitSuccess
	case n == 0 && !known:
		return exitFailure
	}
	return r.moveAndShow(ring[0])
}

// moveAndShow changes to an entry of the stack and prints the stack.
func (r *bareRun) moveAndShow(dir string) int {
	if status := r.cd([]string{"--", dir}); status != exitSuccess {
		return status
	}
	r.dirs(nil)
	return exitSuccess
}

// popd is the builtin.
func (r *bareRun) popd(args []string) int {
	s := r.s
	noCD := false
	direction, which, word := byte('+'), int64(0), ""
options:
	for ; len(args) > 0; args = args[1:] {
		switch arg := args[0]; {
		case arg == "-n":
			noCD = true
		case arg == "--":
			break options
		case arg == "":
			// bash forgets the direction here, and so takes the number
			// as counted from the bottom of the stack.
			direction = 0
			break options
		case arg[0] == '+' || arg[0] == '-':
			n, ok := legalNumber(arg[1:])
			if !ok {
				return r.invalidNumber(arg)
			}
			direction, which, word = arg[0], n, arg
		default:
			return r.invalid(arg, "argument")
		}
	}
	size := int64(len(s.Stack))
	if which > size || which < -size || size == 0 && which == 0 {
		return r.outOfRange(word)
	}
	if direction == '+' && which == 0 || direction == '-' && which == size {
		if !noCD {
			if status := r.cd([]string{"--", s.Stack[0]}); status != exitSuccess {
				return status
			}
		}
		s.Stack = slices.Delete(s.Stack, 0, 1)
	} else {
		pos, ok := r.position(which, direction != '+')
		if pos == 0 && direction == 0 {
			pos = 1
		}
		if !ok || pos == 0 {
			return r.outOfRange(word)
		}
		s.Stack = slices.Delete(s.Stack, pos-1, pos)
	}
	r.dirs(nil)
	return exitSuccess
}

// dirs is the builtin.
func (r *bareRun) dirs(args []string) int {
	long, clear, lines, numbers := false, false, false, false
	index := -1
	selected, bad := false, ""
options:
	for ; len(args) > 0; args = args[1:] {
		switch arg := args[0]; {
		case arg == "-l":
			long = true
		case arg == "-c":
			clear = true
		case arg == "-v":
			numbers = true
		case arg == "-p":
			lines = true
		case arg == "--":
			break options
		case arg != "" && (arg[0] == '+' || arg[0] == '-'):
			n, ok := legalNumber(arg[1:])
			if !ok {
				return r.invalidNumber(arg)
			}
			selected, bad = true, ""
			if index, ok = r.position(n, arg[0] == '-'); !ok {
				bad = arg[1:]
				index = -1
			}
		default:
			return r.invalid(arg, "option")
		}
	}
	switch {
	case clear:
		r.s.Stack = nil
		return exitSuccess
	case selected && index < 0:
		return r.outOfRange(bad)
	}
	return r.show(index, long, lines, numbers)
}

// show prints one entry of the stack, or all of them for index -1.
func (r *bareRun) show(index int, long, lines, numbers bool) int {
	var b strings.Builder
	size := len(r.s.Stack)
	for pos := 0; pos <= size; pos++ {
		if index >= 0 && pos != index {
			continue
		}
		var dir string
		if pos == 0 {
			var ok bool
			if dir, ok = r.workingDir("dirs"); !ok {
				dir = "<no current directory>"
			}
		} else {
			dir = r.s.Stack[pos-1]
		}
		if !long {
			dir = r.polite(dir)
		}
		switch {
		case b.Len() == 0:
		case lines || numbers:
			b.WriteByte('\n')
		default:
			b.WriteByte(' ')
		}
		if numbers {
			fmt.Fprintf(&b, "%2d  ", pos)
		}
		b.WriteString(dir)
	}
	b.WriteByte('\n')
	return r.print(b.String())
}

// polite writes ~ for the home directory.
func (r *bareRun) polite(dir string) string {
	home, _ := r.s.Env.Get("HOME")
	if rest, ok := strings.CutPrefix(dir, home); ok && len(home) > 1 && (rest == "" || rest[0] == '/') {
		return "~" + rest
	}
	return dir
}
