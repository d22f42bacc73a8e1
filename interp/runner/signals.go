package runner

import (
	"syscall"

	"github.com/aegish/aegish/interp/builtins"
)

// signalCount is the highest number of a signal.
const signalCount = 64

// conditions are the names of trap's conditions by the number of the signal.
var conditions = func() (names [signalCount + 1]string) {
	for number := 1; number <= signalCount; number++ {
		names[number] = builtins.Condition(number)
	}
	return names
}()

// signalName is how traps know a signal.
func signalName(sig syscall.Signal) string { return conditions[sig] }

// describe says what strsignal(3) says.
func describe(sig syscall.Signal) string { return builtins.SignalText(int(sig)) }

// bit is the place of a signal in a set of them.
func bit(sig syscall.Signal) uint64 { return 1 << (uint(sig) % signalCount) }
