package vfs

import (
	"context"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// ReadOnly returns f without the calls that change something: they fail with
// EROFS, after the errors that they have for what does not exist or does.
func ReadOnly(f FS) FS { return readOnly{f} }

type readOnly struct{ FS }

func (r readOnly) StopAtLinks() FS {
	if s, ok := r.FS.(LinkStopper); ok {
		return readOnly{s.StopAtLinks()}
	}
	return r
}

// OpenDir implements DirOpener.
func (r readOnly) OpenDir(name string) (Dir, error) {
	d, err := OpenDir(r.FS, name)
	if err != nil {
		return nil, err
	}
	return readOnlyDir{d}, nil
}

// A readOnlyDir looks into a directory and changes nothing there.
type readOnlyDir struct{ Dir }

func (d readOnlyDir) Chmod(name string, _ fs.FileMode) error {
	fi, err := d.Lstat(name)
	return changed("chmod", name, fi, err)
}

func (d readOnlyDir) Remove(name string) error {
	fi, err := d.Lstat(name)
	return changed("remove", name, fi, err)
}

func (r readOnly) OpenFile(name string, flag int, perm fs.FileMode) (File, error) {
	return r.OpenFileContext(context.Background(), name, flag, perm)
}

// OpenFileContext implements ContextOpener. A named pipe is no part of the
// filesystem that it is found in and can be written.
func (r readOnly) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (File, error) {
	if flag&os.O_CREATE != 0 {
		fi, err := r.FS.Stat(name)
		if err != nil {
			if Missing(err) {
				err = Error("open", name, syscall.EROFS)
			}
			return nil, err
		}
		if flag&os.O_EXCL != 0 {
			return nil, Error("open", name, syscall.EEXIST)
		}
		if fi.IsDir() {
			return nil, Error("open", name, syscall.EISDIR)
		}
		flag &^= os.O_CREATE
	}
	if flag&syscall.O_ACCMODE != os.O_RDONLY || flag&os.O_TRUNC != 0 {
		fi, err := r.FS.Stat(name)
		switch {
		case err != nil:
			return nil, err
		case fi.IsDir():
			return nil, Error("open", name, syscall.EISDIR)
		case fi.Mode().IsRegular():
			return nil, Error("open", name, syscall.EROFS)
		}
	}
	return OpenContext(ctx, r.FS, name, flag, perm)
}

// made is the error of a call that would make a name.
func (r readOnly) made(op, name string) error {
	switch _, err := r.FS.Lstat(name); {
	case err == nil:
		return Error(op, name, syscall.EEXIST)
	case !Missing(err):
		return err
	}
	return Error(op, name, syscall.EROFS)
}

// changed is the error of a call that would change what exists.
func changed(op, name string, _ fs.FileInfo, err error) error {
	if err != nil {
		return err
	}
	return Error(op, name, syscall.EROFS)
}

func (r readOnly) Mkdir(name string, _ fs.FileMode) error  { return r.made("mkdir", name) }
func (r readOnly) Mkfifo(name string, _ fs.FileMode) error { return r.made("mkfifo", name) }
func (r readOnly) Symlink(_, name string) error            { return r.made("symlink", name) }

func (r readOnly) Link(target, name string) error {
	if _, err := r.FS.Lstat(target); err != nil {
		return err
	}
	return r.made("link", name)
}

func (r readOnly) Remove(name string) error {
	fi, err := r.FS.Lstat(name)
	return changed("remove", name, fi, err)
}

func (r readOnly) Rename(from, _ string) error {
	fi, err := r.FS.Lstat(from)
	return changed("rename", from, fi, err)
}

func (r readOnly) Chmod(name string, _ fs.FileMode) error {
	fi, err := r.FS.Stat(name)
	return changed("chmod", name, fi, err)
}

func (r readOnly) Chtimes(name string, _, _ time.Time) error {
	fi, err := r.FS.Stat(name)
	return changed("chtimes", name, fi, err)
}

// Lchtimes implements LinkTimer.
func (r readOnly) Lchtimes(name string, _, _ time.Time) error {
	fi, err := r.FS.Lstat(name)
	return changed("chtimes", name, fi, err)
}

func (r readOnly) Truncate(name string, _ int64) error {
	fi, err := r.FS.Stat(name)
	return changed("truncate", name, fi, err)
}
