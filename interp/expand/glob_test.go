package expand_test

import (
	"os"
	"path/filepath"
	"testing"
)

// tree makes the files that the rows of glob.txt look at.
func tree(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "gt")
	for _, d := range []string{"d1/d2/d3", ".hid/sub", "e", "sp ace"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{
		"a", "b", "ab", ".x", ".xy", "d1/a", "d1/b.o", "d1/.h", "d1/d2/f", "d1/d2/d3/g", "e/a", "sp ace/q",
		"a*b", "a?b", "a[b", `a\b`, "é", "éa", "A", "aA", "B", "z.o", "a-b", ".hid/a",
	} {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"lnk": "d1", "dang": "nowhere", "d1/d2/loop": "../../d1"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestGlobAgainstBash(t *testing.T) {
	t.Parallel()
	compare(t, tree(t), rows(t, "glob.txt"))
}
