package memory

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// An Op is what happened to a name of the base.
type Op string

// What can happen to a name.
const (
	Added    Op = "A"
	Modified Op = "M"
	Deleted  Op = "D"
	Renamed  Op = "R"
)

// A Change is a difference between a filesystem and the base it began as.
type Change struct {
	Op   Op
	Path string
	// From is the name that the base has for what was renamed.
	From string
	// Mode is that of the file, of the base's for what was deleted.
	Mode fs.FileMode
	// Content says that the bytes of a file that is in the base are others, or
	// that it is another file altogether; without it only owner, permissions,
	// times or link count are.
	Content bool
}

// Changes lists what is different from the base, sorted by path. What is in an
// added directory is listed; what is in a deleted one is not. A base's file
// that has a further name is added there. ENOTSUP without a base.
func (f *FS) Changes() ([]Change, error) {
	c := f.c
	if c.base == nil {
		return nil, vfs.Error("changes", "/", syscall.ENOTSUP)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	d := differences{core: c, kept: map[uint64]bool{}}
	if err := d.collect(rootIno, "/", "/"); err != nil {
		return nil, err
	}
	list := make([]Change, 0, len(d.list))
	for _, found := range d.list {
		if found.Op == Renamed && d.kept[found.ino] {
			found.Op, found.From = Added, ""
		}
		list = append(list, found.Change)
	}
	slices.SortFunc(list, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// differences are what collect finds.
type differences struct {
	*core
	list []difference
	// kept are the inodes that still have the name they have in the base, so
	// that their other names are links and not what they were renamed to.
	kept map[uint64]bool
}

type difference struct {
	Change
	ino uint64
}

// collect compares the directory ino, at path, with the base's at was; "" when
// the base has none.
func (d *differences) collect(ino uint64, path, was string) error {
	for name, kid := range d.t.get(ino).kids {
		at, old := join(path, name), ""
		if was != "" {
			old = join(was, name)
		}
		before, err := d.before(old)
		if err != nil {
			return err
		}
		if kid == 0 {
			if before != nil {
				d.list = append(d.list, difference{Change{Op: Deleted, Path: at, Mode: before.Mode()}, 0})
			}
			continue
		}
		i := d.t.get(kid)
		change, below := d.compare(i, at, old, before)
		if change != nil {
			d.list = append(d.list, difference{*change, kid})
		}
		if i.origin != nil && i.origin.path == old {
			d.kept[kid] = true
		}
		if i.isDir() {
			if err := d.collect(kid, at, below); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare says how i, at path, differs from what the base has at old, and what
// of the base is below it.
func (c *core) compare(i *inode, path, old string, before fs.FileInfo) (*Change, string) {
	o := i.origin
	switch {
	case o == nil && before != nil:
		return &Change{Op: Modified, Path: path, Mode: i.mode, Content: true}, ""
	case o == nil:
		return &Change{Op: Added, Path: path, Mode: i.mode}, ""
	case old != "" && (o.path == old || before != nil && sameFile(before, o)):
		if o.changed&^nameChange == 0 {
			return nil, o.path
		}
		return &Change{Op: Modified, Path: path, Mode: i.mode, Content: o.changed&dataChange != 0}, o.path
	case o.linked:
		return &Change{Op: Added, Path: path, Mode: i.mode}, ""
	}
	return &Change{Op: Renamed, Path: path, From: o.path, Mode: i.mode, Content: o.changed&dataChange != 0}, o.path
}

func sameFile(fi fs.FileInfo, o *origin) bool {
	s, ok := fi.Sys().(*vfs.Sys)
	return ok && o.linked && s.Dev == o.dev && s.Ino == o.ino
}

// before is what the base has at a path, nil for nothing.
func (c *core) before(path string) (fs.FileInfo, error) {
	if path == "" {
		return nil, nil
	}
	fi, err := c.base.fs.Lstat(path)
	if errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	return fi, err
}

func join(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}
