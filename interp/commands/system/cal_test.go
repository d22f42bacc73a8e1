package system_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/system"
)

// TestCal has a fixed expectation, that of ncal 12, which few hosts have.
func TestCal(t *testing.T) {
	t.Parallel()
	want := "   February 2024      \nSu Mo Tu We Th Fr Sa  \n             1  2  3  \n 4  5  6  7  8  9 10  \n" +
		"11 12 13 14 15 16 17  \n18 19 20 21 22 23 24  \n25 26 27 28 29        \n                      \n"
	got := commandtest.Run(t, system.Commands()["cal"], "cal", commandtest.Case{Args: []string{"2", "2024"}})
	if got.Stdout != want || got.Status != 0 {
		t.Errorf("%d %q", got.Status, got.Stdout)
	}
	if got := commandtest.Run(t, system.Commands()["cal"], "cal", commandtest.Case{Args: []string{"13", "2024"}}); got.Status == 0 {
		t.Error("a year has twelve months")
	}
}
