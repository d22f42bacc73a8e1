package expand_test

import (
	"os"
	"strings"
	"testing"
)

// rows reads a table: a row a line, # begins a comment line.
func rows(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

func TestWordsAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "words.txt"))
}

func TestSplitAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "split.txt"))
}

func TestBraceAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "brace.txt"))
}

func TestOperatorsAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "operators.txt"))
}

func TestAssignmentsAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, t.TempDir(), rows(t, "assign.txt"))
}
