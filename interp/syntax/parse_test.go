package syntax

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestErrorsAgainstBash compares what is accepted, and the messages about the
// rest, with bash -n.
func TestErrorsAgainstBash(t *testing.T) {
	t.Parallel()
	for _, src := range blocks(t, "testdata/errors.txt") {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			want, _ := exec.Command("bash", "--norc", "-n", "-c", src).CombinedOutput()
			got := ""
			if _, err := Parse(src, Config{Name: "bash: -c"}); err != nil {
				got = err.Error() + "\n"
			}
			if got != string(want) {
				t.Errorf("source %q\n got %s\nwant %s", src, got, want)
			}
		})
	}
}

// blocks reads the pieces of a file, which lines of %% separate.
func blocks(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n%%\n")
}
