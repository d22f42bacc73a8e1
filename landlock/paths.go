package landlock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// PathError reports a policy path that cannot be used.
type PathError struct {
	Set  string // read, write or execute: the first that names the path
	Path string // as given
	Err  error
}

// Error implements error.
func (e *PathError) Error() string {
	return fmt.Sprintf("landlock %s path %q: %v", e.Set, e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// Reasons inside a PathError besides the error numbers of openat2(2).
var (
	ErrNotAbsolute = errors.New("not an absolute path")
	ErrReplaced    = errors.New("is another file than it was")
	ErrMagicLink   = errors.New("leads through a link of /proc that is no real path")
)

// A grant is a path of a policy with everything that its sets allow there.
type grant struct {
	set    string
	path   string
	rights uint64
}

// grants joins the sets of p, so that a path occurs once, and sorts so that a
// directory comes before what it contains.
func (p Policy) grants() []grant {
	sets := [...]struct {
		name   string
		paths  []string
		rights uint64
	}{
		{"read", p.Read, readRights},
		{"write", p.Write, writeRights},
		{"execute", p.Execute, executeRights},
	}
	var list []grant
	at := make(map[string]int)
	for _, set := range sets {
		for _, path := range set.paths {
			key := path
			// With "..", the meaning depends on symbolic links.
			if path != "" && !slices.Contains(strings.Split(path, "/"), "..") {
				key = filepath.Clean(path)
			}
			if i, ok := at[key]; ok {
				list[i].rights |= set.rights
				continue
			}
			at[key] = len(list)
			list = append(list, grant{set.name, path, set.rights})
		}
	}
	slices.SortStableFunc(list, func(a, b grant) int { return strings.Compare(a.path, b.path) })
	return list
}

// eachRule opens what p names, one at a time, and calls add for each place
// that needs a rule, with those rights among handled that a rule there may
// carry. The descriptor is closed afterwards.
//
// Rights add up along a path (landlock(7)), so that a place below another
// needs no rule unless it has more. Places are told apart by path and not by
// inode: hard links and bind mounts cost a rule each, which the kernel joins.
func (p Policy) eachRule(handled uint64, add addRule) (Exclusion, error) {
	denied, err := p.denials()
	if err != nil {
		return Exclusion{}, err
	}
	b := builder{denials: denied, handled: handled, given: map[string]uint64{}, expanded: map[string]bool{}, add: add}
	for _, g := range p.grants() {
		fd, real, err := openPath(g.path)
		if err != nil {
			return Exclusion{}, &PathError{Set: g.set, Path: g.path, Err: err}
		}
		if err = p.pinned(g.path, fd); err == nil {
			err = b.allow(g, fd, real)
		}
		unix.Close(fd)
		if err != nil {
			return Exclusion{}, &PathError{Set: g.set, Path: g.path, Err: err}
		}
	}
	return Exclusion{Files: len(denied.files), Directories: len(b.expanded), Linked: denied.linked}, nil
}

// pinned refuses a path that leads to another file than it has to.
func (p Policy) pinned(path string, fd int) error {
	want, ok := p.Pinned[path]
	if !ok {
		return nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if idOf(&st) != want {
		return ErrReplaced
	}
	return nil
}

// addRule gives the place that is open at fd, and whose path is real, rights.
type addRule func(fd int, real string, rights uint64) error

// A builder turns grants into rules.
type builder struct {
	*denials
	handled  uint64
	given    map[string]uint64 // rights by path
	add      addRule
	expanded map[string]bool // directories that were taken apart
	rules    int
}

// allow adds the rules of a grant at one place.
func (b *builder) allow(g grant, fd int, real string) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	directory := st.Mode&unix.S_IFMT == unix.S_IFDIR
	switch {
	case len(b.files) == 0 || g.rights&deniable == 0:
	case b.files[idOf(&st)]:
		return ErrDenied
	case directory && real == "":
		return ErrNoName
	case directory && b.covers(real):
		return b.expand(g, fd, real)
	}
	return b.rule(g, fd, real, directory)
}

func (b *builder) rule(g grant, fd int, real string, directory bool) error {
	rights := g.rights & b.handled
	if !directory {
		rights &= fileRights
	}
	if rights&^along(b.given, real) == 0 {
		return nil
	}
	if real != "" {
		b.given[real] |= rights
	}
	if b.rules++; b.rules > maxRules && len(b.files) > 0 {
		return ErrTooLarge
	}
	return b.add(fd, real, rights)
}

// along returns the rights that path and the directories above it give.
func along(given map[string]uint64, path string) uint64 {
	rights := given[path]
	for path != "" && path != "/" {
		path = filepath.Dir(path)
		rights |= given[path]
	}
	return rights
}

// openPath opens an absolute path without access to what it names. It returns
// the path that leads there without symbolic links too, or "" where that is
// unknown.
func openPath(path string) (fd int, real string, err error) {
	if !filepath.IsAbs(path) {
		return -1, "", ErrNotAbsolute
	}
	if fd, err = openat2(path, unix.RESOLVE_NO_SYMLINKS); err == nil {
		return fd, filepath.Clean(path), nil
	}
	if err != unix.ELOOP {
		return -1, "", err
	}
	if fd, err = openat2(path, unix.RESOLVE_NO_MAGICLINKS); err != nil {
		// The kernel says the same of a magic link and of a loop.
		if err == unix.ELOOP && unix.Stat(path, new(unix.Stat_t)) == nil {
			err = ErrMagicLink
		}
		return -1, "", err
	}
	real, err = os.Readlink("/proc/self/fd/" + strconv.Itoa(fd))
	if err != nil || !filepath.IsAbs(real) {
		// Without /proc, rules are not merged, which changes no decision.
		real = ""
	}
	return fd, real, nil
}

func openat2(path string, resolve uint64) (int, error) {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: resolve}
	for {
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &how)
		if err != unix.EINTR {
			return fd, err
		}
	}
}
