package interp_test

import (
	"io"
	"runtime"
	"testing"

	"github.com/aegish/aegish/interp"
)

// TestProcessSubstitutionsAreForgotten checks that a session which goes on
// keeps nothing of those that have ended; it runs alone, to see the heap.
func TestProcessSubstitutionsAreForgotten(t *testing.T) {
	s := session(t, "/w", io.Discard, io.Discard, interp.WithExit(false))
	const round = "for ((i = 0; i < 3000; i++)); do read x < <(:); : >(:); done; wait"
	heap := func() int64 {
		for range 2 {
			if _, err := s.Run(t.Context(), round); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap() // the codes that wait remembers are there now
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("the heap grew by %d KiB", grown>>10)
	}
}
