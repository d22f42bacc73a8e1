package text

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestSeqNegative compares negative operands behind options with arguments.
func TestSeqNegative(t *testing.T) {
	t.Parallel()
	var all cases
	for _, args := range []string{"-f %e -2 3", "-f %g -2 -3", "-s , -3", "-s , -.5 1 2", "--format %g -1 1", "-w -f %g -1 1", "-w -5 -3", "-f %a 2", "-f %.2a -1 1", "-f -2 3"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args)})
	}
	compare(t, "seq", all)
	all = nil
	for _, args := range []string{"5", "1.0", "0 1Ki", "1000 2Mi 3K", "--to=iec 5"} {
		all = append(all, commandtest.Case{Args: append([]string{"--from=iec-i", "--invalid=warn"}, strings.Fields(args)...)})
	}
	compare(t, "numfmt", all)
}
