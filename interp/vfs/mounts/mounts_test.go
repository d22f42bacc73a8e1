package mounts_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/memory"
	"github.com/aegish/aegish/interp/vfs/mounts"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

func tree(t *testing.T) *memory.FS {
	t.Helper()
	m, err := memory.New(memory.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// world has / with files and links, /mnt with more, /mnt/ro, and /hidden that
// has no directory below.
func world(t *testing.T) *mounts.FS {
	t.Helper()
	root, mnt, ro := tree(t), tree(t), tree(t)
	for _, d := range []string{"/d", "/mnt"} {
		root.Mkdir(d, 0o755)
	}
	root.WriteFile("/d/file", []byte("root"), 0o644)
	for name, target := range map[string]string{
		"/abs": "/mnt/file", "/rel": "mnt/sub", "/d/up": "../mnt/ro/file", "/loop": "loop", "/out": "../../../mnt/file", "/dangling": "/mnt/new",
	} {
		root.Symlink(target, name)
	}
	mnt.WriteFile("/file", []byte("mnt"), 0o755)
	mnt.Mkdir("/sub", 0o755)
	mnt.Mkdir("/ro", 0o755)
	mnt.WriteFile("/sub/f", []byte("sub"), 0o644)
	mnt.Symlink("../../d/file", "/sub/back")
	mnt.Symlink("/d", "/home")
	ro.WriteFile("/file", []byte("ro"), 0o755)
	ro.Mkdir("/dir", 0o755)
	f, err := mounts.New(mounts.Mount{Path: "/", FS: root}, mounts.Mount{Path: "/mnt", FS: mnt, NoExec: true},
		mounts.Mount{Path: "/mnt/ro", FS: ro, ReadOnly: true}, mounts.Mount{Path: "/hidden", FS: tree(t)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func text(f vfs.FS, name string) string {
	o, err := f.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return syscall.Errno(vfstest.Errno(err)).Error()
	}
	defer o.Close()
	if o.Name() != name {
		return "it is called " + o.Name()
	}
	var b [64]byte
	n, _ := o.Read(b[:])
	return string(b[:n])
}

func TestWalkAcrossMounts(t *testing.T) {
	t.Parallel()
	f := world(t)
	for name, want := range map[string]string{
		"/d/file": "root", "/mnt/file": "mnt", "/abs": "mnt", "/rel/f": "sub", "/rel/back": "root", "/d/up": "ro",
		"/mnt/../d/file": "root", "/mnt/ro/../file": "mnt", "/mnt/ro/../../d/./file": "root", "/rel/../file": "mnt",
		"/mnt/home/file": "root", "/mnt/home/../mnt/file": "mnt", "/../../mnt/file": "mnt", "/out": "mnt",
		"/loop": "too many levels of symbolic links", "/loop/..": "too many levels of symbolic links",
		"/nothing/../d/file": "no such file or directory", "/d/file/../file": "not a directory", "/abs/": "not a directory",
		"/mnt/home/../file": "no such file or directory", "/dangling": "no such file or directory", "//mnt//ro///file": "ro",
	} {
		if got := text(f, name); got != want {
			t.Errorf("%s: %q instead of %q", name, got, want)
		}
	}
}

func TestCallsAcrossMounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what string
		do   func(*mounts.FS) error
		want syscall.Errno
	}{
		{"rename across", func(f *mounts.FS) error { return f.Rename("/d/file", "/mnt/x") }, syscall.EXDEV},
		{"rename across by links", func(f *mounts.FS) error { return f.Rename("/rel/f", "/mnt/home/x") }, syscall.EXDEV},
		{"rename inside by a link", func(f *mounts.FS) error { return f.Rename("/rel/f", "/mnt/x") }, 0},
		{"rename what is missing", func(f *mounts.FS) error { return f.Rename("/d/none", "/d/x") }, syscall.ENOENT},
		{"rename a mount", func(f *mounts.FS) error { return f.Rename("/mnt", "/other") }, syscall.EBUSY},
		{"rename over a mount", func(f *mounts.FS) error { return f.Rename("/d", "/hidden") }, syscall.EBUSY},
		{"rename dots", func(f *mounts.FS) error { return f.Rename("/d/.", "/e") }, syscall.EBUSY},
		{"link across", func(f *mounts.FS) error { return f.Link("/d/file", "/mnt/x") }, syscall.EXDEV},
		{"link inside", func(f *mounts.FS) error { return f.Link("/rel/f", "/mnt/x") }, 0},
		{"link a directory", func(f *mounts.FS) error { return f.Link("/rel/", "/mnt/x") }, syscall.EPERM},
		{"remove a mount", func(f *mounts.FS) error { return f.Remove("/mnt/ro") }, syscall.EBUSY},
		{"remove a mount by a link", func(f *mounts.FS) error { return f.Remove("/rel/../ro") }, syscall.EBUSY},
		{"remove the root", func(f *mounts.FS) error { return f.Remove("/") }, syscall.EBUSY},
		{"remove a link", func(f *mounts.FS) error { return f.Remove("/rel") }, 0},
		{"remove dot", func(f *mounts.FS) error { return f.Remove("/d/.") }, syscall.EINVAL},
		{"mkdir at a mount", func(f *mounts.FS) error { return f.Mkdir("/hidden", 0o755) }, syscall.EEXIST},
		{"mkdir by a link", func(f *mounts.FS) error { return f.Mkdir("/rel/new", 0o755) }, 0},
		{"chmod by a link", func(f *mounts.FS) error { return f.Chmod("/abs", 0o600) }, 0},
		{"create through a link", func(f *mounts.FS) error { return create(f, "/dangling") }, 0},
		{"read-only mkdir", func(f *mounts.FS) error { return f.Mkdir("/mnt/ro/x", 0o755) }, syscall.EROFS},
		{"read-only mkdir of what is", func(f *mounts.FS) error { return f.Mkdir("/mnt/ro/dir", 0o755) }, syscall.EEXIST},
		{"read-only create", func(f *mounts.FS) error { return create(f, "/mnt/ro/x") }, syscall.EROFS},
		{"read-only write by a link", func(f *mounts.FS) error { return create(f, "/d/up") }, syscall.EROFS},
		{"read-only remove", func(f *mounts.FS) error { return f.Remove("/mnt/ro/file") }, syscall.EROFS},
		{"read-only truncate", func(f *mounts.FS) error { return f.Truncate("/mnt/ro/file", 0) }, syscall.EROFS},
		{"read-only chmod", func(f *mounts.FS) error { return f.Chmod("/mnt/ro/file", 0) }, syscall.EROFS},
		{"read-only rename", func(f *mounts.FS) error { return f.Rename("/mnt/ro/file", "/mnt/ro/x") }, syscall.EROFS},
		{"read-only link", func(f *mounts.FS) error { return f.Link("/mnt/ro/file", "/mnt/ro/x") }, syscall.EROFS},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			err := c.do(world(t))
			var pe *fs.PathError
			if vfstest.Errno(err) != int(c.want) || err != nil && !errors.As(err, &pe) {
				t.Errorf("%v instead of %v", err, c.want)
			}
		})
	}
}

