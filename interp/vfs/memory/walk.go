package memory

import (
	"errors"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// A place is where a walk ended: the directory, the last name in it and the
// inode behind that (0: there is none). Without a last name (the root, "." and
// "..") name is that, and dir is the inode itself.
type place struct {
	dir, ino uint64
	name     string
	// slash says that the path ended in a slash, dots that name is none that
	// could be made or removed.
	slash, dots bool
}

const (
	readBit, writeBit, searchBit = 4, 2, 1
)

// may tells whether the identity has a right of rwx (path_resolution(7)).
func (f *FS) may(i *inode, bit uint32) bool {
	if f.id.UID == 0 {
		return bit != searchBit || i.isDir() || i.mode&0o111 != 0
	}
	perm := uint32(i.mode.Perm())
	switch {
	case i.uid == f.id.UID:
		perm >>= 6
	case i.gid == f.id.GID:
		perm >>= 3
	}
	return perm&bit == bit
}

// A walkMode says what a walk does with the last name of a path.
type walkMode uint8

const (
	// follow follows it when it is a symbolic link; one that a slash comes
	// after always is.
	follow walkMode = 1 << iota
	// nameOnly does not look it up: core.look does that, after what the kernel
	// checks before.
	nameOnly
	// making refuses a slash after it with EISDIR, as open(2) does with
	// O_CREAT.
	making
)

// walk follows a path (path_resolution(7)).
func (f *FS) walk(path string, how walkMode) (place, error) {
	if err := vfs.CheckPath(path); err != nil {
		return place{}, err
	}
	at := place{dir: rootIno, ino: rootIno, name: "/", dots: true}
	cur, rest, links := uint64(rootIno), path, 0
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			return at, nil
		}
		name, tail, _ := strings.Cut(rest, "/")
		more := strings.TrimLeft(tail, "/") != ""
		slash := !more && len(name) < len(rest)
		dir := f.c.t.get(cur)
		if !dir.isDir() {
			return at, syscall.ENOTDIR
		}
		if !f.may(dir, searchBit) {
			return at, syscall.EACCES
		}
		if name == "." || name == ".." {
			if name == ".." {
				cur = dir.parent
			}
			at = place{dir: cur, ino: cur, name: name, slash: slash, dots: true}
			rest = tail
			continue
		}
		at = place{dir: cur, name: name, slash: slash}
		if !more && how&nameOnly != 0 {
			return at, nil
		}
		if slash && how&making != 0 {
			return at, syscall.EISDIR
		}
		ino, err := f.c.child(cur, name)
		if err != nil {
			return at, err
		}
		at.ino = ino
		if ino == 0 {
			if more {
				return at, syscall.ENOENT
			}
			return at, nil
		}
		next := f.c.t.get(ino)
		if next.isLink() && (more || how&follow != 0 || slash) {
			if f.stop {
				return at, &vfs.LinkError{Dir: "/" + strings.Trim(path[:len(path)-len(rest)], "/"), Target: next.target, Rest: tail}
			}
			if links++; links > vfs.MaxLinks {
				return at, syscall.ELOOP
			}
			if next.target[0] == '/' {
				cur = rootIno
				at = place{dir: rootIno, ino: rootIno, name: "/", dots: true}
			}
			rest = next.target + rest[len(name):]
			continue
		}
		if !more {
			return at, nil
		}
		cur, rest = ino, tail
	}
}

// find walks to something that exists.
func (f *FS) find(path string, how walkMode) (place, error) {
	at, err := f.walk(path, how)
	if err != nil {
		return at, err
	}
	if at.ino == 0 {
		return at, syscall.ENOENT
	}
	if at.slash && !f.c.t.get(at.ino).isDir() {
		return at, syscall.ENOTDIR
	}
	return at, nil
}

// vacant walks to a name that something is to be made at (the kernel's
// filename_create).
func (f *FS) vacant(path string, dir bool) (place, error) {
	at, err := f.walk(path, nameOnly)
	if err != nil {
		return at, err
	}
	if at.dots {
		return at, syscall.EEXIST
	}
	if err := f.c.look(&at); err != nil {
		return at, err
	}
	if at.ino != 0 {
		return at, syscall.EEXIST
	}
	if at.slash && !dir {
		return at, syscall.ENOENT
	}
	return at, f.mayMake(at)
}

func (f *FS) mayMake(at place) error {
	dir := f.c.t.get(at.dir)
	if dir.nlink == 0 {
		return syscall.ENOENT
	}
	if !f.may(dir, writeBit|searchBit) {
		return syscall.EACCES
	}
	return nil
}

// look looks the last name of a walk up.
func (c *core) look(at *place) (err error) {
	at.ino, err = c.child(at.dir, at.name)
	return err
}

// child looks a name up in a directory; 0 when there is none.
func (c *core) child(dir uint64, name string) (uint64, error) {
	if len(name) > vfs.MaxName {
		return 0, syscall.ENAMETOOLONG
	}
	d := c.t.get(dir)
	if ino, ok := d.kids[name]; ok {
		return ino, nil
	}
	if d.origin == nil || d.origin.opaque {
		return 0, nil
	}
	ino, err := c.fault(dir, name)
	if errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR) {
		return 0, nil
	}
	return ino, err
}
