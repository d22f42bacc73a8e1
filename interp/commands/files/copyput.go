package files

import (
	"context"
	"io"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// put makes what is at the destination.
func (c *copier) put(ctx context.Context, j *job) bool {
	mode := j.fi.Mode()
	switch {
	case mode.IsDir():
		return c.directory(ctx, j)
	case c.symbolic:
		return c.makeSymlink(j)
	case c.hard:
		return c.hardLink(j.from, j.to, c.force || c.interactive, c.follow == followAll || c.follow == followOperands && j.operand)
	case isLink(j.fi):
		return c.copySymlink(j)
	case mode.IsRegular() || c.contents:
		return c.content(ctx, j)
	case mode&fs.ModeNamedPipe != 0:
		if err := c.in.FS.Mkfifo(j.to, mode.Perm()); err != nil {
			return c.fail("cannot create fifo %s: %s", command.QuoteShell(j.to), message(err))
		}
		return true
	}
	return c.fail("cannot create special file %s: %s", command.QuoteShell(j.to), message(syscall.EPERM))
}

// makeSymlink is cp -s.
func (c *copier) makeSymlink(j *job) bool {
	to := command.QuoteShell(j.to)
	if j.from == "" || j.from[0] != '/' {
		here, err := c.in.FS.Stat(".")
		dir, err2 := c.in.FS.Stat(above(j.to))
		if above(j.to) != "." && err == nil && err2 == nil && !sameFile(here, dir) {
			return c.fail("%s: can make relative symbolic links only in current directory", command.QuoteIfNeeded(j.to))
		}
	}
	if err := c.symlink(j.from, j.to); err != nil {
		return c.fail("cannot create symbolic link %s to %s: %s", to, command.QuoteShell(j.from), message(err))
	}
	return true
}

// symlink makes a symbolic link, with -f over what is there.
func (c *copier) symlink(target, name string) error {
	err := c.in.FS.Symlink(target, name)
	if isErrno(err, syscall.EEXIST) && c.force {
		err = replaceBy(c.in, name, func(name string) error { return c.in.FS.Symlink(target, name) })
	}
	return err
}

func (c *copier) copySymlink(j *job) bool {
	target, err := c.in.FS.Readlink(j.from)
	if err != nil {
		return c.fail("cannot read symbolic link %s: %s", command.QuoteShell(j.from), message(err))
	}
	err = c.symlink(target, j.to)
	if err != nil && c.update && j.old != nil && isLink(j.old) {
		if there, e := c.in.FS.Readlink(j.to); e == nil && there == target {
			err = nil
		}
	}
	if err != nil {
		return c.fail("cannot create symbolic link %s: %s", command.QuoteShell(j.to), message(err))
	}
	return true
}

// directory copies a directory with all that is in it.
func (c *copier) directory(ctx context.Context, j *job) bool {
	to := command.QuoteShell(j.to)
	for _, id := range j.above {
		if id == idOf(j.fi) && id.ino != 0 {
			return c.fail("cannot copy cyclic symbolic link %s", command.QuoteShell(j.from))
		}
	}
	if j.isNew || !j.old.IsDir() {
		if err := c.in.FS.Mkdir(j.to, modeOf(bitsOf(j.fi.Mode())&(rwxAll&^0o022|0o1000))); err != nil {
			return c.fail("cannot create directory %s: %s", to, message(err))
		}
		made, err := c.in.FS.Lstat(j.to)
		if err != nil {
			return c.fail("cannot stat %s: %s", to, message(err))
		}
		if bits := bitsOf(made.Mode()); bits&0o700 != 0o700 {
			if err := c.in.FS.Chmod(j.to, modeOf(bits|0o700)); err != nil {
				return c.fail("setting permissions for %s: %s", to, message(err))
			}
		}
		j.isNew = true
		if !c.madeDir {
			c.remember(made, j.to)
			c.madeDir = true
		}
		switch {
		case c.verbose && c.moves:
			c.in.Printf("created directory %s\n", to)
		case c.verbose:
			c.say(j.from, j.to, "")
		}
	}
	// What went wrong inside is no reason to leave the directory as it is.
	j.partial = !c.inside(ctx, j)
	return true
}

func (c *copier) inside(ctx context.Context, j *job) bool {
	list, err := c.in.FS.ReadDir(j.from)
	if err != nil {
		return c.fail("cannot access %s: %s", command.QuoteShell(j.from), message(err))
	}
	follow := c.follow
	if follow == followOperands {
		c.follow = followNone
	}
	all := true
	above := append(j.above[:len(j.above):len(j.above)], idOf(j.fi))
	for _, e := range list {
		all = c.copy(ctx, &job{from: join(j.from, e.Name()), to: join(j.to, e.Name()), depth: j.depth + 1, above: above}, j.isNew) && all
		if c.in.Ended(ctx) || c.intoSelf {
			break
		}
	}
	c.follow = follow
	return all
}

// content copies the bytes of a file.
func (c *copier) content(ctx context.Context, j *job) bool {
	from, to := command.QuoteShell(j.from), command.QuoteShell(j.to)
	flag := syscall.O_RDONLY
	if c.follow == followNone {
		flag |= syscall.O_NOFOLLOW
	}
	src, err := vfs.OpenContext(ctx, c.in.FS, j.from, flag, 0)
	if err != nil {
		return c.fail("cannot open %s for reading: %s", from, message(err))
	}
	defer src.Close()
	dst, ok := c.open(ctx, j)
	if !ok {
		return false
	}
	if !c.attributesOnly {
		read, err := pour(ctx, dst, src)
		if err != nil {
			dst.Close()
			if read {
				return c.fail("error reading %s: %s", from, message(err))
			}
			return c.fail("error writing %s: %s", to, message(err))
		}
	}
	if err := dst.Close(); err != nil {
		return c.fail("failed to close %s: %s", to, message(err))
	}
	return true
}

// open opens the destination for writing.
func (c *copier) open(ctx context.Context, j *job) (vfs.File, bool) {
	to := command.QuoteShell(j.to)
	var err error
	if !j.isNew {
		flag := syscall.O_WRONLY | syscall.O_TRUNC
		if c.attributesOnly {
			flag = syscall.O_WRONLY
		}
		dst, e := vfs.OpenContext(ctx, c.in.FS, j.to, flag, 0)
		if e == nil {
			return dst, true
		}
		err = e
		if !isErrno(e, syscall.ENOENT) && c.force {
			if e := c.in.FS.Remove(j.to); e != nil && !isErrno(e, syscall.ENOENT) {
				return nil, c.fail("cannot remove %s: %s", to, message(e))
			}
			if c.verbose {
				c.in.Printf("removed %s\n", to)
			}
			err = syscall.ENOENT
		}
		j.isNew = isErrno(err, syscall.ENOENT)
	}
	if j.isNew {
		bits := bitsOf(j.fi.Mode())
		if c.setMode != nil {
			bits = *c.setMode
		}
		dst, e := vfs.OpenContext(ctx, c.in.FS, j.to, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, modeOf(bits&rwxAll))
		if e == nil {
			return dst, true
		}
		if err = e; isErrno(e, syscall.EEXIST) && !c.moves {
			if _, posix := c.in.Getenv("POSIXLY_CORRECT"); posix {
				if dst, err = vfs.OpenContext(ctx, c.in.FS, j.to, syscall.O_WRONLY|syscall.O_CREAT, modeOf(bits&rwxAll)); err == nil {
					return dst, true
				}
			} else if fi, e := c.in.FS.Lstat(j.to); e == nil && isLink(fi) {
				return nil, c.fail("not writing through dangling symlink %s", to)
			}
		}
		if isErrno(err, syscall.EISDIR) && isSlashed(j.to) {
			err = syscall.ENOTDIR
		}
	}
	return nil, c.fail("cannot create regular file %s: %s", to, message(err))
}

// pour copies what is left of src; read tells that reading failed.
func pour(ctx context.Context, dst io.Writer, src io.Reader) (read bool, err error) {
	buf := make([]byte, command.BufferBytes)
	for {
		if ctx.Err() != nil {
			return true, context.Cause(ctx)
		}
		n, err := src.Read(buf)
		if n > 0 {
			if _, err := dst.Write(buf[:n]); err != nil {
				return false, err
			}
		}
		if err == io.EOF || err == nil && n == 0 {
			return false, nil
		}
		if err != nil {
			return true, err
		}
	}
}

// finish gives the copy its attributes.
func (c *copier) finish(j *job) bool {
	c.record(j)
	if c.hard && !j.fi.IsDir() || c.symbolic && !j.fi.IsDir() {
		return true
	}
	to := command.QuoteShell(j.to)
	if isLink(j.fi) {
		if c.times || c.moves {
			if err := vfs.Lchtimes(c.in.FS, j.to, sys(j.fi).Atime, j.fi.ModTime()); err != nil {
				return c.fail("preserving times for %s: %s", to, message(err))
			}
		}
		return true
	}
	ok := true
	if c.times || c.moves {
		if err := c.in.FS.Chtimes(j.to, sys(j.fi).Atime, j.fi.ModTime()); err != nil {
			ok = c.fail("preserving times for %s: %s", to, message(err))
		}
	}
	bits, set := c.finalMode(j)
	if !set {
		return ok
	}
	if err := c.in.FS.Chmod(j.to, modeOf(bits)); err != nil {
		if c.setMode != nil {
			return c.fail("setting permissions for %s: %s", to, message(err))
		}
		return c.fail("preserving permissions for %s: %s", to, message(err))
	}
	return ok
}

// finalMode is the mode that the copy is to have, where it has another.
func (c *copier) finalMode(j *job) (bits uint32, set bool) {
	src, mask := bitsOf(j.fi.Mode()), uint32(c.in.Umask.Perm())
	switch {
	case c.mode || c.moves:
		made, err := c.in.FS.Stat(j.to)
		if err != nil || sys(made).UID != sys(j.fi).UID || sys(made).GID != sys(j.fi).GID {
			// Nobody lends another's rights to a copy that is not the other's.
			src &^= setUID | setGID | sticky
		}
		if err == nil && src&^rwxAll == 0 {
			src |= bitsOf(made.Mode()) & sticky
		}
		return src, true
	case c.setMode != nil:
		return *c.setMode, true
	case c.plain && j.isNew && j.fi.IsDir():
		return rwxAll &^ mask, true
	case c.plain && j.isNew:
		return 0o666 &^ mask, true
	case j.fi.IsDir() && j.isNew:
		made, err := c.in.FS.Lstat(j.to)
		if err != nil {
			return 0, false
		}
		return src&rwxAll&^mask | bitsOf(made.Mode())&0o7000, true
	}
	return 0, false
}
