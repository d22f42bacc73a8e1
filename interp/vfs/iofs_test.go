package vfs_test

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/standard"
)

// TestIOFS holds the view of a filesystem to what package fs promises.
func TestIOFS(t *testing.T) {
	t.Parallel()
	mem, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	disk, err := host.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	world, err := standard.New(standard.Options{Root: true, Base: mem})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		fsys vfs.FS
	}{{"memory", mem}, {"host", disk}, {"standard", world}} {
		name, fsys := c.name, c.fsys
		if name != "standard" {
			for _, dir := range []string{"/a", "/a/b", "/empty"} {
				if err := fsys.Mkdir(dir, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for file, text := range map[string]string{"/top": "1\n", "/a/b/deep": "text", "/a/none": ""} {
				f, err := fsys.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
				if err != nil {
					t.Fatal(err)
				}
				_, err = f.Write([]byte(text))
				if err := errors.Join(err, f.Close()); err != nil {
					t.Fatal(err)
				}
			}
			if err := fsys.Symlink("/a/b", "/a/link"); err != nil {
				t.Fatal(err)
			}
		}
		view := vfs.IOFS(fsys)
		if name != "standard" { // whose /dev is there and not listed
			if err := fstest.TestFS(view, "top", "a/b/deep", "a/none", "empty", "a/link"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if text, err := fs.ReadFile(view, "a/link/deep"); err != nil || string(text) != "text" {
			t.Errorf("%s: behind a link: %q, %v", name, text, err)
		}
		if _, err := fs.ReadFile(view, "gone"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := fs.Stat(view, "../top"); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
