package executor

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Only what came with the start of the process is a caller's script: a
// descriptor of aegish's own, the audit file's for one, reaches no command.
func TestInheritedFD(t *testing.T) {
	t.Parallel()
	own, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	given, err := unix.Dup(int(own.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(given)
	for path, want := range map[string]int{
		fmt.Sprintf("/proc/self/fd/%d", given):    given,
		fmt.Sprintf("/dev/fd/%d", given):          given,
		fmt.Sprintf("/proc/self/fd/%d", own.Fd()): 0,
		"/dev/fd/0": 0, "/dev/fd/2": 0, "/dev/fd/200": 0, "/dev/fd/-1": 0, "/dev/fd/999": 0, "/dev/fd/x": 0, "/dev/null": 0, "": 0,
		fmt.Sprintf("/dev/fd/%d", prologueFD): 0, fmt.Sprintf("/dev/fd/%d", stateFD): 0,
	} {
		if got := inheritedFD(path); got != want {
			t.Errorf("inheritedFD(%q) = %d, want %d", path, got, want)
		}
	}
}
