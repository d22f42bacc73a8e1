package files_test

import (
	"testing"

	"github.com/aegish/aegish/interp/commands/commandtest"
	"github.com/aegish/aegish/interp/commands/files"
)

// TestTree has fixed expectations, those of tree 2.1, which few hosts have.
func TestTree(t *testing.T) {
	t.Parallel()
	made := map[string]string{"a/b/y": "", "a/x": "", ".z": "", "d/w": ""}
	links := map[string]string{"a/l": "x"}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, ".\n├── a\n│\u00a0\u00a0 ├── b\n│\u00a0\u00a0 │\u00a0\u00a0 └── y\n│\u00a0\u00a0 ├── l -> x\n│\u00a0\u00a0 └── x\n└── d\n    └── w\n\n4 directories, 4 files\n"},
		{[]string{"-d"}, ".\n├── a\n│\u00a0\u00a0 └── b\n└── d\n\n4 directories\n"},
		{[]string{"-L", "1", "-a"}, ".\n├── .z\n├── a\n└── d\n\n3 directories, 1 file\n"},
		{[]string{"-fi", "a"}, "a\na/b\na/b/y\na/l -> x\na/x\n\n2 directories, 3 files\n"},
		{[]string{"--noreport", "-I", "b|w", "a", "d"}, "a\n├── l -> x\n└── x\nd\n"},
	} {
		got := commandtest.Run(t, files.Commands()["tree"], "tree", commandtest.Case{Args: c.args, Files: made, Links: links})
		if got.Stdout != c.want || got.Stderr != "" || got.Status != 0 {
			t.Errorf("tree %q: %d\n%s%s\nwanted\n%s", c.args, got.Status, got.Stdout, got.Stderr, c.want)
		}
	}
}
