package files

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

// conflict decides what to do about a destination that exists; done tells that
// there is nothing more to do.
func (c *copier) conflict(ctx context.Context, j *job) (done, ok bool) {
	nothing := false
	if !c.noClobber {
		switch c.same(j.from, j.to, j.fi, j.old) {
		case clash:
			return true, c.fail("%s and %s are the same file", command.QuoteShell(j.from), command.QuoteShell(j.to))
		case settled:
			nothing = true
		}
	}
	if c.update && !j.fi.IsDir() && !j.fi.ModTime().After(j.old.ModTime()) {
		if c.links && !c.hard && sys(j.fi).Nlink > 1 {
			if earlier := c.remember(j.fi, j.to); earlier != "" {
				return true, c.hardLink(earlier, j.to, true, false)
			}
		}
		return true, true
	}
	if !c.wanted(ctx, j) {
		return true, true
	}
	if nothing {
		return true, true
	}
	if !c.kindsFit(j) {
		return true, false
	}
	return c.clear(j)
}

// wanted tells whether the destination is to be overwritten.
func (c *copier) wanted(ctx context.Context, j *job) bool {
	switch {
	case !c.moves && j.fi.IsDir():
		return true
	case c.noClobber:
		return false
	case c.interactive || c.moves && !c.force && c.in.Stdin.Terminal() && !c.writable(j.old):
		return c.overwrite(ctx, j)
	}
	return true
}

func (c *copier) writable(fi fs.FileInfo) bool { return isLink(fi) || mayWrite(c.in, fi) }

// overwrite asks.
func (c *copier) overwrite(ctx context.Context, j *job) bool {
	to := command.QuoteShell(j.to)
	if c.writable(j.old) {
		return ask(ctx, c.in, "overwrite "+to)
	}
	bits, text := bitsOf(j.old.Mode()), modeString(j.old.Mode())[1:]
	if c.moves || c.removeFirst || c.force {
		return ask(ctx, c.in, fmt.Sprintf("replace %s, overriding mode %04o (%s)", to, bits, text))
	}
	return ask(ctx, c.in, fmt.Sprintf("unwritable %s (mode %04o, %s); try anyway", to, bits, text))
}

// kindsFit refuses to put a file over a directory or the other way around, and
// over what this command made.
func (c *copier) kindsFit(j *job) bool {
	from, to := command.QuoteShell(j.from), command.QuoteShell(j.to)
	if !j.old.IsDir() {
		if j.fi.IsDir() && !(c.moves && c.backup.kind != "") {
			return c.fail("cannot overwrite non-directory %s with directory %s", to, from)
		}
		if j.operand && c.several && c.backup.kind != "numbered" && c.made[c.entryOf(j.to, j.old)] {
			return c.fail("will not overwrite just-created %s with %s", to, from)
		}
		return true
	}
	if !j.fi.IsDir() && !(c.moves && c.backup.kind != "") {
		return c.fail("cannot overwrite directory %s with non-directory", to)
	}
	return true
}

// clear moves or takes away what is at the destination, where it can not be
// written over.
func (c *copier) clear(j *job) (done, ok bool) {
	to := command.QuoteShell(j.to)
	if c.backup.kind != "" && !dots(j.from) && (c.moves || !j.old.IsDir()) {
		if c.backup.kind != "numbered" && c.isBackup(j) {
			verb := "copied"
			if c.moves {
				verb = "moved"
			}
			return true, c.fail("backing up %s might destroy source;  %s not %s", to, command.QuoteShell(j.from), verb)
		}
		name, err := c.backup.make(c.in, j.to)
		if err != nil {
			return true, c.fail("cannot backup %s: %s", to, message(err))
		}
		j.backup, j.isNew = name, true
		return false, false
	}
	if !j.old.IsDir() && !c.moves && (c.removeFirst || !c.attributesOnly &&
		(c.links && sys(j.old).Nlink > 1 || c.follow == followNone && !j.fi.Mode().IsRegular())) {
		if err := c.in.FS.Remove(j.to); err != nil && !isErrno(err, syscall.ENOENT) {
			return true, c.fail("cannot remove %s: %s", to, message(err))
		}
		j.isNew = true
		if c.verbose {
			c.in.Printf("removed %s\n", to)
		}
	}
	return false, false
}

// isBackup tells whether the source is what the destination's backup would
// overwrite.
func (c *copier) isBackup(j *job) bool {
	if base(j.from) != base(j.to)+c.backup.suffix {
		return false
	}
	fi, err := c.in.FS.Stat(j.to + c.backup.suffix)
	return err == nil && sameFile(fi, j.fi)
}

// hardLink makes a hard link, over what is there if replace says so.
func (c *copier) hardLink(from, to string, replace, follow bool) bool {
	real := from
	if follow {
		if r, err := gnu.Resolve(c.in.FS, c.in.Dir, from, gnu.MustExist); err == nil {
			real = r
		}
	}
	err := c.in.FS.Link(real, to)
	if isErrno(err, syscall.EEXIST) && replace {
		err = replaceBy(c.in, to, func(name string) error { return c.in.FS.Link(real, name) })
		if err == nil && c.verbose {
			c.in.Printf("removed %s\n", command.QuoteShell(to))
		}
	}
	if err != nil {
		return c.fail("cannot create hard link %s to %s: %s", command.QuoteShell(to), command.QuoteShell(from), message(err))
	}
	return true
}

// replaceBy makes something under a name of its own and renames it over what is
// there, so that there is always one of both.
func replaceBy(in *gnu.Invocation, name string, make func(name string) error) error {
	dir := above(name)
	for range 100 {
		spare := join(dir, fmt.Sprintf("Cu%06x", rand.Uint32()&0xffffff))
		err := make(spare)
		if isErrno(err, syscall.EEXIST) {
			continue
		}
		if err == nil {
			err = in.FS.Rename(spare, name)
			_ = in.FS.Remove(spare) // it is still there when both are one file
		}
		return err
	}
	return syscall.EEXIST
}
