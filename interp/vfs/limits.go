package vfs

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// Limits of names and walks, those of Linux (limits.h, path_resolution(7)).
const (
	// MaxPath is the longest path in bytes.
	MaxPath = 4095
	// MaxName is the longest component in bytes.
	MaxName = 255
	// MaxLinks is how many symbolic links one walk follows.
	MaxLinks = 40
)

// CheckPath returns the errno for a path that no walk can begin with, or nil:
// ENOENT when it is empty, ENAMETOOLONG, and EINVAL when it is relative or has
// a NUL byte.
func CheckPath(name string) error {
	switch {
	case name == "":
		return syscall.ENOENT
	case len(name) > MaxPath:
		return syscall.ENAMETOOLONG
	case name[0] != '/' || strings.IndexByte(name, 0) >= 0:
		return syscall.EINVAL
	}
	return nil
}

// Error is err about name as an FS returns it: a *fs.PathError, unless it is
// one, a *LinkError or nil.
func Error(op, name string, err error) error {
	switch err.(type) {
	case nil, *fs.PathError, *LinkError:
		return err
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

// Space is how full a filesystem is (statvfs(3)).
type Space struct {
	// Bytes is the size of the filesystem.
	Bytes, UsedBytes int64
	// Files is how many files of any kind it can have.
	Files, UsedFiles int64
}

// A Spacer is an FS that knows its Space at a path, for df.
type Spacer interface {
	// Space is that of the filesystem that the file at name is on.
	Space(name string) (Space, error)
}

// Missing tells whether err says that a file does not exist where it could.
func Missing(err error) bool { return errors.Is(err, syscall.ENOENT) }
