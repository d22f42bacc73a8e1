package executor

import "syscall"

// Exit statuses that aegish gives on its own account. The numbers are the
// shell's (POSIX XCU 2.8.2) plus timeout(1)'s 124.
const (
	StatusOK       = 0
	StatusUsage    = 2   // usage, configuration or syntax error
	StatusTimeout  = 124 // the command ran out of time
	StatusDenied   = 126 // denied by policy, or the sandbox could not be set up
	StatusNotFound = 127
	statusSignal   = 128 // plus the signal's number
)

// SignalStatus is the status that a shell gives to a process that a signal
// ended: 128 plus the signal's number.
func SignalStatus(sig syscall.Signal) int { return statusSignal + int(sig) }

// waitStatus turns what wait4(2) reported into a shell status and, for a
// death by signal, that signal.
func waitStatus(ws syscall.WaitStatus) (int, syscall.Signal) {
	if ws.Signaled() {
		return SignalStatus(ws.Signal()), ws.Signal()
	}
	return ws.ExitStatus(), 0
}
