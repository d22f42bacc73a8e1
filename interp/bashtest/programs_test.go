package bashtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgramsDoWhatBashDoes runs scripts of the size that people write.
func TestProgramsDoWhatBashDoes(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/programs/*.sh")
	if err != nil || len(names) < 23 {
		t.Fatalf("found %d programs: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".sh"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), "\n"); n < 40 || n > 500 {
				t.Errorf("%s has %d lines", name, n)
			}
			check(t, name, scenario{script: string(text), mode: "file", line: 1})
		})
	}
}