func create(f *mounts.FS, name string) error {
	o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		o.Close()
	}
	return err
}

func TestMountsAreListed(t *testing.T) {
	t.Parallel()
	f := world(t)
	list, err := f.ReadDir("/mnt/../")
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
		if _, err := e.Info(); err != nil {
			t.Error(err)
		}
	}
	if got := strings.Join(names, " "); got != "abs d dangling hidden loop mnt out rel" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if !f.NoExec("/abs") || f.NoExec("/d/file") || f.NoExec("/d/up") || !f.NoExec("/none") {
		t.Error("noexec is not that of the mount the file is on")
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	m := tree(t)
	many := []mounts.Mount{{Path: "/", FS: m}}
	for i := range 64 {
		many = append(many, mounts.Mount{Path: "/m" + strings.Repeat("x", i), FS: m})
	}
	if _, err := mounts.New(many[:64]...); err != nil {
		t.Error(err)
	}
	for name, list := range map[string][]mounts.Mount{
		"too many": many, "no root": many[1:2], "twice": {many[0], many[0]}, "no filesystem": {{Path: "/"}},
		"relative": {many[0], {Path: "a", FS: m}}, "unclean": {many[0], {Path: "/a/../b", FS: m}}, "slash": {many[0], {Path: "/a/", FS: m}},
	} {
		if _, err := mounts.New(list...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Not parallel: the umask is the process's.
func TestSameAsKernel(t *testing.T) {
	vfstest.Trial{
		New: func(t *testing.T, dir string) vfs.FS {
			f, err := mounts.New(mounts.Mount{Path: "/", FS: vfstest.Copy(t, dir, os.Getuid())})
			if err != nil {
				t.Fatal(err)
			}
			return f
		},
		Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}

// What is held of a directory changes as much as its mount lets it.
func TestDirsKeepTheFlagsOfMounts(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]error{"/mnt/ro": syscall.EROFS, "/mnt/sub": nil, "/d": nil, "/mnt": nil} {
		f := world(t)
		name := map[string]string{"/mnt/ro": "dir", "/mnt/sub": "f", "/d": "file", "/mnt": "file"}[dir]
		d, err := f.OpenDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Chmod(name, 0o700); !errors.Is(err, want) {
			t.Errorf("chmod in %s: %v, want %v", dir, err, want)
		}
		if fi, err := f.Stat(dir + "/" + name); err != nil || (fi.Mode().Perm() == 0o700) != (want == nil) {
			t.Errorf("%s/%s: %v, %v", dir, name, fi, err)
		}
		if err := d.Remove(name); !errors.Is(err, want) {
			t.Errorf("remove in %s: %v, want %v", dir, err, want)
		}
		for _, none := range []error{d.Chmod("none", 0o700), d.Remove("none")} {
			if !errors.Is(none, syscall.ENOENT) {
				t.Errorf("%s: %v", dir, none)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	f := world(t)
	d, err := f.OpenDir("/mnt/sub")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Chmod("back", 0o700); !errors.Is(err, syscall.EOPNOTSUPP) {
		t.Errorf("chmod of a link: %v", err)
	}
	root, err := f.OpenDir("/mnt")
	if err != nil {
		t.Fatal(err)
	}
	if err := root.Remove("ro"); !errors.Is(err, syscall.EBUSY) {
		t.Errorf("removal of a mount: %v", err)
	}
}
