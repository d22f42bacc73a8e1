package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
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

// maxDepth bounds recursion; no path can be deeper.
const maxDepth = vfs.MaxPath / 2

// A copier copies or moves files and trees, for cp, mv and install.
type copier struct {
	in        *gnu.Invocation
	follow    follow
	recursive bool
	// contents copies what is in pipes and devices, not the nodes.
	contents bool
	// what is preserved; plain asks for the mode of a file that is new.
	mode, times, links, plain bool

	force, interactive, noClobber, update, verbose, removeFirst bool

	hard, symbolic bool
	attributesOnly bool
	backup         backup
	// moves renames, and copies only what can not be renamed; last tells that
	// no operand follows.
	moves, last bool
	// copied tells that a move had to copy.
	copied bool
	// intoSelf tells that a directory would be copied into itself, which ends
	// the copy of what it is in.
	intoSelf bool
	// setMode is the mode of what install makes.
	setMode *uint32

	// rootFrom and rootTo are the operands that are being copied.
	rootFrom, rootTo string
	// several operands may be one file, or go to one: what they were and what
	// they became.
	several    bool
	seen, made map[entry]bool
	// copies are the first copies of files with several names and of
	// directories. madeDir tells that the current operand's first directory is
	// among them.
	copies  map[fileID]string
	madeDir bool
}

// An entry is a name in a directory.
type entry struct {
	file, dir fileID
	name      string
}

// A job is one file that is copied.
type job struct {
	from, to string
	fi, old  fs.FileInfo // old is what is at to
	operand  bool
	depth    int
	above    []fileID // directories of the source that it is in
	isNew    bool     // there is nothing at to
	backup   string
	partial  bool // something inside could not be copied
}

func (c *copier) fail(format string, args ...any) bool {
	c.in.Fail(format, args...)
	return false
}

// operand copies what the user named. A missing destination is known not to be
// there.
func (c *copier) operand(ctx context.Context, from, to string, missing bool) bool {
	c.rootFrom, c.rootTo, c.madeDir, c.intoSelf = from, to, false, false
	return c.copy(ctx, &job{from: from, to: to, operand: true}, missing)
}

// copy does a job and tells whether everything went well.
func (c *copier) copy(ctx context.Context, j *job, missing bool) bool {
	if c.in.Ended(ctx) || j.depth > maxDepth {
		return false
	}
	var renamed error = syscall.EEXIST
	if c.moves {
		if renamed = c.renameNew(j.from, j.to); renamed == nil {
			return c.moved(j)
		}
	}
	if !(c.moves && c.noClobber && errors.Is(renamed, syscall.EEXIST)) {
		if !c.look(j) {
			return false
		}
		if j.operand && c.twice(j) {
			return true
		}
	} else {
		return true
	}
	if missing && !c.looksAtLink(j.fi) {
		j.isNew = true
	} else if !c.lookAtOld(j) {
		return false
	}
	if !j.isNew {
		renamed = syscall.EEXIST
		if done, ok := c.conflict(ctx, j); done {
			return ok
		}
	}
	if j.operand && !c.moves && c.backup.kind == "" && c.throughLink(j) {
		return false
	}
	if c.verbose && !c.moves && !j.fi.IsDir() {
		c.say(j.from, j.to, j.backup)
	}
	if done, ok := c.again(j); done {
		return ok
	}
	if c.moves {
		if done, ok := c.rename(j, renamed); done {
			return ok
		}
	}
	if !c.put(ctx, j) {
		c.restore(j)
		return false
	}
	return c.finish(j) && !j.partial
}

// look finds out what the source is.
func (c *copier) look(j *job) (ok bool) {
	stat := c.in.FS.Stat
	if c.follow == followNone || c.follow == followOperands && !j.operand {
		stat = c.in.FS.Lstat
	}
	fi, err := stat(j.from)
	if err != nil {
		return c.fail("cannot stat %s: %s", command.QuoteShell(j.from), message(err))
	}
	j.fi = fi
	if fi.IsDir() && !c.recursive {
		if c.setMode != nil {
			return c.fail("omitting directory %s", command.QuoteShell(j.from))
		}
		return c.fail("-r not specified; omitting directory %s", command.QuoteShell(j.from))
	}
	return true
}

// entryOf names a file for seen and made.
func (c *copier) entryOf(name string, fi fs.FileInfo) entry {
	e := entry{file: idOf(fi), name: base(name)}
	if dir, err := c.in.FS.Stat(above(name)); err == nil {
		e.dir = idOf(dir)
	}
	return e
}

// twice tells, with a warning, that an operand was copied already.
func (c *copier) twice(j *job) bool {
	if !c.several || c.moves || c.setMode != nil {
		return false
	}
	e := c.entryOf(j.from, j.fi)
	if !j.fi.IsDir() && c.backup.kind == "" && c.seen[e] {
		c.in.Warn("warning: source file %s specified more than once", command.QuoteShell(j.from))
		return true
	}
	if c.seen == nil {
		c.seen = map[entry]bool{}
	}
	c.seen[e] = true
	return false
}

