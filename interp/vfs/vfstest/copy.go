package vfstest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// Seeds is how many random sequences are compared: otherwise, or what
// AEGISH_VFS_N says.
func Seeds(t *testing.T, otherwise int) int {
	t.Helper()
	s := os.Getenv("AEGISH_VFS_N")
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Copy is a filesystem in memory with the directories below dir, which belong
// to uid, as that user sees it.
func Copy(t *testing.T, dir string, uid int) vfs.FS {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		name := path[len(dir):]
		if err != nil || name == "" {
			return err
		}
		if err := m.Mkdir(name, 0o777); err != nil {
			return err
		}
		return m.Chown(name, int64(uid), int64(uid))
	})
	if err != nil {
		t.Fatal(err)
	}
	id := uint32(uid)
	return m.As(memory.Identity{UID: id, GID: id})
}
