package envstate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestRunBareSequences compares random sequences of lines with one real bash.
func TestRunBareSequences(t *testing.T) {
	t.Parallel()
	const sequences, length = 100, 40
	for i := range sequences {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			lines := make([]string, length)
			for j := range lines {
				lines[j] = randomLine(rng)
			}
			extra := []string{"LC_ALL=C", "LANG=C.UTF-8", "LC_CTYPE=C.UTF-8", "POSIXLY_CORRECT=1"}[i%4]
			compareWithBash(t, lines, extra)
		})
	}
}
