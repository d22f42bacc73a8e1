package threads

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// trial is the variable that has a process of this test binary try something
// that it can not undo.
const trial = "AEGISH_THREADS_TRIAL"

func TestMain(m *testing.M) {
	if asked := os.Getenv(trial); asked != "" {
		name, file, _ := strings.Cut(asked, " ")
		run, ok := trials[name]
		if !ok {
			run = trialsWithC[name]
		}
		fmt.Println(run(file))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var trials = map[string]func(file string) string{
	"restrict": func(file string) string { return everywhere(file, Limit, Most, func() {}) },
	"churn": func(file string) string {
		stop := make(chan struct{})
		for range 4 {
			go churn(stop)
		}
		return everywhere(file, Limit, Most, func() { close(stop) })
	},
}

// churn starts and ends threads of the system.
func churn(stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		ended := make(chan struct{})
		go func() { runtime.LockOSThread(); close(ended) }() // the thread ends with it
		<-ended
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// everywhere restricts this process so that it writes no file, and says how
// twenty threads of before fare with that and which threads have no_new_privs.
func everywhere(file string, limit time.Duration, most int, done func()) string {
	var refused atomic.Int32
	ready, write, written := make(chan struct{}), make(chan struct{}), make(chan struct{})
	const others = 20
	for range others {
		go func() {
			runtime.LockOSThread()
			ready <- struct{}{}
			<-write
			if _, err := os.OpenFile(file, os.O_WRONLY, 0); errors.Is(err, unix.EACCES) {
				refused.Add(1)
			}
			written <- struct{}{}
			select {}
		}()
	}
	for range others {
		<-ready
	}
	ruleset := must(ll.LandlockCreateRuleset(&ll.RulesetAttr{HandledAccessFS: ll.AccessFSWriteFile}, 0))
	tasks := must(os.Open("/proc/self/task"))
	err := restrict(os.NewFile(uintptr(ruleset), "ruleset"), tasks, limit, most)
	done()
	if err != nil {
		return err.Error()
	}
	close(write)
	for range others {
		<-written
	}
	return fmt.Sprintf("%d refused, %s", refused.Load(), restricted())
}

// restricted says of how many threads of this process no_new_privs is set.
func restricted() string {
	set, unset := 0, 0
	for _, task := range must(os.ReadDir("/proc/self/task")) {
		status, err := os.ReadFile(filepath.Join("/proc/self/task", task.Name(), "status"))
		switch {
		case err != nil: // it has ended
		case strings.Contains(string(status), "NoNewPrivs:\t1"):
			set++
		default:
			unset++
		}
	}
	if unset == 0 {
		return "all"
	}
	return fmt.Sprintf("%v of others not", unset > 1)
}

func TestRestrict(t *testing.T) {
	t.Parallel()
	try(t, os.Args[0], map[string]string{"restrict": "20 refused, all", "churn": "20 refused, all"})
}

// TestWithoutC tries the same in a program without C code.
func TestWithoutC(t *testing.T) {
	t.Parallel()
	if !withC {
		return // this is it
	}
	program := filepath.Join(t.TempDir(), "threads.test")
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	try(t, program, map[string]string{"restrict": "20 refused, all", "churn": "20 refused, all"})
}

// try runs trials in processes of their own, a few times each.
func try(t *testing.T, program string, trials map[string]string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range trials {
		for range 5 {
			cmd := exec.Command(program)
			cmd.Env = append(os.Environ(), trial+"="+name+" "+file)
			said, err := cmd.CombinedOutput()
			if got := strings.TrimSpace(string(said)); err != nil || got != want {
				t.Errorf("%s: %q, %v; want %q", name, got, err, want)
			}
		}
	}
}
