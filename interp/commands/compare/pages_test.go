package compare

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestDiffPages compares -l, whose time of day is left out.
func TestDiffPages(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": numberedLines(100), "b": numberedLines(30) + "new\n" + numberedLines(60), "w s": "1\n", "nonl": "1", "d1/x": "1\n", "d2/x": "2\n", "d1/y": numberedLines(70), "d2/y": "", "d1/only": "", "d2/sub/f": "", "d1/sub/f": "", "d1/same": "s\n", "d2/same": "s\n"}
	for n := range 5 { // a page is full, or nearly
		files[fmt.Sprintf("n%d", n)] = numberedLines(53 + n)
	}
	stamp := regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d \d\d:\d\d  |\t\d{4}-.*$`)
	entry := Commands()["diff"]
	for _, args := range []string{"a b", "-u a b", "-c a b", "-y a b", "-q a b", "-s a a", "a a", "nonl b", "b nonl", "--color=always a b", "-u --label=x a b", "-i a b", "d1 d2", "-r d1 d2", "-rN d1 d2", "-rs d1 d2", "-rq d1 d2", "-e a b", "missing a",
		"n0 missing", "n0 w", "-N n0 missing", "-N n1 missing", "-N n2 missing", "-N n3 missing", "-N n4 missing", "-u --label=" + strings.Repeat("x", 70) + " a b"} {
		c := commandtest.Case{Args: append([]string{"-l"}, strings.Fields(args)...), Files: files}
		want, found := commandtest.Host(t, "diff", c)
		if !found {
			return
		}
		got := commandtest.Run(t, entry, "diff", c)
		got.Stdout, want.Stdout = stamp.ReplaceAllString(got.Stdout, "T"), stamp.ReplaceAllString(want.Stdout, "T")
		if got != want {
			t.Errorf("%s\n got %d %q %s\nwant %d %q %s", args, got.Status, got.Stdout, got.Stderr, want.Status, want.Stdout, want.Stderr)
		}
	}
}
