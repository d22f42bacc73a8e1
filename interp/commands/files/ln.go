package files

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func ln() gnu.Program {
	return gnu.Program{
		Summary: "make links between files",
		Usage:   "[OPTION]... [-T] TARGET LINK_NAME, TARGET, TARGET... DIRECTORY or -t DIRECTORY TARGET...",
		Options: []gnu.Option{
			{"b", "like --backup without an argument"},
			{"backup[=CONTROL]", "keep what is replaced under another name"},
			{"f,force", "remove existing destination files"},
			{"i,interactive", "ask before removing destinations"},
			{"L,logical", "follow TARGETs that are symbolic links"},
			{"n,no-dereference", "treat LINK_NAME as a normal file if it is a link to a directory"},
			{"P,physical", "make hard links to symbolic links (default)"},
			{"r,relative", "make symbolic links relative to where they are"},
			{"s,symbolic", "make symbolic links"},
			{"S,suffix=SUFFIX", "use another suffix for backups"},
			{"t,target-directory=DIRECTORY", "make the links in DIRECTORY"},
			{"T,no-target-directory", "treat LINK_NAME as a normal file always"},
			{"v,verbose", "print the name of each linked file"},
		},
		Main: runLn,
	}
}

// A linker is one run of ln.
type linker struct {
	in                                      *gnu.Invocation
	symbolic, force, ask, logical, relative bool
	verbose                                 bool
	backup                                  string
}

func runLn(ctx context.Context, in *gnu.Invocation) int {
	l := &linker{in: in}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			l.force, l.ask = true, false
		case "i":
			l.force, l.ask = true, true
		case "s":
			l.symbolic = true
		case "L":
			l.logical = true
		case "P":
			l.logical = false
		case "r":
			l.relative = true
		case "v":
			l.verbose = true
		case "b", "backup":
			l.backup = backupSuffix(in)
		}
	}
	if l.relative && !l.symbolic {
		return in.Die("cannot do --relative without --symbolic")
	}
	d, status := l.places()
	if d == nil {
		return status
	}
	for _, target := range d.sources {
		if in.Ended(ctx) {
			break
		}
		l.link(ctx, target, d.target(target))
	}
	return in.Status()
}

// places sorts the operands out. Unlike cp, ln takes one operand alone for the
// working directory, and -n is about the last one.
func (l *linker) places() (*places, int) {
	ops := l.in.Operands
	_, given := l.in.Last("t")
	switch {
	case len(ops) == 0:
		return nil, l.in.Usage("missing file operand")
	case len(ops) == 1 && !given && !l.in.Has("T"):
		return &places{sources: ops, dir: "."}, 0
	case len(ops) == 2 && !given && l.in.Has("n") && !l.in.Has("T"):
		if fi, err := l.in.FS.Lstat(ops[1]); err == nil && fi.Mode()&fs.ModeSymlink != 0 {
			return &places{sources: ops[:1], dest: ops[1]}, 0
		}
	}
	return destination(l.in, "link")
}

func (l *linker) link(ctx context.Context, target, name string) {
	kind, arrow := "hard link", "=>"
	if l.symbolic {
		kind, arrow = "symbolic link", "->"
	}
	if strings.HasPrefix(name, "./") && l.in.Operands[len(l.in.Operands)-1] == target && len(l.in.Operands) == 1 {
		name = "./" + base(target)
	}
	var src fs.FileInfo
	if !l.symbolic {
		stat := l.in.FS.Lstat
		if l.logical {
			stat = l.in.FS.Stat
		}
		var err error
		if src, err = stat(target); err != nil {
			l.in.Fail("failed to access %s: %s", command.QuoteShell(target), message(err))
			return
		}
		if src.IsDir() {
			l.in.Fail("%s: hard link not allowed for directory", command.QuoteIfNeeded(target))
			return
		}
	}
	if !l.makeRoom(ctx, target, name, src) {
		return
	}
	if l.relative {
		target = l.relativeTo(target, name)
	}
	var err error
	if l.symbolic {
		err = l.in.FS.Symlink(target, name)
	} else {
		if l.logical {
			if real, e := gnu.Resolve(l.in.FS, l.in.Dir, target, gnu.MustExist); e == nil {
				target = real
			}
		}
		err = l.in.FS.Link(target, name)
	}
	if err != nil {
		if l.symbolic && target == "" {
			l.in.Fail("failed to create %s %s -> '': %s", kind, command.QuoteShell(name), message(err))
			return
		}
		if l.symbolic || isErrno(err, syscall.EEXIST, syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT) {
			l.in.Fail("failed to create %s %s: %s", kind, command.QuoteShell(name), message(err))
			return
		}
		l.in.Fail("failed to create %s %s => %s: %s", kind, command.QuoteShell(name), command.QuoteShell(target), message(err))
		return
	}
	if l.verbose {
		l.in.Printf("%s %s %s\n", command.QuoteShell(name), arrow, command.QuoteShell(target))
	}
}

// makeRoom removes what is at the destination if that is asked for.
func (l *linker) makeRoom(ctx context.Context, target, name string, src fs.FileInfo) bool {
	old, err := l.in.FS.Lstat(name)
	if err != nil || !l.force && l.backup == "" {
		return true
	}
	switch {
	case old.IsDir():
		l.in.Fail("%s: cannot overwrite directory", command.QuoteIfNeeded(name))
		return false
	case src != nil && sameFile(src, old) && sameName(l.in, target, name):
		l.in.Fail("%s and %s are the same file", command.QuoteShell(target), command.QuoteShell(name))
		return false
	case l.symbolic && sameName(l.in, target, name):
		l.in.Fail("%s and %s are the same file", command.QuoteShell(target), command.QuoteShell(name))
		return false
	case l.ask && !ask(ctx, l.in, "replace "+command.QuoteShell(name)):
		return false
	}
	if l.backup != "" {
		err = l.in.FS.Rename(name, name+l.backup)
	} else {
		err = l.in.FS.Remove(name)
	}
	if err != nil {
		l.in.Fail("cannot remove %s: %s", command.QuoteShell(name), message(err))
		return false
	}
	return true
}

// relativeTo is target as seen from the directory that name is in.
func (l *linker) relativeTo(target, name string) string {
	from, err := gnu.Resolve(l.in.FS, l.in.Dir, dirOf(name), gnu.AllButLast)
	if err != nil {
		return target
	}
	to, err := gnu.Resolve(l.in.FS, l.in.Dir, target, gnu.MayMiss)
	if err != nil {
		return target
	}
	return relative(from, to)
}

// relative is the name of to as seen from the directory from; both are
// absolute and clean.
func relative(from, to string) string {
	a, b := strings.Split(strings.Trim(from, "/"), "/"), strings.Split(strings.Trim(to, "/"), "/")
	if from == "/" {
		a = nil
	}
	if to == "/" {
		b = nil
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	up := strings.Repeat("../", len(a))
	if rest := up + strings.Join(b, "/"); rest != "" {
		return path.Clean(rest)
	}
	return "."
}
