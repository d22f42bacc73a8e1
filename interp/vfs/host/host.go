// Package host is a directory of the host as a filesystem. Names are resolved
// by the kernel as if the directory were the root of all (openat2(2) with
// RESOLVE_IN_ROOT): ".." stops there, absolute links begin there, links of
// /proc that lead to open files are not followed, and a rename or a swapped
// link during the walk can not lead out. What changes names does so by single
// components in a directory that was reached so.
//
// Device nodes and sockets are not opened, kernel filesystems such as /proc
// that are mounted below are not entered, and named pipes connect those who
// use this FS and never a process of the host.
//
// It needs Linux 5.8. It does not know mounts of ours and imports interp/vfs and interp/vfs/pipe
// alone.
package host

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
	"golang.org/x/sys/unix"
)

// maxEntries is how many names ReadDir returns at most; EOVERFLOW beyond.
const maxEntries = 1 << 20

// retries is how often a walk is begun again that met a rename (EAGAIN).
const retries = 128

// An FS is a directory of the host.
type FS struct {
	*shared
	stop bool
}

var _ vfs.LinkStopper = (*FS)(nil)

type shared struct {
	root    *os.File
	fd      int
	rootDev uint64

	mu    sync.Mutex
	files map[fileID]*openState
	pipes map[fileID]*openPipe
}

type fileID struct{ dev, ino uint64 }

// openState counts the writes to a file for those who have it open.
type openState struct {
	users   int
	version atomic.Uint64
}

type openPipe struct {
	users int
	p     *pipe.Pipe
}

