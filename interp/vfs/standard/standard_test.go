package standard_test

import (
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/standard"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

func read(t *testing.T, f vfs.FS, name string) string {
	t.Helper()
	o, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestStandardTree(t *testing.T) {
	t.Parallel()
	w, err := standard.New(standard.Options{User: "ada", Host: "box", Commands: []string{"wc"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, w, "/etc/passwd"); got != "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/bash\n" {
		t.Error(got)
	}
	if fi, err := w.Stat("/bin/wc"); err != nil || fi.Mode() != 0o755 {
		t.Errorf("%v, %v", fi, err)
	}
	for name, want := range map[string]syscall.Errno{
		"/tmp/x": 0, "/home/ada/x": 0, "/var/tmp/x": 0, "/etc/x": syscall.EACCES, "/x": syscall.EACCES, "/root/x": syscall.EACCES,
		"/dev/x": syscall.EROFS, "/proc/x": syscall.EROFS, "/etc/passwd": syscall.EEXIST,
	} {
		if got := vfstest.Errno(w.Mkdir(name, 0o755)); got != int(want) {
			t.Errorf("%s: %v instead of %v", name, syscall.Errno(got), want)
		}
	}
	if _, err := w.OpenFile("/dev/null", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644); err != nil {
		t.Error(err)
	}
	r, err := standard.New(standard.Options{User: "root", Root: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Mkdir("/etc/x", 0o755); err != nil {
		t.Error(err)
	}
	if got := read(t, r, "/etc/passwd"); got != "root:x:0:0:root:/root:/bin/bash\n" {
		t.Error(got)
	}
}

// A tree of somebody else is shown as it is: what stands in for the system is
// there by its path alone, and /tmp where there is none.
func TestStandardAroundABase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		has  []string
		want []string
		tmp  string // what a file in /tmp changes: memory or base
	}{
		{[]string{"/src"}, []string{"src"}, "memory"},
		{[]string{"/src", "/dev", "/tmp"}, []string{"dev", "src", "tmp"}, "base"},
	} {
		base, err := memory.New(memory.Options{Identity: memory.Identity{UID: 7, GID: 7}})
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range tt.has {
			if err := base.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		w, err := standard.New(standard.Options{Base: base, UID: 7, GID: 7})
		if err != nil {
			t.Fatal(err)
		}
		list, err := w.ReadDir("/")
		var names []string
		for _, e := range list {
			names = append(names, e.Name())
		}
		if err != nil || !slices.Equal(names, tt.want) {
			t.Errorf("%v: %v, %v", tt.has, names, err)
		}
		if fi, err := w.Stat("/dev/null"); err != nil || fi.Mode()&fs.ModeDevice == 0 {
			t.Errorf("%v: /dev/null: %v, %v", tt.has, fi, err)
		}
		if fi, err := w.Stat("/proc/self"); err != nil || !fi.IsDir() {
			t.Errorf("%v: /proc/self: %v, %v", tt.has, fi, err)
		}
		if err := w.Mkdir("/tmp/x", 0o755); err != nil {
			t.Error(err)
		}
		if _, err := base.Stat("/tmp/x"); (err == nil) != (tt.tmp == "base") {
			t.Errorf("%v: /tmp/x in the base: %v", tt.has, err)
		}
	}
}
