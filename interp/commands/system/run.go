package system

import (
	"context"
	"strconv"

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
	return through("run a command, at the priority that everything has here", "[OPTION] [COMMAND [ARG]...]",
		[]gnu.Option{{"n,adjustment=N", "accepted: there is one priority"}},
		func(in *gnu.Invocation) (int, bool) {
			text, given := in.Last("n")
			if _, err := strconv.Atoi(text); given && err != nil {
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
		Options: []gnu.Option{{"a", "accepted: there is one of each"}, {"s", "print nothing"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			status := 0
			if len(in.Operands) == 0 {
				status = 1
			}
			for _, name := range in.Operands {
				path, ok := in.Lookup(name)
				if !ok {
					status = 1
				} else if !in.Has("s") {
					in.Printf("%s\n", path)
				}
			}
			return status
		},
	}
}
