package archives

import (
	"context"
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/stream"
	"github.com/aegish/aegish/interp/vfs"
)

// recordBytes is what the length of an archive is a multiple of.
const recordBytes = 20 * blockBytes

// blockBytes is what everything in an archive is padded to.
const blockBytes = tarfile.BlockBytes

// A recordWriter writes an archive a record at a time.
type recordWriter struct {
	a   *archiver
	w   io.Writer
	buf []byte
	// start is where the archive goes on, in bytes; n what was written behind.
	start, n int64
}

func newRecordWriter(a *archiver, w io.Writer, start int64) *recordWriter {
	return &recordWriter{a: a, w: w, buf: make([]byte, 0, a.record), start: start}
}

func (r *recordWriter) Write(p []byte) (int, error) {
	total := len(p)
	for len(p) > 0 {
		// The first record ends where it would if the archive began here.
		room := int(r.a.record-r.start%r.a.record) - len(r.buf)
		n := min(room, len(p))
		r.buf = append(r.buf, p[:n]...)
		if p = p[n:]; n == room {
			if err := r.flush(); err != nil {
				return total - len(p), err
			}
		}
	}
	return total, nil
}

func (r *recordWriter) flush() error {
	if err := r.a.checkpoint(true); err != nil {
		return err
	}
	n, err := r.w.Write(r.buf)
	r.start += int64(n)
	r.n += int64(n)
	r.a.written += int64(n)
	r.buf = r.buf[:0]
	return err
}

// finish fills the last record with zeros.
func (r *recordWriter) finish() error {
	if len(r.buf) == 0 {
		return nil
	}
	_, err := r.Write(make([]byte, r.a.record-r.start%r.a.record-int64(len(r.buf))))
	return err
}

// compressed puts the compressor that the options ask for in front of a file.
// close ends it and tells how.
func (a *archiver) compressed(to io.Writer) (w io.Writer, close func() error, status int) {
	switch {
	case a.program != "":
		return a.throughProgram(to)
	case a.codec == nil:
		return to, func() error { return nil }, 0
	}
	z, err := a.codec.compress(to, a.level, a.call.Limits.HeldBytes)
	if err != nil {
		return nil, nil, a.fatal("%s: %v", a.codec.name, err)
	}
	return z, z.Close, 0
}

// errChild is a program that failed, which has been told.
var errChild = errors.New("child failed")

// throughProgram has the program of -I compress what goes to a file.
func (a *archiver) throughProgram(to io.Writer) (io.Writer, func() error, int) {
	r, w := stream.PipeContext(a.ctx, command.BufferBytes)
	out := stream.FromWriter(to)
	p, err := a.start(a.program, r, out)
	if err != nil {
		return nil, nil, a.fatal("%s: Cannot exec: %s", a.program, command.Message(err))
	}
	r.Close() // the program has its own
	return brokenPipe{w}, func() error {
		w.Close()
		status, err := p.Wait(a.ctx)
		if err == nil && status.Code != 0 {
			a.call.Errorf("Child returned status %d", status.Code)
			err = errChild
		}
		return err
	}, 0
}

// brokenPipe is a pipe to a program that may end before it has read everything:
// its status tells.
type brokenPipe struct{ w io.Writer }

func (b brokenPipe) Write(p []byte) (int, error) {
	if _, err := b.w.Write(p); err != nil && !errors.Is(err, stream.ErrBrokenPipe) {
		return 0, err
	}
	return len(p), nil
}

// start begins a program with its arguments, as a shell of the interpreter reads
// them.
func (a *archiver) start(text string, in, out stream.Description) (command.Process, error) {
	if a.call.Start == nil {
		return nil, syscall.ENOSYS
	}
	return a.call.Start(a.ctx, &command.Call{Args: []string{"sh", "-c", text}, Stdin: in, Stdout: out})
}

// openNew opens the archive that is made.
func (a *archiver) openNew() (to io.Writer, f vfs.File, status int) {
	if a.file == "-" {
		if a.call.Stdout.Terminal() {
			return nil, nil, a.fatal("Refusing to write archive contents to terminal (missing -f option?)")
		}
		return a.out, nil, 0
	}
	if !a.backedUp(a.file, a.file) {
		return nil, nil, a.fatal("%s: Cannot open: %s", a.file, command.Message(syscall.EEXIST))
	}
	f, err := vfs.OpenContext(a.ctx, a.call.FS, a.file, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
	if err != nil {
		return nil, nil, a.fatal("%s: Cannot open: %s", a.file, command.Message(err))
	}
	return f, f, 0
}

// childEnv is the environment of a program with variables whose names begin with
// TAR_.
func (a *archiver) childEnv(set [][2]string) []string {
	var env []string
	for _, v := range a.call.Env {
		if !strings.HasPrefix(v, "TAR_") {
			env = append(env, v)
		}
	}
	for _, v := range set {
		env = append(env, "TAR_"+v[0]+"="+v[1])
	}
	return env
}

// ended tells whether nothing more is to be done.
func ended(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
