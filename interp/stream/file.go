package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

const (
	firstFill = 1 << 10
	lastFill  = 32 << 10
)

// Open returns the description of f, which was just opened with flag (the O_
// values of package os) and has its offset at the beginning. Closing the last
// reference closes f.
//
// Regular files are read ahead into a buffer that all share who refer to the
// description; the offset that others see counts what was consumed alone. A
// write to the same file by anyone who went through the same FS makes the
// buffer stale (vfs.Versioned); without that it is kept until it is consumed.
func Open(f vfs.File, flag int) Description {
	mode := flag & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR)
	acc := access{mode != os.O_WRONLY, mode != os.O_RDONLY}
	if st, err := f.Stat(); err == nil && st.Mode().IsRegular() {
		r := &regular{access: acc, f: f, append: flag&os.O_APPEND != 0}
		r.versioned, _ = f.(vfs.Versioned)
		return r
	}
	return &special{access: acc, f: f}
}

type access struct{ readable, writable bool }

func (a access) Readable() bool { return a.readable }
func (a access) Writable() bool { return a.writable }

type regular struct {
	refs
	access
	f         vfs.File
	append    bool
	versioned vfs.Versioned

	mu sync.Mutex
	// off is the description's offset, at the one that f has; lost says that
	// an appending write moved both to an end that only f knows.
	off, at int64
	lost    bool
	// buf holds the file's bytes from bufOff on, as of version.
	buf     []byte
	bufOff  int64
	version uint64
	fill    int
}

func (r *regular) Readable() bool { return r.readable }
func (r *regular) Writable() bool { return r.writable }
func (r *regular) Terminal() bool { return false }
func (r *regular) Path() string   { return r.f.Name() }
func (r *regular) Ready() bool    { return true }

func (r *regular) Retain() Description {
	r.retain()
	return r
}

func (r *regular) Close() error {
	last, err := r.release()
	if last {
		return r.f.Close()
	}
	return err
}

func (r *regular) Stat() (fs.FileInfo, error) { return r.f.Stat() }

// find makes off what it is after an appending write.
func (r *regular) find() error {
	if !r.lost {
		return nil
	}
	off, err := r.f.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	r.off, r.at, r.lost = off, off, false
	return nil
}

// buffered returns the bytes at the offset that are at hand and still true.
func (r *regular) buffered() []byte {
	if len(r.buf) == 0 {
		return nil
	}
	if r.versioned != nil && r.versioned.Version() != r.version {
		r.buf = r.buf[:0]
		return nil
	}
	i := r.off - r.bufOff
	if i < 0 || i >= int64(len(r.buf)) {
		return nil
	}
	return r.buf[i:]
}

// more reads ahead from the offset. Each fill is larger than the last, so that
// a file of one line costs no large buffer.
func (r *regular) more() ([]byte, error) {
	r.fill = min(max(r.fill*4, firstFill), lastFill)
	if cap(r.buf) < r.fill {
		r.buf = make([]byte, 0, r.fill)
	}
	if r.versioned != nil {
		r.version = r.versioned.Version()
	}
	n, err := r.f.ReadAt(r.buf[:r.fill], r.off)
	r.buf, r.bufOff = r.buf[:n], r.off
	if n > 0 {
		return r.buf, nil
	}
	if err == nil {
		err = io.EOF
	}
	return nil, err
}

func (r *regular) readContext(_ context.Context, p []byte) (int, error) { return r.Read(p) }
func (r *regular) Read(p []byte) (int, error) {
	if !r.readable || r.closed() {
		return 0, syscall.EBADF
	}
	if len(p) == 0 {
		return 0, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.find(); err != nil {
		return 0, err
	}
	have := r.buffered()
	if len(have) == 0 {
		if len(p) >= firstFill {
			n, err := r.f.ReadAt(p, r.off)
			r.off += int64(n)
			if n > 0 {
				err = nil
			}
			return n, err
		}
		var err error
		if have, err = r.more(); err != nil {
			return 0, err
		}
	}
	n := copy(p, have)
	r.off += int64(n)
	return n, nil
}

func (r *regular) ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error) {
	if !r.readable || r.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.find(); err != nil {
		return nil, err
	}
	var out []byte
	for len(out) < limit {
		have := r.buffered()
		if len(have) == 0 {
			if over(ctx) {
				return until(out, context.Cause(ctx))
			}
			var err error
			if have, err = r.more(); err != nil {
				return out, err
			}
		}
		if rest := limit - len(out); len(have) > rest {
			have = have[:rest]
		}
		i := bytes.IndexByte(have, delim)
		if i >= 0 {
			have = have[:i+1]
		}
		out = append(out, have...)
		r.off += int64(len(have))
		if i >= 0 {
			return out, nil
		}
	}
	return out, tooLong(out, delim, strict, limit)
}

func (r *regular) writeContext(_ context.Context, p []byte) (int, error) { return r.Write(p) }
func (r *regular) Write(p []byte) (int, error) {
	if !r.writable || r.closed() {
		return 0, syscall.EBADF
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.buf = r.buf[:0]
	if r.append {
		n, err := r.f.Write(p)
		r.lost = r.lost || n > 0
		return n, err
	}
	if r.at != r.off {
		if _, err := r.f.Seek(r.off, io.SeekStart); err != nil {
			return 0, err
		}
		r.at = r.off
	}
	n, err := r.f.Write(p)
	r.off += int64(n)
	r.at = r.off
	return n, err
}

func (r *regular) Seek(offset int64, whence int) (int64, error) {
	if r.closed() {
		return 0, syscall.EBADF
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.find(); err != nil {
		return 0, err
	}
	if whence == io.SeekEnd {
		off, err := r.f.Seek(offset, whence)
		if err != nil {
			return 0, errno(err)
		}
		r.off, r.at = off, off
		return off, nil
	}
	off, err := seekTo(offset, whence, r.off, 0)
	if err == nil {
		r.off = off
	}
	return off, err
}

// errno takes the name off an error that is about a descriptor.
func errno(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}
