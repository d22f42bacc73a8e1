package memory

import (
	"context"
	"io/fs"
	"os"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
)

// OpenFile implements vfs.FS. The open of a named pipe waits for its other
// side unless flag has O_NONBLOCK; OpenFileContext can be called off.
func (f *FS) OpenFile(name string, flag int, perm fs.FileMode) (vfs.File, error) {
	return f.OpenFileContext(context.Background(), name, flag, perm)
}

// OpenFileContext implements vfs.ContextOpener.
func (f *FS) OpenFileContext(ctx context.Context, name string, flag int, perm fs.FileMode) (vfs.File, error) {
	f.c.lock()
	o, err := f.open(name, flag, perm)
	f.c.mu.Unlock()
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	if o.pipe == nil {
		return o, nil
	}
	p, err := vfs.OpenFifo(ctx, o.pipe, vfs.Fifo{
		Path: name, Flag: flag, Status: o.Stat, Written: o.stamp, Done: func() { o.Close() },
	})
	return p, vfs.Error("open", name, err)
}

// stamp notes a write to a named pipe.
func (o *file) stamp() {
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	i := o.c.t.edit(o.ino)
	i.mtime = o.c.now()
	i.ctime = i.mtime
}

func (f *FS) open(name string, flag int, perm fs.FileMode) (*file, error) {
	if flag&syscall.O_ACCMODE == syscall.O_ACCMODE {
		return nil, syscall.EINVAL
	}
	if flag&os.O_CREATE != 0 && flag&syscall.O_DIRECTORY != 0 {
		return nil, syscall.EINVAL
	}
	ino, made, err := f.locate(name, flag, perm)
	if err != nil {
		return nil, err
	}
	c := f.c
	i := c.t.get(ino)
	if !made {
		if err := f.mayOpen(i, flag); err != nil {
			return nil, err
		}
	}
	if i.isRegular() {
		if err := f.prepare(ino, flag); err != nil {
			return nil, err
		}
	}
	o := &file{c: c, id: f.id, ino: ino, name: name, flag: flag}
	if i := c.t.get(ino); i.elsewhere() {
		if o.below, err = c.base.open(i.origin.path); err != nil {
			return nil, err
		}
	}
	if i.isFifo() {
		if o.pipe = c.pipes[ino]; o.pipe == nil {
			o.pipe = pipe.New(0)
			c.pipes[ino] = o.pipe
		}
	}
	c.opens[ino]++
	return o, nil
}

// prepare empties a file that is opened so, and fetches from the base what may
// be written.
func (f *FS) prepare(ino uint64, flag int) error {
	if flag&os.O_TRUNC != 0 {
		if f.c.t.get(ino).size == 0 && f.c.t.get(ino).origin == nil {
			i := f.c.t.edit(ino)
			f.c.written(i, f.id)
			return nil
		}
		return f.c.resize(ino, 0, f.id)
	}
	if writes(flag) {
		return f.c.fetch(ino, -1)
	}
	return nil
}

// locate finds what is to be opened, or makes it.
func (f *FS) locate(name string, flag int, perm fs.FileMode) (ino uint64, made bool, err error) {
	how := follow
	if flag&syscall.O_NOFOLLOW != 0 || flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0 {
		how = 0
	}
	if flag&os.O_CREATE == 0 {
		at, err := f.find(name, how)
		return at.ino, false, err
	}
	at, err := f.walk(name, how|making)
	if err != nil {
		return 0, false, err
	}
	if at.ino != 0 {
		if flag&os.O_EXCL != 0 {
			return 0, false, syscall.EEXIST
		}
		if f.c.t.get(at.ino).isDir() {
			return 0, false, syscall.EISDIR
		}
		return at.ino, false, nil
	}
	if err := f.mayMake(at); err != nil {
		return 0, false, err
	}
	ino, err = f.create(at, perm&permBits, "")
	return ino, true, err
}

func writes(flag int) bool { return flag&syscall.O_ACCMODE != os.O_RDONLY }

// mayOpen checks an open of what exists, in the kernel's order (may_open).
func (f *FS) mayOpen(i *inode, flag int) error {
	switch {
	case flag&syscall.O_DIRECTORY != 0 && !i.isDir():
		return syscall.ENOTDIR
	case i.isLink():
		return syscall.ELOOP
	case i.isDir() && (writes(flag) || flag&os.O_TRUNC != 0):
		return syscall.EISDIR
	}
	var need uint32
	if flag&syscall.O_ACCMODE != os.O_WRONLY {
		need = readBit
	}
	if writes(flag) || flag&os.O_TRUNC != 0 {
		need |= writeBit
	}
	if !f.may(i, need) {
		return syscall.EACCES
	}
	if !i.isDir() && !i.isRegular() && !i.isFifo() {
		return syscall.ENXIO
	}
	return nil
}

// WriteFile makes a file with the given content, or replaces it.
func (f *FS) WriteFile(name string, data []byte, perm fs.FileMode) error {
	o, err := f.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, perm)
	if err != nil {
		return err
	}
	if _, err := o.Write(data); err != nil {
		o.Close()
		return err
	}
	return o.Close()
}
