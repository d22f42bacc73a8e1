package archives

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// toFile writes what in holds to a new file; what is not complete goes away.
func (p *packer) toFile(name string, in *command.Input, out string, fi fs.FileInfo) bool {
	f, ok := p.create(name, out)
	if !ok {
		return false
	}
	d, err := p.convert(in, f)
	if cerr := f.Close(); err == nil && cerr != nil {
		err = &command.OutputError{Err: cerr}
	}
	if err == nil || errors.Is(err, errTrailing) {
		if fi != nil {
			p.call.FS.Chmod(out, fi.Mode().Perm()) // as far as it can be done
			p.call.FS.Chtimes(out, fi.ModTime(), fi.ModTime())
		}
		d.name, d.out = name, out
		p.finish(d)
	}
	if err == nil {
		return true
	}
	if errors.Is(err, errTrailing) {
		p.complain(damaged, name, out, err)
		return true
	}
	var failed *command.OutputError
	if errors.As(err, &failed) {
		p.call.Errorf("%s: %s", out, command.Message(failed.Err))
		p.fail(1)
	} else {
		p.complain(damaged, name, out, err)
	}
	if err := p.call.FS.Remove(out); err != nil {
		p.complain(missing, out, "", err)
	}
	return false
}

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

func (p *packer) create(name, out string) (vfs.File, bool) {
	f, err := p.make(out)
	if errors.Is(err, syscall.EEXIST) {
		p.complain(exists, name, out, nil)
		return nil, false
	}
	if err != nil {
		p.complain(missing, out, "", err)
		return nil, false
	}
	return f, true
}

// through works to standard output, or to nothing for -t and -l.
func (p *packer) through(in *command.Input, name string, fi fs.FileInfo) {
	out := command.NewOutput(p.call)
	var to io.Writer = out
	if p.test || p.list {
		to = io.Discard
	}
	d, err := p.convert(in, to)
	var failed *command.OutputError
	if status := out.Finish(0, 1); status != 0 || errors.As(err, &failed) {
		p.fail(1)
		return
	}
	if err == nil || errors.Is(err, errTrailing) {
		d.name = name
		p.finish(d)
	}
	if err != nil {
		p.complain(damaged, name, "", err)
	}
}

func (p *packer) finish(d done) {
	if p.list {
		p.files = append(p.files, d)
		return
	}
	if p.verbose && p.tool.report != nil {
		fmt.Fprintln(p.call.Stderr, p.tool.report(p, &d))
	}
}

// convert compresses or expands from in to out.
func (p *packer) convert(in io.Reader, out io.Writer) (d done, err error) {
	counted := &countedInput{r: in}
	if !p.expand {
		return p.compress(counted, out)
	}
	r := buffered(counted)
	z, err := p.tool.codec.expand(r, p.call.Limits.HeldBytes)
	switch {
	case errors.Is(err, errFormat) && p.force && p.stdout && !p.test && !p.list:
		d.size, err = pump(p.ctx, out, r)
		return d, err
	case err != nil:
		return d, err
	}
	defer z.Close()
	d.size, err = pump(p.ctx, out, z)
	d.packed = counted.n
	return d, err
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
