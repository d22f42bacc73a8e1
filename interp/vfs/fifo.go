package vfs

import (
	"context"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"github.com/aegish/aegish/interp/vfs/pipe"
)

// A Fifo is what a filesystem says about a named pipe that it opens.
type Fifo struct {
	// Path and Flag are those of the call.
	Path string
	Flag int
	// Status is the Stat of the file, Written is told of bytes that went in
	// (nil: nobody asks), Done is called once, when the file is closed or the
	// open fails.
	Status  func() (fs.FileInfo, error)
	Written func()
	Done    func()
}

// OpenFifo opens a named pipe as fifo(7) says, and waits for the other side
// unless the flags have O_NONBLOCK: ENXIO when that finds no reader, the cause
// of ctx when it ends first.
func OpenFifo(ctx context.Context, p *pipe.Pipe, about Fifo) (File, error) {
	f := &fifo{about: about, p: p}
	if err := f.join(ctx); err != nil {
		about.Done()
		return nil, err
	}
	return f, nil
}

type fifo struct {
	about Fifo
	p     *pipe.Pipe

	mu     sync.Mutex
	closed bool
}

var (
	_ ContextFile = (*fifo)(nil)
	_ UntilReader = (*fifo)(nil)
)

func (f *fifo) nonblock() bool { return f.about.Flag&syscall.O_NONBLOCK != 0 }
func (f *fifo) reads() bool    { return f.about.Flag&syscall.O_ACCMODE != os.O_WRONLY }
func (f *fifo) writes() bool   { return f.about.Flag&syscall.O_ACCMODE != os.O_RDONLY }

func (f *fifo) join(ctx context.Context) error {
	switch {
	case f.reads() && f.writes():
		f.p.AddReader()
		f.p.AddWriter()
	case f.reads():
		seen := f.p.AddReader()
		if f.nonblock() {
			return nil
		}
		if err := f.p.AwaitWriter(ctx, seen); err != nil {
			f.p.DropReader()
			return err
		}
	default:
		if f.nonblock() && f.p.Readers() == 0 {
			return syscall.ENXIO
		}
		seen := f.p.AddWriter()
		if err := f.p.AwaitReader(ctx, seen); err != nil {
			f.p.DropWriter()
			return err
		}
	}
	return nil
}

func (f *fifo) usable(op string, allowed bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return Error(op, f.about.Path, fs.ErrClosed)
	}
	if !allowed {
		return Error(op, f.about.Path, syscall.EBADF)
	}
	return nil
}

func (f *fifo) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return Error("close", f.about.Path, fs.ErrClosed)
	}
	f.closed = true
	if f.reads() {
		f.p.DropReader()
	}
	if f.writes() {
		f.p.DropWriter()
	}
	f.about.Done()
	return nil
}

func (f *fifo) Name() string                { return f.about.Path }
func (f *fifo) Read(p []byte) (int, error)  { return f.ReadContext(context.Background(), p) }
func (f *fifo) Write(p []byte) (int, error) { return f.WriteContext(context.Background(), p) }

func (f *fifo) Stat() (fs.FileInfo, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil, Error("stat", f.about.Path, fs.ErrClosed)
	}
	return f.about.Status()
}

// until is ctx, or one in which a call that would wait fails with EAGAIN.
func (f *fifo) until(ctx context.Context) context.Context {
	if f.nonblock() {
		var cancel context.CancelCauseFunc
		ctx, cancel = context.WithCancelCause(ctx)
		cancel(syscall.EAGAIN)
	}
	return ctx
}

func (f *fifo) ReadContext(ctx context.Context, p []byte) (int, error) {
	if err := f.usable("read", f.reads()); err != nil {
		return 0, err
	}
	n, err := f.p.Read(f.until(ctx), p)
	if err == io.EOF {
		return n, err
	}
	return n, Error("read", f.about.Path, err)
}

func (f *fifo) WriteContext(ctx context.Context, p []byte) (int, error) {
	if err := f.usable("write", f.writes()); err != nil {
		return 0, err
	}
	n, err := f.p.Write(f.until(ctx), p)
	if n > 0 && err == syscall.EAGAIN {
		err = nil
	}
	if n > 0 && f.about.Written != nil {
		f.mu.Lock()
		if !f.closed {
			f.about.Written()
		}
		f.mu.Unlock()
	}
	return n, Error("write", f.about.Path, err)
}

func (f *fifo) ReadUntil(ctx context.Context, delim byte, limit int) ([]byte, error) {
	if err := f.usable("read", f.reads()); err != nil {
		return nil, err
	}
	data, err := f.p.ReadUntil(f.until(ctx), delim, limit)
	if err == io.EOF {
		return data, err
	}
	return data, Error("read", f.about.Path, err)
}

func (f *fifo) Ready() bool { return f.p.Ready() }

func (f *fifo) ReadAt([]byte, int64) (int, error) {
	return 0, Error("read", f.about.Path, syscall.ESPIPE)
}
func (f *fifo) Seek(int64, int) (int64, error) {
	return 0, Error("seek", f.about.Path, syscall.ESPIPE)
}
func (f *fifo) Truncate(int64) error { return Error("truncate", f.about.Path, syscall.EINVAL) }
