package memory_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

// trials is how many random sequences are compared; AEGISH_VFS_N sets another
// number.
func trials(t *testing.T, otherwise int) int {
	if s := os.Getenv("AEGISH_VFS_N"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return otherwise
}

// copied is a memory filesystem with the files of dir.
func copied(t *testing.T, dir string, uid int) vfs.FS {
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
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

// Not parallel: the umask is the process's.
func TestSameAsKernel(t *testing.T) {
	vfstest.Trial{
		New:   func(t *testing.T, dir string) vfs.FS { return copied(t, dir, os.Getuid()) },
		Seeds: trials(t, 25), Calls: 400,
	}.Run(t)
}

func TestSameAsKernelForAUser(t *testing.T) {
	if os.Getuid() != 0 {
		return // TestSameAsKernel has compared as a user
	}
	vfstest.Trial{
		New: func(t *testing.T, dir string) vfs.FS { return copied(t, dir, 1234) },
		UID: 1234, Seeds: trials(t, 25), Calls: 400,
	}.Run(t)
}
