package memory

import (
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// Rename implements vfs.FS (rename(2)).
func (f *FS) Rename(from, to string) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	return vfs.Error("rename", from, f.rename(from, to))
}

func (f *FS) rename(oldName, newName string) error {
	from, err := f.walk(oldName, nameOnly)
	if err != nil {
		return err
	}
	to, err := f.walk(newName, nameOnly)
	if err != nil {
		return err
	}
	c := f.c
	if from.dots || to.dots {
		return syscall.EBUSY
	}
	if err := c.look(&from); err != nil {
		return err
	}
	if from.ino == 0 {
		return syscall.ENOENT
	}
	if err := c.look(&to); err != nil {
		return err
	}
	source := c.t.get(from.ino)
	if !source.isDir() && (from.slash || to.slash) {
		return syscall.ENOTDIR
	}
	if source.isDir() && c.within(to.dir, from.ino) {
		return syscall.EINVAL
	}
	if to.ino != 0 && c.within(from.dir, to.ino) {
		return syscall.ENOTEMPTY
	}
	if from.ino == to.ino {
		return nil
	}
	if err := f.mayDelete(from); err != nil {
		return err
	}
	if err := f.mayReplace(to, source.isDir()); err != nil {
		return err
	}
	if source.isDir() && from.dir != to.dir && !f.may(source, writeBit) {
		return syscall.EACCES
	}
	if err := c.room(0, entrySize(to.name)); err != nil {
		return err
	}
	if to.ino != 0 {
		if c.t.get(to.ino).isDir() {
			if empty, err := c.empty(to.ino); err != nil || !empty {
				if err == nil {
					err = syscall.ENOTEMPTY
				}
				return err
			}
			c.rmdir(to)
		} else {
			c.unlink(to)
		}
	}
	c.leave(from)
	c.enter(to, from.ino)
	i := c.t.edit(from.ino)
	i.ctime = c.now()
	i.dirty(metaChange)
	if i.isDir() {
		i.parent = to.dir
	}
	return nil
}

// mayReplace checks the new name of a rename.
func (f *FS) mayReplace(to place, dir bool) error {
	if to.ino == 0 {
		return f.mayMake(to)
	}
	if err := f.mayDelete(to); err != nil {
		return err
	}
	switch isDir := f.c.t.get(to.ino).isDir(); {
	case dir && !isDir:
		return syscall.ENOTDIR
	case !dir && isDir:
		return syscall.EISDIR
	}
	return nil
}

// within tells whether the directory dir is top or below it.
func (c *core) within(dir, top uint64) bool {
	for {
		if dir == top {
			return true
		}
		if dir == rootIno {
			return false
		}
		dir = c.t.get(dir).parent
	}
}
