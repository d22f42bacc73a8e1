package system

import (
	"context"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// uptime is that of uptime(1) in a world that begins with the call: nothing of
// the host's boot, users or load is looked at, so the time up is 0 minutes, and
// users and load are 0.
func uptime() gnu.Program {
	return gnu.Program{
		Summary: "show the time, and 0 minutes as the time that the system is up",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{
			{"p,pretty", "show the time up in words"},
			{"s,since", "show when the system began, which is now"},
		},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			switch {
			case len(in.Operands) > 0:
				return in.Extra(in.Operands[0])
			case in.Has("p"):
				in.Printf("up 0 minutes\n")
			case in.Has("s"):
				in.Printf("%s\n", in.Now().Format("2006-01-02 15:04:05"))
			default:
				in.Printf(" %s up 0 min,  0 users,  load average: 0.00, 0.00, 0.00\n", in.Now().Format("15:04:05"))
			}
			return in.Status()
		},
	}
}
