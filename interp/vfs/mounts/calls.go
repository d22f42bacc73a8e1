package mounts

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// OpenFile implements vfs.FS.
func (f *FS) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return f.OpenFileContext(context.Background(), name, flag, perm)
}

// OpenFileContext implements vfs.ContextOpener.
func (f *FS) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (file vfs.File, err error) {
	if flag&os.O_CREATE != 0 && dotted(name) {
		if _, err := f.Stat(name); err != nil {
			return nil, renamed(err, "open", name)
		}
		if flag&os.O_EXCL != 0 {
			return nil, vfs.Error("open", name, syscall.EEXIST)
		}
		return nil, vfs.Error("open", name, syscall.EISDIR)
	}
	err = f.walk(name, func(m *mount, inner, _ string) (err error) {
		file, err = vfs.OpenContext(ctx, m.bare, inner, flag, perm)
		return err
	})
	if err != nil {
		return nil, renamed(err, "open", name)
	}
	if file.Name() != name {
		file = withName(file, name)
	}
	return file, nil
}

func (f *FS) stat(op, name string, look func(vfs.FS, string) (fs.FileInfo, error)) (fi fs.FileInfo, err error) {
	err = f.walk(name, func(m *mount, inner, _ string) (err error) {
		fi, err = look(m.bare, inner)
		return err
	})
	if err != nil {
		return nil, renamed(err, op, name)
	}
	if want := path.Base(name); fi.Name() != want {
		fi = rootInfo{fi, want}
	}
	return fi, nil
}

// Stat implements vfs.FS.
func (f *FS) Stat(name string) (fs.FileInfo, error) { return f.stat("stat", name, vfs.FS.Stat) }

// Lstat implements vfs.FS.
func (f *FS) Lstat(name string) (fs.FileInfo, error) { return f.stat("lstat", name, vfs.FS.Lstat) }

// ReadDir implements vfs.FS. What is mounted in the directory is in the list,
// as a directory, unless it is Unlisted.
func (f *FS) ReadDir(name string) (list []fs.DirEntry, err error) {
	err = f.walk(name, func(m *mount, inner, whole string) (err error) {
		if list, err = m.bare.ReadDir(inner); err != nil {
			return err
		}
		dir := "/" + strings.Trim(whole, "/")
		for _, covers := range f.covering(dir) {
			e, sub := &entry{f, covers.Path}, path.Base(covers.Path)
			i, found := slices.BinarySearchFunc(list, sub, func(e fs.DirEntry, n string) int { return strings.Compare(e.Name(), n) })
			switch {
			case found:
				list[i] = e
			case !covers.Unlisted:
				list = slices.Insert(list, i, fs.DirEntry(e))
			}
		}
		return nil
	})
	return list, renamed(err, "open", name)
}

type entry struct {
	f    *FS
	path string
}

func (e *entry) Name() string               { return path.Base(e.path) }
func (e *entry) IsDir() bool                { return true }
func (e *entry) Type() fs.FileMode          { return fs.ModeDir }
func (e *entry) Info() (fs.FileInfo, error) { return e.f.Lstat(e.path) }

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	return f.one("mkdir", name, syscall.EEXIST, func(b vfs.FS, n string) error { return b.Mkdir(n, perm) })
}

// Mkfifo implements vfs.FS.
func (f *FS) Mkfifo(name string, perm fs.FileMode) error {
	return f.one("mkfifo", name, syscall.EEXIST, func(b vfs.FS, n string) error { return b.Mkfifo(n, perm) })
}

// Symlink implements vfs.FS.
func (f *FS) Symlink(target, name string) error {
	return f.one("symlink", name, syscall.EEXIST, func(b vfs.FS, n string) error { return b.Symlink(target, n) })
}

// Remove implements vfs.FS. What something is mounted at or below is busy.
func (f *FS) Remove(name string) error {
	return f.one("remove", name, syscall.EBUSY, vfs.FS.Remove)
}

// one does a call on a name that is not followed; atRoot is the error where a
// mount is.
func (f *FS) one(op, name string, atRoot syscall.Errno, do func(vfs.FS, string) error) error {
	if dotted(name) {
		return vfs.Error(op, name, f.dots(op, name, atRoot))
	}
	err := f.walk(name, func(m *mount, inner, whole string) error {
		if f.isRoot(whole) || atRoot == syscall.EBUSY && f.busy(whole) {
			return atRoot
		}
		return do(m.bare, inner)
	})
	return renamed(err, op, name)
}

// dotted tells whether the last name of a path is "." or "..".
func dotted(name string) bool {
	trimmed := strings.TrimRight(name, "/")
	last := trimmed[strings.LastIndexByte(trimmed, '/')+1:]
	return last == "." || last == ".."
}

