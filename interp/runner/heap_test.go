package runner

import (
	"testing"
	"time"

	"github.com/aegish/aegish/interp/commands"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// TestNobodyWatchesAnIdleSession looks whether memory is looked at while nothing
// runs: a session may wait at its prompt for days.
func TestNobodyWatchesAnIdleSession(t *testing.T) {
	t.Parallel()
	files, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := commands.All()
	if err != nil {
		t.Fatal(err)
	}
	limits := DefaultLimits()
	limits.HeapBytes = 1 << 40
	e := New(Config{FS: files, Dir: "/", Registry: all, Limits: limits, Stdin: stream.Null(), Stdout: stream.Null(), Stderr: stream.Null()})
	defer e.Close()
	settled := func(watched bool, when string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); e.watched.Load() != watched; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: watched is %v", when, !watched)
			}
		}
	}
	settled(false, "before the first Run")
	for range 3 {
		if _, err := e.Run(t.Context(), "for i in {1..100}; do :; done; sleep 100 &"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * heapFar)
		settled(true, "with a job")
		if _, err := e.Run(t.Context(), "kill %sleep; wait"); err != nil {
			t.Fatal(err)
		}
		settled(false, "when all is over")
	}
}

func TestHeapPause(t *testing.T) {
	t.Parallel()
	for held, want := range map[uint64]time.Duration{0: heapFar, 250: heapFar, 251: heapBegin, 500: heapBegin, 501: heapNear, 2000: heapNear} {
		if got := heapPause(held, 1000); got != want {
			t.Errorf("%d of 1000: %v, want %v", held, got, want)
		}
	}
}
