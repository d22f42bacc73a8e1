package host

import (
	"io"
	"io/fs"
	"sync"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// openFile is an open regular file or directory.
type openFile struct {
	f     *FS
	id    fileID
	name  string
	flag  int
	state *openState

	// mu keeps the descriptor open while it is used.
	mu     sync.RWMutex
	fd     int
	closed bool
}

var _ vfs.Versioned = (*openFile)(nil)

// with calls do with the descriptor.
func (o *openFile) with(op string, do func(fd int) error) error {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if o.closed {
		return vfs.Error(op, o.name, fs.ErrClosed)
	}
	for {
		switch err := do(o.fd); err {
		case unix.EINTR:
		case io.EOF:
			return err
		default:
			return vfs.Error(op, o.name, err)
		}
	}
}

func (o *openFile) Name() string { return o.name }

// Version implements vfs.Versioned. Changes by other processes do not count.
func (o *openFile) Version() uint64 { return o.state.version.Load() }

func (o *openFile) Stat() (fi fs.FileInfo, err error) {
	err = o.with("stat", func(fd int) (err error) {
		fi, err = status(fd, o.name)
		return err
	})
	return fi, err
}

func atEnd(n int, p []byte, err error) error {
	if err == nil && n == 0 && len(p) > 0 {
		return io.EOF
	}
	return err
}

func (o *openFile) Read(p []byte) (n int, err error) {
	err = o.with("read", func(fd int) (err error) {
		n, err = unix.Read(fd, p)
		return atEnd(n, p, err)
	})
	return max(n, 0), err
}

func (o *openFile) ReadAt(p []byte, off int64) (n int, err error) {
	err = o.with("read", func(fd int) error {
		for n < len(p) {
			k, err := unix.Pread(fd, p[n:], off+int64(n))
			if err = atEnd(k, p[n:], err); err != nil {
				return err
			}
			n += k
		}
		return nil
	})
	return n, err
}

func (o *openFile) Write(p []byte) (n int, err error) {
	err = o.with("write", func(fd int) error {
		for {
			k, err := unix.Write(fd, p[n:])
			n += max(k, 0)
			if err != nil || n == len(p) {
				return err
			}
		}
	})
	o.state.version.Add(1)
	return n, err
}

func (o *openFile) Seek(offset int64, whence int) (at int64, err error) {
	err = o.with("seek", func(fd int) (err error) {
		if whence < io.SeekStart || whence > io.SeekEnd {
			return unix.EINVAL
		}
		at, err = unix.Seek(fd, offset, whence)
		return err
	})
	return at, err
}

func (o *openFile) Truncate(size int64) error {
	defer o.state.version.Add(1)
	return o.with("truncate", func(fd int) error { return unix.Ftruncate(fd, size) })
}

func (o *openFile) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return vfs.Error("close", o.name, fs.ErrClosed)
	}
	o.closed = true
	o.f.drop(o.id, o.state)
	return vfs.Error("close", o.name, unix.Close(o.fd))
}
