package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func rm() gnu.Program {
	return gnu.Program{
		Summary: "remove files or directories",
		Usage:   "[OPTION]... [FILE]...",
		Options: []gnu.Option{
			{"f,force", "ignore files that do not exist, never ask"},
			{"i", "ask before every removal"},
			{"I", "ask once before removing more than three files, or recursively"},
			{"interactive[=WHEN]", "ask never, once, or always"},
			{"one-file-system", "accepted; there are no other file systems to skip"},
			{"no-preserve-root", "accepted; '/' is never removed"},
			{"preserve-root[=all]", "do not remove '/' (always so)"},
			{"r,recursive", "remove directories and what is in them"},
			{"R", "the same as -r"},
			{"d,dir", "remove empty directories"},
			{"v,verbose", "say what is done"},
		},
		Main: runRm,
	}
}

// A remover is one run of rm.
type remover struct {
	in                                  *gnu.Invocation
	force, each, once, recursive, empty bool
	verbose                             bool
}

func runRm(ctx context.Context, in *gnu.Invocation) int {
	r := &remover{in: in}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			r.force, r.each, r.once = true, false, false
		case "i":
			r.force, r.each, r.once = false, true, false
		case "I":
			r.force, r.each, r.once = false, false, true
		case "interactive":
			switch o.Value {
			case "", "always", "yes":
				r.force, r.each, r.once = false, true, false
			case "once":
				r.force, r.each, r.once = false, false, true
			case "never", "no", "none":
				r.each, r.once = false, false
			default:
				return in.Usage("invalid argument %s for %s\nValid arguments are:\n  - %s\n  - %s\n  - %s", in.Quote(o.Value), in.Quote("--interactive"),
					in.Quote("never")+", "+in.Quote("no")+", "+in.Quote("none"), in.Quote("once"), in.Quote("always")+", "+in.Quote("yes"))
			}
		case "r", "R":
			r.recursive = true
		case "d":
			r.empty = true
		case "v":
			r.verbose = true
		}
	}
	if len(in.Operands) == 0 {
		if r.force {
			return 0
		}
		return in.Missing()
	}
	if r.once && !r.confirmed(ctx) {
		return 0
	}
	for _, name := range in.Operands {
		if in.Ended(ctx) {
			break
		}
		r.operand(ctx, name)
	}
	return in.Status()
}

// confirmed asks the question of -I.
func (r *remover) confirmed(ctx context.Context) bool {
	n := len(r.in.Operands)
	if n <= 3 && !r.recursive {
		return true
	}
	what := "argument"
	if n > 1 {
		what += "s"
	}
	if r.recursive {
		what += " recursively"
	}
	return ask(ctx, r.in, "remove "+itoa(n)+" "+what)
}

func (r *remover) operand(ctx context.Context, name string) {
	last := base(name)
	look := r.in.FS.Lstat
	if strings.HasSuffix(name, "/") {
		look = r.in.FS.Stat // the slash follows a link
	}
	fi, err := look(name)
	if err != nil {
		if r.force && isErrno(err, syscall.ENOENT, syscall.ENOTDIR, syscall.EINVAL) {
			return
		}
		r.failed(name, err)
		return
	}
	switch {
	case r.recursive && (last == "." || last == ".."):
		r.in.Fail("refusing to remove %s or %s directory: skipping %s",
			command.QuoteShell("."), command.QuoteShell(".."), command.QuoteShell(name))
		return
	case r.recursive && r.isRoot(name):
		if name == "/" {
			r.in.Fail("it is dangerous to operate recursively on %s", command.QuoteShell(name))
		} else {
			r.in.Fail("it is dangerous to operate recursively on %s (same as %s)", command.QuoteShell(name), command.QuoteShell("/"))
		}
		r.in.Warn("use --no-preserve-root to override this failsafe")
		return
	}
	r.remove(ctx, name, fi.Mode(), fi)
}

// isRoot tells whether name is the root directory, by whatever name.
func (r *remover) isRoot(name string) bool {
	if strings.Trim(name, "/") == "" {
		return true
	}
	fi, err := r.in.FS.Lstat(name)
	if err != nil || !fi.IsDir() {
		return false
	}
	root, err := r.in.FS.Lstat("/")
	return err == nil && sameFile(fi, root)
}

func (r *remover) failed(name string, err error) {
	r.in.Fail("cannot remove %s: %s", command.QuoteShell(name), message(err))
}

// remove removes a file or a directory and tells whether it is gone.
func (r *remover) remove(ctx context.Context, name string, mode fs.FileMode, fi fs.FileInfo) bool {
	if r.in.Ended(ctx) {
		return false
	}
	if mode.IsDir() {
		return r.directory(ctx, name)
	}
	if r.each {
		if fi == nil {
			fi, _ = r.in.FS.Lstat(name)
		}
		if fi != nil && !ask(ctx, r.in, "remove "+kindOf(fi)+" "+command.QuoteShell(name)) {
			return false
		}
	}
	return r.unlink(name, "removed ")
}

func (r *remover) directory(ctx context.Context, name string) bool {
	if !r.recursive && !r.empty {
		r.failed(name, syscall.EISDIR)
		return false
	}
	if !r.recursive {
		if r.each && !ask(ctx, r.in, "remove directory "+command.QuoteShell(name)) {
			return false
		}
		return r.unlink(name, "removed directory ")
	}
	list, err := r.in.FS.ReadDir(name)
	if err != nil {
		if r.in.FS.Remove(name) == nil { // it may be empty
			r.said("removed directory ", name)
			return true
		}
		r.failed(name, err)
		return false
	}
	if r.each && len(list) > 0 && !ask(ctx, r.in, "descend into directory "+command.QuoteShell(name)) {
		return false
	}
	all := true
	for _, e := range list {
		all = r.remove(ctx, join(name, e.Name()), e.Type(), nil) && all
	}
	if !all && !r.each {
		return false
	}
	if r.each && !ask(ctx, r.in, "remove directory "+command.QuoteShell(name)) {
		return false
	}
	return r.unlink(name, "removed directory ")
}

func (r *remover) unlink(name, said string) bool {
	err := error(syscall.ENOTDIR)
	if fi, e := r.in.FS.Lstat(trim(name)); e != nil || trim(name) == name || fi.Mode()&fs.ModeSymlink == 0 {
		err = r.in.FS.Remove(name)
	}
	if err != nil && r.force && isErrno(err, syscall.ENOENT) {
		return true
	}
	if err != nil {
		r.failed(name, err)
		return false
	}
	r.said(said, name)
	return true
}

func (r *remover) said(what, name string) {
	if r.verbose {
		r.in.Printf("%s%s\n", what, command.QuoteShell(name))
	}
}
