package launch_test

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// The command starts under the filter; what is no program starts nothing.
func TestRunInstallsTheFilter(t *testing.T) {
	eachDropper(t, func(t *testing.T, d launchtest.Dropper) {
		s := spec("/bin/grep", "Seccomp:", "/proc/self/status")
		if got := mustRun(t, launchtest.Command{Dropper: d, Spec: s}); strings.TrimSpace(got) != "Seccomp:\t0" {
			t.Logf("this process runs under a filter itself: %q", got)
		}
		s.NoNewPrivs, s.Filter = true, []byte{unix.BPF_RET, 0, 0, 0, 0, 0, 0xff, 0x7f} // allow
		if got := mustRun(t, launchtest.Command{Dropper: d, Spec: s}); strings.TrimSpace(got) != "Seccomp:\t2" {
			t.Errorf("%q", got)
		}
		for name, filter := range map[string][]byte{
			"no instruction": {0xff, 0xff, 0, 0, 0, 0, 0, 0},
			"no end":         {unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, 0, 0, 0, 0, 0, 0, 0},
		} {
			s.Filter = filter
			res := run(t, launchtest.Command{Dropper: d, Spec: s})
			if res.Code != launch.ExitFailure || res.Failure.Step != "seccomp" || res.Failure.Errno != int(unix.EINVAL) || res.Stdout != "" {
				t.Errorf("%s: %+v", name, res)
			}
		}
	})
}
