package vfs

import (
	"io"
	"io/fs"
	"os"
	"path"
)

// IOFS is what fsys has, to read, as an fs.FS of the standard library: for
// fs.ReadFile, fs.WalkDir and fs.Glob. Its names begin at the root, without a
// slash in front.
func IOFS(fsys FS) fs.FS { return ioFS{fsys} }

type ioFS struct{ fsys FS }

// inner is the name in fsys of one in package fs.
func inner(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	return path.Join("/", name), nil
}

// Open implements fs.FS.
func (f ioFS) Open(name string) (fs.File, error) {
	full, err := inner("open", name)
	if err != nil {
		return nil, err
	}
	file, err := f.fsys.OpenFile(full, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		list, err := f.fsys.ReadDir(full)
		if err != nil {
			file.Close()
			return nil, err
		}
		return &ioDir{file, list}, nil
	}
	return file, nil
}

// Stat implements fs.StatFS.
func (f ioFS) Stat(name string) (fs.FileInfo, error) {
	full, err := inner("stat", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.Stat(full)
}

// Lstat implements fs.ReadLinkFS.
func (f ioFS) Lstat(name string) (fs.FileInfo, error) {
	full, err := inner("lstat", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.Lstat(full)
}

// ReadLink implements fs.ReadLinkFS.
func (f ioFS) ReadLink(name string) (string, error) {
	full, err := inner("readlink", name)
	if err != nil {
		return "", err
	}
	return f.fsys.Readlink(full)
}

// ReadDir implements fs.ReadDirFS.
func (f ioFS) ReadDir(name string) ([]fs.DirEntry, error) {
	full, err := inner("readdir", name)
	if err != nil {
		return nil, err
	}
	return f.fsys.ReadDir(full)
}

// An ioDir is a directory with what is still to be listed.
type ioDir struct {
	File
	rest []fs.DirEntry
}

// ReadDir implements fs.ReadDirFile.
func (d *ioDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(d.rest)
	} else if len(d.rest) == 0 {
		return nil, io.EOF
	}
	list := d.rest[:min(n, len(d.rest))]
	d.rest = d.rest[len(list):]
	return list, nil
}
