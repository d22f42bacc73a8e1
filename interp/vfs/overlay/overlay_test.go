package overlay_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/overlay"
	"github.com/aegish/aegish/interp/vfs/vfstest"
	"golang.org/x/sys/unix"
)

func over(t *testing.T, dir string, uid int) *overlay.FS {
	t.Helper()
	h, err := host.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	o, err := overlay.New(vfs.ReadOnly(h), memory.Identity{UID: uint32(uid), GID: uint32(uid)}, memory.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Not parallel: the umask is the process's.
func TestSameAsKernel(t *testing.T) {
	vfstest.Trial{
		New:  func(t *testing.T, dir string) vfs.FS { return over(t, dir, os.Getuid()) },
		Fill: true, Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}

func state(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(&b, path[len(dir):], fi.Mode(), fi.ModTime().UnixNano())
		if fi.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b.Write(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, f vfs.FS, name, text string, flag int) {
	t.Helper()
	o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|flag, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(o, text); err != nil {
		t.Fatal(err)
	}
	o.Close()
}

func read(t *testing.T, f vfs.FS, name string) string {
	t.Helper()
	o, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return err.Error()
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func base(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{"/dir/sub", "/gone/deep", "/same"} {
		must(t, os.MkdirAll(dir+d, 0o755))
	}
	for _, n := range []string{"/file", "/dir/a", "/dir/sub/b", "/gone/deep/c", "/same/d", "/mode", "/hard", "/replaced", "/back"} {
		must(t, os.WriteFile(dir+n, []byte("base "+n), 0o644))
	}
	must(t, os.Link(dir+"/hard", dir+"/same/hard"), os.Symlink("file", dir+"/link"))
	return dir
}

func TestChangesStayInside(t *testing.T) {
	t.Parallel()
	dir := base(t)
	before := state(t, dir)
	f := over(t, dir, os.Getuid())
	reader, err := f.OpenFile("/file", os.O_RDONLY, 0)
	must(t, err)
	write(t, f, "/file", " and more", os.O_APPEND)
	if b, _ := io.ReadAll(reader); string(b) != "base /file and more" {
		t.Errorf("who has the file open reads %q", b)
	}
	reader.Close()
	write(t, f, "/hard", "new", os.O_TRUNC)
	if got := read(t, f, "/same/hard"); got != "new" {
		t.Errorf("the other name of a hard link has %q", got)
	}
	write(t, f, "/new", "x", 0)
	must(t, f.Rename("/dir", "/moved"), f.Chmod("/mode", 0o600), f.Remove("/gone/deep/c"), f.Remove("/gone/deep"),
		f.Remove("/gone"), f.Mkdir("/gone", 0o755), f.Remove("/replaced"), f.Symlink("x", "/replaced"), f.Remove("/link"),
		f.Mkdir("/made", 0o755), f.Link("/same/d", "/made/link"), f.Rename("/back", "/back2"), f.Rename("/back2", "/back"))
	write(t, f, "/moved/sub/b", "!", os.O_APPEND)
	write(t, f, "/made/inner", "", 0)
	if got := read(t, f, "/moved/a") + read(t, f, "/moved/sub/b"); got != "base /dir/abase /dir/sub/b!" {
		t.Errorf("in the renamed directory: %q", got)
	}
	if list, err := f.ReadDir("/gone"); len(list) != 0 || err != nil {
		t.Errorf("a directory made anew has %v, %v", list, err)
	}
	if state(t, dir) != before {
		t.Error("the base has changed")
	}
	var b strings.Builder
	must(t, f.WriteChanges(&b))
	want := `M file "/back" attributes
D dir "/dir"
M file "/file"
M dir "/gone"
M file "/hard"
D link "/link"
A dir "/made"
A file "/made/inner"
A file "/made/link"
M file "/mode" attributes
R dir "/moved" from "/dir"
M file "/moved/sub/b"
A file "/new"
M link "/replaced"
M file "/same/d" attributes
M file "/same/hard"
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSnapshotOfOverlay(t *testing.T) {
	t.Parallel()
	f := over(t, base(t), os.Getuid())
	write(t, f, "/file", "one", os.O_TRUNC)
	s := f.Snapshot()
	write(t, f, "/file", "two", os.O_TRUNC)
	must(t, s.Remove("/dir/a"))
	if a, b := read(t, f, "/file"), read(t, s, "/file"); a != "two" || b != "one" {
		t.Errorf("%q and %q", a, b)
	}
	if got := read(t, f, "/dir/a"); got != "base /dir/a" {
		t.Errorf("removed in the snapshot: %q", got)
	}
}

// What was only looked at is forgotten again.
func TestLookingIsBounded(t *testing.T) {
	t.Parallel()
	big, err := memory.New(memory.Options{})
	must(t, err)
	for i := range 70_000 {
		if i%1000 == 0 {
			must(t, big.Mkdir(fmt.Sprintf("/d%d", i/1000), 0o755))
		}
		must(t, big.Symlink("x", fmt.Sprintf("/d%d/f%d", i/1000, i)))
	}
	f, err := overlay.New(big, memory.Identity{}, memory.Limits{Files: 100})
	must(t, err)
	must(t, f.Chmod("/d3", 0o700))
	for i := range 70_000 {
		if _, err := f.Lstat(fmt.Sprintf("/d%d/f%d", i/1000, i)); err != nil {
			t.Fatal(err)
		}
	}
	if fi, err := f.Stat("/d3"); err != nil || fi.Mode().Perm() != 0o700 {
		t.Errorf("a change was forgotten: %v, %v", fi, err)
	}
	if c, err := f.Changes(); len(c) != 1 || err != nil {
		t.Errorf("%v, %v", c, err)
	}
	if s, _ := f.Space("/"); s.UsedFiles != 1 {
		t.Errorf("looking counts as %d files", s.UsedFiles)
	}
	must(t, f.Chtimes("/d4", time.Unix(1, 0), time.Unix(1, 0)))
}

// TestNobodyWaitsForTheBase puts a named pipe, a directory and a link where a file was
// when it was looked at: whatever is done with the file returns.
func TestNobodyWaitsForTheBase(t *testing.T) {
	t.Parallel()
	write := func(o *overlay.FS, flag int) error {
		f, err := o.OpenFile("/f", flag, 0)
		if err == nil {
			_, err = f.Write([]byte("x"))
			f.Close()
		}
		return err
	}
	for what, swap := range map[string]func(name string) error{
		"pipe":      func(name string) error { return unix.Mkfifo(name, 0o666) },
		"directory": func(name string) error { return os.Mkdir(name, 0o777) },
		"nothing":   func(name string) error { return nil },
		"loop":      func(name string) error { return os.Symlink("f", name) },
	} {
		for use, do := range map[string]func(o *overlay.FS) error{
			"read": func(o *overlay.FS) error {
				f, err := o.OpenFile("/f", os.O_RDONLY, 0)
				if err == nil {
					_, err = io.ReadAll(f)
					f.Close()
				}
				return err
			},
			"write":    func(o *overlay.FS) error { return write(o, os.O_WRONLY) },
			"append":   func(o *overlay.FS) error { return write(o, os.O_WRONLY|os.O_APPEND) },
			"truncate": func(o *overlay.FS) error { return o.Truncate("/f", 2) },
		} {
			dir := t.TempDir()
			name := filepath.Join(dir, "f")
			if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
				t.Fatal(err)
			}
			o := over(t, dir, os.Getuid())
			if _, err := o.Stat("/f"); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Remove(name), swap(name)); err != nil {
				t.Fatal(err)
			}
			done := make(chan error, 1)
			go func() { done <- do(o) }()
			select {
			case err := <-done:
				if err == nil {
					t.Errorf("%s of what is a %s now succeeded", use, what)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%s of what is a %s now waits", use, what)
			}
		}
	}
}
