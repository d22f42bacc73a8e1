package landlock

import (
	"maps"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// confine tries the other probes of its arguments after Confine, each as
// PROBE=ARGUMENT, on each of eight threads that were there before.
func confine(a []string) error {
	threads := make([]thread, 8)
	for i := range threads {
		threads[i] = newThread()
	}
	if _, err := Confine(Policy{Read: []string{a[0]}, ConnectTCP: Ports{Any: true}, BindTCP: Ports{Any: true}, MinABI: 1, BestEffort: true}, a[1]); err != nil {
		return err
	}
	var said []string
	for _, attempt := range a[2:] {
		name, argument, _ := strings.Cut(attempt, "=")
		results := map[string]bool{}
		for _, t := range threads {
			t.work <- func() string { return outcome(probes[name]([]string{argument})) }
			results[<-t.result] = true
		}
		said = append(said, name+" "+strings.Join(slices.Sorted(maps.Keys(results)), " or "))
	}
	return errorText(strings.Join(said, ", "))
}

// A thread of the system does one piece of work after the other.
type thread struct {
	work   chan func() string
	result chan string
}

// newThread returns when the thread is there.
func newThread() thread {
	t := thread{make(chan func() string), make(chan string)}
	go func() {
		runtime.LockOSThread()
		for work := range t.work {
			t.result <- work()
		}
	}()
	t.work <- func() string { return "" }
	<-t.result
	return t
}

type errorText string

func (e errorText) Error() string { return string(e) }

func TestConfine(t *testing.T) {
	t.Parallel()
	inside, outside := t.TempDir(), t.TempDir()
	in, out := filepath.Join(inside, "file"), filepath.Join(outside, "file")
	for _, name := range []string{in, out} {
		if err := copyFile(name, "/dev/null", 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"confined", []string{inside, "/", "read=" + in, "read=" + out, "write=" + in, "create=" + inside + "/new", "list=" + outside, "exec=" + program},
			"read ok, read EACCES, write EACCES, create EACCES, list EACCES, exec EACCES"},
		{"nothing to probe", []string{"/", "", "read=" + out, "write=" + out}, "read ok, write EACCES"},
		{"what should be closed is open", []string{inside, inside, "read=" + in}, "landlock: " + inside + " can still be read"},
		{"no such directory", []string{outside + "/gone", "/"}, ""},
	} {
		said, err := (&exec.Cmd{Path: probe, Args: append([]string{probeName, "confine"}, tt.args...)}).CombinedOutput()
		got := strings.TrimSpace(string(said))
		if err != nil || tt.want != "" && got != tt.want || tt.want == "" && got != "ENOENT" {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
	if _, err := Confine(Policy{SignalScope: true}, "/"); err == nil {
		t.Error("a signal scope was accepted")
	}
}
