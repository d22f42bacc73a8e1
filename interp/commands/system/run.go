package system

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// through makes a program that runs a command and changes nothing here.
func through(summary, usage string, options []gnu.Option, prepare func(in *gnu.Invocation) (code int, ok bool)) gnu.Program {
	return gnu.Program{
		Summary: summary, Usage: usage, Options: options, InOrder: true, Trouble: 125,
		Main: func(ctx context.Context, in *gnu.Invocation) int {
			if code, ok := prepare(in); !ok {
				return code
			}
			return in.Run(ctx, &command.Call{Args: in.Operands})
		},
	}
}

func nice() gnu.Program {
	p := through("run a command, at the priority that everything has here", "[OPTION] [COMMAND [ARG]...]",
		[]gnu.Option{{"n,adjustment=N", "accepted, as is -N: there is one priority"}},
		func(in *gnu.Invocation) (int, bool) {
			text, given := in.Last("n")
			if _, err := strconv.Atoi(text); given && err != nil && !errors.Is(err, strconv.ErrRange) {
				return in.Die("invalid adjustment %s", in.Quote(text)), false
			}
			if len(in.Operands) > 0 {
				return 0, true
			}
			if given {
				return in.Usage("a command must be given with an adjustment"), false
			}
			in.Printf("0\n")
			return 0, false
		})
	p.Rewrite = obsoleteNice
	return p
}

// obsoleteNice makes -N, --N and -+N of the first arguments -n N, -n -N and -n +N.
func obsoleteNice(args []string) (fresh []string) {
	for i, a := range args {
		digits := a
		if len(a) > 1 && a[0] == '-' {
			digits = strings.TrimLeft(a[1:2], "+-") + a[2:]
		}
		if digits == a || digits == "" || digits[0] < '0' || digits[0] > '9' {
			return append(fresh, args[i:]...)
		}
		fresh = append(fresh, "-n", a[1:])
	}
	return fresh
}

func nohup() gnu.Program {
	return through("run a command that is immune to hangups", "COMMAND [ARG]...", nil,
		func(in *gnu.Invocation) (int, bool) {
			if len(in.Operands) == 0 {
				return in.Missing(), false
			}
			in.RunFailed = "failed to run command "
			return 0, true
		})
}

func setsid() gnu.Program {
	return through("run a command in a session of its own", "[OPTION]... PROGRAM [ARG]...",
		[]gnu.Option{{"c,ctty", "accepted"}, {"f,fork", "accepted"}, {"w,wait", "accepted: it is always waited for"}},
		func(in *gnu.Invocation) (int, bool) {
			if len(in.Operands) == 0 {
				in.Warn("no command specified")
				in.Hint()
				return 1, false
			}
			in.RunFailed = "failed to execute "
			return 0, true
		})
}

func which() gnu.Program {
	return gnu.Program{
		Summary: "locate a command",
		Usage:   "[-as] NAME...",
		Options: []gnu.Option{{"a", "print all places"}, {"s", "print nothing"}},
		Trouble: 2,
		Main: func(_ context.Context, in *gnu.Invocation) int {
			status := 0
			if len(in.Operands) == 0 {
				status = 1
			}
			for _, name := range in.Operands {
				found := places(in, name)
				if len(found) == 0 {
					status = 1
				}
				if in.Has("s") {
					continue
				}
				for _, place := range found {
					in.Printf("%s\n", place)
				}
			}
			return status
		},
	}
}

// places are where a command is: the first place, or all with -a. An empty PATH is
// not even the working directory, unlike in a shell.
func places(in *gnu.Invocation, name string) (found []string) {
	if strings.Contains(name, "/") {
		if place, ok := in.Lookup(name); ok {
			return []string{place}
		}
		return nil
	}
	path, _ := in.Getenv("PATH")
	if path == "" {
		return nil
	}
	for dir := range strings.SplitSeq(path, ":") {
		if dir == "" {
			dir = "."
		}
		if place, ok := in.Lookup(dir + "/" + name); ok {
			if found = append(found, place); !in.Has("a") {
				break
			}
		}
	}
	return found
}
