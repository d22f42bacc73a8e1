package builtins

import (
	"strconv"
	"strings"
)

// conditions are what a trap can wait for. By number first come EXIT and the
// signals of Linux (signal(7)); the two that the C library keeps for itself have
// no name. DEBUG, ERR and RETURN follow.
var conditions = [...]string{
	"EXIT", "SIGHUP", "SIGINT", "SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL",
	"SIGUSR1", "SIGSEGV", "SIGUSR2", "SIGPIPE", "SIGALRM", "SIGTERM", "SIGSTKFLT", "SIGCHLD", "SIGCONT",
	"SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGXCPU", "SIGXFSZ", "SIGVTALRM", "SIGPROF",
	"SIGWINCH", "SIGIO", "SIGPWR", "SIGSYS", "", "", "SIGRTMIN", "SIGRTMIN+1", "SIGRTMIN+2", "SIGRTMIN+3",
	"SIGRTMIN+4", "SIGRTMIN+5", "SIGRTMIN+6", "SIGRTMIN+7", "SIGRTMIN+8", "SIGRTMIN+9", "SIGRTMIN+10",
	"SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15", "SIGRTMAX-14", "SIGRTMAX-13",
	"SIGRTMAX-12", "SIGRTMAX-11", "SIGRTMAX-10", "SIGRTMAX-9", "SIGRTMAX-8", "SIGRTMAX-7", "SIGRTMAX-6",
	"SIGRTMAX-5", "SIGRTMAX-4", "SIGRTMAX-3", "SIGRTMAX-2", "SIGRTMAX-1", "SIGRTMAX", "DEBUG", "ERR", "RETURN",
}

// lastSignal is the highest number of a signal. Behind it come the conditions
// DEBUG, ERR and RETURN.
const lastSignal = 64

// firstRealTime is the number of RTMIN.
const firstRealTime = 34

// SignalName is the name of a signal without SIG, "" for none.
func SignalName(number int) string {
	if number < 0 || number > lastSignal {
		return ""
	}
	return strings.TrimPrefix(conditions[number], "SIG")
}

// signalNumber reads a signal or trap condition: a number or a name of any
// case, with or without SIG.
func signalNumber(text string) (int, bool) {
	if n, ok := parseInt(text); ok {
		return int(n), n >= 0 && n <= lastSignal
	}
	name := strings.ToUpper(text)
	if offset, ok := strings.CutPrefix(strings.TrimPrefix(name, "SIG"), "RTMIN+"); ok {
		// Those above the middle are named after RTMAX, and known by both.
		n, ok := parseInt(offset)
		return firstRealTime + int(n), ok && n >= 0 && n <= lastSignal-firstRealTime
	}
	for number, known := range conditions {
		if name != "" && (name == known || name == SignalName(number)) {
			return number, true
		}
	}
	return 0, false
}

// Condition is how traps know a signal: with SIG, but for the four that are
// none.
func Condition(number int) string {
	if conditions[number] == "" {
		return strconv.Itoa(number)
	}
	return conditions[number]
}

// listSignalNames prints the names for kill -l in posix mode (POSIX XCU kill).
func listSignalNames(c *Call) {
	var names []string
	for number := 1; number <= lastSignal; number++ {
		if name := SignalName(number); name != "" {
			names = append(names, name)
		}
	}
	c.print(strings.Join(names, " ") + "\n")
}

// listSignals prints the table of trap -l and kill -l.
func listSignals(c *Call) {
	column := 0
	for number := 1; number <= lastSignal; number++ {
		name := SignalName(number)
		if name == "" {
			continue
		}
		c.printf("%2d) SIG%s", number, name)
		if column++; column < 5 {
			c.print("\t")
			continue
		}
		c.print("\n")
		column = 0
	}
	if column > 0 {
		c.print("\n")
	}
}
