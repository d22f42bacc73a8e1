package syntax

import (
	"os/exec"
	"strings"
	"testing"
)

// TestPrintAgainstBash compares functions with what declare -f prints.
func TestPrintAgainstBash(t *testing.T) {
	t.Parallel()
	comparePrinted(t, blocks(t, "testdata/functions.txt"))
}

const separator = "\n%%next%%\n"

// comparePrinted has one bash print each source's function f, and compares.
func comparePrinted(t *testing.T, sources []string) {
	t.Helper()
	var script strings.Builder
	for _, src := range sources {
		script.WriteString("(eval " + singleQuote(src) + "; declare -f f)\nprintf '\\n%%%%next%%%%\\n'\n")
	}
	cmd := exec.Command("bash", "--norc", "-s")
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	printed := strings.Split(string(out), separator)
	if len(printed) <= len(sources) {
		t.Logf("the last was %q", sources[len(printed)-1])
		t.Fatalf("bash printed %d functions of %d: %v", len(printed)-1, len(sources), err)
	}
	for i, src := range sources {
		want := printed[i]
		if want == "" {
			continue // bash takes no array after time inside $( )
		}
		file, err := Parse(src, Config{Name: "bash"})
		got := ""
		if err != nil {
			got = err.Error()
		} else if f, ok := file.Stmts[0].Cmd.(*FuncDecl); ok {
			got = Print(f, false)
		}
		if got != want {
			t.Errorf("source %q\n got %s\nwant %s", src, got, want)
		}
	}
}
