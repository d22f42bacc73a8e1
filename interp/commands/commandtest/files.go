package commandtest

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// relative resolves names against the working directory, as the filesystem of
// a Call does.
type relative struct {
	fs   vfs.FS
	mask fs.FileMode
}

func (r *relative) at(name string) string {
	if name == "" || strings.HasPrefix(name, "/") {
		return name
	}
	return dir + "/" + name
}

// named gives errors the names that the caller used.
func named(err error, name string) error {
	if p, ok := err.(*fs.PathError); ok {
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	}
	return err
}

func (r *relative) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	f, err := r.fs.OpenFile(r.at(name), flag, perm&^r.mask)
	return f, named(err, name)
}

func (r *relative) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	f, err := vfs.OpenContext(ctx, r.fs, r.at(name), flag, perm&^r.mask)
	return f, named(err, name)
}

func (r *relative) Stat(name string) (fs.FileInfo, error) {
	fi, err := r.fs.Stat(r.at(name))
	return fi, named(err, name)
}

func (r *relative) Lstat(name string) (fs.FileInfo, error) {
	fi, err := r.fs.Lstat(r.at(name))
	return fi, named(err, name)
}

func (r *relative) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := r.fs.ReadDir(r.at(name))
	return list, named(err, name)
}

func (r *relative) Mkdir(name string, perm fs.FileMode) error {
	return named(r.fs.Mkdir(r.at(name), perm&^r.mask), name)
}
func (r *relative) Remove(name string) error { return named(r.fs.Remove(r.at(name)), name) }
func (r *relative) Rename(from, to string) error {
	return named(r.fs.Rename(r.at(from), r.at(to)), from)
}
func (r *relative) Symlink(target, name string) error {
	return named(r.fs.Symlink(target, r.at(name)), name)
}
func (r *relative) Readlink(name string) (string, error) {
	target, err := r.fs.Readlink(r.at(name))
	return target, named(err, name)
}
func (r *relative) Link(target, name string) error {
	return named(r.fs.Link(r.at(target), r.at(name)), name)
}
func (r *relative) Chmod(name string, mode fs.FileMode) error {
	return named(r.fs.Chmod(r.at(name), mode), name)
}
func (r *relative) Chtimes(name string, atime, mtime time.Time) error {
	return named(r.fs.Chtimes(r.at(name), atime, mtime), name)
}
func (r *relative) Lchtimes(name string, atime, mtime time.Time) error {
	return named(vfs.Lchtimes(r.fs, r.at(name), atime, mtime), name)
}
func (r *relative) Truncate(name string, size int64) error {
	return named(r.fs.Truncate(r.at(name), size), name)
}
func (r *relative) Mkfifo(name string, perm fs.FileMode) error {
	return named(r.fs.Mkfifo(r.at(name), perm&^r.mask), name)
}

// fill makes the files of a case below dir.
func fill(t testing.TB, m vfs.FS, mask fs.FileMode, c Case) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		full := dir + "/" + strings.TrimSuffix(name, "/")
		parents := path.Dir(full)
		if strings.HasSuffix(name, "/") {
			parents = full
		}
		for i := len(dir) + 1; i <= len(parents); i++ {
			if i == len(parents) || parents[i] == '/' {
				if err := m.Mkdir(parents[:i], 0o755&^mask); err != nil && !os.IsExist(err) {
					t.Fatal(err)
				}
			}
		}
		if parents == full {
			continue
		}
		f, err := m.OpenFile(full, os.O_WRONLY|os.O_CREATE, 0o644&^mask)
		if err == nil {
			_, err = io.WriteString(f, c.Files[name])
			f.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range c.Links {
		if err := m.Symlink(target, dir+"/"+name); err != nil {
			t.Fatal(err)
		}
	}
}

// listing describes all files below dir.
func listing(t testing.TB, m vfs.FS) string {
	t.Helper()
	var b strings.Builder
	var walk func(name string)
	walk = func(name string) {
		list, err := m.ReadDir(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			full := name + "/" + e.Name()
			fi, err := m.Lstat(full)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s %s", describe(fi.Mode()), full[len(dir)+1:])
			switch fi.Mode().Type() {
			case fs.ModeSymlink:
				target, err := m.Readlink(full)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, " -> %s\n", target)
			case fs.ModeDir:
				b.WriteByte('\n')
				walk(full)
			case 0:
				f, err := m.OpenFile(full, os.O_RDONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				data, err := io.ReadAll(f)
				f.Close()
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, " %q\n", data)
			default:
				b.WriteByte('\n')
			}
		}
	}
	walk(dir)
	return b.String()
}

// Space implements vfs.Spacer where the filesystem does.
func (r *relative) Space(name string) (vfs.Space, error) {
	sp, ok := r.fs.(vfs.Spacer)
	if !ok {
		return vfs.Space{}, &fs.PathError{Op: "statfs", Path: name, Err: syscall.ENOSYS}
	}
	space, err := sp.Space(r.at(name))
	return space, named(err, name)
}
