package files

import (
	"context"
	"errors"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func mv() gnu.Program {
	return gnu.Program{
		Summary: "move or rename files",
		Usage:   "[OPTION]... [-T] SOURCE DEST, SOURCE... DIRECTORY or -t DIRECTORY SOURCE...",
		Options: []gnu.Option{
			{"b", "like --backup without an argument"},
			{"backup[=CONTROL]", "keep what is overwritten under another name"},
			{"f,force", "do not ask before overwriting"},
			{"i,interactive", "ask before overwriting"},
			{"n,no-clobber", "do not overwrite a file"},
			{"strip-trailing-slashes", "remove slashes at the end of each SOURCE"},
			{"S,suffix=SUFFIX", "use another suffix for backups"},
			{"t,target-directory=DIRECTORY", "move all SOURCEs into DIRECTORY"},
			{"T,no-target-directory", "treat DEST as a normal file"},
			{"u,update", "move only what is newer than the destination or missing there"},
			{"v,verbose", "say what is done"},
			{"Z,context", "accepted: there are no contexts"},
		},
		Main: runMv,
	}
}

func runMv(ctx context.Context, in *gnu.Invocation) int {
	c := &copier{in: in, moves: true, follow: followNone, recursive: true, mode: true, times: true, links: true}
	if severalTargets(in) {
		return 1
	}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			c.force, c.interactive, c.noClobber = true, false, false
		case "i":
			c.force, c.interactive, c.noClobber = false, true, false
		case "n":
			c.force, c.interactive, c.noClobber = false, false, true
		case "u":
			c.update = true
		case "v":
			c.verbose = true
		}
	}
	d, status := destination(in)
	if d == nil {
		return status
	}
	if c.noClobber && (in.Has("b") || in.Has("backup") || in.Has("S")) {
		return in.Usage("options --backup and --no-clobber are mutually exclusive")
	}
	var ok bool
	if c.backup, ok = backups(in); !ok {
		return in.Hint()
	}
	c.several = d.dir != "" && len(d.sources) > 1
	for i, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		to := d.target(from)
		if in.Has("strip-trailing-slashes") {
			from, to = trim(from), trim(to)
		}
		c.last = i == len(d.sources)-1
		c.move(ctx, from, to)
	}
	return in.Status()
}

// move moves an operand; what could only be copied is removed.
func (c *copier) move(ctx context.Context, from, to string) {
	c.copied = false
	if !c.operand(ctx, from, to, false) {
		c.in.FailQuietly(1)
		return
	}
	if !c.copied {
		return
	}
	if fi, err := c.in.FS.Lstat(from); err == nil {
		r := &remover{in: c.in, force: true, recursive: true, verbose: c.verbose}
		r.remove(ctx, from, fi.Mode(), fi, nil)
	}
}

// renameNew renames what is to get a name that is not taken.
func (c *copier) renameNew(from, to string) error {
	if _, err := c.in.FS.Lstat(trim(from)); err != nil {
		return err
	}
	if dots(to) && !dots(from) {
		if err := directoryOperand(c.in, above(to)); err != nil {
			return err
		}
		return syscall.EEXIST
	}
	if _, err := c.in.FS.Lstat(trim(to)); err == nil && to != "" && !dots(from) {
		return syscall.EEXIST
	}
	return c.in.FS.Rename(from, to)
}

// moved is what follows a rename.
func (c *copier) moved(j *job) bool {
	if c.verbose {
		c.in.Printf("renamed ")
		c.say(j.from, j.to, j.backup)
	}
	if !c.last {
		c.record(j)
	}
	return true
}

// rename renames over what is there, or says why not. Where it has to be a copy
// nothing is done yet.
func (c *copier) rename(j *job, err error) (done, ok bool) {
	if errors.Is(err, syscall.EEXIST) {
		err = c.in.FS.Rename(j.from, j.to)
	}
	from, to := command.QuoteShell(j.from), command.QuoteShell(j.to)
	switch {
	case err == nil:
		return true, c.moved(j)
	case isErrno(err, syscall.EINVAL):
		return true, c.fail("cannot move %s to a subdirectory of itself, %s", command.QuoteShell(c.rootFrom), command.QuoteShell(c.rootTo))
	case isErrno(err, syscall.EXDEV):
		return c.across(j)
	default:
		c.fail("cannot move %s to %s: %s", from, to, message(err))
	}
	return true, false
}

// across prepares a move between filesystems: the old destination goes.
func (c *copier) across(j *job) (done, ok bool) {
	from, to := command.QuoteShell(j.from), command.QuoteShell(j.to)
	if err := c.in.FS.Remove(j.to); err != nil && !isErrno(err, syscall.ENOENT) {
		return true, c.fail("inter-device move failed: %s to %s; unable to remove target: %s", from, to, message(err))
	}
	if c.verbose && !j.fi.IsDir() {
		c.in.Printf("copied ")
		c.say(j.from, j.to, j.backup)
	}
	j.isNew, c.copied = true, true
	return false, false
}
