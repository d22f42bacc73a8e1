package host

import (
	"io/fs"
	"strings"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// A dir is a directory that was reached below the root.
type dir struct {
	f    *FS
	fd   int
	name string
}

var _ vfs.DirOpener = (*FS)(nil)

// OpenDir implements vfs.DirOpener.
func (f *FS) OpenDir(name string) (vfs.Dir, error) {
	fd, err := f.resolve(name, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	return &dir{f, fd, strings.TrimRight(name, "/") + "/"}, nil
}

// Lstat implements vfs.Dir. What is on another filesystem than the root is
// looked up by its whole name, which also asks whether it may be entered.
func (d *dir) Lstat(name string) (fs.FileInfo, error) {
	if name == "" || name == "." || name == ".." || strings.IndexByte(name, '/') >= 0 || len(d.name)+len(name) > vfs.MaxPath {
		return d.f.Lstat(d.name + name)
	}
	var st unix.Stat_t
	err := unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT)
	for err == unix.EINTR {
		err = unix.Fstatat(d.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT)
	}
	if err != nil {
		return nil, vfs.Error("lstat", d.name+name, err)
	}
	if uint64(st.Dev) != d.f.rootDev {
		return d.f.Lstat(d.name + name)
	}
	return infoOf(&st, name), nil
}

// Close implements vfs.Dir.
func (d *dir) Close() error {
	fd := d.fd
	if d.fd = -1; fd < 0 {
		return vfs.Error("close", d.name, unix.EBADF)
	}
	return vfs.Error("close", d.name, unix.Close(fd))
}