// dots is the error of a call that can not be done with "." or "..".
func (f *FS) dots(op, name string, otherwise syscall.Errno) error {
	if err := vfs.CheckPath(name); err != nil {
		return err
	}
	parent, last := path.Split(strings.TrimRight(name, "/"))
	links := 0
	if _, err := f.enter(strings.TrimRight(parent, "/"), &links); err != nil {
		return err
	}
	switch {
	case op == "remove" && last == ".":
		return syscall.EINVAL
	case op == "remove" && last == "..":
		return syscall.ENOTEMPTY
	}
	return otherwise
}

// place is a path with no link before its last name.
func (f *FS) place(name string) (string, error) {
	if err := vfs.CheckPath(name); err != nil {
		return "", err
	}
	trimmed := strings.TrimRight(name, "/")
	if trimmed == "" {
		return "/", nil
	}
	links := 0
	i := strings.LastIndexByte(trimmed, '/')
	dir, err := f.enter(strings.TrimRight(trimmed[:i], "/"), &links)
	return dir + name[i:], err
}

// Rename implements vfs.FS: EXDEV from one mount to another, EBUSY for what
// something is mounted at or below.
func (f *FS) Rename(from, to string) error { return vfs.Error("rename", from, f.rename(from, to)) }

func (f *FS) rename(from, to string) error {
	a, err := f.place(from)
	if err != nil {
		return err
	}
	b, err := f.place(to)
	if err != nil {
		return err
	}
	// What counts is where the names are, not what is mounted on them.
	m, _ := f.at(path.Dir(strings.TrimRight(a, "/")))
	n, _ := f.at(path.Dir(strings.TrimRight(b, "/")))
	switch {
	case m != n:
		return syscall.EXDEV
	case dotted(from) || dotted(to) || a == "/" || b == "/":
		return syscall.EBUSY
	}
	inner, inner2 := m.inside(a), m.inside(b)
	if _, err := m.bare.Lstat(strings.TrimRight(inner, "/")); err != nil {
		return errnoOf(err)
	}
	if f.busy(a) || f.busy(b) {
		return syscall.EBUSY
	}
	return errnoOf(m.bare.Rename(inner, inner2))
}

// inside is the name in a mount of a path that is below it.
func (m *mount) inside(name string) string {
	return name[len(strings.TrimRight(m.Path, "/")):]
}

// Link implements vfs.FS: EXDEV from one mount to another.
func (f *FS) Link(target, name string) error { return vfs.Error("link", name, f.link(target, name)) }

func (f *FS) link(target, name string) error {
	fi, err := f.Lstat(target)
	if err != nil {
		return errnoOf(err)
	}
	b, err := f.place(name)
	if err != nil {
		return err
	}
	if dotted(name) || f.isRoot(b) {
		return syscall.EEXIST
	}
	var a string
	if fi.IsDir() {
		links := 0
		a, err = f.enter(strings.TrimRight(target, "/"), &links)
		a += "/"
	} else {
		a, err = f.place(target)
	}
	if err != nil && !fi.IsDir() {
		return err
	}
	m, inner := f.at(a)
	n, inner2 := f.at(b)
	if m != n {
		if _, err := n.bare.Lstat(strings.TrimRight(inner2, "/")); err == nil {
			return syscall.EEXIST
		}
		if strings.HasSuffix(name, "/") {
			return syscall.ENOENT
		}
		return syscall.EXDEV
	}
	if fi.IsDir() && inner == "/" {
		inner = "/."
	}
	return errnoOf(m.bare.Link(strings.TrimRight(inner, "/"), inner2))
}

// Readlink implements vfs.FS.
func (f *FS) Readlink(name string) (target string, err error) {
	err = f.walk(name, func(m *mount, inner, _ string) (err error) {
		target, err = m.bare.Readlink(inner)
		return err
	})
	return target, renamed(err, "readlink", name)
}

func (f *FS) followed(op, name string, do func(vfs.FS, string) error) error {
	return renamed(f.walk(name, func(m *mount, inner, _ string) error { return do(m.bare, inner) }), op, name)
}

// Chmod implements vfs.FS.
func (f *FS) Chmod(name string, mode fs.FileMode) error {
	return f.followed("chmod", name, func(b vfs.FS, n string) error { return b.Chmod(n, mode) })
}

// Chtimes implements vfs.FS.
func (f *FS) Chtimes(name string, atime, mtime time.Time) error {
	return f.followed("chtimes", name, func(b vfs.FS, n string) error { return b.Chtimes(n, atime, mtime) })
}

// Lchtimes implements vfs.LinkTimer.
func (f *FS) Lchtimes(name string, atime, mtime time.Time) error {
	return f.followed("chtimes", name, func(b vfs.FS, n string) error { return vfs.Lchtimes(b, n, atime, mtime) })
}

// Truncate implements vfs.FS.
func (f *FS) Truncate(name string, size int64) error {
	if size < 0 {
		return vfs.Error("truncate", name, syscall.EINVAL)
	}
	return f.followed("truncate", name, func(b vfs.FS, n string) error { return b.Truncate(n, size) })
}
