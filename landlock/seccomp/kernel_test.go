package seccomp_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
	"github.com/aegish/aegish/landlock/seccomp"
)

var droppers []launchtest.Dropper

func TestMain(m *testing.M) {
	if names := os.Getenv("AEGISH_TEST_PROBE"); names != "" {
		for name := range strings.SplitSeq(names, ",") {
			fmt.Printf("%s: %v\n", name, probes[name]())
		}
		return
	}
	os.Exit(withDroppers(m))
}

func withDroppers(m *testing.M) int {
	dir, err := os.MkdirTemp("", "seccomp-test-")
	if err == nil {
		defer os.RemoveAll(dir)
		droppers, err = launchtest.Build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// probes are attempts, made in a process behind the dropper.
var probes = map[string]func() error{
	"TCP":         socket(unix.AF_INET, unix.SOCK_STREAM, 0),
	"TCP6":        socket(unix.AF_INET6, unix.SOCK_STREAM, 0),
	"UDP":         socket(unix.AF_INET, unix.SOCK_DGRAM, 0),
	"MPTCP":       socket(unix.AF_INET, unix.SOCK_STREAM, 262),
	"netlink":     socket(unix.AF_NETLINK, unix.SOCK_RAW, 0),
	"vsock":       socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0),
	"unix":        socket(unix.AF_UNIX, unix.SOCK_STREAM, 0),
	"unix pair":   func() error { _, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err },
	"fast open":   fastOpen,
	"io_uring":    func() error { return errno(unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0)) },
	"TIOCSTI":     func() error { return unix.IoctlSetPointerInt(0, unix.TIOCSTI, 'x') },
	"keyctl":      func() error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false); return err },
	"bpf":         func() error { return errno(unix.Syscall(unix.SYS_BPF, 99, 0, 0)) },
	"modules":     func() error { return unix.DeleteModule("nosuchmodule", 0) },
	"kexec":       func() error { return errno(unix.Syscall6(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0, 0, 0)) },
	"ptrace":      func() error { return errno(unix.Syscall(unix.SYS_PTRACE, unix.PTRACE_TRACEME, 0, 0)) },
	"memfd":       func() error { _, err := unix.MemfdCreate("x", 0); return err },
	"unshare":     func() error { return unix.Unshare(unix.CLONE_FS) },
	"namespace":   func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
	"perf":        func() error { return errno(unix.Syscall6(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0, 0, 0, 0)) },
	"userfaultfd": func() error { return errno(unix.Syscall(unix.SYS_USERFAULTFD, 0, 0, 0)) },
	"personality": func() error { return errno(unix.Syscall(unix.SYS_PERSONALITY, 0x40000, 0, 0)) },
	"threads":     func() error { done := make(chan error); go func() { done <- nil }(); return <-done },
	"x32":         func() error { return errno(unix.Syscall(0x40000000|39, 0, 0, 0)) },
}

func errno(_, _ uintptr, e unix.Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

func socket(domain, kind, protocol int) func() error {
	return func() error { _, err := unix.Socket(domain, kind, protocol); return err }
}

// fastOpen sends data with the first packet, to a port where nobody listens.
func fastOpen() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	return unix.Sendto(fd, []byte("x"), 0x20000000, &unix.SockaddrInet4{Port: 1, Addr: [4]byte{127, 0, 0, 1}})
}

// try makes attempts under a policy, in one process.
func try(t *testing.T, p seccomp.Policy, names ...string) launchtest.Result {
	t.Helper()
	filter, err := seccomp.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	res, err := launchtest.Command{Dropper: droppers[0], Spec: launch.Spec{
		Path: self, Argv: []string{self}, Env: []string{"AEGISH_TEST_PROBE=" + strings.Join(names, ",")},
		Ruleset: launch.NoRuleset, NoNewPrivs: true, Filter: filter.Bytes(),
	}}.Run()
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// A row says which policies refuse an attempt. Elsewhere it gets past the
// filter, whatever the kernel says then.
var rows = []struct {
	probe   string
	refuses string // initials: w workspace, s strict, p ports, n network off, u unix sockets off
}{
	{"TCP", "n"}, {"TCP6", "n"}, {"UDP", "n"}, {"MPTCP", "np"}, {"vsock", "snp"}, {"netlink", ""},
	{"unix", "u"}, {"unix pair", ""}, {"fast open", "np"}, {"io_uring", "snpu"},
	{"keyctl", "ws"}, {"bpf", "ws"}, {"modules", "ws"}, {"kexec", "ws"},
	{"ptrace", "s"}, {"memfd", "s"}, {"unshare", "s"}, {"namespace", "s"}, {"perf", "s"}, {"userfaultfd", "s"}, {"personality", "s"},
	{"threads", ""},
}

var policies = map[string]seccomp.Policy{
	"w": {Level: seccomp.Workspace}, "s": {Level: seccomp.Strict},
	"p": {Network: seccomp.Ports}, "n": {Network: seccomp.None}, "u": {NoUnix: true},
}

// A call by numbers of another convention ends the process, where the processor
// has one.
func TestKernelKillsForeignCalls(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Logf("%s has one calling convention", runtime.GOARCH)
		return
	}
	if res := try(t, seccomp.Policy{Level: seccomp.Workspace}, "x32"); res.Code != 128+int(unix.SIGSYS) {
		t.Errorf("%+v", res)
	}
}

func TestKernelRefuses(t *testing.T) {
	t.Parallel()
	without := answers(t, seccomp.Policy{})
	for initial, p := range policies {
		for probe, got := range answers(t, p) {
			switch refused := strings.Contains(refusedUnder(probe), initial); {
			case refused && got != unix.EPERM.Error():
				t.Errorf("%s under %+v: %s", probe, p, got)
			case !refused && got != without[probe]:
				t.Errorf("%s under %+v: %s, without a filter %s", probe, p, got, without[probe])
			}
		}
	}
}

func refusedUnder(probe string) string {
	for _, row := range rows {
		if row.probe == probe {
			return row.refuses
		}
	}
	return ""
}

// answers makes every attempt. One of them lets the process be traced, and
// stops it at the next signal, so that it gets a process of its own.
func answers(t *testing.T, p seccomp.Policy) map[string]string {
	t.Helper()
	var together []string
	for _, row := range rows {
		if row.probe != "ptrace" {
			together = append(together, row.probe)
		}
	}
	found := map[string]string{}
	for _, names := range [][]string{together, {"ptrace"}} {
		res := try(t, p, names...)
		for line := range strings.Lines(res.Stdout) {
			name, answer, _ := strings.Cut(strings.TrimSpace(line), ": ")
			found[name] = answer
		}
	}
	if len(found) != len(rows) {
		t.Fatalf("%+v: %d answers to %d attempts: %v", p, len(found), len(rows), found)
	}
	return found
}
