package grep_test

import (
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/grep"
)

// TestContextBehindTheLastLine has context of -m that is read after the line it
// belongs to: more than is read at once, or a line without an end.
func TestContextBehindTheLastLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("some line of text\nx\n", 20_000)
	var all []commandtest.Case
	for _, args := range []string{"-m1 -A1 .", "-m1 -A9 a", "-m2 -A3 -v z", "-m1 -A30000 some", "-m1 -A50000 -n x", "-m1 -A50000 -c x", "-m1 -A50000 -b -v some", "-m3 -C30000 text"} {
		for _, text := range []string{"a b c\nlast", "a\nb\nc\nd", long, long + "end"} {
			all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: text}, commandtest.Case{Args: strings.Fields(args), Stdin: text, Pipe: true})
		}
	}
	commandtest.Compare(t, grep.Commands(), "grep", all)
}

// TestContextBeforeIsBounded wants more lines before a match than may be held.
func TestContextBeforeIsBounded(t *testing.T) {
	t.Parallel()
	limits := command.Limits{LineBytes: 1 << 16, HeldBytes: 1 << 20, Steps: 1 << 20}
	lines := func(n int) string { return strings.Repeat("y\n", n/2-1) + "b\n" }
	for n, want := range map[int]string{1<<20 - 2: lines(1<<20 - 2), 1<<20 + 2: ""} {
		got := commandtest.RunLimited(t, grep.Commands()["grep"], "grep", commandtest.Case{Args: []string{"-B1000000000", "b"}, Stdin: lines(n)}, limits)
		if got.Stdout != want || (got.Status == 0) != (want != "") || (want == "") != strings.Contains(got.Stderr, "memory exhausted") {
			t.Errorf("%d bytes: status %d, %d bytes out, %q", n, got.Status, len(got.Stdout), got.Stderr)
		}
	}
}
