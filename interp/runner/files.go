package runner

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// files is the filesystem as one shell sees it: relative names are taken from
// its working directory, the names of its descriptors are found, the hook is
// asked before each open, and the umask is applied. It keeps a context because
// the methods of vfs.FS have no place for one.
type files struct {
	sh  *shell
	ctx context.Context
	// argv is the command that uses it, nil for the shell.
	argv []string
}

// A deniedError is a denial by the hook.
type deniedError struct{ err error }

func (e *deniedError) Error() string { return e.err.Error() }
func (e *deniedError) Unwrap() error { return syscall.EACCES }

func (f *files) base() vfs.FS { return f.sh.eng.cfg.FS }

// absolute is the absolute name of a file; op names the call for the error.
func (f *files) absolute(op, name string) (string, error) {
	if name == "" {
		return "", &fs.PathError{Op: op, Path: name, Err: syscall.ENOENT}
	}
	if strings.IndexByte(name, 0) >= 0 {
		return "", &fs.PathError{Op: op, Path: name, Err: syscall.EINVAL}
	}
	full := name
	if name[0] != '/' {
		full = f.sh.st.Dir + "/" + name
	}
	full = vfs.Tidy(full)
	return full + ending(name, full), nil
}

// ending is what a name ends in that asks for a directory, and that tidy took
// off: the filesystem knows what it means to each call.
func ending(name, tidied string) string {
	switch {
	case tidied == "/":
		return ""
	case strings.HasSuffix(name, "/"):
		return "/"
	case name == "." || strings.HasSuffix(name, "/."):
		return "/."
	}
	return ""
}

// descriptor tells which descriptor a name means: /dev/stdin, /dev/fd/3.
func descriptor(name string) (int, bool) {
	switch name {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	digits, ok := strings.CutPrefix(name, "/dev/fd/")
	if !ok {
		digits, ok = strings.CutPrefix(name, "/proc/self/fd/")
	}
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0 && digits[0] != '+'
}

// open opens a file as an open file description.
func (f *files) open(ctx context.Context, name string, flag int) (stream.Description, error) {
	full, err := f.absolute("open", name)
	if err != nil {
		return nil, err
	}
	if fd, ok := descriptor(full); ok {
		d, ok := f.sh.fds.Get(fd)
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
		}
		return d.Retain(), nil
	}
	file, err := f.openJudged(ctx, full, flag, 0o666)
	if err != nil {
		return nil, err
	}
	if file == nil {
		return stream.Null(), nil
	}
	return stream.WithContext(ctx, stream.Open(file, flag)), nil
}

// OpenFile implements vfs.FS.
func (f *files) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return f.OpenFileContext(f.ctx, name, flag, perm)
}

// OpenFileContext implements vfs.ContextOpener.
func (f *files) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	full, err := f.absolute("open", name)
	if err != nil {
		return nil, err
	}
	if fd, ok := descriptor(full); ok {
		d, ok := f.sh.fds.Get(fd)
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
		}
		return &streamFile{d.Retain(), full}, nil
	}
	file, err := f.openJudged(ctx, full, flag, perm)
	if err == nil && file == nil {
		return &streamFile{stream.Null(), full}, nil
	}
	return file, err
}

// Stat implements vfs.FS.
func (f *files) Stat(name string) (fs.FileInfo, error) {
	full, err := f.absolute("stat", name)
	if err != nil {
		return nil, err
	}
	if fd, ok := descriptor(full); ok {
		d, ok := f.sh.fds.Get(fd)
		if !ok {
			return nil, &fs.PathError{Op: "stat", Path: name, Err: syscall.ENOENT}
		}
		return d.Stat()
	}
	return f.base().Stat(full)
}

// Lstat implements vfs.FS.
func (f *files) Lstat(name string) (fs.FileInfo, error) {
	full, err := f.absolute("lstat", name)
	if err != nil {
		return nil, err
	}
	if _, ok := descriptor(full); ok {
		return f.Stat(name)
	}
	return f.base().Lstat(full)
}

