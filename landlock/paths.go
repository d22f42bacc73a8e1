package landlock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"

	"golang.org/x/sys/unix"
)

// PathError reports a policy path that cannot be used.
type PathError struct {
	Set  string // read, write or execute
	Path string // as given
	Err  error
}

func (e *PathError) Error() string {
	return fmt.Sprintf("landlock %s path %q: %v", e.Set, e.Path, e.Err)
}

func (e *PathError) Unwrap() error { return e.Err }

// Reasons inside a PathError besides the error numbers of openat2(2).
var (
	ErrNotAbsolute = errors.New("not an absolute path")
	ErrMagicLink   = errors.New("leads through a link of /proc that is no real path")
)

// A place is one file or directory with what is allowed there. Several paths
// of a policy may name one place.
type place struct {
	fd     int
	real   string // path that the kernel gives for fd
	dir    bool
	rights uint64
}

type inode struct{ dev, ino uint64 }

// places holds open what a policy names.
type places struct {
	list []*place
	seen map[inode]*place
}

func (ps *places) close() {
	for _, p := range ps.list {
		unix.Close(p.fd)
	}
}

// add opens path and allows rights there.
func (ps *places) add(set, path string, rights uint64) error {
	fd, err := openPath(path)
	if err != nil {
		return &PathError{Set: set, Path: path, Err: err}
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return &PathError{Set: set, Path: path, Err: err}
	}
	id := inode{uint64(st.Dev), st.Ino}
	if known := ps.seen[id]; known != nil {
		unix.Close(fd)
		known.allow(rights)
		return nil
	}
	// Without /proc the real path is unknown and nothing is merged into or
	// under this place, which costs rules and changes no decision.
	link, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil || !filepath.IsAbs(link) {
		link = ""
	}
	p := &place{fd: fd, real: link, dir: st.Mode&unix.S_IFMT == unix.S_IFDIR}
	p.allow(rights)
	ps.seen[id] = p
	ps.list = append(ps.list, p)
	return nil
}

func (p *place) allow(rights uint64) {
	if !p.dir {
		rights &= fileRights
	}
	p.rights |= rights
}

// openPath opens an absolute path without any access to what it names.
func openPath(path string) (int, error) {
	if !filepath.IsAbs(path) {
		return -1, ErrNotAbsolute
	}
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS}
	for {
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
		switch {
		case err == unix.EINTR, err == unix.EAGAIN:
			continue
		case err == unix.ELOOP && reachable(path):
			return -1, ErrMagicLink
		}
		return fd, err
	}
}

// reachable says that path can be opened when magic links are followed, which
// tells them from a loop of ordinary links.
func reachable(path string) bool {
	var st unix.Stat_t
	return unix.Stat(path, &st) == nil
}

// rules returns the places that need a rule of their own: those whose rights
// a directory above them does not already give. Rights add up along a path
// (landlock(7)), so that a place below another needs only what is new.
func (ps *places) rules() []*place {
	sort.SliceStable(ps.list, func(i, j int) bool { return ps.list[i].real < ps.list[j].real })
	given := make(map[string]uint64)
	var out []*place
	for _, p := range ps.list {
		if p.real == "" {
			out = append(out, p)
			continue
		}
		if p.rights&^inherited(given, p.real) == 0 {
			continue
		}
		if p.dir {
			given[p.real] = p.rights
		}
		out = append(out, p)
	}
	return out
}

// inherited returns the rights that directories above path give.
func inherited(given map[string]uint64, path string) uint64 {
	var rights uint64
	for path != "/" {
		path = filepath.Dir(path)
		rights |= given[path]
	}
	return rights
}
