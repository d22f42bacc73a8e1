package files

import (
	"context"
	"io/fs"
	"slices"
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
	in *gnu.Invocation
	// force says nothing of what is not there, each asks about all files,
	// never about none.
	force, each, once, never bool
	recursive, empty         bool
	verbose                  bool
	folders                  int // directories held open
}

func runRm(ctx context.Context, in *gnu.Invocation) int {
	r := &remover{in: in}
	for _, o := range in.Options {
		switch o.Name {
		case "f":
			r.force, r.never, r.each, r.once = true, true, false, false
		case "i":
			r.force, r.never, r.each, r.once = false, false, true, false
		case "I":
			r.force, r.never, r.each, r.once = false, false, false, true
		case "interactive":
			word := "always"
			if o.Has {
				var ok bool
				if word, ok = in.Word("--interactive", o.Value, "never,no,none", "once", "always,yes"); !ok {
					return in.Hint()
				}
			}
			switch r.never = word == "never"; word {
			case "always":
				r.force, r.each, r.once = false, true, false
			case "once":
				r.force, r.each, r.once = false, false, true
			default:
				r.each, r.once = false, false
			}
		case "r", "R":
			r.recursive = true
		case "preserve-root":
			if o.Has && o.Value != "all" {
				return in.Die("unrecognized --preserve-root argument: %s", command.QuoteShell(o.Value))
			}
		case "no-preserve-root":
			if !o.Long || !slices.Contains(in.Args, "--no-preserve-root") {
				return in.Die("you may not abbreviate the --no-preserve-root option")
			}
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
		r.operand(ctx, oneSlash(name))
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
	fi, err := r.in.FS.Lstat(name)
	if err != nil {
		r.absent(name, err)
		return
	}
	if !fi.IsDir() {
		r.remove(ctx, name, fi.Mode(), fi, nil)
		return
	}
	if !r.recursive && !(r.empty && r.isEmpty(name)) {
		err := error(syscall.EISDIR)
		if r.empty {
			err = syscall.ENOTEMPTY
		}
		r.failed(name, err)
		return
	}
	switch last := base(name); {
	case last == "." || last == "..":
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
	r.directory(ctx, name, fi, nil)
}

// absent removes what could not be looked at: the attempt says why not, and
// may succeed at a name with a slash behind it.
func (r *remover) absent(name string, err error) {
	if !r.asks() {
		if e := r.in.FS.Remove(name); e != nil {
			err = e
		}
		if fi, e := r.in.FS.Lstat(trim(name)); e == nil && isLink(fi) && isSlashed(name) {
			err = syscall.ENOTDIR
		}
		if r.force && isErrno(err, syscall.ENOENT, syscall.ENOTDIR, syscall.EINVAL) {
			return
		}
	}
	r.failed(name, err)
}

// asks tells whether there may be questions about single files.
func (r *remover) asks() bool { return !r.never && (r.each || !r.force && r.in.Stdin.Terminal()) }

// isEmpty tells whether a directory can be read and has nothing in it.
func (r *remover) isEmpty(name string) bool {
	list, err := r.in.FS.ReadDir(name)
	return err == nil && len(list) == 0
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

// may asks about a file where that is wanted, or where it is protected.
func (r *remover) may(ctx context.Context, name string, fi fs.FileInfo, descend bool) bool {
	if !r.asks() {
		return true
	}
	if fi == nil {
		var err error
		if fi, err = r.in.FS.Lstat(name); err != nil {
			r.failed(name, err)
			return false
		}
	}
	guarded := !isLink(fi) && !mayWrite(r.in, fi)
	if !guarded && !r.each {
		return true
	}
	what := ""
	if guarded {
		what = "write-protected "
	}
	if descend {
		return ask(ctx, r.in, "descend into "+what+"directory "+command.QuoteShell(name))
	}
	return ask(ctx, r.in, "remove "+what+kindOf(fi)+" "+command.QuoteShell(name))
}

// An outcome is what became of a file.
type outcome int

const (
	gone   outcome = iota
	kept           // the user said so
	failed         // and so the directories above stay, which needs no word
)

// remove removes a file or a directory that is in a folder, or nil.
func (r *remover) remove(ctx context.Context, name string, mode fs.FileMode, fi fs.FileInfo, in *folder) outcome {
	switch {
	case r.in.Ended(ctx):
		return failed
	case mode.IsDir():
		return r.directory(ctx, name, fi, in)
	case !r.may(ctx, name, fi, false):
		return kept
	}
	return r.unlink(name, in, nil, "removed ")
}

// directory removes a directory with what is in it.
func (r *remover) directory(ctx context.Context, name string, fi fs.FileInfo, in *folder) outcome {
	list, unread := r.in.FS.ReadDir(name)
	if r.asks() {
		if !r.may(ctx, name, fi, unread != nil || len(list) > 0) {
			return failed
		}
		if unread == nil && len(list) == 0 {
			return r.unlink(name, in, nil, "removed directory ")
		}
	}
	worst := gone
	here := newFolder(r.in.FS, name, &r.folders)
	for _, e := range list {
		worst = max(worst, r.remove(ctx, join(name, e.Name()), e.Type(), nil, here))
	}
	here.close()
	switch {
	case worst == failed:
		return failed
	case r.asks() && !r.may(ctx, name, fi, false):
		return kept
	}
	return r.unlink(name, in, unread, "removed directory ")
}

// unlink removes a file or an empty directory that is in a folder, or nil; unread
// is why a directory could not be read.
func (r *remover) unlink(name string, in *folder, unread error, said string) outcome {
	var err error
	if in == nil {
		err = r.in.FS.Remove(name)
	} else {
		err = in.remove(base(name), name)
	}
	if err != nil && r.force && isErrno(err, syscall.ENOENT, syscall.ENOTDIR, syscall.EINVAL) {
		return gone
	}
	if err != nil {
		if unread != nil && isErrno(err, syscall.ENOTEMPTY, syscall.EISDIR, syscall.ENOTDIR, syscall.EEXIST) {
			err = unread
		}
		r.failed(name, err)
		return failed
	}
	r.said(said, name)
	return gone
}

func (r *remover) said(what, name string) {
	if r.verbose {
		r.in.Printf("%s%s\n", what, command.QuoteShell(name))
	}
}
