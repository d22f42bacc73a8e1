package doctor

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A Host is the machine that is examined. The zero value, with Landlock and
// Release filled in, is the running one.
type Host struct {
	// Root stands before every path that is looked at; "" is the machine's
	// own root directory. Links below it must not be absolute.
	Root string
	// RootUID is the owner that counts as root: 0 except in trees made by an
	// ordinary user.
	RootUID int
	// Release and Machine are those of uname(2).
	Release, Machine string
	// Landlock asks the kernel for its ABI; the error is the kernel's.
	Landlock func() (int, error)
	// Writable reports whether the running user may write to a path below
	// Root; nil asks access(2).
	Writable func(path string) bool
	// VersionTime bounds `bash --version`; 0 is 2 seconds.
	VersionTime time.Duration
}

// ThisHost describes the running machine.
func ThisHost() Host {
	h := Host{Landlock: landlockABI}
	var name unix.Utsname
	if unix.Uname(&name) == nil {
		h.Release = unix.ByteSliceToString(name.Release[:])
		h.Machine = unix.ByteSliceToString(name.Machine[:])
	}
	return h
}

// landlockABI is landlock_create_ruleset(2) with LANDLOCK_CREATE_RULESET_VERSION.
// The error number tells a kernel without Landlock (ENOSYS) from one where it
// is disabled at boot (EOPNOTSUPP), which is why this is not landlock.ABI.
func landlockABI() (int, error) {
	v, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0, e
	}
	return int(v), nil
}

// Bounds of what is read and listed.
const (
	maxFile    = 1 << 20 // bytes of one file
	maxEntries = 256     // names of one directory
)

// at is where a path of the host lies for this process.
func (h Host) at(path string) string {
	if h.Root == "" {
		return path
	}
	return filepath.Join(h.Root, path)
}

func (h Host) stat(path string) (fs.FileInfo, error)  { return os.Stat(h.at(path)) }
func (h Host) lstat(path string) (fs.FileInfo, error) { return os.Lstat(h.at(path)) }

// exists reports whether there is anything at a path, be it a dangling link.
func (h Host) exists(path string) bool {
	_, err := h.lstat(path)
	return err == nil
}

// errTooLarge means that a file is longer than maxFile.
var errTooLarge = fmt.Errorf("larger than %d bytes", maxFile)

// ReadFile reads a regular file of at most 1 MiB. It does not wait for a FIFO
// or a device. Host is a sshdconf.Source by this and Glob.
func (h Host) ReadFile(path string) ([]byte, error) {
	file, err := os.OpenFile(h.at(path), os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, bare(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, bare(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, bare(err)
	}
	if len(text) > maxFile {
		return nil, errTooLarge
	}
	return text, nil
}

// bare strips the operation and the path, which the reader of a report gets
// elsewhere.
func bare(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// lines reads a file of one entry per line: blank lines and comments are left
// out.
func (h Host) lines(path string) ([]string, error) {
	text, err := h.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var found []string
	for line := range bytes.Lines(text) {
		if entry := strings.TrimSpace(string(line)); entry != "" && entry[0] != '#' {
			found = append(found, entry)
		}
	}
	return found, nil
}

// Glob lists what matches a pattern, sorted.
func (h Host) Glob(pattern string) ([]string, error) {
	found, err := filepath.Glob(h.at(pattern))
	if err != nil {
		return nil, err
	}
	for i, path := range found {
		found[i] = strings.TrimPrefix(path, strings.TrimRight(h.Root, "/"))
	}
	slices.Sort(found)
	return found, nil
}

// names lists at most maxEntries names of a directory, sorted.
func (h Host) names(dir string) []string {
	file, err := os.OpenFile(h.at(dir), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer file.Close()
	found, _ := file.Readdirnames(maxEntries)
	slices.Sort(found)
	return found
}

// resolve follows the links of a path of the host.
func (h Host) resolve(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(h.at(path))
	if err != nil || h.Root == "" {
		return resolved, bare(err)
	}
	root, err := filepath.EvalSymlinks(h.Root)
	if err != nil {
		return "", bare(err)
	}
	rest, inside := strings.CutPrefix(resolved, root+"/")
	if !inside {
		return "", errors.New("outside of the examined tree")
	}
	return "/" + rest, nil
}

// same reports whether two paths name one file.
func (h Host) same(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	infoA, errA := h.stat(a)
	infoB, errB := h.stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// writable reports whether the running user may write to a path.
func (h Host) writable(path string) bool {
	if h.Writable != nil {
		return h.Writable(path)
	}
	return unix.Access(h.at(path), unix.W_OK) == nil
}

// owner returns a file's owner and group.
func owner(info fs.FileInfo) (uid, gid int, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(st.Uid), int(st.Gid), true
}
