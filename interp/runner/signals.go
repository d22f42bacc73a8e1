package runner

import (
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
)

// signalCount is the highest number of a signal.
const signalCount = 64

// signalName is how traps know a signal.
func signalName(sig syscall.Signal) string { return builtins.Condition(int(sig)) }

// describe says what strsignal(3) says.
func describe(sig syscall.Signal) string { return builtins.SignalText(int(sig)) }

// bit is the place of a signal in a set of them.
func bit(sig syscall.Signal) uint64 { return 1 << (uint(sig) % signalCount) }
