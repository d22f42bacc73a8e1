package bashtest

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/aegish/aegish/landlock/seccomp"
	"golang.org/x/sys/unix"
)

// filterVariable tells a child of TestTableUnderFilter its task: the file with
// what to run, or "exec" to try what the filter is there for.
const filterVariable = "AEGISH_TEST_FILTERED"

// A replayed scenario is one that was run without the filter.
type replayed struct {
	File           string
	Line           int
	Dir            string
	Status         int
	Stdout, Stderr []byte // not always UTF-8
}

// deadly ends the process at any attempt to start a program or a process.
func deadly() seccomp.Filter {
	load := unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	equal := func(k int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: uint32(k), Jf: 1}
	}
	kill := ret(unix.SECCOMP_RET_KILL_PROCESS)
	flags := unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 16} // the first argument
	thread := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, K: unix.CLONE_THREAD, Jt: 1}
	allow := ret(unix.SECCOMP_RET_ALLOW)
	notClone := unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_CLONE, Jt: 1}
	return seccomp.Filter{
		load, equal(unix.SYS_EXECVE), kill, equal(unix.SYS_EXECVEAT), kill,
		equal(unix.SYS_CLONE3), ret(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)), // libraries use clone then
		notClone, allow, flags, thread, kill, allow,
	}
}

// TestTableUnderFilter runs the whole table again in a process that ends at the
// first attempt to start a program, and wants the same of it.
func TestTableUnderFilter(t *testing.T) {
	t.Parallel()
	switch task := os.Getenv(filterVariable); task {
	case "":
	case "exec":
		install(t)
		_ = syscall.Exec("/bin/true", []string{"true"}, nil)
		t.Fatal("still here")
	default:
		install(t)
		replay(t, task)
		return
	}
	record := filepath.Join(t.TempDir(), "record")
	if n := recordTable(t, record); n < 1000 {
		t.Fatalf("only %d cases", n)
	}
	if out, err := child(t, record); err != nil {
		t.Errorf("under the filter: %v\n%s", err, out)
	}
	var ended *exec.ExitError
	if out, err := child(t, "exec"); !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGSYS {
		t.Errorf("a program under the filter: %v\n%s", err, out)
	}
}

func install(t *testing.T) {
	t.Helper()
	if err := deadly().Install(); err != nil {
		t.Fatal(err)
	}
}

func child(t *testing.T, task string) ([]byte, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestTableUnderFilter$", "-test.timeout=100s")
	cmd.Env = append(os.Environ(), filterVariable+"="+task)
	return cmd.CombinedOutput()
}

// recordTable runs all cases and writes down what they did.
func recordTable(t *testing.T, name string) int {
	t.Helper()
	dir := t.TempDir()
	var all []replayed
	for _, file := range files(t) {
		for _, sc := range load(t, file) {
			o := sc.normal(inProcess(t, sc, dir))
			all = append(all, replayed{file, sc.line, dir, o.status, []byte(o.stdout), []byte(o.stderr)})
		}
	}
	text, err := json.Marshal(all)
	if err == nil {
		err = os.WriteFile(name, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}

func replay(t *testing.T, name string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []replayed
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	cases := map[string]map[int]scenario{}
	for _, file := range files(t) {
		cases[file] = map[int]scenario{}
		for _, sc := range load(t, file) {
			cases[file][sc.line] = sc
		}
	}
	for _, r := range all {
		sc := cases[r.File][r.Line]
		got := sc.normal(inProcess(t, sc, r.Dir))
		if want := (outcome{r.Status, string(r.Stdout), string(r.Stderr)}); got != want {
			t.Errorf("%s:%d\n%s\n=== without the filter: %v\n=== with it: %v", r.File, r.Line, sc.script, want, got)
		}
	}
}
