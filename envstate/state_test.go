package envstate

import (
	"os"
	"strings"
	"testing"
)

func TestRunBareMoves(t *testing.T) {
	t.Parallel()
	base := physical(t, t.TempDir())
	if err := os.MkdirAll(base+"/a/b", 0o755); err != nil {
		t.Fatal(err)
	}
	s := New(base, NewEnv([]string{"HOME=" + base + "/a"}))
	defer s.Close()
	for _, step := range []struct {
		line, dir string
		status    int
	}{
		{"cd a", "/a", 0}, {"cd b", "/a/b", 0}, {"cd -", "/a", 0}, {"cd nosuch", "/a", 1},
		{"cd ..", "", 0}, {"cd ~/b", "/a/b", 0}, {"pushd ../..", "", 0}, {"popd", "/a/b", 0}, {"cd", "/a", 0},
	} {
		b, ok := ParseBare(step.line)
		if !ok {
			t.Fatalf("ParseBare(%q) refused", step.line)
		}
		var out, errs strings.Builder
		if got := s.RunBare(b, &out, &errs, RunBareOptions{Prefix: "aegish: "}); got != step.status {
			t.Errorf("%q = %d, want %d (%s)", step.line, got, step.status, errs.String())
		}
		if s.Dir != base+step.dir {
			t.Errorf("after %q Dir = %q, want %q", step.line, s.Dir, base+step.dir)
		}
	}
}

// physical resolves the symbolic links of a test's own directory.
func physical(t *testing.T, dir string) string {
	t.Helper()
	path, err := resolvedPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
