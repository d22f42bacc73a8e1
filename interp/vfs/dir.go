package vfs

import (
	"io"
	"io/fs"
	"strings"
)

// A Dir is a directory that is held to look at the files in it, which costs less
// than a walk from the root for each of them (fstatat(2)).
type Dir interface {
	// Lstat is FS.Lstat for a name without slashes in the directory, which
	// is neither "." nor "..".
	Lstat(name string) (fs.FileInfo, error)
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
func (d *byName) Close() error                           { return nil }
