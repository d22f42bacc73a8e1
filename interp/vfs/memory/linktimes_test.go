package memory_test

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
)

// TestLchtimes sets the times of a link and not those of its target, and lets
// nobody else do so.
func TestLchtimes(t *testing.T) {
	t.Parallel()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{m.WriteFile("/f", []byte("x"), 0o644), m.Symlink("f", "/l"), m.Symlink("none", "/o")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	before, err := m.Stat("/f")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1_000_000_000, 5)
	for _, name := range []string{"/l", "/o"} {
		if err := vfs.Lchtimes(m, name, at, at); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if fi, err := m.Lstat(name); err != nil || !fi.ModTime().Equal(at) {
			t.Errorf("%s: %v, %v", name, fi, err)
		}
	}
	if after, err := m.Stat("/f"); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("the target has changed: %v", err)
	}
	other := m.As(memory.Identity{UID: 7, GID: 7})
	if err := vfs.Lchtimes(other, "/l", at, at); !errors.Is(err, syscall.EPERM) {
		t.Errorf("another user: %v", err)
	}
	if err := vfs.Lchtimes(vfs.ReadOnly(m), "/l", at, at); !errors.Is(err, syscall.EROFS) {
		t.Errorf("read-only: %v", err)
	}
	if err := vfs.Lchtimes(m, "/none/x", at, at); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("what is not there: %v", err)
	}
}
