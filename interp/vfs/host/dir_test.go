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

// What a Dir changes is in the directory that was opened, wherever that went and
// whatever took its name, and no link is followed.
func TestDirChangesWhatItHolds(t *testing.T) {
	t.Parallel()
	outside, f := prison(t)
	root := outside + "/root"
	for name, what := range map[string]func(vfs.Dir) error{
		"chmod of a file":        func(d vfs.Dir) error { return d.Chmod("secret", 0o600) },
		"removal of a file":      func(d vfs.Dir) error { return d.Remove("secret") },
		"removal of a directory": func(d vfs.Dir) error { return d.Remove("secrets") },
	} {
		must(t, os.MkdirAll(root+"/flip/secrets", 0o755))
		must(t, os.WriteFile(root+"/flip/secret", nil, 0o644))
		d, err := f.OpenDir("/flip")
		must(t, err)
		_, err = d.Lstat("secret")
		must(t, err)
		must(t, os.Rename(root+"/flip", root+"/elsewhere"))
		must(t, os.Symlink(outside, root+"/flip"))
		if err := what(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		must(t, d.Close())
		if err := what(d); err == nil {
			t.Errorf("%s in a directory that is closed", name)
		}
		check(t, outside, name)
		must(t, os.Remove(root+"/flip"))
		must(t, os.RemoveAll(root+"/elsewhere"))
	}
}

// Links are not followed, also where one took the place of a file.
func TestDirStopsAtLinks(t *testing.T) {
	t.Parallel()
	outside, f := prison(t)
	root := outside + "/root"
	must(t, os.WriteFile(root+"/inside", nil, 0o644))
	must(t, os.WriteFile(root+"/a/file", nil, 0o644))
	d, err := f.OpenDir("/a")
	must(t, err)
	defer d.Close()
	if err := d.Chmod("file", 0o600); err != nil {
		t.Error(err)
	}
	_, err = d.Lstat("file")
	must(t, err)
	must(t, os.Remove(root+"/a/file"))
	must(t, os.Symlink("../inside", root+"/a/file"))
	for _, name := range []string{"file", "link", "veryfar"} {
		if err := d.Chmod(name, 0o777); !errors.Is(err, syscall.EOPNOTSUPP) {
			t.Errorf("chmod %s: %v", name, err)
		}
	}
	if err := d.Chmod("none", 0o777); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("chmod: %v", err)
	}
	for name, want := range map[string]error{"none": syscall.ENOENT, "b": syscall.ENOTEMPTY, "..": syscall.ENOTEMPTY, "link": nil, "file": nil} {
		if err := d.Remove(name); !errors.Is(err, want) {
			t.Errorf("remove %s: %v, want %v", name, err, want)
		}
	}
	if fi, err := os.Stat(root + "/inside"); err != nil || fi.Mode() != 0o644 {
		t.Errorf("%v, %v", fi, err)
	}
	check(t, outside, "a link")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
