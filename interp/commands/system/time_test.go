package system

import (
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestTime compares time with GNU's where no command is found, so that none of
// its figures depends on the clock.
func TestTime(t *testing.T) {
	t.Parallel()
	var all []commandtest.Case
	for _, args := range [][]string{
		{"-f", "%x %C", "nosuch", "a b"}, {"-f", `x%%\ty\\%x\n`, "nosuch"}, {"-q", "-f", "%x", "nosuch"}, {"-o", "f", "-f", "%x", "nosuch"}, {"-a", "-o", "f", "-f", "%x", "nosuch"}, {"-a", "-o", "new", "--format=%C", "nosuch", "-x"},
		{"-o", "no/dir", "-f", "%x", "nosuch"}, {"-f", "%Z %y", "nosuch"}, {"-f", `\q%U|%S`, "nosuch"}, {"-f", "", "nosuch"}, {"--quiet", "--output=f", "-f", "%x", "nosuch"},
	} {
		all = append(all, commandtest.Case{Args: args, Files: map[string]string{"f": "old\n"}})
	}
	for _, args := range [][]string{{}, {"-x"}, {"-f"}, {"-p"}} {
		all = append(all, commandtest.Case{Args: args, SkipStderr: true})
	}
	commandtest.Compare(t, Commands(), "time", all)
	for d, want := range map[time.Duration]string{0: "0:00.00", 1500 * time.Millisecond: "0:01.50", 61 * time.Second: "1:01.00", 3661 * time.Second: "1:01:01"} {
		if got := elapsed(d); got != want {
			t.Errorf("%v: %s", d, got)
		}
	}
}
