package landlock

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// Bounds on what a policy with denied files may cost.
const (
	// maxRules is the largest ruleset, in rules, that is built around denied
	// files.
	maxRules = 20_000
	// maxSearch is how many directory entries are looked at in search of other
	// names of a denied file.
	maxSearch = 2_000_000
)

// Reasons inside a PathError that come with denied files.
var (
	ErrDenied   = errors.New("is denied, and can not be allowed by itself")
	ErrRoot     = errors.New("the root can not be allowed around denied files: list the directories")
	ErrNoName   = errors.New("its path is not known, and denied files may be below it")
	ErrTooLarge = fmt.Errorf("more than %d rules are needed to leave out the denied files", maxRules)
	ErrSearch   = fmt.Errorf("a denied file has other names, and they are not found among %d files", maxSearch)
)

// deniable are the rights that denied files do not get.
const deniable = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE

func idOf(st *unix.Stat_t) Inode { return Inode{uint64(st.Dev), st.Ino} }

// denials are the files of Policy.Deny with every name that matters.
//
// Landlock gives rights to files and directory trees and can not take any away
// below, so that a tree with a denied file in it is allowed entry by entry.
// Which directories that concerns has to be known by name: symbolic links are
// followed, bind mounts looked up in the table of mounts, and hard links
// searched where a file has more of them than were named. What may be written
// and not executed is not searched: who can write there can bring a copy.
type denials struct {
	files map[Inode]bool
	names []string // without symbolic links
	// linked is a file with hard links that had to be searched, "" for none.
	linked string
}

// covers reports whether a denied file lies below a directory.
func (d *denials) covers(dir string) bool {
	return slices.ContainsFunc(d.names, func(name string) bool {
		_, ok := below(dir, name)
		return ok
	})
}

// denials finds the denied files and their names.
func (p Policy) denials() (*denials, error) {
	if len(p.Deny) == 0 {
		return &denials{}, nil
	}
	mounts, err := readMounts()
	if err != nil {
		return nil, fmt.Errorf("landlock deny: %w", err)
	}
	f := finder{denials: denials{files: map[Inode]bool{}}, mounts: mounts,
		links: map[Inode]uint64{}, given: map[Inode]string{}, known: map[Inode]map[string]bool{}}
	for _, path := range p.Deny {
		if err := f.add(path); err != nil {
			return nil, &PathError{Set: "deny", Path: path, Err: err}
		}
	}
	f.linked = f.missing()
	for _, tree := range p.searched() {
		if f.missing() == "" {
			break
		}
		if err := f.search(tree); err != nil {
			return nil, &PathError{Set: "deny", Path: tree, Err: err}
		}
	}
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
	return &f.denials, nil
}

// searched lists where a hard link to a denied file counts.
func (p Policy) searched() []string {
	writable := func(tree string) bool {
		return slices.ContainsFunc(p.Write, func(dir string) bool {
			_, ok := below(dir, tree)
			return ok
		})
	}
	return slices.Concat(p.Execute, slices.DeleteFunc(slices.Clone(p.Read), writable))
}

// A finder collects the names of denied files.
type finder struct {
	denials
	mounts []mount
	links  map[Inode]uint64          // how many hard links each has
	given  map[Inode]string          // the name that each was denied by
	known  map[Inode]map[string]bool // those found, as paths within the filesystem
	looked int                       // entries seen by search
}

// add takes in one denied file by one of its names.
func (f *finder) add(path string) error {
	fd, real, err := openPath(path)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if real == "" {
		return ErrNoName
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return errors.New("is no regular file")
	}
	id := idOf(&st)
	f.files[id], f.links[id], f.given[id] = true, uint64(st.Nlink), real
	return f.name(id, fd, real)
}

// name notes a name of a denied file, and the names that other mounts of its
// filesystem give it.
func (f *finder) name(id Inode, fd int, name string) error {
	on, err := mountID(fd)
	if err != nil {
		return os.NewSyscallError("statx", err)
	}
	at := slices.IndexFunc(f.mounts, func(m mount) bool { return m.id == on })
	if at < 0 {
		return errors.New("lies on no mount of the table")
	}
	inside, ok := f.mounts[at].inside(name)
	if !ok {
		return errors.New("lies on a mount that is elsewhere")
	}
	if f.known[id] == nil {
		f.known[id] = map[string]bool{}
	}
	f.known[id][inside] = true
	f.names = append(f.names, name)
	for _, m := range f.mounts {
		if m.device != f.mounts[at].device {
			continue
		}
		other, ok := m.outside(inside)
		var st unix.Stat_t
		if ok && unix.Lstat(other, &st) == nil && idOf(&st) == id {
			f.names = append(f.names, other)
		}
	}
	return nil
}

// missing gives a denied file that has hard links which are not known, "" for
// none: the first by its name.
func (f *finder) missing() string {
	first := ""
	for id, n := range f.links {
		if name := f.given[id]; uint64(len(f.known[id])) < n && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

// search looks through a tree, across mounts, for names of denied files.
func (f *finder) search(tree string) error {
	fd, real, err := openPath(tree)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return err
	}
	if real == "" {
		return ErrNoName
	}
	return f.searchDir(fd, real)
}

func (f *finder) searchDir(fd int, dir string) error {
	if kernelMade(fd) {
		return nil
	}
	entries, err := list(fd)
	if err == unix.EACCES {
		return nil // who can not list it is not given more by being allowed it
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if f.looked++; f.looked > maxSearch {
			return ErrSearch
		}
		if !entry.IsDir() && !entry.Type().IsRegular() {
			continue
		}
		if err := f.searchEntry(fd, dir, entry); err != nil {
			return err
		}
	}
	return nil
}

func (f *finder) searchEntry(dirFD int, dir string, entry os.DirEntry) error {
	var st unix.Stat_t
	if !entry.IsDir() {
		err := unix.Fstatat(dirFD, entry.Name(), &st, unix.AT_SYMLINK_NOFOLLOW)
		if err != nil || !f.files[idOf(&st)] {
			return nil // gone, or another file
		}
	}
	fd, err := openEntry(dirFD, entry.Name())
	if err != nil {
		return nil // gone, or closed to this user
	}
	defer unix.Close(fd)
	name := join(dir, entry.Name())
	if entry.IsDir() {
		return f.searchDir(fd, name)
	}
	return f.name(idOf(&st), fd, name)
}