// ReadDir implements vfs.FS.
func (f *files) ReadDir(name string) ([]fs.DirEntry, error) {
	full, err := f.absolute("open", name)
	if err != nil {
		return nil, err
	}
	var list []fs.DirEntry
	err = f.judged(f.ctx, use{"open", full, syscall.O_RDONLY | syscall.O_DIRECTORY, true}, func(b vfs.FS, name string) error {
		list, err = b.ReadDir(name)
		return err
	})
	return list, err
}

// Mkdir implements vfs.FS.
func (f *files) Mkdir(name string, perm fs.FileMode) error {
	return f.changing("mkdir", name, false, func(b vfs.FS, name string) error { return b.Mkdir(name, perm&^f.sh.st.Umask) })
}

// Remove implements vfs.FS.
func (f *files) Remove(name string) error {
	return f.changing("remove", name, false, func(b vfs.FS, name string) error { return b.Remove(name) })
}

// Rename implements vfs.FS.
func (f *files) Rename(from, to string) error {
	a, err := f.absolute("rename", from)
	if err != nil {
		return err
	}
	b, err := f.absolute("rename", to)
	if err != nil {
		return err
	}
	return f.rename(a, b)
}

// Symlink implements vfs.FS.
func (f *files) Symlink(target, name string) error {
	return f.changing("symlink", name, false, func(b vfs.FS, name string) error { return b.Symlink(target, name) })
}

// Readlink implements vfs.FS.
func (f *files) Readlink(name string) (string, error) {
	full, err := f.absolute("readlink", name)
	if err != nil {
		return "", err
	}
	return f.base().Readlink(full)
}

// Link implements vfs.FS.
func (f *files) Link(target, name string) error {
	a, err := f.absolute("link", target)
	if err != nil {
		return err
	}
	b, err := f.absolute("link", name)
	if err != nil {
		return err
	}
	return f.link(a, b)
}

// Chmod implements vfs.FS.
func (f *files) Chmod(name string, mode fs.FileMode) error {
	return f.changing("chmod", name, true, func(b vfs.FS, name string) error { return b.Chmod(name, mode) })
}

// Chtimes implements vfs.FS.
func (f *files) Chtimes(name string, atime, mtime time.Time) error {
	return f.changing("chtimes", name, true, func(b vfs.FS, name string) error { return b.Chtimes(name, atime, mtime) })
}

// Lchtimes implements vfs.LinkTimer.
func (f *files) Lchtimes(name string, atime, mtime time.Time) error {
	return f.changing("chtimes", name, false, func(b vfs.FS, name string) error { return vfs.Lchtimes(b, name, atime, mtime) })
}

// Truncate implements vfs.FS.
func (f *files) Truncate(name string, size int64) error {
	return f.changing("truncate", name, true, func(b vfs.FS, name string) error { return b.Truncate(name, size) })
}

// Mkfifo implements vfs.FS.
func (f *files) Mkfifo(name string, perm fs.FileMode) error {
	return f.changing("mkfifo", name, false, func(b vfs.FS, name string) error { return b.Mkfifo(name, perm&^f.sh.st.Umask) })
}

// Space implements vfs.Spacer, where the filesystem does.
func (f *files) Space(name string) (vfs.Space, error) {
	full, err := f.absolute("statfs", name)
	if err != nil {
		return vfs.Space{}, err
	}
	if s, ok := f.base().(vfs.Spacer); ok {
		return s.Space(full)
	}
	return vfs.Space{}, &fs.PathError{Op: "statfs", Path: name, Err: syscall.ENOSYS}
}

// A streamFile is an open descriptor as a file.
type streamFile struct {
	stream.Description
	name string
}

// Name implements vfs.File.
func (s *streamFile) Name() string { return s.name }

// ReadAt implements vfs.File.
func (s *streamFile) ReadAt([]byte, int64) (int, error) { return 0, syscall.ESPIPE }

// Truncate implements vfs.File.
func (s *streamFile) Truncate(int64) error { return syscall.EINVAL }
