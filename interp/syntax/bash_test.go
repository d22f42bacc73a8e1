package syntax

import (
	"os/exec"
	"strings"
	"testing"
)

// TestGeneratedAgainstBash compares with bash -n what is accepted.
func TestGeneratedAgainstBash(t *testing.T) {
	t.Parallel()
	n, seed := generated(t, 600)
	for i := range n {
		g := newGenerator(seed, uint64(i))
		var src string
		switch i % 4 {
		case 0:
			src = g.soup()
		case 1, 2:
			src = g.mutated()
		default:
			src = g.program(1)
		}
		if misread(src) {
			continue
		}
		out, _ := exec.Command("bash", "--norc", "-n", "-c", "--", src).CombinedOutput()
		_, err := Parse(src, Config{Name: "bash: -c"})
		if (err != nil) != strings.Contains(string(out), "bash: -c: line") {
			t.Errorf("%d: source %q\n got %v\nwant %s", i, src, err, out)
		}
	}
}

// TestGeneratedPrint compares with what declare -f prints.
func TestGeneratedPrint(t *testing.T) {
	t.Parallel()
	n, seed := generated(t, 1500)
	var sources []string
	for i := range n {
		g := newGenerator(seed, uint64(i))
		src := "f() {\n" + g.program(1+g.IntN(2)) + "}"
		if _, err := Parse(src, Config{}); err == nil && !misread(src) {
			sources = append(sources, src)
		}
	}
	comparePrinted(t, sources)
}

// misread tells whether bash may not understand what it makes of src itself:
// it takes no array after time inside $( ), reads arrays with a backslash there
// twice, misses no ) of for (( )), and says nothing about [[ ]].
func misread(src string) bool {
	return strings.Contains(src, "(") && (strings.Contains(src, "time ") || strings.Contains(src, "=( \\")) ||
		strings.Contains(src, "for ((") && !strings.Contains(src, "));") && !strings.Contains(src, ")) ") ||
		strings.Contains(src, "[[ ]]") || strings.Contains(src, "! ]]")
}
