// Package vfstest holds what the tests of all filesystems share: the kernel
// itself behind the interface, and a generator of calls whose results are
// compared between it and a filesystem under test. It is for tests alone.
package vfstest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// Kernel is a directory of the host without any confinement: names are put
// behind Root and handed to the kernel.
type Kernel struct{ Root string }

var _ vfs.FS = Kernel{}

type kernelFile struct {
	*os.File
	fd int
}

func (f kernelFile) Stat() (fs.FileInfo, error) {
	fi, err := f.File.Stat()
	if err != nil {
		return nil, err
	}
	return vfs.HostInfo(fi), nil
}

// Read and Write do without package os, which would wait where the kernel says
// EAGAIN.
func (f kernelFile) Read(p []byte) (int, error) {
	n, err := syscall.Read(f.fd, p)
	if n == 0 && err == nil && len(p) > 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

func (f kernelFile) Write(p []byte) (int, error) {
	n, err := syscall.Write(f.fd, p)
	return max(n, 0), err
}

func hostInfo(fi fs.FileInfo, err error) (fs.FileInfo, error) {
	if err != nil {
		return nil, err
	}
	return vfs.HostInfo(fi), nil
}

// OpenFile implements vfs.FS.
func (k Kernel) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	fd, err := syscall.Open(k.Root+name, flag|syscall.O_CLOEXEC, vfs.ModeBits(perm))
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	return kernelFile{os.NewFile(uintptr(fd), k.Root+name), fd}, nil
}

// Stat implements vfs.FS.
func (k Kernel) Stat(name string) (fs.FileInfo, error) { return hostInfo(os.Stat(k.Root + name)) }

// Lstat implements vfs.FS.
func (k Kernel) Lstat(name string) (fs.FileInfo, error) { return hostInfo(os.Lstat(k.Root + name)) }

// ReadDir implements vfs.FS.
func (k Kernel) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(k.Root + name) }

// Mkdir implements vfs.FS.
func (k Kernel) Mkdir(name string, perm fs.FileMode) error {
	return vfs.Error("mkdir", name, syscall.Mkdir(k.Root+name, vfs.ModeBits(perm)))
}

// Remove implements vfs.FS.
func (k Kernel) Remove(name string) error {
	err := syscall.Unlink(k.Root + name)
	if err != nil && err != syscall.ENOTDIR {
		if e := syscall.Rmdir(k.Root + name); e != syscall.ENOTDIR {
			err = e
		}
	}
	return vfs.Error("remove", name, err)
}

// Rename implements vfs.FS.
func (k Kernel) Rename(from, to string) error {
	return vfs.Error("rename", from, syscall.Rename(k.Root+from, k.Root+to))
}

// Symlink implements vfs.FS.
func (k Kernel) Symlink(target, name string) error {
	return vfs.Error("symlink", name, syscall.Symlink(target, k.Root+name))
}

// Readlink implements vfs.FS.
func (k Kernel) Readlink(name string) (string, error) { return os.Readlink(k.Root + name) }

// Link implements vfs.FS.
func (k Kernel) Link(target, name string) error {
	return vfs.Error("link", name, syscall.Link(k.Root+target, k.Root+name))
}

// Chmod implements vfs.FS.
func (k Kernel) Chmod(name string, mode fs.FileMode) error { return os.Chmod(k.Root+name, mode) }

// Chtimes implements vfs.FS.
func (k Kernel) Chtimes(name string, atime, mtime time.Time) error {
	return os.Chtimes(k.Root+name, atime, mtime)
}

// Truncate implements vfs.FS.
func (k Kernel) Truncate(name string, size int64) error { return os.Truncate(k.Root+name, size) }

// Mkfifo implements vfs.FS.
func (k Kernel) Mkfifo(name string, perm fs.FileMode) error {
	return vfs.Error("mkfifo", name, syscall.Mkfifo(k.Root+name, vfs.ModeBits(perm)))
}

// Errno is the number in err, 0 when there is none and err is nil, -1 when err
// is something else.
func Errno(err error) int {
	var e syscall.Errno
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return int(e)
	}
	return -1
}
