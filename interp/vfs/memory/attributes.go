package memory

import (
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// Stat implements vfs.FS.
func (f *FS) Stat(name string) (fs.FileInfo, error) { return f.stat("stat", name, follow) }

// Lstat implements vfs.FS.
func (f *FS) Lstat(name string) (fs.FileInfo, error) { return f.stat("lstat", name, 0) }

func (f *FS) stat(op, name string, how walkMode) (fs.FileInfo, error) {
	defer f.c.shared()()
	at, err := f.find(name, how)
	if err != nil {
		return nil, vfs.Error(op, name, err)
	}
	return f.c.info(baseName(name), at.ino), nil
}

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	defer f.c.shared()()
	at, err := f.find(name, follow)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	d := f.c.t.get(at.ino)
	if !d.isDir() {
		return nil, vfs.Error("open", name, syscall.ENOTDIR)
	}
	if !f.may(d, readBit) {
		return nil, vfs.Error("open", name, syscall.EACCES)
	}
	found, err := f.c.names(d)
	if err != nil {
		return nil, vfs.Error("readdir", name, err)
	}
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	list := make([]fs.DirEntry, len(found))
	for i := range found {
		found[i].f, found[i].dir = f, name
		list[i] = &found[i]
	}
	return list, nil
}

// entry is a name of a directory; what it names is looked at when asked.
type entry struct {
	f         *FS
	dir, name string
	mode      fs.FileMode
}

func (e *entry) Name() string      { return e.name }
func (e *entry) IsDir() bool       { return e.mode.IsDir() }
func (e *entry) Type() fs.FileMode { return e.mode.Type() }
func (e *entry) Info() (fs.FileInfo, error) {
	return e.f.Lstat(e.dir + "/" + e.name)
}

// owned finds name and checks that the identity may change its attributes.
func (f *FS) owned(name string) (uint64, error) {
	at, err := f.find(name, follow)
	if err != nil {
		return 0, err
	}
	if i := f.c.t.get(at.ino); f.id.UID != 0 && f.id.UID != i.uid {
		return 0, syscall.EPERM
	}
	return at.ino, nil
}

// Chmod implements vfs.FS.
func (f *FS) Chmod(name string, mode fs.FileMode) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	ino, err := f.owned(name)
	if err != nil {
		return vfs.Error("chmod", name, err)
	}
	i := f.c.t.edit(ino)
	i.mode = i.mode.Type() | mode&permBits
	i.ctime = f.c.now()
	i.dirty(metaChange)
	return nil
}

// Chown gives a file to another owner, of whom -1 leaves one alone. Only UID 0
// may. It is not part of vfs.FS: the interpreter's world has one user.
func (f *FS) Chown(name string, uid, gid int64) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	at, err := f.find(name, 0)
	if err == nil && f.id.UID != 0 {
		err = syscall.EPERM
	}
	if err != nil {
		return vfs.Error("chown", name, err)
	}
	i := f.c.t.edit(at.ino)
	if uid >= 0 {
		i.uid = uint32(uid)
	}
	if gid >= 0 {
		i.gid = uint32(gid)
	}
	i.ctime = f.c.now()
	i.dirty(metaChange)
	return nil
}

// Chtimes implements vfs.FS.
func (f *FS) Chtimes(name string, atime, mtime time.Time) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	ino, err := f.owned(name)
	return f.setTimes(ino, err, name, atime, mtime)
}

// Lchtimes implements vfs.LinkTimer.
func (f *FS) Lchtimes(name string, atime, mtime time.Time) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	at, err := f.find(name, 0)
	if err == nil && f.id.UID != 0 && f.id.UID != f.c.t.get(at.ino).uid {
		err = syscall.EPERM
	}
	return f.setTimes(at.ino, err, name, atime, mtime)
}

func (f *FS) setTimes(ino uint64, err error, name string, atime, mtime time.Time) error {
	if err != nil {
		return vfs.Error("chtimes", name, err)
	}
	i := f.c.t.edit(ino)
	if !atime.IsZero() {
		i.atime = atime.UnixNano()
	}
	if !mtime.IsZero() {
		i.mtime = mtime.UnixNano()
	}
	i.ctime = f.c.now()
	i.dirty(metaChange)
	return nil
}

// Truncate implements vfs.FS.
func (f *FS) Truncate(name string, size int64) error {
	f.c.lock()
	defer f.c.mu.Unlock()
	return vfs.Error("truncate", name, f.truncate(name, size))
}

func (f *FS) truncate(name string, size int64) error {
	if size < 0 {
		return syscall.EINVAL
	}
	at, err := f.find(name, follow)
	if err != nil {
		return err
	}
	i := f.c.t.get(at.ino)
	switch {
	case i.isDir():
		return syscall.EISDIR
	case !i.isRegular():
		return syscall.EINVAL
	case !f.may(i, writeBit):
		return syscall.EACCES
	}
	return f.c.resize(at.ino, size, f.id)
}

// resize sets the size of a regular file.
func (c *core) resize(ino uint64, size int64, id Identity) error {
	if size > c.limits.FileBytes {
		return syscall.EFBIG
	}
	if err := c.fetch(ino, size); err != nil {
		return err
	}
	i := c.t.edit(ino)
	c.bytes -= i.data.cost()
	i.data = i.data.cut(size)
	c.bytes += i.data.cost()
	i.size = size
	c.written(i, id)
	return nil
}

// written notes a change of content. What others than UID 0 write is no longer
// anybody's program (write(2)).
func (c *core) written(i *inode, id Identity) {
	i.mtime = c.now()
	i.ctime = i.mtime
	i.version++
	i.dirty(dataChange)
	if id.UID != 0 {
		i.mode &^= fs.ModeSetuid
		if i.mode&0o010 != 0 {
			i.mode &^= fs.ModeSetgid
		}
	}
}

func baseName(name string) string {
	for len(name) > 1 && name[len(name)-1] == '/' {
		name = name[:len(name)-1]
	}
	for i := len(name) - 2; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}
