package stream

import (
	"context"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// special is a description of a file that is not regular: a named pipe, a
// device, a directory. Nothing is read ahead, because what a named pipe or a
// terminal holds may be meant for another reader.
type special struct {
	refs
	access
	f vfs.File
}

func (s *special) Readable() bool             { return s.readable }
func (s *special) Writable() bool             { return s.writable }
func (s *special) Path() string               { return s.f.Name() }
func (s *special) Stat() (fs.FileInfo, error) { return s.f.Stat() }

func (s *special) Terminal() bool {
	t, ok := s.f.(vfs.Terminal)
	return ok && t.Terminal()
}

func (s *special) Ready() bool {
	if u, ok := s.f.(vfs.UntilReader); ok {
		return u.Ready()
	}
	return true
}

func (s *special) Retain() Description {
	s.retain()
	return s
}

func (s *special) Close() error {
	last, err := s.release()
	if last {
		return s.f.Close()
	}
	return err
}

func (s *special) Seek(offset int64, whence int) (int64, error) {
	off, err := s.f.Seek(offset, whence)
	return off, errno(err)
}

func (s *special) Read(p []byte) (int, error)  { return s.readContext(context.Background(), p) }
func (s *special) Write(p []byte) (int, error) { return s.writeContext(context.Background(), p) }

func (s *special) readContext(ctx context.Context, p []byte) (int, error) {
	if !s.readable || s.closed() {
		return 0, syscall.EBADF
	}
	if c, ok := s.f.(vfs.ContextFile); ok {
		return c.ReadContext(ctx, p)
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return s.f.Read(p)
}

func (s *special) writeContext(ctx context.Context, p []byte) (int, error) {
	if !s.writable || s.closed() {
		return 0, syscall.EBADF
	}
	if c, ok := s.f.(vfs.ContextFile); ok {
		n, err := c.WriteContext(ctx, p)
		return n, brokenPipe(err)
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	n, err := s.f.Write(p)
	return n, brokenPipe(err)
}

func (s *special) ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error) {
	if !s.readable || s.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	if u, ok := s.f.(vfs.UntilReader); ok {
		data, err := until(u.ReadUntil(ctx, delim, limit))
		if err == nil {
			err = tooLong(data, delim, strict, limit)
		}
		return data, err
	}
	return eachByte(ctx, s.readContext, delim, limit, strict)
}

// eachByte is ReadUntil for what can be read alone and not looked at.
func eachByte(ctx context.Context, read func(context.Context, []byte) (int, error), delim byte, limit int, strict bool) ([]byte, error) {
	var out []byte
	one := make([]byte, 1)
	for len(out) < limit {
		n, err := read(ctx, one)
		if n == 0 && err != nil {
			return until(out, err)
		}
		out = append(out, one[:n]...)
		if n > 0 && one[0] == delim {
			return out, nil
		}
	}
	return out, tooLong(out, delim, strict, limit)
}
