package bashtest

import (
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"testing"
)

// TestMain gives bash the hangup signal as it was at first, also when the tests
// were started to ignore it (nohup(1)): what is ignored stays so (execve(2)), and
// bash lists it among its traps.
func TestMain(m *testing.M) {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	debug.SetGCPercent(400) // thousands of shells live for a moment each
	os.Exit(m.Run())
}
