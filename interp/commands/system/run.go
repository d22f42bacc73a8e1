package system

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func timeout() gnu.Program {
	return gnu.Program{
		Summary: "run a command with a time limit",
		Usage:   "[OPTION] DURATION COMMAND [ARG]...",
		InOrder: true,
		Trouble: 125,
		Options: []gnu.Option{
			{"preserve-status", "return the status of the command even when it times out"},
			{"foreground", "accepted; commands keep the terminal anyway"},
			{"k,kill-after=DURATION", "end it for good that long after the first signal"},
			{"s,signal=SIGNAL", "the signal to send, TERM by default"},
			{"v,verbose", "tell when a signal is sent"},
		},
		Main: runTimeout,
	}
}

var signals = map[string]syscall.Signal{
	"HUP": 1, "INT": 2, "QUIT": 3, "ILL": 4, "TRAP": 5, "ABRT": 6, "BUS": 7, "FPE": 8, "KILL": 9, "USR1": 10, "SEGV": 11,
	"USR2": 12, "PIPE": 13, "ALRM": 14, "TERM": 15, "CHLD": 17, "CONT": 18, "STOP": 19, "TSTP": 20, "TTIN": 21, "TTOU": 22,
}

func signalOf(text string) (syscall.Signal, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return syscall.Signal(n), n >= 0 && n <= 64
	}
	s, ok := signals[strings.TrimPrefix(strings.ToUpper(text), "SIG")]
	return s, ok
}

func nameOf(sig syscall.Signal) string {
	for name, s := range signals {
		if s == sig {
			return name
		}
	}
	return strconv.Itoa(int(sig))
}

func runTimeout(ctx context.Context, in *gnu.Invocation) int {
	sig := syscall.SIGTERM
	if text, ok := in.Last("s"); ok {
		if sig, ok = signalOf(text); !ok {
			return in.Usage("%s: invalid signal", in.Quote(text))
		}
	}
	if text, ok := in.Last("k"); ok {
		if _, err := gnu.Duration(text); err != nil {
			return in.Usage("invalid time interval %s", in.Quote(text))
		}
	}
	if len(in.Operands) < 2 {
		return in.Hint()
	}
	in.RunFailed = "failed to run command "
	limit, err := gnu.Duration(in.Operands[0])
	if err != nil {
		return in.Usage("invalid time interval %s", in.Quote(in.Operands[0]))
	}
	call := &command.Call{Args: in.Operands[1:]}
	if limit == 0 {
		return in.Run(ctx, call)
	}
	// Commands of the interpreter end with their context, whatever they think
	// of signals: what -k would do has happened with the first one.
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(limit, func() { cancel(command.SignalError(sig)) })
	code := in.Run(inner, call)
	fired := !timer.Stop()
	var by command.SignalError
	if !fired || ctx.Err() != nil || !errors.As(context.Cause(inner), &by) {
		return code
	}
	if in.Has("v") {
		in.Warn("sending signal %s to command %s", nameOf(sig), in.Quote(in.Operands[1]))
	}
	switch {
	case in.Has("preserve-status") || sig == syscall.SIGKILL:
		return by.Code()
	}
	return 124
}

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

func timeCommand() gnu.Program {
	return gnu.Program{
		Summary: "run a command and tell how long it took",
		Usage:   "[-p] COMMAND [ARG]...",
		Options: []gnu.Option{{"p,portability", "the format of POSIX (default)"}},
		InOrder: true,
		Main: func(ctx context.Context, in *gnu.Invocation) int {
			if len(in.Operands) == 0 {
				return in.Usage("missing program to run")
			}
			begin := in.Now()
			code := in.Run(ctx, &command.Call{Args: in.Operands})
			// Commands share one process: their processor time is not known
			// apart.
			fmt.Fprintf(in.Stderr, "real %.2f\nuser 0.00\nsys 0.00\n", in.Now().Sub(begin).Seconds())
			return code
		},
	}
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
