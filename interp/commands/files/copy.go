package files

import (
	"context"
	"io"
	"io/fs"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

// follow says which symbolic links a copy follows.
type follow int

const (
	followUnset    follow = iota
	followNone            // -P
	followOperands        // -H
	followAll             // -L
)

// A copier copies files and trees, for cp, install and mv between file
// systems.
type copier struct {
	in        *gnu.Invocation
	follow    follow
	recursive bool
	// what is preserved
	mode, times, links bool

	force, interactive, noClobber, update, verbose, removeFirst bool

	hard, symbolic bool
	attributesOnly bool
	backup         string
	// rootFrom and rootTo are the operands that are being copied.
	rootFrom, rootTo string

	// made remembers what was written, so that it is neither copied into
	// itself nor overwritten; copies maps files with several names to the
	// first copy.
	made   map[fileID]bool
	copies map[fileID]string
}

// maxDepth bounds recursion; no path can be deeper.
const maxDepth = vfs.MaxPath / 2

func (c *copier) fail(format string, args ...any) bool {
	c.in.Fail(format, args...)
	return false
}

// copy copies from to to. operand tells that from was named by the user. It
// tells whether everything went well.
func (c *copier) copy(ctx context.Context, from, to string, operand bool, depth int) bool {
	if c.in.Ended(ctx) || depth > maxDepth {
		return false
	}
	if operand {
		c.rootFrom, c.rootTo = from, to
	}
	stat := c.in.FS.Lstat
	if c.follow == followAll || c.follow == followOperands && operand {
		stat = c.in.FS.Stat
	}
	fi, err := stat(from)
	if err != nil {
		return c.fail("cannot stat %s: %s", command.QuoteShell(from), message(err))
	}
	if fi.IsDir() && !c.recursive {
		return c.fail("-r not specified; omitting directory %s", command.QuoteShell(from))
	}
	old, err := c.in.FS.Lstat(to)
	exists := err == nil
	if exists && old.Mode()&fs.ModeSymlink != 0 && !c.keepsLink(fi) {
		if target, err := c.in.FS.Stat(to); err == nil {
			old = target
		} else if fi.Mode().IsRegular() {
			return c.fail("not writing through dangling symlink %s", command.QuoteShell(to))
		}
	}
	if exists {
		if done, ok := c.conflict(ctx, from, to, fi, old); done {
			return ok
		}
		exists = lexists(c.in, to)
	}
	if fi.IsDir() {
		return c.directory(ctx, from, to, fi, exists, depth)
	}
	return c.leaf(ctx, from, to, fi, exists)
}

// keepsLink tells whether what is at the destination is replaced rather than
// written through when it is a link.
func (c *copier) keepsLink(fi fs.FileInfo) bool {
	return fi.Mode()&fs.ModeSymlink != 0 || c.hard || c.symbolic || c.removeFirst
}

// conflict decides what to do about a destination that exists; done tells that
// there is nothing more to do.
func (c *copier) conflict(ctx context.Context, from, to string, fi, old fs.FileInfo) (done, ok bool) {
	switch {
	case sameFile(fi, old) && !(c.force && c.hard) && !c.hard && c.backup == "":
		if fi.Mode()&fs.ModeSymlink != 0 && c.removeFirst {
			break
		}
		return true, c.fail("%s and %s are the same file", command.QuoteShell(from), command.QuoteShell(to))
	case c.noClobber:
		return true, true
	case c.update && !fi.ModTime().After(old.ModTime()) && !fi.IsDir():
		return true, true
	case c.made[idOf(old)] && !fi.IsDir() && !old.IsDir():
		return true, c.fail("will not overwrite just-created %s with %s", command.QuoteShell(to), command.QuoteShell(from))
	case fi.IsDir() && !old.IsDir():
		return true, c.fail("cannot overwrite non-directory %s with directory %s", command.QuoteShell(to), command.QuoteShell(from))
	case !fi.IsDir() && old.IsDir():
		return true, c.fail("cannot overwrite directory %s with non-directory", command.QuoteShell(to))
	}
	if fi.IsDir() {
		return false, true
	}
	if c.interactive && !ask(ctx, c.in, "overwrite "+command.QuoteShell(to)) {
		return true, false
	}
	if sameFile(fi, old) && c.hard {
		return true, true
	}
	if c.backup != "" {
		if err := c.in.FS.Rename(to, to+c.backup); err != nil {
			return true, c.fail("cannot backup %s: %s", command.QuoteShell(to), message(err))
		}
		return false, true
	}
	if c.removeFirst || (c.force && (c.hard || c.symbolic)) || fi.Mode()&fs.ModeType != 0 {
		if err := c.in.FS.Remove(to); err != nil {
			return true, c.fail("cannot remove %s: %s", command.QuoteShell(to), message(err))
		}
		if c.removeFirst && c.verbose {
			c.in.Printf("removed %s\n", command.QuoteShell(to))
		}
	}
	return false, true
}

func lexists(in *gnu.Invocation, name string) bool {
	_, err := in.FS.Lstat(name)
	return err == nil
}

// directory copies a directory with all that is in it.
func (c *copier) directory(ctx context.Context, from, to string, fi fs.FileInfo, exists bool, depth int) bool {
	if c.made[idOf(fi)] {
		return c.fail("cannot copy a directory, %s, into itself, %s", command.QuoteShell(c.rootFrom), command.QuoteShell(c.rootTo))
	}
	bits := bitsOf(fi.Mode())
	if !exists {
		if err := c.in.FS.Mkdir(to, modeOf(bits&rwxAll|0o700)); err != nil {
			return c.fail("cannot create directory %s: %s", command.QuoteShell(to), message(err))
		}
		c.say(from, to)
	}
	if made, err := c.in.FS.Stat(to); err == nil {
		if c.made[idOf(made)] && exists {
			return c.fail("will not overwrite just-created %s with %s", command.QuoteShell(to), command.QuoteShell(from))
		}
		c.remember(idOf(made))
	}
	list, err := c.in.FS.ReadDir(from)
	if err != nil {
		return c.fail("cannot access %s: %s", command.QuoteShell(from), message(err))
	}
	all := true
	for _, e := range list {
		child := join(from, e.Name())
		if e.IsDir() {
			if sub, err := c.in.FS.Lstat(child); err == nil && c.made[idOf(sub)] {
				all = c.fail("cannot copy a directory, %s, into itself, %s", command.QuoteShell(c.rootFrom), command.QuoteShell(c.rootTo))
				continue
			}
		}
		all = c.copy(ctx, child, join(to, e.Name()), false, depth+1) && all
	}
	want := bits
	if !c.mode {
		want = bits & rwxAll &^ uint32(c.in.Umask.Perm())
	}
	if c.mode || !exists && bits&0o700 != 0o700 {
		if err := c.in.FS.Chmod(to, modeOf(want)); err != nil {
			all = c.fail("setting permissions for %s: %s", command.QuoteShell(to), message(err))
		}
	}
	return c.stamp(to, fi) && all
}

func (c *copier) remember(id fileID) {
	if id.ino == 0 {
		return
	}
	if c.made == nil {
		c.made = map[fileID]bool{}
	}
	c.made[id] = true
}

func (c *copier) say(from, to string) {
	if c.verbose {
		c.in.Printf("%s -> %s\n", command.QuoteShell(from), command.QuoteShell(to))
	}
}

// leaf copies what is no directory.
func (c *copier) leaf(ctx context.Context, from, to string, fi fs.FileInfo, exists bool) bool {
	c.say(from, to)
	if done, ok := c.linked(from, to, fi); done {
		return ok
	}
	var err error
	mode := fi.Mode()
	switch {
	case mode&fs.ModeSymlink != 0:
		var target string
		if target, err = c.in.FS.Readlink(from); err != nil {
			return c.fail("cannot read symbolic link %s: %s", command.QuoteShell(from), message(err))
		}
		if err = c.in.FS.Symlink(target, to); err != nil {
			return c.fail("cannot create symbolic link %s: %s", command.QuoteShell(to), message(err))
		}
		c.note(to)
		return true // its times can not be set
	case mode&fs.ModeNamedPipe != 0 && c.recursive:
		if err = c.in.FS.Mkfifo(to, mode.Perm()); err != nil {
			return c.fail("cannot create fifo %s: %s", command.QuoteShell(to), message(err))
		}
	case mode&(fs.ModeSocket|fs.ModeDevice) != 0 && c.recursive:
		return c.fail("cannot create special file %s: %s", command.QuoteShell(to), message(syscall.EPERM))
	default:
		if !c.content(ctx, from, to, fi, exists) {
			return false
		}
	}
	c.note(to)
	ok := c.stamp(to, fi)
	if c.mode {
		if err := c.in.FS.Chmod(to, modeOf(bitsOf(mode))); err != nil {
			return c.fail("preserving permissions for %s: %s", command.QuoteShell(to), message(err))
		}
	}
	return ok
}

// note remembers what was just written.
func (c *copier) note(name string) {
	if fi, err := c.in.FS.Lstat(name); err == nil {
		c.remember(idOf(fi))
	}
}

// linked makes a link instead of a copy where that is asked for, or where the
// file was copied already under another name.
func (c *copier) linked(from, to string, fi fs.FileInfo) (done, ok bool) {
	switch {
	case c.hard:
		if err := c.in.FS.Link(from, to); err != nil {
			return true, c.fail("cannot create hard link %s to %s: %s", command.QuoteShell(to), command.QuoteShell(from), message(err))
		}
		return true, true
	case c.symbolic:
		if from[0] != '/' && dirOf(to) != "." && isDir(c.in, dirOf(to)) {
			return true, c.fail("%s: can make relative symbolic links only in current directory", command.QuoteIfNeeded(to))
		}
		if err := c.in.FS.Symlink(from, to); err != nil {
			return true, c.fail("cannot create symbolic link %s to %s: %s", command.QuoteShell(to), command.QuoteShell(from), message(err))
		}
		return true, true
	case !c.links || sys(fi).Nlink < 2 || idOf(fi).ino == 0:
		return false, false
	}
	id := idOf(fi)
	if first, seen := c.copies[id]; seen {
		_ = c.in.FS.Remove(to)
		if err := c.in.FS.Link(first, to); err != nil {
			return true, c.fail("cannot create hard link %s to %s: %s", command.QuoteShell(to), command.QuoteShell(first), message(err))
		}
		return true, true
	}
	if c.copies == nil {
		c.copies = map[fileID]string{}
	}
	c.copies[id] = to
	return false, false
}

// content copies the bytes of a file.
func (c *copier) content(ctx context.Context, from, to string, fi fs.FileInfo, exists bool) bool {
	src, err := vfs.OpenContext(ctx, c.in.FS, from, syscall.O_RDONLY, 0)
	if err != nil {
		return c.fail("cannot open %s for reading: %s", command.QuoteShell(from), message(err))
	}
	defer src.Close()
	perm := modeOf(bitsOf(fi.Mode()) & rwxAll)
	if !fi.Mode().IsRegular() {
		perm = 0o666
	}
	flag := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_TRUNC
	switch {
	case !exists:
		flag |= syscall.O_EXCL
	case c.attributesOnly:
		flag &^= syscall.O_TRUNC
	}
	dst, err := vfs.OpenContext(ctx, c.in.FS, to, flag, perm)
	if err != nil && exists && c.force && c.in.FS.Remove(to) == nil {
		dst, err = vfs.OpenContext(ctx, c.in.FS, to, flag|syscall.O_EXCL, perm)
	}
	if err != nil {
		return c.fail("cannot create regular file %s: %s", command.QuoteShell(to), message(err))
	}
	if !c.attributesOnly {
		var read bool
		if read, err = pour(ctx, dst, src); err != nil {
			dst.Close()
			if read {
				return c.fail("error reading %s: %s", command.QuoteShell(from), message(err))
			}
			return c.fail("error writing %s: %s", command.QuoteShell(to), message(err))
		}
	}
	if err := dst.Close(); err != nil {
		return c.fail("failed to close %s: %s", command.QuoteShell(to), message(err))
	}
	return true
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

func (c *copier) stamp(to string, fi fs.FileInfo) bool {
	if !c.times {
		return true
	}
	if err := c.in.FS.Chtimes(to, sys(fi).Atime, fi.ModTime()); err != nil {
		return c.fail("preserving times for %s: %s", command.QuoteShell(to), message(err))
	}
	return true
}
