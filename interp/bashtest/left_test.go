package bashtest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestNothingIsLeftRunning shows that what a script leaves in the background
// ends with its comparison.
func TestNothingIsLeftRunning(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"c", "stdin", "file"} {
		got := underBash(t, scenario{mode: mode, script: "#!/bin/bash\nwhile :; do sleep 0.01; done >/dev/null 2>&1 & echo $!"}, t.TempDir())
		pid, err := strconv.Atoi(strings.TrimSpace(got.stdout))
		if err != nil {
			t.Errorf("%s: %+v", mode, got)
			continue
		}
		for end := time.Now().Add(10 * time.Second); runs(pid); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("%s: %d runs on", mode, pid)
				break
			}
		}
	}
}

// runs is false of a process that has ended, also if nobody has waited for it
// yet: proc_pid_stat(5).
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(stat), ") Z ")
}
