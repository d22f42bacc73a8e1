package runner

import (
	"strconv"
	"syscall"
)

// signals maps the names of trap's conditions to numbers (signal(7), x86-64 and
// most others).
var signals = map[string]syscall.Signal{
	"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7,
	"SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10, "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13,
	"SIGALRM": 14, "SIGTERM": 15, "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19,
	"SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22, "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25,
	"SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28, "SIGIO": 29, "SIGPWR": 30, "SIGSYS": 31,
}

// signalNames are the names by number.
var signalNames = func() [32]string {
	var names [32]string
	for name, sig := range signals {
		names[sig] = name
	}
	return names
}()

func signalName(sig syscall.Signal) string {
	if int(sig) < len(signalNames) {
		return signalNames[sig]
	}
	return "SIG" + strconv.Itoa(int(sig))
}

// descriptions are those of strsignal(3).
var descriptions = [32]string{
	1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap",
	6: "Aborted", 7: "Bus error", 8: "Floating point exception", 9: "Killed",
	10: "User defined signal 1", 11: "Segmentation fault", 12: "User defined signal 2",
	13: "Broken pipe", 14: "Alarm clock", 15: "Terminated", 16: "Stack fault", 24: "CPU time limit exceeded",
	25: "File size limit exceeded", 26: "Virtual timer expired", 27: "Profiling timer expired",
	29: "I/O possible", 30: "Power failure", 31: "Bad system call",
}

func describe(sig syscall.Signal) string {
	if int(sig) < len(descriptions) && descriptions[sig] != "" {
		return descriptions[sig]
	}
	return "Signal " + strconv.Itoa(int(sig))
}
