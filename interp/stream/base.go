package stream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// MaxRecord is what ReadUntil reads at most when it is given no maximum.
const MaxRecord = 64 << 20

// A LimitError tells that a stream has met one of its limits.
type LimitError struct {
	// Name says what is limited, as in "output bytes".
	Name  string
	Limit int64
}

func (e *LimitError) Error() string { return fmt.Sprintf("limit of %d %s reached", e.Limit, e.Name) }

// contextual is what the descriptions of this package can do: wait for one
// context or another.
type contextual interface {
	Description
	readContext(ctx context.Context, p []byte) (int, error)
	writeContext(ctx context.Context, p []byte) (int, error)
}

// WithContext returns d as one sees it whose work ends with ctx: a Read or
// Write that waits returns the cause of ctx. It refers to the same description
// and takes over the caller's reference; what it retains is bound likewise.
func WithContext(ctx context.Context, d Description) Description {
	if b, ok := d.(*bound); ok {
		d = b.contextual
	}
	if c, ok := d.(contextual); ok {
		return &bound{c, ctx, nil}
	}
	return d
}

// UntilEnd is WithContext for a program that ctx stands for: once that has
// ended, nothing more is written, as a process that was killed writes no more.
func UntilEnd(ctx context.Context, d Description) Description {
	before := context.Background()
	if b, ok := d.(*bound); ok {
		before = b.ctx
	}
	d = WithContext(ctx, d)
	if b, ok := d.(*bound); ok {
		b.before = before
	}
	return d
}

// BeyondEnd takes UntilEnd back, for a program that may outlive ctx.
func BeyondEnd(d Description) Description {
	if b, ok := d.(*bound); ok && b.before != nil {
		return &bound{b.contextual, b.before, nil}
	}
	return d
}

// bound keeps a context because the methods of package io have no place for
// one.
type bound struct {
	contextual
	ctx context.Context
	// before, where it is set, is the context before UntilEnd. Writes fail then
	// when ctx has ended, even those that need not wait.
	before context.Context
}

func (b *bound) Read(p []byte) (int, error) { return b.readContext(b.ctx, p) }
func (b *bound) Write(p []byte) (int, error) {
	if b.before != nil && b.ctx.Err() != nil {
		return 0, context.Cause(b.ctx)
	}
	return b.writeContext(b.ctx, p)
}
func (b *bound) Retain() Description {
	b.contextual.Retain()
	return &bound{b.contextual, b.ctx, b.before}
}

// refs counts the references beyond the first.
type refs struct{ n atomic.Int32 }

func (r *refs) retain() { r.n.Add(1) }

// release gives one back and tells whether it was the last; EBADF when there
// was none.
func (r *refs) release() (last bool, err error) {
	switch n := r.n.Add(-1); {
	case n == -1:
		return true, nil
	case n < -1:
		r.n.Add(1)
		return false, syscall.EBADF
	}
	return false, nil
}

func (r *refs) closed() bool { return r.n.Load() < 0 }

// base answers what a description can not do.
type base struct{}

func (base) readContext(context.Context, []byte) (int, error)  { return 0, syscall.EBADF }
func (base) writeContext(context.Context, []byte) (int, error) { return 0, syscall.EBADF }
func (base) Read([]byte) (int, error)                          { return 0, syscall.EBADF }
func (base) Write([]byte) (int, error)                         { return 0, syscall.EBADF }
func (base) ReadUntil(context.Context, byte, int) ([]byte, error) {
	return nil, syscall.EBADF
}
func (base) Ready() bool                    { return true }
func (base) Seek(int64, int) (int64, error) { return 0, syscall.ESPIPE }
func (base) Stat() (fs.FileInfo, error)     { return nil, syscall.EBADF }
func (base) Terminal() bool                 { return false }
func (base) Readable() bool                 { return false }
func (base) Writable() bool                 { return false }
func (base) Path() string                   { return "" }

// info is what a description that is no file shows of itself.
type info struct {
	name string
	mode fs.FileMode
	size int64
	ino  uint64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.mode }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return &vfs.Sys{Ino: i.ino, Nlink: 1} }

// until gives the errors of ReadUntil their agreed form.
func until(data []byte, err error) ([]byte, error) {
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrWouldBlock
	}
	return data, err
}

// recordLimit is the number of bytes to read and whether reaching it is an
// error.
func recordLimit(max int) (n int, isError bool) {
	if max < 1 {
		return MaxRecord, true
	}
	return max, false
}

func tooLong(data []byte, delim byte, strict bool, limit int) error {
	if strict && len(data) >= limit && data[len(data)-1] != delim {
		return &LimitError{"string bytes", int64(limit)}
	}
	return nil
}

func brokenPipe(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return ErrBrokenPipe
	}
	return err
}
