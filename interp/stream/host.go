package stream

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"syscall"
)

const hostChunk = 32 << 10

// FromReader returns a description that reads from r. An *os.File is treated as
// by FromFile. Other readers may block where nothing can wake them, so a
// goroutine reads for whoever waits; when that one is cancelled, what arrives
// later is kept for the next. Closing the last reference does not close r.
func FromReader(r io.Reader) Description {
	if f, ok := r.(*os.File); ok {
		return FromFile(f)
	}
	return &hostReader{r: r}
}

type hostReader struct {
	base
	refs
	r io.Reader

	mu sync.Mutex
	// have is read and not consumed; failed came with it.
	have   []byte
	failed error
	// done is closed when the reading that is under way has ended, nil when
	// there is none.
	done chan struct{}
}

// memory tells whether reading r never blocks.
func memory(r io.Reader) bool {
	switch r.(type) {
	case *bytes.Reader, *bytes.Buffer, *strings.Reader:
		return true
	}
	return false
}

// await returns with the lock held when there is something to consume.
func (h *hostReader) await(ctx context.Context) error {
	h.mu.Lock()
	for len(h.have) == 0 && h.failed == nil {
		if h.done == nil {
			h.done = make(chan struct{})
			if memory(h.r) {
				h.pull(h.done)
				continue
			}
			go func(done chan struct{}) {
				buf := make([]byte, hostChunk)
				n, err := h.r.Read(buf)
				h.mu.Lock()
				h.arrived(buf[:n], err, done)
				h.mu.Unlock()
			}(h.done)
		}
		done := h.done
		h.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			h.mu.Lock()
			if len(h.have) == 0 && h.failed == nil {
				return context.Cause(ctx)
			}
			return nil
		}
		h.mu.Lock()
	}
	return nil
}

func (h *hostReader) pull(done chan struct{}) {
	buf := make([]byte, hostChunk)
	n, err := h.r.Read(buf)
	h.arrived(buf[:n], err, done)
}

func (h *hostReader) arrived(data []byte, err error, done chan struct{}) {
	h.have, h.failed = data, err
	h.done = nil
	close(done)
}

// end returns the error that ended the reading. Anything but the end of the
// file may pass, so it is told once.
func (h *hostReader) end() error {
	err := h.failed
	if !errors.Is(err, io.EOF) {
		h.failed = nil
	}
	return err
}

func (h *hostReader) Read(p []byte) (int, error) { return h.readContext(context.Background(), p) }
func (h *hostReader) readContext(ctx context.Context, p []byte) (int, error) {
	if h.closed() {
		return 0, syscall.EBADF
	}
	if len(p) == 0 {
		return 0, nil
	}
	err := h.await(ctx)
	defer h.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if len(h.have) == 0 {
		return 0, h.end()
	}
	n := copy(p, h.have)
	h.have = h.have[n:]
	return n, nil
}

func (h *hostReader) ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error) {
	if h.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	var out []byte
	for len(out) < limit {
		found, err := h.take(ctx, delim, limit, &out)
		if err != nil {
			return until(out, err)
		}
		if found {
			return out, nil
		}
	}
	return out, tooLong(out, delim, strict, limit)
}

func (h *hostReader) take(ctx context.Context, delim byte, limit int, out *[]byte) (bool, error) {
	err := h.await(ctx)
	defer h.mu.Unlock()
	if err != nil {
		return false, err
	}
	if len(h.have) == 0 {
		return false, h.end()
	}
	chunk := h.have[:min(len(h.have), limit-len(*out))]
	i := bytes.IndexByte(chunk, delim)
	if i >= 0 {
		chunk = chunk[:i+1]
	}
	*out = append(*out, chunk...)
	h.have = h.have[len(chunk):]
	return i >= 0, nil
}

func (h *hostReader) Ready() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.have) > 0 || h.failed != nil || memory(h.r)
}

func (h *hostReader) Retain() Description {
	h.retain()
	return h
}
func (h *hostReader) Close() error {
	_, err := h.release()
	return err
}
func (h *hostReader) Readable() bool { return true }
func (h *hostReader) Path() string   { return "pipe:[0]" }
func (h *hostReader) Stat() (fs.FileInfo, error) {
	return info{h.Path(), fs.ModeNamedPipe | 0o600, 0, 0}, nil
}

// FromWriter returns a description that writes to w, one call at a time. An
// *os.File is treated as by FromFile. Closing the last reference does not
// close w.
func FromWriter(w io.Writer) Description {
	if f, ok := w.(*os.File); ok {
		return FromFile(f)
	}
	return &hostWriter{w: w}
}

type hostWriter struct {
	base
	refs
	mu sync.Mutex
	w  io.Writer
}

func (h *hostWriter) Write(p []byte) (int, error) {
	return h.writeContext(context.Background(), p)
}
func (h *hostWriter) writeContext(ctx context.Context, p []byte) (int, error) {
	if h.closed() {
		return 0, syscall.EBADF
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	n, err := h.w.Write(p)
	if errors.Is(err, io.ErrClosedPipe) {
		err = ErrBrokenPipe
	}
	return n, brokenPipe(err)
}
func (h *hostWriter) Retain() Description {
	h.retain()
	return h
}
func (h *hostWriter) Close() error {
	_, err := h.release()
	return err
}
func (h *hostWriter) Writable() bool { return true }
func (h *hostWriter) Path() string   { return "pipe:[0]" }
func (h *hostWriter) Stat() (fs.FileInfo, error) {
	return info{h.Path(), fs.ModeNamedPipe | 0o600, 0, 0}, nil
}
