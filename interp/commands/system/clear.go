package system

import (
	"context"
	"fmt"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func clear() gnu.Program {
	return gnu.Program{
		Summary: "clear the screen",
		Usage:   "[OPTION]...",
		Options: []gnu.Option{{"T=TERM", "the kind of the terminal, instead of the variable TERM"}, {"V", "the same as --version"}, {"x", "keep what was scrolled off"}},
		Main: func(_ context.Context, in *gnu.Invocation) int {
			if in.Has("V") {
				in.Printf("%s (aegish)\n", in.Name())
				return 0
			}
			if len(in.Operands) > 0 {
				return in.Hint()
			}
			term, set := in.Last("T")
			if !set {
				term, set = in.Getenv("TERM")
			}
			if !set {
				fmt.Fprintln(in.Stderr, "TERM environment variable not set.")
				return 1
			}
			sequence, known := clearing(term)
			if !known {
				fmt.Fprintf(in.Stderr, "'%s': unknown terminal type.\n", term)
				return 1
			}
			in.Out.WriteString(sequence[0])
			if !in.Has("x") {
				in.Out.WriteString(sequence[1])
			}
			if sequence[0] == "" {
				return 1
			}
			return 0
		},
	}
}

// clearing is what clears a kind of terminal, and what clears what was scrolled off
// it (terminfo's clear and E3).
func clearing(term string) (sequence [2]string, known bool) {
	const (
		down, all, lines = "\x1b[H\x1b[J", "\x1b[H\x1b[2J", "\x1b[3J"
	)
	switch term {
	case "xterm", "xterm-256color":
		return [2]string{all, lines}, true
	case "linux", "tmux", "tmux-256color":
		return [2]string{down, lines}, true
	case "xterm-color", "xterm-mono", "rxvt", "rxvt-unicode", "rxvt-unicode-256color", "Eterm":
		return [2]string{all}, true
	case "vt100", "vt102", "vt220", "ansi", "screen", "screen-256color", "cygwin", "cons25", "pcansi":
		return [2]string{down}, true
	case "vt52":
		return [2]string{"\x1bH\x1bJ"}, true
	case "sun":
		return [2]string{"\f"}, true
	case "mach", "hurd":
		return [2]string{"\x1bc"}, true
	case "dumb":
		return [2]string{}, true
	}
	return sequence, false
}
