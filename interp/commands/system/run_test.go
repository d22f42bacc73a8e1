package system

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestClear compares the sequences of the kinds of terminals that are known.
func TestClear(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, term := range strings.Fields("xterm xterm-256color linux vt100 vt102 vt220 ansi screen screen-256color tmux tmux-256color rxvt rxvt-unicode cygwin sun hurd mach cons25 vt52 xterm-color dumb nope") {
		all = append(all, commandtest.Case{Env: []string{"TERM=" + term}}, commandtest.Case{Args: []string{"-x"}, Env: []string{"TERM=" + term}}, commandtest.Case{Args: []string{"-T", term}})
	}
	all = append(all, commandtest.Case{}, commandtest.Case{Env: []string{"TERM="}}, commandtest.Case{Args: []string{"x"}, SkipStderr: true})
	commandtest.Compare(t, Commands(), "clear", all)
}

// TestNiceOptions compares what nice takes for an adjustment.
func TestNiceOptions(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, args := range []string{"", "-n 5", "-5", "-n x a", "-5x a", "-x a", "--5", "-+5", "-n", "-", "--", "-+", "-n 1x a", "--adjustment=x a", "-5 -6", "-5 -n", "-n 99999999999999999999"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args)})
	}
	commandtest.Compare(t, Commands(), "nice", all)
}

// TestGroupsOfOthers compares names that no one has.
func TestGroupsOfOthers(t *testing.T) {
	t.Parallel()
	commandtest.Compare(t, Commands(), "groups", []commandtest.Case{{Args: []string{"nope"}}, {Args: []string{"nope", "nope2"}}, {Args: []string{"-x"}}})
}
