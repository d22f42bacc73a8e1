package compare

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
)

// TestPatchEd applies scripts for ed as patch does with the host's ed. Where there
// is none, the expectations are alone.
func TestPatchEd(t *testing.T) {
	t.Parallel()
	lines := "1\n2\n3\n4\n5\n"
	files := map[string]string{"f": lines, "sub/f": lines, "nonl": "1\n2"}
	var all []commandtest.Case
	for _, script := range []string{"5c\nfive\n.\n2d\n", "2,3d\n", "3a\n..\n.\ns/.//\na\nx\n.\n", "hello\n2d\nworld\n", "hello\n", "", "2d\n1d\nw\n", "0a\nx\n.\n$d\n", "a\nend\n.\n", "2i\nfoo\n.\n3s/.//\n", "Index: f\n2d\n", "Index: sub/f\n2d\n", "2d\nIndex: x\n1d\n",
		"20d\n", "3,1d\n", "0d\n", "0c\nx\n.\n", "3s/x//\n", "2c\n.\n", "1,5d\na\nx\n.\n", "!touch bad\n1d\n", "1d\nr f\n", "1d\n2!x\n", "3d\nd\n", "1,5d\n", "2d \t\n"} {
		for _, args := range []string{"-e f", "f", "-e --dry-run f", "-e -b f", "-R -e f", "-e nonl"} {
			all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: script, Files: files, SkipStderr: true})
		}
	}
	for _, script := range []string{"2d\n", "Index: f\n2d\n", "Index: sub/f\n2d\n", "hello\n"} {
		for _, args := range []string{"-e", "-e -p0"} {
			all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: script, Files: files, SkipStderr: true})
		}
	}
	for _, args := range []string{"-e -s f", "-e --verbose f", "-e -E f", "-e -z .bak -b f", "-e new"} {
		all = append(all, commandtest.Case{Args: strings.Fields(args), Stdin: "0a\ny\n.\n1c\nx\n.\n", Files: files})
	}
	compareWithEd(t, all)
	got := commandtest.Run(t, Commands()["patch"], "patch", commandtest.Case{Args: []string{"-e", "f"}, Stdin: "4,5c\nx\n.\n2d\n", Files: files})
	if got.Status != 0 || got.Stdout != "" || !strings.Contains(got.Files, `f "1\n3\nx\n"`) {
		t.Errorf("%+v", got)
	}
}

// compareWithEd compares patch where the host has ed.
func compareWithEd(t *testing.T, all []commandtest.Case) {
	t.Helper()
	if _, found := commandtest.Host(t, "ed", commandtest.Case{Args: []string{"-s", "f"}, Stdin: "q\n", Files: map[string]string{"f": "x\n"}}); found {
		commandtest.Compare(t, Commands(), "patch", all)
	}
}

// TestPatchUndoesEd makes scripts of random files and applies them.
func TestPatchUndoesEd(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	random := func() string {
		var b strings.Builder
		for range r.IntN(20) {
			fmt.Fprintln(&b, []string{"a", "b", "c", ".", "..", "", "5d"}[r.IntN(7)])
		}
		return b.String()
	}
	for range 200 {
		files := map[string]string{"a": random(), "b": random()}
		script := commandtest.Run(t, Commands()["diff"], "diff", commandtest.Case{Args: []string{"-e", "a", "b"}, Files: files})
		got := commandtest.Run(t, Commands()["patch"], "patch", commandtest.Case{Args: []string{"-e", "a"}, Files: files, Stdin: script.Stdout})
		if want := fmt.Sprintf("a %q\n", files["b"]); got.Status != 0 || !strings.Contains(got.Files, want) {
			t.Fatalf("%q %q: %+v", files, script.Stdout, got)
		}
	}
}
