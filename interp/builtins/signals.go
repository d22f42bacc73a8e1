package builtins

import (
	"strconv"
	"strings"
)

// signalNames are the signals of Linux by number (signal(7)); the two that the
// C library keeps for itself have no name.
const signalNames = "EXIT HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM " +
	"STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS - - " +
	"RTMIN RTMIN+1 RTMIN+2 RTMIN+3 RTMIN+4 RTMIN+5 RTMIN+6 RTMIN+7 RTMIN+8 RTMIN+9 RTMIN+10 " +
	"RTMIN+11 RTMIN+12 RTMIN+13 RTMIN+14 RTMIN+15 RTMAX-14 RTMAX-13 RTMAX-12 RTMAX-11 RTMAX-10 " +
	"RTMAX-9 RTMAX-8 RTMAX-7 RTMAX-6 RTMAX-5 RTMAX-4 RTMAX-3 RTMAX-2 RTMAX-1 RTMAX DEBUG ERR RETURN"

// lastSignal is the highest number of a signal. Behind it come the conditions
// DEBUG, ERR and RETURN.
const lastSignal = 64

// firstRealTime is the number of RTMIN.
const firstRealTime = 34

// signalList is signalNames cut up: index by number.
func signalList() []string { return strings.Fields(signalNames) }

// SignalName is the name of a signal without SIG, "" for none.
func SignalName(number int) string {
	names := signalList()
	if number < 0 || number > lastSignal || names[number] == "-" {
		return ""
	}
	return names[number]
}

// signalNumber reads a signal or trap condition: a number or a name of any
// case, with or without SIG.
func signalNumber(text string) (int, bool) {
	if n, ok := parseInt(text); ok {
		return int(n), n >= 0 && n <= lastSignal
	}
	name := strings.ToUpper(text)
	if name == "" || name == "-" {
		return 0, false
	}
	if offset, ok := strings.CutPrefix(strings.TrimPrefix(name, "SIG"), "RTMIN+"); ok {
		// Those above the middle are named after RTMAX, and known by both.
		n, ok := parseInt(offset)
		return firstRealTime + int(n), ok && n >= 0 && n <= lastSignal-firstRealTime
	}
	for number, known := range signalList() {
		if known == name || number > 0 && number <= lastSignal && "SIG"+known == name && known != "-" {
			return number, true
		}
	}
	return 0, false
}

// Condition is how traps know a signal: with SIG, but for the four that are
// none.
func Condition(number int) string {
	name := signalList()[number]
	if number == 0 || number > lastSignal {
		return name
	}
	if name == "-" {
		return strconv.Itoa(number)
	}
	return "SIG" + name
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
