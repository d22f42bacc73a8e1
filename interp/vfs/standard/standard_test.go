package standard_test

import (
	"io"
	"os"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
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
