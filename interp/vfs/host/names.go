package host

import (
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// make runs what makes a new name and gives it the mode that the process's own
// umask may have taken from it.
func (f *FS) make(op, name string, perm fs.FileMode, make func(place) error) error {
	at, err := f.parent(name)
	if err != nil {
		return vfs.Error(op, name, rootIs(err, unix.EEXIST))
	}
	defer at.close()
	if err := make(at); err != nil {
		return vfs.Error(op, name, err)
	}
	if perm == noMode {
		return nil
	}
	last := strings.TrimRight(at.last, "/")
	var st unix.Stat_t
	if err := unix.Fstatat(at.fd, last, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil || !differs(&st, perm) {
		return nil // as it should be, or someone was faster and took it away
	}
	fd, err := unix.Openat(at.fd, last, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	if err := unix.Fstat(fd, &st); err != nil {
		return vfs.Error(op, name, err)
	}
	return vfs.Error(op, name, correct(fd, &st, perm))
}

const noMode = fs.FileMode(1 << 31)

// correct sets the permissions of what was just made, where they differ.
func correct(fd int, st *unix.Stat_t, perm fs.FileMode) error {
	if !differs(st, perm) {
		return nil
	}
	return chmod(fd, corrected(st, perm))
}

func corrected(st *unix.Stat_t, perm fs.FileMode) uint32 {
	return vfs.ModeBits(perm)&0o777 | st.Mode&0o7000
}

func differs(st *unix.Stat_t, perm fs.FileMode) bool {
	return st.Mode&0o7777 != corrected(st, perm) && st.Mode&unix.S_IFMT != unix.S_IFLNK
}

// chmod works on descriptors of O_PATH, which fchmod(2) does not.
func chmod(fd int, mode uint32) error {
	err := unix.Fchmodat(fd, "", mode, unix.AT_EMPTY_PATH)
	if err == unix.EOPNOTSUPP || err == unix.ENOSYS || err == unix.EINVAL {
		return unix.Chmod("/proc/self/fd/"+strconv.Itoa(fd), mode)
	}
	return err
}

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	return f.make("mkdir", name, perm, func(at place) error {
		return unix.Mkdirat(at.fd, at.last, vfs.ModeBits(perm)&0o1777)
	})
}

// Mkfifo implements vfs.FS.
func (f *FS) Mkfifo(name string, perm fs.FileMode) error {
	return f.make("mkfifo", name, perm, func(at place) error {
		return unix.Mknodat(at.fd, at.last, unix.S_IFIFO|vfs.ModeBits(perm), 0)
	})
}

// Symlink implements vfs.FS.
func (f *FS) Symlink(target, name string) error {
	return f.make("symlink", name, noMode, func(at place) error {
		return unix.Symlinkat(target, at.fd, at.last)
	})
}

// Link implements vfs.FS.
func (f *FS) Link(target, name string) error {
	from, err := f.parent(target)
	if err != nil && err != errRoot {
		return vfs.Error("link", name, err)
	}
	dir := err == errRoot
	if !dir {
		defer from.close()
		dir = strings.HasSuffix(from.last, "/") || from.last == "." || from.last == ".."
		var st unix.Stat_t
		if err := unix.Fstatat(from.fd, strings.TrimRight(from.last, "/"), &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return vfs.Error("link", name, err)
		}
	}
	if dir {
		fd, err := f.resolve(target, unix.O_PATH|unix.O_DIRECTORY, 0)
		if err != nil {
			return vfs.Error("link", name, err)
		}
		unix.Close(fd)
	}
	return f.make("link", name, noMode, func(to place) error {
		if dir {
			return linkDir(to)
		}
		return unix.Linkat(from.fd, from.last, to.fd, to.last, 0)
	})
}

// linkDir says why a directory can not be linked. It is not left to the kernel,
// which would follow a link that a slash comes after, out of the root.
func linkDir(to place) error {
	var st unix.Stat_t
	err := unix.Fstatat(to.fd, strings.TrimRight(to.last, "/"), &st, unix.AT_SYMLINK_NOFOLLOW)
	switch {
	case err == nil:
		return unix.EEXIST
	case err != unix.ENOENT || strings.HasSuffix(to.last, "/"):
		return err
	}
	if err := unix.Faccessat(to.fd, "", unix.W_OK|unix.X_OK, unix.AT_EMPTY_PATH|unix.AT_EACCESS); err != nil {
		return err
	}
	return unix.EPERM
}

// Remove implements vfs.FS.
func (f *FS) Remove(name string) error {
	at, err := f.parent(name)
	if err != nil {
		return vfs.Error("remove", name, rootIs(err, unix.EBUSY))
	}
	defer at.close()
	return vfs.Error("remove", name, remove(at.fd, at.last))
}

// remove removes a name in a directory: as a file, and where that is said to be
// none as a directory.
func remove(dir int, last string) error {
	err := unix.Unlinkat(dir, last, 0)
	if err == nil || err == unix.ENOTDIR || err == unix.ENOENT {
		return err
	}
	if e := unix.Unlinkat(dir, last, unix.AT_REMOVEDIR); e != unix.ENOTDIR {
		err = e
	}
	return err
}

// Rename implements vfs.FS.
func (f *FS) Rename(from, to string) error {
	a, err := f.parent(from)
	if err != nil && err != errRoot {
		return vfs.Error("rename", from, err)
	}
	if err == errRoot {
		return vfs.Error("rename", from, unix.EBUSY)
	}
	defer a.close()
	b, err := f.parent(to)
	if err != nil {
		return vfs.Error("rename", from, rootIs(err, unix.EBUSY))
	}
	defer b.close()
	return vfs.Error("rename", from, unix.Renameat(a.fd, a.last, b.fd, b.last))
}

// Readlink implements vfs.FS.
func (f *FS) Readlink(name string) (string, error) {
	fd, err := f.resolve(name, unix.O_PATH|unix.O_NOFOLLOW, 0)
	if err != nil {
		return "", vfs.Error("readlink", name, err)
	}
	defer unix.Close(fd)
	buf := make([]byte, vfs.MaxPath+1)
	n, err := unix.Readlinkat(fd, "", buf)
	if err == unix.ENOENT {
		err = unix.EINVAL // what it is for a descriptor of something else
	}
	if err != nil {
		return "", vfs.Error("readlink", name, err)
	}
	return string(buf[:n]), nil
}

// Chmod implements vfs.FS.
func (f *FS) Chmod(name string, mode fs.FileMode) error {
	fd, err := f.resolve(name, unix.O_PATH, 0)
	if err == nil {
		err = chmod(fd, vfs.ModeBits(mode))
		unix.Close(fd)
	}
	return vfs.Error("chmod", name, err)
}

// Chtimes implements vfs.FS.
func (f *FS) Chtimes(name string, atime, mtime time.Time) error {
	fd, err := f.resolve(name, unix.O_PATH, 0)
	if err == nil {
		err = unix.UtimesNanoAt(fd, "", []unix.Timespec{stamp(atime), stamp(mtime)}, unix.AT_EMPTY_PATH)
		unix.Close(fd)
	}
	return vfs.Error("chtimes", name, err)
}

// Lchtimes implements vfs.LinkTimer.
func (f *FS) Lchtimes(name string, atime, mtime time.Time) error {
	fd, err := f.resolve(name, unix.O_PATH|unix.O_NOFOLLOW, 0)
	if err == nil {
		err = unix.UtimesNanoAt(fd, "", []unix.Timespec{stamp(atime), stamp(mtime)}, unix.AT_EMPTY_PATH)
		unix.Close(fd)
	}
	return vfs.Error("chtimes", name, err)
}

func stamp(t time.Time) unix.Timespec {
	if t.IsZero() {
		return unix.Timespec{Nsec: unix.UTIME_OMIT}
	}
	return unix.NsecToTimespec(t.UnixNano())
}
