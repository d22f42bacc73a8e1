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
	// seen is the name that was looked at last and is on the root's filesystem.
	seen string
}

var _ vfs.DirOpener = (*FS)(nil)

// OpenDir implements vfs.DirOpener.
func (f *FS) OpenDir(name string) (vfs.Dir, error) {
	fd, err := f.resolve(name, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	return &dir{f: f, fd: fd, name: strings.TrimRight(name, "/") + "/"}, nil
}

// Lstat implements vfs.Dir. What is on another filesystem than the root is
// looked up by its whole name, which also asks whether it may be entered.
func (d *dir) Lstat(name string) (fs.FileInfo, error) {
	if !d.has(name) {
		return d.f.Lstat(d.name + name)
	}
	var st unix.Stat_t
	err := d.stat(name, &st)
	if err != nil {
		return nil, vfs.Error("lstat", d.name+name, err)
	}
	if uint64(st.Dev) != d.f.rootDev {
		return d.f.Lstat(d.name + name)
	}
	d.seen = name
	return infoOf(&st, name), nil
}

// has tells whether name is that of a file in the directory, and not too long
// for a whole name.
func (d *dir) has(name string) bool {
	return name != "" && name != "." && name != ".." && strings.IndexByte(name, '/') < 0 && len(d.name)+len(name) <= vfs.MaxPath
}

func (d *dir) stat(name string, st *unix.Stat_t) error {
	err := unix.Fstatat(d.fd, name, st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT)
	for err == unix.EINTR {
		err = unix.Fstatat(d.fd, name, st, unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT)
	}
	return err
}

// Chmod implements vfs.Dir. What another filesystem is mounted on can not be
// renamed, so that a name that was looked at needs no second look.
func (d *dir) Chmod(name string, mode fs.FileMode) error {
	return vfs.Error("chmod", d.name+name, d.chmod(name, vfs.ModeBits(mode)))
}

func (d *dir) chmod(name string, mode uint32) error {
	if name == d.seen {
		if err := unix.Fchmodat(d.fd, name, mode, unix.AT_SYMLINK_NOFOLLOW); err != unix.EOPNOTSUPP && err != unix.ENOSYS {
			return err
		}
	}
	// A link, a kernel without fchmodat2(2), or another filesystem.
	var st unix.Stat_t
	fd, err := d.f.resolveStat(d.name+name, unix.O_PATH|unix.O_NOFOLLOW, 0, &st)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		return unix.EOPNOTSUPP
	}
	return chmod(fd, mode)
}

// Remove implements vfs.Dir. The kernel removes nothing that a filesystem is
// mounted on.
func (d *dir) Remove(name string) error {
	if !d.has(name) {
		return d.f.Remove(d.name + name)
	}
	return vfs.Error("remove", d.name+name, remove(d.fd, name))
}

// Close implements vfs.Dir.
func (d *dir) Close() error {
	fd := d.fd
	if d.fd = -1; fd < 0 {
		return vfs.Error("close", d.name, unix.EBADF)
	}
	return vfs.Error("close", d.name, unix.Close(fd))
}
