package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
)

func TestTacByExpression(t *testing.T) {
	t.Parallel()
	var list cases
	for _, sep := range []string{"a+", `x\|[^x]`, "[ab]", ".", "ab*", "^", "b*", `\n`, "\n", `a\{2\}`, "$", "^a", "a?b", `\(a\)\1`, "[^a]", `b\+`, "[[:space:]]+", "^$", "^+a", "[]a]", "xyz", "\n\n*"} {
		for _, stdin := range []string{"aabxbaac\nabb\n\nxaa", "aa\nbb\n", "", "a", "\n", "a{2}b+ab+"} {
			list = append(list, commandtest.Case{Args: []string{"-r", "-s", sep}, Stdin: stdin}, commandtest.Case{Args: []string{"-brs", sep}, Stdin: stdin})
		}
	}
	list = append(list, commandtest.Case{Args: []string{"-r", "-s", "["}, Stdin: "x", SkipStderr: true}, commandtest.Case{Args: []string{"-r"}, Stdin: "1\n2\n3"})
	compare(t, "tac", list, random(14, 100, func(r *rand.Rand) ([]string, string) {
		return []string{"-r" + pick(r, "", "b"), "-s", pick(r, "a", "b", "[ab]", "a*b", "ab", `a\|bb`, ".", "c+")}, scramble(r, 6, "a", "b", "c", "ab", " ")
	}))
}

// TestHeldAtTheBound gives commands that hold what they read as much as they may
// hold, and one byte or line more.
func TestHeldAtTheBound(t *testing.T) {
	t.Parallel()
	const held = 128 << 10
	limits := command.Limits{LineBytes: 1000, HeldBytes: held, Steps: 1000}
	line, long := strings.Repeat("x", 1000), strings.Repeat("x", 126)+"y\n"
	for _, c := range []struct {
		name, args   string
		within, over string
		message      string
	}{
		{"tac", "", strings.Repeat("y\n", held/2), strings.Repeat("y\n", held/2) + "y", "more than 131072 bytes to hold"},
		{"tac", "-rs y+", strings.Repeat(long, held/len(long)), strings.Repeat(long, held/len(long)) + "y", "more than 131072 bytes to hold"},
		{"tail", "-n 70000", strings.Repeat("\n", held), strings.Repeat("\n", 2*held), "more than 131072 bytes to hold"},
		{"tail", "-c 100000", strings.Repeat("y", 10*held), "", ""},
		{"tail", "-c 200000", strings.Repeat("y", held), strings.Repeat("y", 2*held), "more than 131072 bytes to hold"},
		{"head", "-n -70000", strings.Repeat("\n", held), strings.Repeat("\n", 3*held), "more than 131072 bytes to hold"},
		{"head", "-c -1000", strings.Repeat("y", 10*held), "", ""},
		{"head", "-n 1", line + line + "\n", "", ""},
		{"join", "- empty", line + "\n", line + "z\n", "line too long"},
		{"join", "-a 1 - empty", line, line + "z", "line too long"},
		{"csplit", "- /z/", line, line + "z", "line too long"},
	} {
		for _, over := range []bool{false, true} {
			in := c.within
			if over {
				in = c.over
			}
			if over && c.message == "" {
				continue
			}
			got := commandtest.RunLimited(t, Commands()[c.name], c.name, commandtest.Case{Args: strings.Fields(c.args), Stdin: in, Pipe: true, Files: map[string]string{"empty": ""}}, limits)
			said := c.message != "" && strings.Contains(got.Stderr, c.message)
			if said != over || over && got.Status != 1 {
				t.Errorf("%s %s, over %v: %d %q", c.name, c.args, over, got.Status, got.Stderr)
			}
		}
	}
}
