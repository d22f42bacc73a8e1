package archives

import (
	"context"
	"io"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A tool is how one of the compressors differs from the others.
type tool struct{ codec codec }

// done is what lists sum up.
type done struct{ packed, size int64 }

// A packer is one invocation of a compressor.
type packer struct {
	ctx  context.Context
	call *command.Call
	tool *tool

	expand, test, list                           bool
	stdout, keep, force, quiet, verbose, recurse bool
	level                                        int
	suffix                                       string
	status                                       int
}

// fail keeps the worst status: 1 is worse than 2, a warning.
func (p *packer) fail(status int) {
	if p.status == 0 || status == 1 {
		p.status = status
	}
}

// depth bounds how deep -r goes.
const depth = 256

// make makes a file that is not there yet, or another one in its place with -f.
func (p *packer) make(out string) (vfs.File, error) {
	if p.force {
		// What it was linked to stays as it is.
		if fi, err := p.call.FS.Lstat(out); err == nil && fi.IsDir() {
			return nil, syscall.EISDIR
		}
		if err := p.call.FS.Remove(out); err != nil && !vfs.Missing(err) {
			return nil, err
		}
	}
	return vfs.OpenContext(p.ctx, p.call.FS, out, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o666)
}

type countedInput struct {
	r io.Reader
	n int64
}

type countedOutput struct {
	w io.Writer
	n int64
}

func (c *countedInput) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countedOutput) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
