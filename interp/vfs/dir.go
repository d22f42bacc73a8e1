package vfs

import (
	"io"
	"io/fs"
	"strings"
	"syscall"
)

// A Dir is a directory that is held to work on the files in it, which costs less
// than a walk from the root for each of them (fstatat(2)), and stays with them
// when the directory is moved. Names have no slashes and are neither "." nor "..".
type Dir interface {
	// Lstat is FS.Lstat for a name in the directory.
	Lstat(name string) (fs.FileInfo, error)
	// Chmod is FS.Chmod for a name in the directory; EOPNOTSUPP for a symbolic
	// link, which is not followed.
	Chmod(name string, mode fs.FileMode) error
	// Remove is FS.Remove for a name in the directory.
	Remove(name string) error
	io.Closer
}

// A DirOpener is an FS whose files are found faster from their directory.
type DirOpener interface {
	// OpenDir opens a directory, following symbolic links as Stat does. Rights
	// are those that Lstat of a file in it needs: to search it, not to list it.
	OpenDir(name string) (Dir, error)
}

// OpenDir opens a directory of fsys. Where fsys has no faster way, each file is
// looked up by its whole name.
func OpenDir(fsys FS, name string) (Dir, error) {
	if o, ok := fsys.(DirOpener); ok {
		return o.OpenDir(name)
	}
	return ByName(fsys, name), nil
}

// ByName is a Dir that looks up whole names and holds nothing.
func ByName(fsys FS, name string) Dir {
	return &byName{fsys, strings.TrimRight(name, "/") + "/"}
}

type byName struct {
	fsys   FS
	prefix string
}

func (d *byName) Lstat(name string) (fs.FileInfo, error) { return d.fsys.Lstat(d.prefix + name) }
func (d *byName) Remove(name string) error               { return d.fsys.Remove(d.prefix + name) }
func (d *byName) Close() error                           { return nil }

func (d *byName) Chmod(name string, mode fs.FileMode) error {
	fi, err := d.Lstat(name)
	switch {
	case err != nil:
		return err
	case fi.Mode()&fs.ModeSymlink != 0:
		return Error("chmod", d.prefix+name, syscall.EOPNOTSUPP)
	}
	return d.fsys.Chmod(d.prefix+name, mode)
}
