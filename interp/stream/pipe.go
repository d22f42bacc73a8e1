package stream

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"syscall"

	"github.com/aegish/aegish/interp/vfs/pipe"
)

// Pipe makes a pipe of size bytes (below 1: 64 KiB) with its two ends. What is
// held in it grows with need. A call that waits goes on waiting until the other
// side acts; PipeContext makes pipes that can be cancelled.
func Pipe(size int) (r, w Description) {
	return PipeContext(context.Background(), size)
}

// PipeContext is Pipe; calls that wait return the cause of ctx when it ends.
func PipeContext(ctx context.Context, size int) (r, w Description) {
	p := pipe.Connected(size)
	id := rand.Uint64() >> 32
	return &pipeEnd{p: p, ctx: ctx, id: id}, &pipeEnd{p: p, ctx: ctx, id: id, writes: true}
}

type pipeEnd struct {
	base
	refs
	p      *pipe.Pipe
	ctx    context.Context
	id     uint64
	writes bool
	broken atomic.Int64
}

// BrokenWrites counts the writes to d that found no reader any more: 0 for what
// is no pipe.
func BrokenWrites(d Description) int64 {
	if b, ok := d.(*bound); ok {
		d = b.contextual
	}
	if e, ok := d.(*pipeEnd); ok {
		return e.broken.Load()
	}
	return 0
}

func (e *pipeEnd) Read(b []byte) (int, error)  { return e.readContext(e.ctx, b) }
func (e *pipeEnd) Write(b []byte) (int, error) { return e.writeContext(e.ctx, b) }

func (e *pipeEnd) readContext(ctx context.Context, b []byte) (int, error) {
	if e.writes || e.closed() {
		return 0, syscall.EBADF
	}
	return e.p.Read(ctx, b)
}

func (e *pipeEnd) writeContext(ctx context.Context, b []byte) (int, error) {
	if !e.writes || e.closed() {
		return 0, syscall.EBADF
	}
	n, err := e.p.Write(ctx, b)
	if err = brokenPipe(err); errors.Is(err, ErrBrokenPipe) {
		e.broken.Add(1)
	}
	return n, err
}

func (e *pipeEnd) ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error) {
	if e.writes || e.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	data, err := until(e.p.ReadUntil(ctx, delim, limit))
	if err == nil {
		err = tooLong(data, delim, strict, limit)
	}
	return data, err
}

func (e *pipeEnd) Retain() Description {
	e.retain()
	return e
}

func (e *pipeEnd) Close() error {
	last, err := e.release()
	if last {
		if e.writes {
			e.p.DropWriter()
		} else {
			e.p.DropReader()
		}
	}
	return err
}

func (e *pipeEnd) Ready() bool    { return e.writes || e.p.Ready() }
func (e *pipeEnd) Readable() bool { return !e.writes }
func (e *pipeEnd) Writable() bool { return e.writes }
func (e *pipeEnd) Path() string   { return "pipe:[" + strconv.FormatUint(e.id, 10) + "]" }
func (e *pipeEnd) Stat() (fs.FileInfo, error) {
	return info{e.Path(), fs.ModeNamedPipe | 0o600, 0, e.id}, nil
}
