package envstate

import (
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// TestRunBareSequences compares random sequences of lines with one real bash.
func TestRunBareSequences(t *testing.T) {
	t.Parallel()
	const sequences, length = 60, 40
	for i := range sequences {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			lines := make([]string, length)
			for j := range lines {
				lines[j] = randomLine(rng)
			}
			extra := []string{"LC_ALL=C", "LANG=C.UTF-8", "LC_CTYPE=C.UTF-8", "POSIXLY_CORRECT=1"}[i%4]
			compareWithBash(t, lines, runBareLine, extra)
		})
	}
}

// TestMixedSequences compares sequences in which each line is done either
// without a process or in a bash of its own, whose report is adopted, with one
// bash that runs them all.
func TestMixedSequences(t *testing.T) {
	t.Parallel()
	const sequences, length = 40, 30
	for i := range sequences {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(i), 11))
			lines := make([]string, length)
			for j := range lines {
				// A directory that was renamed or deleted is known to a
				// bash that runs on by its old name, and to a fresh one
				// by its new name or by none.
				for lines[j] = "!rm"; lines[j] == "!rm" || lines[j] == "!away"; {
					lines[j] = randomLine(rng)
				}
			}
			choice := rand.New(rand.NewPCG(uint64(i), 12))
			mixed := func(t *testing.T, s *State, line string, stdout, stderr io.Writer) int {
				if choice.IntN(2) == 0 {
					return runBareLine(t, s, line, stdout, stderr)
				}
				return runShellLine(t, s, line, stdout, stderr)
			}
			compareWithBash(t, lines, mixed, "LANG=C.UTF-8")
		})
	}
}
