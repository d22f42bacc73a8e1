package system_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestNproc compares what the environment and options come to; how many
// processors there are is the host's.
func TestNproc(t *testing.T) {
	t.Parallel()
	var cases []commandtest.Case
	for _, env := range [][]string{{"OMP_NUM_THREADS=4"}, {"OMP_NUM_THREADS=4,2"}, {"OMP_NUM_THREADS=4", "OMP_THREAD_LIMIT=3"}, {"OMP_NUM_THREADS=1"}, {"OMP_NUM_THREADS=99999999999999999999999"}, {"OMP_THREAD_LIMIT=1"}} {
		for _, args := range [][]string{nil, {"--ignore=1"}, {"--ignore=3"}, {"--ignore", "100"}} {
			cases = append(cases, commandtest.Case{Args: args, Env: env})
		}
	}
	cases = append(cases, commandtest.Case{Args: []string{"--ignore=x"}}, commandtest.Case{Args: []string{"x"}}, commandtest.Case{Args: []string{"--ignore"}}, commandtest.Case{Args: []string{"-x"}})
	commandtest.Compare(t, system.Commands(), "nproc", cases)
	for _, args := range [][]string{nil, {"--all"}} {
		if got := commandtest.Run(t, system.Commands()["nproc"], "nproc", commandtest.Case{Args: args}); got.Stdout != "2\n" || got.Status != 0 {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
