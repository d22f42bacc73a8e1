package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build makes the programs that the demo runs. The path of the system's
// configuration is moved, so that this machine's does not reach the demo.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, program := range []struct{ name, cgo, flags string }{
		{"aegish", "1", "-X github.com/aegish/aegish/internal/cli.systemConfig=" + filepath.Join(dir, "etc", "aegish.toml")},
		{"dropper", "0", "-s -w -E github.com/aegish/aegish/landlock/launch.start"},
	} {
		cmd := exec.Command("go", "build", "-ldflags", program.flags, "-o", filepath.Join(dir, program.name), "./cmd/"+program.name)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "CGO_ENABLED="+program.cgo)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go build %s: %v\n%s", program.name, err, out)
		}
	}
	return dir
}

// TestReadmeShowsTheDemo: the session in the README is what the demo prints,
// and the demo leaves nothing behind.
func TestReadmeShowsTheDemo(t *testing.T) {
	t.Parallel()
	_, session, ok := strings.Cut(read(t, "README.md"), "\n```console\n")
	session, _, end := strings.Cut(session, "\n```\n")
	if !ok || !end {
		t.Fatal("README.md has no session between ```console and ```")
	}
	bin, tmp := build(t), t.TempDir()
	cmd := exec.Command("./docs/demo/demo.sh", bin)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("demo.sh: %v\n%s\n%s", err, out, errs.String())
	}
	if got := strings.TrimRight(string(out), "\n"); got != session {
		t.Errorf("the README does not show what `make demo` prints, which is:\n%s", got)
	}
	left, err := os.ReadDir(tmp)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("the demo left %v", left)
	}
}
