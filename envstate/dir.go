package envstate

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// openDir opens the directory path, relative to at, the way chdir(2) would
// enter it: it must be a directory and the effective user must be allowed to
// search it. Errors are bare errno values, as chdir's are.
func openDir(at *os.File, path string) (*os.File, error) {
	dirfd := unix.AT_FDCWD
	if !strings.HasPrefix(path, "/") {
		// The process's own directory never counts.
		if at == nil {
			return nil, unix.ENOENT
		}
		dirfd = int(at.Fd())
	}
	const flags = unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC
	fd, err := openat(dirfd, path, flags)
	if err != nil {
		return nil, err
	}
	// Looking up "." inside needs search permission on the directory, by the
	// same kernel check that chdir makes.
	probe, err := openat(fd, ".", flags)
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	unix.Close(probe)
	return os.NewFile(uintptr(fd), path), nil
}

func openat(dirfd int, path string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dirfd, path, flags, 0)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// checkDir returns nil if path, followed through symlinks, is a directory.
func checkDir(path string) error {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return unix.ENOTDIR
	}
	return nil
}

func isDir(path string) bool { return checkDir(path) == nil }

// names reports whether path leads to the very directory that f is: the same
// device and inode.
func names(path string, f *os.File) bool {
	var byPath, byFD unix.Stat_t
	return f != nil && strings.HasPrefix(path, "/") &&
		unix.Stat(path, &byPath) == nil && unix.Fstat(int(f.Fd()), &byFD) == nil &&
		byPath.Dev == byFD.Dev && byPath.Ino == byFD.Ino
}

// procPath is the name under which this process, and a child before it execs,
// reaches an open descriptor.
func procPath(f *os.File) string {
	return "/proc/self/fd/" + strconv.Itoa(int(f.Fd()))
}

// physicalPath asks the kernel for the path of an open directory, as getcwd(3)
// does for the current one. A directory that was deleted has none.
func physicalPath(f *os.File) (string, error) {
	if f == nil {
		return "", unix.ENOENT
	}
	path, err := os.Readlink(procPath(f))
	if err != nil {
		return "", underlying(err)
	}
	// The kernel marks a deleted directory with a suffix that an existing
	// one could carry too; only the inode tells them apart.
	if !names(path, f) {
		return "", unix.ENOENT
	}
	return path, nil
}

// underlying returns the errno inside err, or err itself.
func underlying(err error) error {
	var errno unix.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}
