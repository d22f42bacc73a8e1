package bc_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/bc"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestBcLinesAndWarnings compares how long lines are and what is warned of; the
// address in a warning is one of bc's code, which is not imitated.
func TestBcLinesAndWarnings(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, length := range []string{"0", "3", "20", "21", "70", "100", "1", "2", "-5", "x", ""} {
		all = append(all, commandtest.Case{Stdin: "2^300\n-2^250\n10^67;10^68;10^69;10^17;10^18;10^19\nprint 10^68,10^69,\"x\\n\"\n", Env: []string{"BC_LINE_LENGTH=" + length}, SkipStderr: true})
	}
	for _, source := range []string{"ibase=1\nibase\n", "obase=1\nobase\n", "scale=-1\nscale\n"} {
		all = append(all, commandtest.Case{Stdin: source, SkipStderr: true})
	}
	commandtest.Compare(t, bc.Commands(), "bc", all)
}