// New opens the directory dir as a filesystem. It fails where the kernel has no
// openat2(2).
func New(dir string) (*FS, error) {
	root, err := os.OpenFile(dir, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	s := &shared{root: root, files: map[fileID]*openState{}, pipes: map[fileID]*openPipe{}}
	conn, err := root.SyscallConn()
	if err == nil {
		err = conn.Control(func(fd uintptr) { s.fd = int(fd) })
	}
	var st unix.Stat_t
	if err == nil {
		err = unix.Fstat(s.fd, &st)
	}
	if err == nil {
		s.rootDev = uint64(st.Dev)
		var probe int
		if probe, err = (&FS{shared: s}).resolve("/", unix.O_PATH, 0); err == nil {
			unix.Close(probe)
		}
	}
	if err != nil {
		root.Close()
		return nil, vfs.Error("open", dir, err)
	}
	return &FS{shared: s}, nil
}

// Close lets go of the directory. Files that are open stay so.
func (f *FS) Close() error { return f.root.Close() }

// StopAtLinks implements vfs.LinkStopper.
func (f *FS) StopAtLinks() vfs.FS { return &FS{f.shared, true} }

// resolve opens name below the root and checks where it is.
func (f *FS) resolve(name string, flag int, mode uint32) (int, error) {
	var st unix.Stat_t
	return f.resolveStat(name, flag, mode, &st)
}

// resolveStat also says what it opened.
func (f *FS) resolveStat(name string, flag int, mode uint32, st *unix.Stat_t) (int, error) {
	if err := vfs.CheckPath(name); err != nil {
		return -1, err
	}
	how := unix.OpenHow{
		Flags:   uint64(flag | unix.O_CLOEXEC),
		Mode:    uint64(mode),
		Resolve: unix.RESOLVE_IN_ROOT | unix.RESOLVE_NO_MAGICLINKS,
	}
	if f.stop {
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	for try := 0; ; try++ {
		fd, err := unix.Openat2(f.fd, name, &how)
		switch {
		case err == nil:
			if err := f.admit(fd, st); err != nil {
				unix.Close(fd)
				return -1, err
			}
			return fd, nil
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN && try < retries:
			continue
		case err == unix.ELOOP && f.stop:
			return -1, f.firstLink(name, flag&unix.O_NOFOLLOW == 0)
		}
		return -1, err
	}
}

// refused are the filesystems that are windows into the kernel (magic.h).
var refused = [...]int64{
	unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC,
	unix.SECURITYFS_MAGIC, unix.CGROUP_SUPER_MAGIC, unix.CGROUP2_SUPER_MAGIC, unix.BPF_FS_MAGIC,
	unix.DEVPTS_SUPER_MAGIC, unix.NSFS_MAGIC, unix.PSTOREFS_MAGIC, unix.EFIVARFS_MAGIC,
	unix.SELINUX_MAGIC, unix.SMACK_MAGIC, unix.BINFMTFS_MAGIC, 0x62656570, // configfs
}

// admit refuses what is on a kernel filesystem, and fills in st.
func (f *FS) admit(fd int, st *unix.Stat_t) error {
	if err := unix.Fstat(fd, st); err != nil {
		return err
	}
	if uint64(st.Dev) == f.rootDev {
		return nil
	}
	var sfs unix.Statfs_t
	if err := unix.Fstatfs(fd, &sfs); err != nil {
		return err
	}
	for _, magic := range refused {
		if int64(sfs.Type) == magic {
			return unix.EACCES
		}
	}
	return nil
}

// firstLink says which link a walk that follows none stopped at; ELOOP when it
// was none that is to be followed.
func (f *FS) firstLink(name string, last bool) error {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	for i := range parts {
		if i == len(parts)-1 && !last && !strings.HasSuffix(name, "/") {
			break
		}
		dir := "/" + strings.Join(parts[:i], "/")
		target, err := f.Readlink("/" + strings.Join(parts[:i+1], "/"))
		if err == nil {
			return &vfs.LinkError{Dir: dir, Target: target, Rest: strings.Join(parts[i+1:], "/")}
		}
		if !errors.Is(err, unix.EINVAL) {
			return cause(err)
		}
	}
	return unix.ELOOP
}

func cause(err error) error {
	var e unix.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}

// A place is a name in a directory that was opened; last has the slashes that
// came after it reduced to one.
type place struct {
	fd   int
	last string
}

func (p place) close() { unix.Close(p.fd) }

// parent opens the directory that the last name of a path is in. What the
// kernel does with that name afterwards follows no link, except where a caller
// is told so.
func (f *FS) parent(name string) (place, error) {
	if err := vfs.CheckPath(name); err != nil {
		return place{}, err
	}
	trimmed := strings.TrimRight(name, "/")
	if trimmed == "" {
		return place{}, errRoot
	}
	i := strings.LastIndexByte(trimmed, '/')
	last := trimmed[i+1:]
	if len(trimmed) < len(name) {
		last += "/"
	}
	// The dot asks for the right to search the directory.
	fd, err := f.resolve(trimmed[:i+1]+".", unix.O_PATH|unix.O_DIRECTORY, 0)
	var link *vfs.LinkError
	if errors.As(err, &link) {
		// What the caller goes on with is the name, not the dot in its place.
		link.Rest = strings.TrimSuffix(link.Rest, ".") + last
	}
	return place{fd, last}, err
}

// errRoot says that a path has no last name.
var errRoot = errors.New("the root")

// rootIs gives errRoot the errno that a call has for it.
func rootIs(err error, e unix.Errno) error {
	if err == errRoot {
		return e
	}
	return err
}

// Stat implements vfs.FS.
func (f *FS) Stat(name string) (fs.FileInfo, error) { return f.stat("stat", name, 0) }

// Lstat implements vfs.FS.
func (f *FS) Lstat(name string) (fs.FileInfo, error) {
	return f.stat("lstat", name, unix.O_NOFOLLOW)
}

func (f *FS) stat(op, name string, flag int) (fs.FileInfo, error) {
	var st unix.Stat_t
	fd, err := f.resolveStat(name, unix.O_PATH|flag, 0, &st)
	if err != nil {
		return nil, vfs.Error(op, name, err)
	}
	unix.Close(fd)
	return infoOf(&st, path.Base(name)), nil
}
