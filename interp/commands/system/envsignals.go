package system

import (
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// signalOptions reads --block-signal, --default-signal, --ignore-signal and
// --list-signal-handling. Commands begin with all signals at their defaults
// here, so that they are checked and told of, and change nothing.
func signalOptions(in *gnu.Invocation, tell func(string, ...any)) int {
	actions, blocked := map[syscall.Signal]string{}, map[syscall.Signal]bool{}
	list := false
	for _, o := range in.Options {
		switch o.Name {
		case "list-signal-handling":
			list = true
			continue
		case "block-signal", "default-signal", "ignore-signal":
		default:
			continue
		}
		all := o.Value == ""
		for _, word := range signalWords(o.Value) {
			sig, ok := signalOf(word)
			if !ok || sig == 0 {
				return in.Usage("%s: invalid signal", in.Quote(word))
			}
			fixed := sig == syscall.SIGKILL || sig == syscall.SIGSTOP
			switch {
			case o.Name == "block-signal":
				blocked[sig] = !fixed
			case fixed && !all:
				return in.Die("failed to set signal action for signal %d: Invalid argument", int(sig))
			case o.Name == "ignore-signal":
				actions[sig] = "IGNORE"
			default:
				actions[sig] = "DEFAULT"
				blocked[sig] = false
			}
		}
	}
	for n := syscall.Signal(1); n < 32; n++ {
		if a := actions[n]; a != "" && n != syscall.SIGKILL && n != syscall.SIGSTOP {
			tell("Reset signal %s (%d) to %s", nameOf(n), int(n), a)
		}
	}
	for n := syscall.Signal(1); n < 32; n++ {
		block, known := blocked[n]
		if known && n != syscall.SIGKILL && n != syscall.SIGSTOP {
			tell("signal %s (%d) mask set to %s", nameOf(n), int(n), map[bool]string{true: "BLOCK", false: "UNBLOCK"}[block])
		}
		var states []string
		if block {
			states = append(states, "BLOCK")
		}
		if actions[n] == "IGNORE" {
			states = append(states, "IGNORE")
		}
		if list && states != nil {
			plain(in, "%-10s (%2d): %s", nameOf(n), int(n), strings.Join(states, ","))
		}
	}
	return 0
}

// signalWords are the names in a list, or the numbers of all signals for an
// empty one.
func signalWords(text string) []string {
	if text == "" {
		var all []string
		for n := 1; n < 32; n++ {
			all = append(all, strconv.Itoa(n))
		}
		return all
	}
	return slices.Collect(strings.SplitSeq(text, ","))
}
