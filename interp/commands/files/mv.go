package files

import (
	"context"
	"io/fs"
	"strings"
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
		},
		Main: runMv,
	}
}

// A mover is one run of mv.
type mover struct {
	in                                   *gnu.Invocation
	interactive, noClobber, update, says bool
	backup                               string
	made                                 map[string]bool
}

func runMv(ctx context.Context, in *gnu.Invocation) int {
	m := &mover{in: in, made: map[string]bool{}}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			m.interactive, m.noClobber = false, false
		case "i":
			m.interactive, m.noClobber = true, false
		case "n":
			m.interactive, m.noClobber = false, true
		case "u":
			m.update = true
		case "v":
			m.says = true
		case "b", "backup":
			m.backup = backupSuffix(in)
		}
	}
	d, status := destination(in, "move")
	if d == nil {
		return status
	}
	for _, from := range d.sources {
		if in.Ended(ctx) {
			break
		}
		if in.Has("strip-trailing-slashes") {
			from = trim(from)
		}
		m.move(ctx, from, d.target(from))
	}
	return in.Status()
}

func (m *mover) move(ctx context.Context, from, to string) {
	fi, err := m.in.FS.Lstat(from)
	if err != nil {
		m.in.Fail("cannot stat %s: %s", command.QuoteShell(from), message(err))
		return
	}
	shownFrom, shownTo := command.QuoteShell(from), command.QuoteShell(to)
	old, err := m.in.FS.Lstat(to)
	if err == nil && !m.mayReplace(ctx, from, to, fi, old) {
		return
	}
	if err != nil && !fi.IsDir() && strings.HasSuffix(to, "/") {
		m.in.Fail("cannot move %s to %s: %s", shownFrom, shownTo, message(syscall.ENOTDIR))
		return
	}
	err = m.in.FS.Rename(from, to)
	switch {
	case err == nil:
		m.made[to] = true
		if m.says {
			m.in.Printf("renamed %s -> %s\n", shownFrom, shownTo)
		}
	case isErrno(err, syscall.EXDEV):
		m.across(ctx, from, to, fi)
	case isErrno(err, syscall.EINVAL) && fi.IsDir():
		m.in.Fail("cannot move %s to a subdirectory of itself, %s", shownFrom, shownTo)
	case isErrno(err, syscall.ENOTEMPTY, syscall.EEXIST) && fi.IsDir():
		m.in.Fail("cannot move %s to %s: %s", shownFrom, shownTo, message(syscall.ENOTEMPTY))
	default:
		m.in.Fail("cannot move %s to %s: %s", shownFrom, shownTo, message(err))
	}
}

// mayReplace decides whether what is at the destination may go.
func (m *mover) mayReplace(ctx context.Context, from, to string, fi, old fs.FileInfo) bool {
	shownFrom, shownTo := command.QuoteShell(from), command.QuoteShell(to)
	switch {
	case sameFile(fi, old):
		if fi.IsDir() {
			m.in.Fail("cannot move %s to a subdirectory of itself, %s", shownFrom, shownTo)
		} else {
			m.in.Fail("%s and %s are the same file", shownFrom, shownTo)
		}
		return false
	case m.noClobber:
		return false
	case m.update && !fi.IsDir() && !fi.ModTime().After(old.ModTime()):
		return false
	case m.made[to] && !fi.IsDir():
		m.in.Fail("will not overwrite just-created %s with %s", shownTo, shownFrom)
		return false
	case old.IsDir() && !fi.IsDir():
		m.in.Fail("cannot overwrite directory %s with non-directory", shownTo)
		return false
	case fi.IsDir() && !old.IsDir():
		m.in.Fail("cannot overwrite non-directory %s with directory %s", shownTo, shownFrom)
		return false
	}
	if m.interactive && !ask(ctx, m.in, "overwrite "+shownTo) {
		m.in.FailQuietly(1)
		return false
	}
	if m.backup != "" && !fi.IsDir() {
		if err := m.in.FS.Rename(to, to+m.backup); err != nil {
			m.in.Fail("cannot backup %s: %s", shownTo, message(err))
			return false
		}
	}
	return true
}

// sameName tells whether two names are one entry of one directory.
func sameName(in *gnu.Invocation, a, b string) bool {
	if base(a) != base(b) {
		return false
	}
	x, err := in.FS.Stat(dirOf(a))
	if err != nil {
		return false
	}
	y, err := in.FS.Stat(dirOf(b))
	return err == nil && sameFile(x, y)
}

// across moves between file systems: a copy, then the original goes.
func (m *mover) across(ctx context.Context, from, to string, fi fs.FileInfo) {
	if _, err := m.in.FS.Lstat(to); err == nil {
		if err = m.in.FS.Remove(to); err != nil {
			m.in.Fail("inter-device move failed: %s to %s; unable to remove target: %s",
				command.QuoteShell(from), command.QuoteShell(to), message(err))
			return
		}
	}
	c := &copier{in: m.in, follow: followNone, recursive: true, mode: true, times: true, links: true}
	if m.says {
		m.in.Printf("copied %s -> %s\n", command.QuoteShell(from), command.QuoteShell(to))
	}
	if !c.copy(ctx, from, to, true, 0) {
		return
	}
	r := &remover{in: m.in, force: true, recursive: true, verbose: m.says}
	r.remove(ctx, from, fi.Mode(), fi)
}
