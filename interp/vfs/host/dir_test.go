package host_test

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
)

// What a Dir says is what Lstat says, also of names that are more than one
// component, and nothing once it is closed.
func TestOpenDir(t *testing.T) {
	t.Parallel()
	outside, f := prison(t)
	if err := os.WriteFile(outside+"/root/a/file", []byte("abc"), 0o640); err != nil {
		t.Fatal(err)
	}
	d, err := f.OpenDir("/a")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "b", "link", "none", ".", "..", "b/c", "../up", "veryfar"} {
		got, gotErr := d.Lstat(name)
		want, wantErr := f.Lstat("/a/" + name)
		switch {
		case (gotErr == nil) != (wantErr == nil):
			t.Errorf("%s: %v, want %v", name, gotErr, wantErr)
		case gotErr != nil:
			if !errors.Is(gotErr, syscall.ENOENT) {
				t.Errorf("%s: %v", name, gotErr)
			}
		case *got.Sys().(*vfs.Sys) != *want.Sys().(*vfs.Sys) || got.Mode() != want.Mode() || got.Size() != want.Size() || got.Name() != want.Name():
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if _, err := d.Lstat("file"); err == nil {
		t.Error("a closed directory was looked into")
	}
	if err := d.Close(); err == nil {
		t.Error("a directory was closed twice")
	}
	for _, name := range []string{"/a/file", "/none", "/up/secrets"} {
		if _, err := f.OpenDir(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
}

// A directory of a kernel filesystem is refused from its parent, too.
func TestOpenDirRefusesKernelFilesystems(t *testing.T) {
	t.Parallel()
	f := open(t, "/")
	d, err := f.OpenDir("/")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Lstat("proc"); !errors.Is(err, syscall.EACCES) {
		t.Errorf("/proc: %v", err)
	}
}
