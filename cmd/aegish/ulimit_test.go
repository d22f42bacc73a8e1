package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLimitsThatAreTooLow starts aegish with the least that it needs, and with
// less, where it says so in a line: as a login shell it meets the limits that
// pam_limits(8) sets.
func TestLimitsThatAreTooLow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		option      string
		least, less int
		say         string
	}{
		{"-v", 3 << 19, 3<<19 - 1, "the limit of 1610611712 bytes of address space is too low, 1610612736 are needed: see ulimit -v"},
		{"-n", 8, 7, "the limit of 7 open files is too low, 8 are needed: see ulimit -n"},
		{"-u", 0, 7, "the limit of 7 processes is too low, 8 are needed: see ulimit -u"},
	} {
		u := self()
		if c.option == "-u" && os.Geteuid() == 0 {
			u.id = ordinary // root has no limit of processes
		}
		for _, n := range []int{c.least, c.less} {
			if n == 0 {
				continue // how many the user has already is not known
			}
			cmd := exec.CommandContext(t.Context(), "bash", "-c", fmt.Sprintf(`ulimit -S %s %d; exec "$0" version`, c.option, n), aegish())
			cmd.SysProcAttr = u.attributes()
			out, err := cmd.CombinedOutput()
			want := "aegish: " + c.say + "\n"
			switch {
			case n == c.least && err != nil:
				t.Errorf("ulimit %s %d: %v\n%s", c.option, n, err, out)
			case n == c.less && (cmd.ProcessState.ExitCode() != 126 || string(out) != want):
				t.Errorf("ulimit %s %d: %v\n%s", c.option, n, err, strings.TrimSpace(string(out)))
			}
		}
	}
}
