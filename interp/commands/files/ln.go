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
			{"d,directory", "accepted: no hard links to directories"},
			{"f,force", "remove existing destination files"},
			{"F", "the same as -d"},
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
	verbose, several                        bool
	backup                                  backup
	made                                    map[entry]bool
}

func runLn(ctx context.Context, in *gnu.Invocation) int {
	l := &linker{in: in}
	if severalTargets(in) {
		return 1
	}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			l.force, l.ask = true, false
		case "i":
			l.force, l.ask = false, true
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
		}
	}
	d, status := l.places()
	if d == nil {
		return status
	}
	var ok bool
	if l.backup, ok = backups(in); !ok {
		return in.Hint()
	}
	l.several = d.dir != "" && len(d.sources) > 1 && l.force && !l.symbolic && l.backup.kind != "numbered"
	for _, target := range d.sources {
		if in.Ended(ctx) {
			break
		}
		if !l.link(ctx, target, d.target(target)) {
			in.FailQuietly(1)
		}
	}
	return in.Status()
}

// places sorts the operands out. Unlike cp, ln takes one operand alone for the
// working directory, and -n is about the last one.
func (l *linker) places() (*places, int) {
	in, ops := l.in, l.in.Operands
	dir, given := in.Last("t")
	if given {
		fi, err := in.FS.Stat(dir)
		switch {
		case err != nil:
			return nil, in.Die("failed to access %s: %s", command.QuoteShell(dir), message(err))
		case !fi.IsDir():
			return nil, in.Die("target %s is not a directory", command.QuoteShell(dir))
		}
	}
	switch {
	case len(ops) == 0:
		return nil, in.Usage("missing file operand")
	case l.relative && !l.symbolic:
		return nil, in.Die("cannot do --relative without --symbolic")
	case in.Has("T") && given:
		return nil, in.Die("cannot combine --target-directory and --no-target-directory")
	case in.Has("T") && len(ops) < 2:
		return nil, in.Usage("missing destination file operand after %s", command.QuoteShell(ops[0]))
	case in.Has("T") && len(ops) > 2:
		return nil, in.Usage("extra operand %s", command.QuoteShell(ops[2]))
	case in.Has("T"):
		return &places{sources: ops[:1], dest: ops[1]}, 0
	case given:
		return &places{sources: ops, dir: dir}, 0
	case len(ops) == 1:
		return &places{sources: ops, dir: "."}, 0
	}
	last := ops[len(ops)-1]
	err := directoryOperand(in, last)
	if in.Has("n") {
		if fi, e := in.FS.Lstat(last); e == nil && isLink(fi) {
			err = syscall.ENOTDIR
		}
	}
	switch {
	case err == nil:
		return &places{sources: ops[:len(ops)-1], dir: last}, 0
	case len(ops) > 2:
		return nil, in.Die("target %s: %s", command.QuoteShell(last), message(err))
	}
	return &places{sources: ops[:1], dest: last}, 0
}

// try makes the link.
func (l *linker) try(target, name string) error {
	if l.symbolic {
		return l.in.FS.Symlink(target, name)
	}
	if l.logical {
		real, err := gnu.Resolve(l.in.FS, l.in.Dir, target, gnu.MustExist)
		if err != nil {
			return err
		}
		target = real
	}
	return l.in.FS.Link(target, name)
}

// over makes the link over what is there; what a backup took away is not.
func (l *linker) over(target, name string) error {
	err := l.try(target, name)
	if isErrno(err, syscall.EEXIST) {
		err = replaceBy(l.in, name, func(name string) error { return l.try(target, name) })
	}
	return err
}

