package vfs

import (
	"io/fs"
	"syscall"
	"time"
)

// Empty is a filesystem that holds nothing but an empty root and can not be
// written to.
func Empty() FS { return empty{} }

type empty struct{}

func missing(op, name string) error { return &fs.PathError{Op: op, Path: name, Err: syscall.ENOENT} }
func frozen(op, name string) error  { return &fs.PathError{Op: op, Path: name, Err: syscall.EROFS} }

func (empty) OpenFile(name string, flag int, _ fs.FileMode) (File, error) {
	if flag&syscall.O_CREAT != 0 {
		return nil, frozen("open", name)
	}
	return nil, missing("open", name)
}

func (empty) Stat(name string) (fs.FileInfo, error) {
	if name == "/" {
		return root{}, nil
	}
	return nil, missing("stat", name)
}

func (e empty) Lstat(name string) (fs.FileInfo, error) { return e.Stat(name) }

func (empty) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "/" {
		return nil, nil
	}
	return nil, missing("open", name)
}

func (empty) Mkdir(name string, _ fs.FileMode) error    { return frozen("mkdir", name) }
func (empty) Remove(name string) error                  { return missing("remove", name) }
func (empty) Rename(from, _ string) error               { return missing("rename", from) }
func (empty) Symlink(_, name string) error              { return frozen("symlink", name) }
func (empty) Readlink(name string) (string, error)      { return "", missing("readlink", name) }
func (empty) Link(target, _ string) error               { return missing("link", target) }
func (empty) Chmod(name string, _ fs.FileMode) error    { return frozen("chmod", name) }
func (empty) Chtimes(name string, _, _ time.Time) error { return frozen("chtimes", name) }
func (empty) Truncate(name string, _ int64) error       { return missing("truncate", name) }
func (empty) Mkfifo(name string, _ fs.FileMode) error   { return frozen("mkfifo", name) }

// root is the directory / of Empty.
type root struct{}

func (root) Name() string       { return "/" }
func (root) Size() int64        { return 0 }
func (root) Mode() fs.FileMode  { return fs.ModeDir | 0o755 }
func (root) ModTime() time.Time { return time.Time{} }
func (root) IsDir() bool        { return true }
func (root) Sys() any           { return &Sys{Ino: 1, Nlink: 2} }
