package landlock

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// inMounts runs this test again in mounts of its own, where script has mounted
// something; DIR stands for the test's directory.
func inMounts(t *testing.T, script string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"w/sub", "w/deep", "v", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script = strings.ReplaceAll(script, "DIR", dir) + ` && exec "$0" -test.run "^$1\$" -test.count=1`
	argv := []string{"unshare", "-m", "sh", "-ec", script, os.Args[0], t.Name()}
	if os.Getuid() != 0 {
		argv = slices.Insert(argv, 2, "-Ur")
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "NOEXEC_DIR="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// trees checks the trees of the directories below dir.
func trees(t *testing.T, dir string, writable, want []string) {
	t.Helper()
	for _, list := range []*[]string{&writable, &want} {
		for i, name := range *list {
			(*list)[i] = filepath.Join(dir, name)
		}
	}
	got, err := NoexecTrees(writable)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %v, %v, want %v", writable, got, err, want)
	}
}

func TestNoexecTreesFollowAliases(t *testing.T) {
	dir := os.Getenv("NOEXEC_DIR")
	if dir == "" {
		t.Parallel()
		inMounts(t, "mount --bind DIR/w/sub DIR/elsewhere && mkdir DIR/hidden && mount --bind DIR/v DIR/hidden && mount -t tmpfs none DIR/hidden")
		return
	}
	trees(t, dir, []string{"w"}, []string{"elsewhere", "w"})         // a part is shown elsewhere
	trees(t, dir, []string{"w/sub"}, []string{"elsewhere", "w/sub"}) // all of it
	trees(t, dir, []string{"elsewhere"}, []string{"elsewhere", "w/sub"})
	trees(t, dir, []string{"v"}, []string{"v"}) // what a mount hides is not shown
	trees(t, dir, []string{"w", "w/deep", "v"}, []string{"elsewhere", "v", "w"})
}

func TestNoexecTreesThatAreSoAlready(t *testing.T) {
	dir := os.Getenv("NOEXEC_DIR")
	if dir == "" {
		t.Parallel()
		inMounts(t, "mount -t tmpfs none DIR/w && mount -t tmpfs -o noexec none DIR/w && mkdir DIR/w/sub && mount -t tmpfs -o noexec none DIR/v && mkdir DIR/v/in && mount -t tmpfs none DIR/v/in")
		return
	}
	trees(t, dir, []string{"w"}, nil)
	trees(t, dir, []string{"w", "w/sub"}, nil)
	trees(t, dir, []string{"v"}, []string{"v"}) // not what is mounted below
	trees(t, dir, []string{"v", "w"}, []string{"v", "w"})
}

func TestNoexecTreesKinds(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := NoexecTrees([]string{file, "/dev/null", "/dev/pts", "/dev/tty"}); err != nil || !slices.Equal(got, []string{file}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range []string{"/", "/nonexistent/x"} {
		if got, err := NoexecTrees([]string{file, bad}); err == nil || got != nil {
			t.Errorf("%s: %v, %v", bad, got, err)
		}
	}
}
