package doctor

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// landlockIs sets what the kernel answers.
func landlockIs(abi int, err error) func(*Facts, *Host) {
	return func(_ *Facts, h *Host) { h.Landlock = func() (int, error) { return abi, err } }
}

// both applies two changes.
func both(a, b func(*Facts, *Host)) func(*Facts, *Host) {
	return func(f *Facts, h *Host) { a(f, h); b(f, h) }
}

func sandboxOff(f *Facts, _ *Host)  { f.Config.Config.Landlock.Enabled = false }
func bestEffort(f *Facts, _ *Host)  { f.Config.Config.Landlock.BestEffort = true }
func loginShell(f *Facts, _ *Host)  { asLogin(f) }
func abiRequired(f *Facts, _ *Host) { f.Config.Config.Landlock.MinABI = 3 }

func TestKernel(t *testing.T) {
	t.Parallel()
	run(t, map[string]scenario{
		"release": {check: "kernel", status: Info, text: "Linux 6.18.44 x86_64"},
		"release unknown": {change: func(_ *Facts, h *Host) { h.Release = "" },
			check: "kernel", status: Info, text: "unknown release"},
		"abi": {check: "landlock", status: OK, text: "ABI 7"},
		"abi too low": {change: both(abiRequired, landlockIs(2, nil)),
			check: "landlock", status: Failure, text: "requires ABI 3"},
		"abi too low, best effort": {change: both(both(abiRequired, bestEffort), landlockIs(2, nil)),
			check: "landlock", status: Warning, text: "best_effort"},
		"abi too low, sandbox off": {change: both(both(abiRequired, sandboxOff), landlockIs(2, nil)),
			check: "landlock", status: OK, text: "ABI 2"},
		"gaps of ABI 2": {change: landlockIs(2, nil), check: "landlock.gaps", status: Info, text: "truncate(2)"},
		"no gaps":       {change: landlockIs(99, nil), check: "landlock.gaps", status: OK},
		"uncovered":     {check: "landlock.uncovered", status: Info, text: "chmod(2)"},
		"not built in": {change: landlockIs(0, unix.ENOSYS),
			check: "landlock", status: Failure, text: "CONFIG_SECURITY_LANDLOCK"},
		"disabled at boot": {files: map[string]string{"/proc/cmdline": "quiet lsm=x lsm=yama,apparmor\n"}, change: landlockIs(0, unix.EOPNOTSUPP),
			check: "landlock", status: Failure, text: "disabled at boot (the kernel command line has lsm=yama,apparmor)"},
		"disabled, no command line": {change: landlockIs(0, unix.EOPNOTSUPP),
			check: "landlock", status: Failure, text: "Add landlock to the lsm= list"},
		"filtered":      {change: landlockIs(0, unix.EPERM), check: "landlock", status: Failure, text: "seccomp"},
		"another error": {change: landlockIs(0, errors.New("strange")), check: "landlock", status: Failure, text: "strange"},
		"not asked":     {change: func(_ *Facts, h *Host) { h.Landlock = nil }, check: "landlock", status: Failure, text: "not asked"},
		"none, sandbox off": {change: both(sandboxOff, landlockIs(0, unix.ENOSYS)),
			check: "landlock", status: Warning, text: "sandbox off"},
		"none, no configuration": {change: both(landlockIs(0, unix.ENOSYS), func(f *Facts, _ *Host) { f.Config = nil }),
			check: "landlock", status: Failure},
		"proc":         {check: "proc", status: OK},
		"proc missing": {files: map[string]string{"/proc/self/fd/0": absent}, check: "proc", status: Failure, text: "/proc/self/fd"},
	})
}

func TestThisHost(t *testing.T) {
	t.Parallel()
	h := ThisHost()
	if h.Release == "" || h.Machine == "" {
		t.Errorf("uname: %q %q", h.Release, h.Machine)
	}
	if abi, err := h.Landlock(); err != nil || abi < 1 {
		t.Errorf("Landlock: %d, %v", abi, err)
	}
}
