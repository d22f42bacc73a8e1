package memory

import (
	"context"
	"os"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
)

// fifo is an open named pipe (fifo(7)).
type fifo struct {
	*file
	p *pipe.Pipe
	// nonblock is O_NONBLOCK of the open.
	nonblock bool
}

var (
	_ vfs.ContextFile = (*fifo)(nil)
	_ vfs.UntilReader = (*fifo)(nil)
)

// openFifo joins a named pipe and waits for the other side.
func openFifo(ctx context.Context, o *file) (*fifo, error) {
	f := &fifo{file: o, p: o.pipe, nonblock: o.flag&syscall.O_NONBLOCK != 0}
	switch o.flag & syscall.O_ACCMODE {
	case os.O_RDONLY:
		seen := f.p.AddReader()
		if f.nonblock {
			return f, nil
		}
		if err := f.p.AwaitWriter(ctx, seen); err != nil {
			f.p.DropReader()
			return nil, err
		}
	case os.O_WRONLY:
		if f.nonblock && f.p.Readers() == 0 {
			return nil, syscall.ENXIO
		}
		seen := f.p.AddWriter()
		if err := f.p.AwaitReader(ctx, seen); err != nil {
			f.p.DropWriter()
			return nil, err
		}
	default:
		f.p.AddReader()
		f.p.AddWriter()
	}
	return f, nil
}

func (f *fifo) Close() error {
	if err := f.file.Close(); err != nil {
		return err
	}
	if f.reads() {
		f.p.DropReader()
	}
	if writes(f.flag) {
		f.p.DropWriter()
	}
	return nil
}

func (f *fifo) reads() bool { return f.flag&syscall.O_ACCMODE != os.O_WRONLY }

func (f *fifo) Read(p []byte) (int, error)  { return f.ReadContext(context.Background(), p) }
func (f *fifo) Write(p []byte) (int, error) { return f.WriteContext(context.Background(), p) }

func (f *fifo) ReadContext(ctx context.Context, p []byte) (int, error) {
	if !f.reads() || f.isClosed() {
		return 0, f.error("read", syscall.EBADF)
	}
	if f.nonblock {
		ctx = f.atOnce(ctx)
	}
	n, err := f.p.Read(ctx, p)
	return n, f.error("read", err)
}

func (f *fifo) WriteContext(ctx context.Context, p []byte) (int, error) {
	if !writes(f.flag) || f.isClosed() {
		return 0, f.error("write", syscall.EBADF)
	}
	if f.nonblock {
		ctx = f.atOnce(ctx)
	}
	n, err := f.p.Write(ctx, p)
	if n > 0 {
		f.c.mu.Lock()
		i := f.c.t.edit(f.ino)
		i.mtime = f.c.now()
		i.ctime = i.mtime
		f.c.mu.Unlock()
	}
	if n > 0 && err == syscall.EAGAIN {
		err = nil
	}
	return n, f.error("write", err)
}

// atOnce is a context in which a call that would wait fails with EAGAIN.
func (f *fifo) atOnce(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	cancel(syscall.EAGAIN)
	return ctx
}

func (f *fifo) ReadUntil(ctx context.Context, delim byte, limit int) ([]byte, error) {
	if !f.reads() || f.isClosed() {
		return nil, f.error("read", syscall.EBADF)
	}
	return f.p.ReadUntil(ctx, delim, limit)
}

func (f *fifo) Ready() bool { return f.p.Ready() }

func (f *fifo) ReadAt([]byte, int64) (int, error) { return 0, f.error("read", syscall.ESPIPE) }
func (f *fifo) Truncate(int64) error              { return f.error("truncate", syscall.EINVAL) }
func (f *fifo) Seek(int64, int) (int64, error)    { return 0, f.error("seek", syscall.ESPIPE) }