// looksAtLink tells whether a symbolic link at the destination is what counts,
// not what it leads to: only a regular file is written through it.
func (c *copier) looksAtLink(fi fs.FileInfo) bool {
	regular := fi.Mode().IsRegular() || c.contents && !fi.IsDir() && !isLink(fi)
	return !regular || c.moves || c.symbolic || c.hard || c.backup.kind != "" || c.removeFirst
}

// lookAtOld finds out what is at the destination.
func (c *copier) lookAtOld(j *job) bool {
	stat := c.in.FS.Stat
	if c.looksAtLink(j.fi) {
		stat = c.in.FS.Lstat
	}
	old, err := stat(j.to)
	switch {
	case err == nil:
		j.old = old
	case isErrno(err, syscall.ELOOP) && c.force:
		j.old, err = c.in.FS.Lstat(j.to)
		j.isNew = err != nil
	case isErrno(err, syscall.ENOENT):
		j.isNew = true
	default:
		return c.fail("cannot stat %s: %s", command.QuoteShell(j.to), message(err))
	}
	return true
}

// throughLink tells, after a message, that a file would go through a link that
// this command made.
func (c *copier) throughLink(j *job) bool {
	if !c.several {
		return false
	}
	fi, err := c.in.FS.Lstat(j.to)
	if err != nil || !isLink(fi) || !c.made[c.entryOf(j.to, fi)] {
		return false
	}
	c.fail("will not copy %s through just-created symlink %s", command.QuoteShell(j.from), command.QuoteShell(j.to))
	return true
}

// say tells what is done.
func (c *copier) say(from, to, backup string) {
	text := fmt.Sprintf("%s -> %s", command.QuoteShell(from), command.QuoteShell(to))
	if backup != "" {
		text += fmt.Sprintf(" (backup: %s)", command.QuoteShell(backup))
	}
	c.in.Printf("%s\n", text)
}

// record remembers what an operand became.
func (c *copier) record(j *job) {
	if !j.operand || !c.several {
		return
	}
	if fi, err := c.in.FS.Lstat(j.to); err == nil {
		if c.made == nil {
			c.made = map[entry]bool{}
		}
		c.made[c.entryOf(j.to, fi)] = true
	}
}

// remember keeps the name of the first copy of a file, and returns an earlier
// one.
func (c *copier) remember(fi fs.FileInfo, to string) (earlier string) {
	id := idOf(fi)
	if id.ino == 0 {
		return ""
	}
	if earlier, ok := c.copies[id]; ok {
		return earlier
	}
	if c.copies == nil {
		c.copies = map[fileID]string{}
	}
	c.copies[id] = to
	return ""
}

// again is about a file that was copied before under another name, and about a
// directory that is copied into itself.
func (c *copier) again(j *job) (done, ok bool) {
	earlier := ""
	switch {
	case c.recursive && j.fi.IsDir() && j.operand:
		earlier = c.remember(j.fi, j.to)
	case c.recursive && j.fi.IsDir() || c.moves && sys(j.fi).Nlink == 1:
		earlier = c.copies[idOf(j.fi)]
	case c.links && !c.hard && (sys(j.fi).Nlink > 1 || c.follow == followAll || j.operand && c.follow == followOperands):
		earlier = c.remember(j.fi, j.to)
	}
	switch {
	case earlier == "":
		return false, false
	case !j.fi.IsDir():
		if !c.hardLink(earlier, j.to, true, false) {
			c.restore(j)
			return true, false
		}
		return true, true
	case sameName(c.in, j.from, earlier):
		c.intoSelf = true
		c.restore(j)
		return true, c.fail("cannot copy a directory, %s, into itself, %s", command.QuoteShell(c.rootFrom), command.QuoteShell(c.rootTo))
	case sameName(c.in, j.to, earlier):
		c.in.Warn("warning: source directory %s specified more than once", command.QuoteShell(c.rootFrom))
		return true, true
	case c.follow == followAll || j.operand && c.follow == followOperands:
		return false, false
	}
	c.restore(j)
	return true, c.fail("will not create hard link %s to directory %s", command.QuoteShell(j.to), command.QuoteShell(earlier))
}

// restore gives a backup its name back.
func (c *copier) restore(j *job) {
	if c.copies[idOf(j.fi)] == j.to {
		delete(c.copies, idOf(j.fi))
	}
	if j.backup == "" {
		return
	}
	if err := c.in.FS.Rename(j.backup, j.to); err != nil {
		c.fail("cannot un-backup %s: %s", command.QuoteShell(j.to), message(err))
	} else if c.verbose {
		c.in.Printf("%s -> %s (unbackup)\n", command.QuoteShell(j.backup), command.QuoteShell(j.to))
	}
}

// dots tells whether the last name of a path is "." or "..".
func dots(name string) bool { b := base(name); return b == "." || b == ".." }

// isSlashed tells whether a name ends in a slash.
func isSlashed(name string) bool { return strings.HasSuffix(name, "/") }
