package system

import (
	"context"
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
	"EXIT": 0, "STKFLT": 16, "URG": 23, "XCPU": 24, "XFSZ": 25, "VTALRM": 26, "PROF": 27, "WINCH": 28, "POLL": 29, "PWR": 30, "SYS": 31,
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

// An expiry is what timeout does when times are over.
type expiry struct {
	in       *gnu.Invocation
	name     string
	sig      syscall.Signal
	limit    time.Duration
	kill     time.Duration // after the first signal, 0 for never
	preserve bool
	group    bool
}

func runTimeout(ctx context.Context, in *gnu.Invocation) int {
	e := &expiry{in: in, sig: syscall.SIGTERM, preserve: in.Has("preserve-status"), group: !in.Has("foreground")}
	for _, o := range in.Options {
		var ok bool
		switch o.Name {
		case "s":
			if e.sig, ok = signalOf(o.Value); !ok {
				return in.Usage("%s: invalid signal", in.Quote(o.Value))
			}
		case "k":
			var err error
			if e.kill, err = gnu.Duration(o.Value); err != nil {
				return in.Usage("invalid time interval %s", in.Quote(o.Value))
			}
		}
	}
	if len(in.Operands) < 2 {
		return in.Hint()
	}
	in.RunFailed = "failed to run command "
	var err error
	if e.limit, err = gnu.Duration(in.Operands[0]); err != nil {
		return in.Usage("invalid time interval %s", in.Quote(in.Operands[0]))
	}
	e.name = in.Operands[1]
	call := &command.Call{Args: in.Operands[1:]}
	if e.limit == 0 {
		return in.Run(ctx, call)
	}
	p, status := in.Begin(ctx, call)
	if p == nil {
		return status
	}
	return e.watch(ctx, p)
}

// watch waits for the command, and signals it when a time is over: first with
// the signal of -s, then with KILL.
func (e *expiry) watch(ctx context.Context, p command.Process) int {
	ended := make(chan command.Status, 1)
	go func() {
		// It ends soon after ctx does; what it came to does not count then.
		st, _ := p.Wait(context.WithoutCancel(ctx))
		ended <- st
	}()
	timer := time.NewTimer(e.limit)
	defer timer.Stop()
	expired := false
	for {
		select {
		case st := <-ended:
			if expired && !e.preserve && st.Signal != syscall.SIGKILL {
				return 124
			}
			return st.Code
		case <-timer.C:
		}
		expired = true
		if e.in.Has("v") {
			e.in.Warn("sending signal %s to command %s", nameOf(e.sig), e.in.Quote(e.name))
		}
		// It fails when the command has just ended.
		_ = p.Signal(e.sig, e.group)
		if e.sig != syscall.SIGKILL && e.sig != syscall.SIGCONT {
			_ = p.Signal(syscall.SIGCONT, e.group)
		}
		if e.kill > 0 {
			timer.Reset(e.kill)
			e.sig, e.kill = syscall.SIGKILL, 0
		}
	}
}