// link makes one link.
func (l *linker) link(ctx context.Context, target, name string) bool {
	err := error(syscall.EAGAIN)
	if !l.relative {
		err = l.try(target, name)
	}
	var src fs.FileInfo
	if (err != nil || l.several) && !l.symbolic {
		look := l.in.FS.Lstat
		if l.logical {
			look = l.in.FS.Stat
		}
		var failed error
		if src, failed = look(target); failed != nil {
			return l.fail("failed to access %s: %s", command.QuoteShell(target), message(failed))
		}
		if err != nil && src.IsDir() && !l.in.Has("d") && !l.in.Has("F") {
			return l.fail("%s: hard link not allowed for directory", command.QuoteIfNeeded(target))
		}
	}
	kept := ""
	if err != nil {
		if l.relative {
			target = l.relativeTo(target, name)
			err = l.try(target, name)
		}
		if l.force || l.ask || l.backup.kind != "" {
			var done, ok bool
			there := lexists(l.in, name)
			if kept, done, ok = l.makeRoom(ctx, target, name, src, err); done {
				return ok
			}
			if isErrno(err, syscall.EEXIST) && there {
				err = l.over(target, name)
			}
		}
	}
	if err != nil {
		return l.failed(target, name, kept, err)
	}
	if l.several {
		if l.made == nil {
			l.made = map[entry]bool{}
		}
		l.made[l.entryOf(name, src)] = true
	}
	if l.verbose {
		if kept != "" {
			l.in.Printf("%s ~ ", command.QuoteShell(kept))
		}
		arrow := "=>"
		if l.symbolic {
			arrow = "->"
		}
		l.in.Printf("%s %s %s\n", command.QuoteShell(name), arrow, command.QuoteShell(target))
	}
	return true
}

func (l *linker) fail(format string, args ...any) bool {
	l.in.Fail(format, args...)
	return false
}

// entryOf names a file that was made here.
func (l *linker) entryOf(name string, fi fs.FileInfo) entry {
	c := copier{in: l.in}
	return c.entryOf(name, fi)
}

// failed reports that a link could not be made; a backup gets its name back.
func (l *linker) failed(target, name, kept string, err error) bool {
	shown := command.QuoteShell(name)
	switch {
	case l.symbolic && target != "" && !isErrno(err, syscall.ENAMETOOLONG):
		l.fail("failed to create symbolic link %s: %s", shown, message(err))
	case l.symbolic:
		l.fail("failed to create symbolic link %s -> %s: %s", shown, command.QuoteShell(target), message(err))
	case isErrno(err, syscall.EMLINK):
		l.fail("failed to create hard link to %s: %s", command.QuoteShell(target), message(err))
	case isErrno(err, syscall.EEXIST, syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT):
		l.fail("failed to create hard link %s: %s", shown, message(err))
	default:
		l.fail("failed to create hard link %s => %s: %s", shown, command.QuoteShell(target), message(err))
	}
	if kept != "" {
		if err := l.in.FS.Rename(kept, name); err != nil {
			l.fail("cannot un-backup %s: %s", shown, message(err))
		}
	}
	return false
}

// makeRoom looks at what is at the destination, asks, and keeps a backup where
// one is wanted; done tells that there is nothing more to do.
func (l *linker) makeRoom(ctx context.Context, target, name string, src fs.FileInfo, why error) (kept string, done, ok bool) {
	old, err := l.in.FS.Lstat(name)
	switch {
	case isErrno(err, syscall.ENOENT):
		return "", false, false
	case err != nil:
		return "", true, l.fail("failed to access %s: %s", command.QuoteShell(name), message(err))
	case old.IsDir():
		return "", true, l.fail("%s: cannot overwrite directory", command.QuoteIfNeeded(name))
	case l.several && l.made[l.entryOf(name, old)]:
		return "", true, l.fail("will not overwrite just-created %s with %s", command.QuoteShell(name), command.QuoteShell(target))
	case l.isSelf(target, name, src, old):
		return "", true, l.fail("%s and %s are the same file", command.QuoteShell(target), command.QuoteShell(name))
	case !isErrno(why, syscall.EEXIST):
		return "", false, false
	case l.ask && !ask(ctx, l.in, "replace "+command.QuoteShell(name)):
		return "", true, true
	}
	if l.backup.kind != "" {
		if kept, err = l.backup.make(l.in, name); err != nil {
			return "", true, l.fail("cannot backup %s: %s", command.QuoteShell(name), message(err))
		}
	}
	return kept, false, false
}

// isSelf tells whether removing what is at the destination would remove the
// target.
func (l *linker) isSelf(target, name string, src, old fs.FileInfo) bool {
	if l.symbolic {
		if l.backup.kind != "" {
			return false
		}
		var err error
		if src, err = l.in.FS.Stat(target); err != nil {
			return false
		}
	}
	if !l.force && l.backup.kind == "" {
		return false
	}
	return sameFile(src, old) && (sys(src).Nlink == 1 || sameName(l.in, target, name))
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

func lexists(in *gnu.Invocation, name string) bool {
	_, err := in.FS.Lstat(name)
	return err == nil
}
