package bashtest

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// shm is where a Linux host has a filesystem in memory, shm_overview(7).
const shm = "/dev/shm"

// scratchPlace is where the directories of scripts are made: to make and remove a
// small tree on a disk costs more than to run the script. TMPDIR decides where it
// is set.
func scratchPlace() string {
	var at syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(shm, &at) != nil || at.Type != unix.TMPFS_MAGIC || unix.Access(shm, unix.W_OK) != nil {
		return ""
	}
	return shm
}

// both runs a scenario in both shells, in a directory of its own.
func (c *comparison) both(sc scenario) (theirs, ours outcome) {
	dir, err := os.MkdirTemp(scratchPlace(), "scripts")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		c.Error(err)
		return
	}
	defer os.RemoveAll(dir)
	for _, name := range treeDirs {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			c.Error(err)
		}
	}
	for _, name := range treeFiles {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			c.Error(err)
		}
	}
	if err := os.Symlink("a", filepath.Join(dir, "t/l")); err != nil {
		c.Error(err)
	}
	return sc.normal(underBash(c.T, sc, dir)), sc.normal(inProcess(c.T, sc, dir, func(fs vfs.FS) { growTree(c.T, fs, dir) }))
}

// treeDirs and treeFiles are what patterns and cd find in the directory, and a link
// to the first.
var (
	treeDirs  = []string{"t", "t/a", "t/a/b", "t/b", "t/.h"}
	treeFiles = []string{"t/a/b/c", "t/a/x y", "t/b/ab", "t/.h/k", "t/.f", "t/é", "t/*"}
)

// growTree makes the tree in a filesystem of the interpreter.
func growTree(t testing.TB, fs vfs.FS, dir string) {
	t.Helper()
	for _, name := range treeDirs {
		if err := fs.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Error(err)
		}
	}
	for _, name := range treeFiles {
		write(t, fs, filepath.Join(dir, name), "")
	}
	if err := fs.Symlink("a", filepath.Join(dir, "t/l")); err != nil {
		t.Error(err)
	}
}
