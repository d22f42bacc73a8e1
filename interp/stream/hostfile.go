package stream

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

// hostWrite is PIPE_BUF: a pipe, socket or terminal that poll(2) calls writable
// takes that many bytes without blocking.
const hostWrite = 4096

// FromFile returns the description of a file of the host, such as os.Stdin.
// Closing the last reference does not close f.
//
// Other processes share the host's own description of it (the shell that
// started us, and whoever reads after us), so nothing is ever read ahead of
// what is asked for and its flags stay as they are: ReadUntil looks at files
// with pread(2) and at pipes with tee(2) and then takes what it found; from
// anything else it takes single bytes, as bash does. A call that waits does so
// in poll(2), next to an eventfd that its context fires.
func FromFile(f *os.File) Description {
	h := &hostFile{f: f, fd: -1, reading: make(chan struct{}, 1)}
	conn, err := f.SyscallConn()
	if err != nil || conn.Control(func(fd uintptr) { h.fd = int(fd) }) != nil {
		return Closed()
	}
	flags, err := unix.FcntlInt(uintptr(h.fd), unix.F_GETFL, 0)
	if err != nil {
		return Closed()
	}
	mode := flags & unix.O_ACCMODE
	h.access = access{mode != unix.O_WRONLY, mode != unix.O_RDONLY}
	if st, err := f.Stat(); err == nil {
		h.file, h.pipe = st.Mode().IsRegular(), st.Mode()&fs.ModeNamedPipe != 0
	}
	_, err = unix.IoctlGetTermios(h.fd, unix.TCGETS)
	h.terminal = err == nil
	return h
}

type hostFile struct {
	refs
	access
	f        *os.File
	fd       int
	file     bool
	pipe     bool
	terminal bool
	// reading is held by the one that reads; a channel, because whoever waits
	// for it must be able to give up.
	reading chan struct{}
}

func (h *hostFile) Readable() bool { return h.readable }
func (h *hostFile) Writable() bool { return h.writable }
func (h *hostFile) Terminal() bool { return h.terminal }
func (h *hostFile) Path() string   { return h.f.Name() }
func (h *hostFile) Ready() bool    { return pollNow(h.fd, unix.POLLIN) }
func (h *hostFile) Stat() (fs.FileInfo, error) {
	st, err := h.f.Stat()
	if err != nil {
		return nil, errno(err)
	}
	return vfs.HostInfo(st), nil
}

func (h *hostFile) Retain() Description {
	h.retain()
	return h
}

func (h *hostFile) Close() error {
	_, err := h.release()
	return err
}

func (h *hostFile) Seek(offset int64, whence int) (int64, error) {
	if h.terminal {
		return 0, syscall.ESPIPE
	}
	return unix.Seek(h.fd, offset, whence)
}

func (h *hostFile) lock(ctx context.Context) error {
	select {
	case h.reading <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (h *hostFile) Read(p []byte) (int, error)  { return h.readContext(context.Background(), p) }
func (h *hostFile) Write(p []byte) (int, error) { return h.writeContext(context.Background(), p) }

func (h *hostFile) readContext(ctx context.Context, p []byte) (int, error) {
	if !h.readable || h.closed() {
		return 0, syscall.EBADF
	}
	if len(p) == 0 {
		return 0, nil
	}
	if h.terminal {
		return inTurn(ctx, func(ctx context.Context) (int, error) { return h.readAlone(ctx, p) })
	}
	return h.readAlone(ctx, p)
}

// readAlone is read by one at a time.
func (h *hostFile) readAlone(ctx context.Context, p []byte) (int, error) {
	if err := h.lock(ctx); err != nil {
		return 0, err
	}
	defer func() { <-h.reading }()
	return h.read(ctx, p)
}

func (h *hostFile) read(ctx context.Context, p []byte) (int, error) {
	for {
		if err := h.poll(ctx, unix.POLLIN); err != nil {
			return 0, err
		}
		n, err := unix.Read(h.fd, p)
		switch {
		case err == unix.EINTR, err == unix.EAGAIN:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (h *hostFile) writeContext(ctx context.Context, p []byte) (int, error) {
	if !h.writable || h.closed() {
		return 0, syscall.EBADF
	}
	done := 0
	for done < len(p) {
		if err := h.poll(ctx, unix.POLLOUT); err != nil {
			return done, err
		}
		chunk := p[done:]
		if !h.file && len(chunk) > hostWrite {
			chunk = chunk[:hostWrite]
		}
		// Not through package os, which ends the process on EPIPE of
		// descriptors 1 and 2.
		n, err := unix.Write(h.fd, chunk)
		if err == unix.EINTR || err == unix.EAGAIN {
			continue
		}
		done += max(n, 0)
		if err != nil {
			return done, brokenPipe(err)
		}
	}
	return done, nil
}

// ReadUntil implements Description.
func (h *hostFile) ReadUntil(ctx context.Context, delim byte, max int) ([]byte, error) {
	if !h.readable || h.closed() {
		return nil, syscall.EBADF
	}
	limit, strict := recordLimit(max)
	if h.terminal {
		return eachByte(ctx, h.readContext, delim, limit, strict)
	}
	if err := h.lock(ctx); err != nil {
		return until(nil, err)
	}
	defer func() { <-h.reading }()
	look := h.lookAhead()
	if look == nil {
		return eachByte(ctx, h.read, delim, limit, strict)
	}
	defer look.close()
	var out []byte
	for size := 256; len(out) < limit; size = min(size*4, hostChunk) {
		if err := h.poll(ctx, unix.POLLIN); err != nil {
			return until(out, err)
		}
		seen, err := look.peek(min(size, limit-len(out)))
		if err == unix.EINTR || err == unix.EAGAIN {
			continue
		}
		if err != nil {
			return out, err
		}
		i := bytes.IndexByte(seen, delim)
		if i >= 0 {
			seen = seen[:i+1]
		}
		n, err := look.take(seen)
		if err != nil {
			return out, err
		}
		out = append(out, seen[:n]...)
		if i >= 0 && n == i+1 {
			return out, nil
		}
	}
	return out, tooLong(out, delim, strict, limit)
}
