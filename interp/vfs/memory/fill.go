package memory

import (
	"bytes"
	"io/fs"
	"path"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// WriteFiles is WriteFile for many new names in one directory whose files have
// the same content, of one chunk (64 KiB) at most: each counts as if written
// alone, and they share memory until they are changed. It stops at a
// name that is there (EEXIST); when not all fit, none is made (ENOSPC).
func (f *FS) WriteFiles(dir string, names []string, data []byte, perm fs.FileMode) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	at, err := f.find(dir, follow)
	if err == nil {
		err = f.mayFill(at.ino, names, data)
	}
	if err != nil {
		return vfs.Error("open", dir, err)
	}
	if d := f.c.t.edit(at.ino); len(d.kids) == 0 {
		d.kids = make(map[string]uint64, len(names))
	}
	made := f.newFiles(at.ino, len(names), data, perm)
	for i, name := range names {
		if err := f.enterNew(place{dir: at.ino, name: name}, &made[i]); err != nil {
			return vfs.Error("open", dir+"/"+name, err)
		}
	}
	return nil
}

// enterNew gives a new file a name that is vacant.
func (f *FS) enterNew(at place, i *inode) error {
	if err := vfs.CheckPath("/" + at.name); err != nil || path.Base(at.name) != at.name || at.name == "." || at.name == ".." {
		return syscall.EINVAL
	}
	if err := f.c.look(&at); err != nil {
		return err
	}
	if at.ino != 0 {
		return syscall.EEXIST
	}
	f.c.enter(at, f.c.add(i))
	f.c.bytes += i.data.cost()
	return nil
}

// mayFill tells whether a directory can take the files.
func (f *FS) mayFill(dir uint64, names []string, data []byte) error {
	if !f.c.t.get(dir).isDir() {
		return syscall.ENOTDIR
	}
	if err := f.mayMake(place{dir: dir}); err != nil {
		return err
	}
	if len(data) > chunkSize || int64(len(data)) > f.c.limits.FileBytes {
		return syscall.EFBIG
	}
	need := int64(0)
	for _, name := range names {
		need += inodeCost + entrySize(name) + content{}.growth(len(data), 0)
	}
	return f.c.room(int64(len(names)), need)
}

// newFiles makes inodes that belong into a directory and have no name yet.
func (f *FS) newFiles(dir uint64, n int, data []byte, perm fs.FileMode) []inode {
	now, gid := f.c.now(), f.id.GID
	if d := f.c.t.get(dir); d.mode&fs.ModeSetgid != 0 {
		gid = d.gid
	}
	// Nobody owns the chunk, so that a write copies it; what finds it is each
	// file's own.
	shared := &chunk{b: bytes.Clone(data)}
	chunks, inodes := make([]*chunk, n), make([]inode, n)
	for k := range inodes {
		inodes[k] = inode{
			own: f.c.t.own, mode: perm & permBits, uid: f.id.UID, gid: gid, nlink: 1,
			atime: now, mtime: now, ctime: now, size: int64(len(data)),
		}
		if len(data) > 0 {
			chunks[k] = shared
			inodes[k].data = chunks[k : k+1 : k+1]
		}
	}
	return inodes
}
