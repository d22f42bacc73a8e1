package memory

import (
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
)

// file is an open file that is no named pipe.
type file struct {
	c    *core
	id   Identity
	ino  uint64
	name string
	flag int
	pipe *pipe.Pipe

	mu     sync.Mutex
	off    int64
	closed bool
	// below is the base's file while content is read from there.
	below vfs.File
}

var _ vfs.Versioned = (*file)(nil)

func (o *file) Name() string { return o.name }

func (o *file) error(op string, err error) error {
	if err == io.EOF {
		return err
	}
	return vfs.Error(op, o.name, err)
}

// Stat implements vfs.File.
func (o *file) Stat() (fs.FileInfo, error) {
	if o.isClosed() {
		return nil, o.error("stat", fs.ErrClosed)
	}
	o.c.mu.RLock()
	defer o.c.mu.RUnlock()
	return o.c.info(baseName(o.name), o.ino), nil
}

func (o *file) isClosed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.closed
}

// Version implements vfs.Versioned.
func (o *file) Version() uint64 {
	o.c.mu.RLock()
	defer o.c.mu.RUnlock()
	if i := o.c.t.get(o.ino); i != nil {
		return i.version
	}
	return 0
}

// Close implements vfs.File.
func (o *file) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return o.error("close", fs.ErrClosed)
	}
	o.closed = true
	if o.below != nil {
		o.below.Close()
	}
	c := o.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opens[o.ino]--; c.opens[o.ino] == 0 {
		delete(c.opens, o.ino)
		delete(c.pipes, o.ino)
		c.release(o.ino)
	}
	return nil
}

// Read implements vfs.File.
func (o *file) Read(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.readAt(p, o.off)
	o.off += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, o.error("read", err)
}

// ReadAt implements vfs.File.
func (o *file) ReadAt(p []byte, off int64) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if off < 0 {
		return 0, o.error("read", syscall.EINVAL)
	}
	n, err := o.readAt(p, off)
	return n, o.error("read", err)
}

func (o *file) readAt(p []byte, off int64) (int, error) {
	switch {
	case o.closed:
		return 0, fs.ErrClosed
	case o.flag&syscall.O_ACCMODE == os.O_WRONLY:
		return 0, syscall.EBADF
	}
	c := o.c
	c.mu.RLock()
	i := c.t.get(o.ino)
	if i.isDir() {
		c.mu.RUnlock()
		return 0, syscall.EISDIR
	}
	if i.elsewhere() {
		c.mu.RUnlock()
		n, err := o.below.ReadAt(p, off)
		return n, cause(err)
	}
	n := int(min(int64(len(p)), max(i.size-off, 0)))
	i.data.readAt(p[:n], off)
	stale := n > 0 && (i.atime <= i.mtime || i.atime <= i.ctime)
	c.mu.RUnlock()
	if stale {
		c.accessed(o.ino)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// accessed sets the time of access, as relatime does (mount(8)): when it is no
// newer than the last change.
func (c *core) accessed(ino uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := c.t.edit(ino)
	if now := c.now(); now-i.atime > int64(time.Millisecond) {
		i.atime = now
	}
}

// Write implements vfs.File.
func (o *file) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.write(p)
	return n, o.error("write", err)
}

func (o *file) write(p []byte) (int, error) {
	switch {
	case o.closed:
		return 0, fs.ErrClosed
	case !writes(o.flag):
		return 0, syscall.EBADF
	case len(p) == 0:
		return 0, nil
	}
	c := o.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if o.flag&os.O_APPEND != 0 {
		o.off = c.t.get(o.ino).size
	}
	var short error
	if room := c.limits.FileBytes - o.off; int64(len(p)) > room {
		if room <= 0 {
			return 0, syscall.EFBIG
		}
		p, short = p[:room], syscall.EFBIG
	}
	i := c.t.edit(o.ino)
	grow := i.data.growth(len(p), o.off)
	if c.bytes+grow > c.limits.Bytes {
		// As much as fits, like a full disk.
		fits := int64(len(p)) - (c.bytes + grow - c.limits.Bytes)
		if fits <= 0 || i.data.growth(int(fits), o.off)+c.bytes > c.limits.Bytes {
			return 0, syscall.ENOSPC
		}
		p, short = p[:fits], syscall.ENOSPC
		grow = i.data.growth(len(p), o.off)
	}
	i.data = i.data.writeAt(c.t.own, p, o.off)
	c.bytes += grow
	o.off += int64(len(p))
	i.size = max(i.size, o.off)
	c.written(i, o.id)
	return len(p), short
}

// Seek implements vfs.File.
func (o *file) Seek(offset int64, whence int) (int64, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return 0, o.error("seek", fs.ErrClosed)
	}
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += o.off
	case io.SeekEnd:
		o.c.mu.RLock()
		offset += o.c.t.get(o.ino).length()
		o.c.mu.RUnlock()
	default:
		return 0, o.error("seek", syscall.EINVAL)
	}
	if offset < 0 {
		return 0, o.error("seek", syscall.EINVAL)
	}
	o.off = offset
	return offset, nil
}

// Truncate implements vfs.File.
func (o *file) Truncate(size int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return o.error("truncate", fs.ErrClosed)
	}
	if size < 0 || !writes(o.flag) {
		return o.error("truncate", syscall.EINVAL)
	}
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	return o.error("truncate", o.c.resize(o.ino, size, o.id))
}
