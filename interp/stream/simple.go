package stream

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"sync"
	"syscall"
)

// Closed returns a description that answers every use with EBADF, as the
// descriptors do that are not open.
func Closed() Description { return closed{} }

type closed struct{ base }

func (c closed) Retain() Description { return c }
func (closed) Close() error          { return syscall.EBADF }

// Null returns /dev/null opened for reading and writing.
func Null() Description { return &null{} }

type null struct {
	base
	refs
}

func (n *null) readContext(context.Context, []byte) (int, error)      { return n.Read(nil) }
func (n *null) writeContext(_ context.Context, p []byte) (int, error) { return n.Write(p) }
func (n *null) Read([]byte) (int, error) {
	if n.closed() {
		return 0, syscall.EBADF
	}
	return 0, io.EOF
}
func (n *null) Write(p []byte) (int, error) {
	if n.closed() {
		return 0, syscall.EBADF
	}
	return len(p), nil
}
func (n *null) ReadUntil(context.Context, byte, int) ([]byte, error) {
	_, err := n.Read(nil)
	return nil, err
}
func (n *null) Retain() Description {
	n.retain()
	return n
}
func (n *null) Close() error {
	_, err := n.release()
	return err
}
func (n *null) Seek(int64, int) (int64, error) { return 0, nil }
func (n *null) Readable() bool                 { return true }
func (n *null) Writable() bool                 { return true }
func (n *null) Path() string                   { return "/dev/null" }
func (n *null) Stat() (fs.FileInfo, error) {
	return info{"null", fs.ModeDevice | fs.ModeCharDevice | 0o666, 0, 0}, nil
}

// FromBytes returns a description of a file, opened for reading, that holds
// data: a here-document. It can seek. The caller leaves data alone from then on.
func FromBytes(data []byte) Description { return &constant{data: data} }

type constant struct {
	base
	refs
	data []byte

	mu  sync.Mutex
	off int64
}

func (c *constant) rest() []byte {
	return c.data[min(c.off, int64(len(c.data))):]
}

func (c *constant) readContext(_ context.Context, p []byte) (int, error) { return c.Read(p) }
func (c *constant) Read(p []byte) (int, error) {
	if c.closed() {
		return 0, syscall.EBADF
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	n := copy(p, c.rest())
	c.off += int64(n)
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (c *constant) ReadUntil(_ context.Context, delim byte, max int) ([]byte, error) {
	if c.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	c.mu.Lock()
	defer c.mu.Unlock()
	rest := c.rest()
	end, err := len(rest), io.EOF
	if i := bytes.IndexByte(rest, delim); i >= 0 {
		end, err = i+1, nil
	}
	if end > limit || end == limit && err != nil {
		end, err = limit, nil
	}
	c.off += int64(end)
	data := bytes.Clone(rest[:end])
	if err == nil {
		err = tooLong(data, delim, strict, limit)
	}
	return data, err
}

func (c *constant) Retain() Description {
	c.retain()
	return c
}

func (c *constant) Close() error {
	_, err := c.release()
	return err
}

func (c *constant) Seek(offset int64, whence int) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	off, err := seekTo(offset, whence, c.off, int64(len(c.data)))
	if err == nil {
		c.off = off
	}
	return off, err
}

// seekTo computes the offset that lseek(2) would set.
func seekTo(offset int64, whence int, current, end int64) (int64, error) {
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += current
	case io.SeekEnd:
		offset += end
	default:
		return 0, syscall.EINVAL
	}
	if offset < 0 {
		return 0, syscall.EINVAL
	}
	return offset, nil
}

func (c *constant) Readable() bool { return true }
func (c *constant) Stat() (fs.FileInfo, error) {
	return info{"", 0o600, int64(len(c.data)), 0}, nil
}
