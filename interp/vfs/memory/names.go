package memory

import (
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// enter makes a name for ino in a directory.
func (c *core) enter(at place, ino uint64) {
	d := c.t.edit(at.dir)
	if _, covers := d.kids[at.name]; !covers {
		c.bytes += entrySize(at.name)
	}
	d.kids[at.name] = ino
	c.touched(d)
	if c.t.get(ino).isDir() {
		d.nlink++
	}
}

// leave takes a name out of its directory; what it named keeps its links.
func (c *core) leave(at place) {
	d := c.t.edit(at.dir)
	if c.hidden(d, at.name) {
		d.kids[at.name] = 0
	} else {
		delete(d.kids, at.name)
		c.bytes -= entrySize(at.name)
	}
	c.touched(d)
	if c.t.get(at.ino).isDir() {
		d.nlink--
	}
}

func (c *core) touched(d *inode) {
	d.mtime = c.now()
	d.ctime = d.mtime
	d.dirty(nameChange)
}

func entrySize(name string) int64 { return entryCost + int64(len(name)) }

// create makes an inode at a vacant place.
func (f *FS) create(at place, mode fs.FileMode, target string) (uint64, error) {
	c := f.c
	if err := c.room(1, inodeCost+entrySize(at.name)+int64(len(target))); err != nil {
		return 0, err
	}
	dir := c.t.get(at.dir)
	now := c.now()
	i := &inode{own: c.t.own, mode: mode, uid: f.id.UID, gid: f.id.GID, nlink: 1, atime: now, mtime: now, ctime: now, target: target}
	if dir.mode&fs.ModeSetgid != 0 {
		i.gid = dir.gid
		if i.isDir() {
			i.mode |= fs.ModeSetgid
		}
	}
	if i.isDir() {
		i.nlink, i.parent, i.kids = 2, at.dir, map[string]uint64{}
	}
	ino := c.add(i)
	c.enter(at, ino)
	return ino, nil
}

const permBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(name string, perm fs.FileMode) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	at, err := f.vacant(name, true)
	if err == nil {
		_, err = f.create(at, fs.ModeDir|perm&(fs.ModePerm|fs.ModeSticky), "")
	}
	return vfs.Error("mkdir", name, err)
}

// Mkfifo implements vfs.FS.
func (f *FS) Mkfifo(name string, perm fs.FileMode) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	at, err := f.vacant(name, false)
	if err == nil {
		_, err = f.create(at, fs.ModeNamedPipe|perm&permBits, "")
	}
	return vfs.Error("mkfifo", name, err)
}

// Symlink implements vfs.FS.
func (f *FS) Symlink(target, name string) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	return vfs.Error("symlink", name, f.symlink(target, name))
}

func (f *FS) symlink(target, name string) error {
	switch {
	case target == "":
		return syscall.ENOENT
	case len(target) > vfs.MaxPath:
		return syscall.ENAMETOOLONG
	}
	at, err := f.vacant(name, false)
	if err != nil {
		return err
	}
	_, err = f.create(at, fs.ModeSymlink|0o777, target)
	return err
}

// Readlink implements vfs.FS.
func (f *FS) Readlink(name string) (string, error) {
	defer f.c.shared()()
	at, err := f.find(name, 0)
	if err != nil {
		return "", vfs.Error("readlink", name, err)
	}
	i := f.c.t.get(at.ino)
	if !i.isLink() {
		return "", vfs.Error("readlink", name, syscall.EINVAL)
	}
	return i.target, nil
}

// Link implements vfs.FS.
func (f *FS) Link(target, name string) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	return vfs.Error("link", name, f.link(target, name))
}

func (f *FS) link(target, name string) error {
	from, err := f.find(target, 0)
	if err != nil {
		return err
	}
	to, err := f.vacant(name, false)
	if err != nil {
		return err
	}
	c := f.c
	if c.t.get(from.ino).isDir() {
		return syscall.EPERM
	}
	if err := c.room(0, entrySize(to.name)); err != nil {
		return err
	}
	i := c.t.edit(from.ino)
	i.nlink++
	i.ctime = c.now()
	i.dirty(metaChange)
	c.enter(to, from.ino)
	return nil
}

// Remove implements vfs.FS (unlink(2) and rmdir(2)).
func (f *FS) Remove(name string) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	return vfs.Error("remove", name, f.remove(name))
}

func (f *FS) remove(name string) error {
	at, err := f.walk(name, nameOnly)
	if err != nil {
		return err
	}
	if at.dots {
		switch at.name {
		case ".":
			return syscall.EINVAL
		case "..":
			return syscall.ENOTEMPTY
		}
		return syscall.EBUSY
	}
	if err := f.c.look(&at); err != nil {
		return err
	}
	if at.ino == 0 {
		return syscall.ENOENT
	}
	c := f.c
	if at.slash && !c.t.get(at.ino).isDir() {
		return syscall.ENOTDIR
	}
	if err := f.mayDelete(at); err != nil {
		return err
	}
	if !c.t.get(at.ino).isDir() {
		c.unlink(at)
		return nil
	}
	if empty, err := c.empty(at.ino); err != nil || !empty {
		if err == nil {
			err = syscall.ENOTEMPTY
		}
		return err
	}
	c.rmdir(at)
	return nil
}

func (c *core) unlink(at place) {
	c.leave(at)
	i := c.t.edit(at.ino)
	i.nlink--
	i.ctime = c.now()
	i.dirty(metaChange)
	c.release(at.ino)
}

func (c *core) rmdir(at place) {
	c.leave(at)
	i := c.t.edit(at.ino)
	i.nlink = 0
	clear(i.kids)
	if i.origin != nil {
		i.origin.opaque = true
	}
	c.release(at.ino)
}

// mayDelete checks that a name can be removed: the directory is writable, and a
// sticky one lets only owners do it.
func (f *FS) mayDelete(at place) error {
	dir, i := f.c.t.get(at.dir), f.c.t.get(at.ino)
	if !f.may(dir, writeBit|searchBit) {
		return syscall.EACCES
	}
	if dir.mode&fs.ModeSticky != 0 && f.id.UID != 0 && f.id.UID != dir.uid && f.id.UID != i.uid {
		return syscall.EPERM
	}
	return nil
}
