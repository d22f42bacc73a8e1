package files

import (
	"context"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

func find() gnu.Program {
	return gnu.Program{
		Summary: "search for files in directories",
		Usage:   "[-H] [-L] [-P] [PATH]... [EXPRESSION]",
		Bare:    true,
		Main:    runFind,
	}
}

// A finder is one run of find.
type finder struct {
	in     *gnu.Invocation
	owners *owners
	now    time.Time

	follow   follow
	min, max int
	depth    bool // directories after what is in them
	expr     predicate
	batches  []*batch
	quit     bool
	outputs  map[string]*findOutput
	// listed is where -files0-from takes the starts from.
	from      string
	listed    bool
	oneDevice bool
	device    uint64 // of the start
	folders   int    // directories held open
}

// A predicate is a test or an action.
type predicate func(ctx context.Context, e *found) bool

// A found file. What is known of it costs nothing; the rest is looked up when a
// predicate asks.
type found struct {
	f     *finder
	path  string
	start string
	name  string
	depth int
	mode  fs.FileMode // the kind at least
	fi    fs.FileInfo
	in    *folder // what it is in, nil for a start
	prune bool
	// list is what is in a directory that was read already.
	list []fs.DirEntry
	read bool
}

func runFind(ctx context.Context, in *gnu.Invocation) int {
	f := &finder{in: in, owners: newOwners(in), now: in.Now(), follow: followNone, max: maxDepth}
	args, status, ends := f.options(in.Operands)
	if ends {
		return status
	}
	n := 0
	for n < len(args) && !begins(args[n]) {
		n++
	}
	starts := args[:n]
	if n == 0 {
		starts = []string{"."}
	}
	p := &findParser{f: f, args: args[n:], create: func(name string) (vfs.File, error) { return in.Create(ctx, name) }}
	defer f.finish()
	expr, err := p.parse()
	if err != nil {
		in.Warn("%s", err.Error())
		return 1
	}
	f.expr = expr
	if f.listed {
		if n > 0 {
			in.Warn("extra operand %s", in.Quote(starts[0]))
			return in.Die("file operands cannot be combined with -files0-from")
		}
		starts = nil
		if code, ok := f.list(ctx); !ok {
			return code
		}
	}
	for _, start := range starts {
		if f.quit || in.Ended(ctx) {
			break
		}
		f.start(ctx, start)
	}
	for _, b := range f.batches {
		b.flush(ctx)
	}
	return in.Status()
}

// list begins at each name of -files0-from.
func (f *finder) list(ctx context.Context) (code int, ok bool) {
	src, err := f.in.Open(ctx, f.from)
	if err != nil {
		return f.in.Die("cannot open %s for reading: %s", f.in.Quote(f.from), message(err)), false
	}
	defer src.Close()
	shown := f.from
	if src.Stdin {
		shown = "(standard input)"
	}
	names := records(f.in, src, 0)
	for n := 1; names.Scan() && !f.quit && !f.in.Ended(ctx); n++ {
		if name := string(names.Bytes()); name != "" {
			f.start(ctx, name)
		} else {
			f.in.Fail("%s:%d: invalid zero-length file name", f.in.Quote(shown), n)
		}
	}
	if err := names.Err(); err != nil {
		f.in.Fail("%s: read error: %s", f.in.Quote(shown), message(err))
	}
	return 0, true
}

// begins tells whether an argument begins the expression.
func begins(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' || arg == "(" || arg == "!"
}

func findHelp(in *gnu.Invocation) {
	in.Printf("Usage: %s [-H] [-L] [-P] [PATH]... [EXPRESSION]\nSearch for files in directories.\n\n%s", in.Name(), `operators: ( EXPR ) ! EXPR, EXPR -a EXPR, EXPR -o EXPR, EXPR , EXPR
options:   -depth -maxdepth N -mindepth N -daystart -noleaf -xdev -regextype TYPE
           -files0-from FILE
tests:     -name -iname -path -ipath -regex -iregex -lname -ilname -type -xtype -size -empty -perm
           -mtime -atime -ctime -mmin -amin -cmin -newer -anewer -cnewer -newerXY -user -group -uid
           -gid -nouser -nogroup -links -inum -samefile -readable -writable -executable -true -false
           -used -fstype
actions:   -print -print0 -printf FORMAT -ls -fprint FILE -fprint0 FILE -fprintf FILE FORMAT -fls FILE
           -delete -prune -quit
           -exec COMMAND ; -exec COMMAND {} + -execdir COMMAND ; -execdir COMMAND {} + -ok COMMAND ;
`)
}

// start begins at an operand.
func (f *finder) start(ctx context.Context, name string) {
	e := &found{f: f, path: name, start: name, name: base(name)}
	fi, err := f.in.FS.Lstat(name)
	if err == nil && fi.Mode()&fs.ModeSymlink != 0 && (f.follow != followNone || strings.HasSuffix(name, "/")) {
		target, failed := f.in.FS.Stat(name)
		switch {
		case failed == nil:
			fi = target
		case !isErrno(failed, syscall.ENOENT):
			err = failed
		}
	}
	if err != nil {
		f.in.Fail("%s: %s", f.in.Quote(name), message(err))
		return
	}
	e.fi, e.mode = fi, fi.Mode()
	f.device = idOf(fi).dev
	f.visit(ctx, e, nil)
}

// visit applies the expression to a file and what is in it. above are the
// directories it is in, which are known only where links are followed.
func (f *finder) visit(ctx context.Context, e *found, above []ancestor) {
	if f.quit || f.in.Ended(ctx) {
		return
	}
	dir := e.mode.IsDir()
	if dir && f.follow == followAll {
		if fi := e.info(); fi != nil {
			for _, a := range above {
				if a.id == idOf(fi) && a.id.ino != 0 {
					f.in.Fail("File system loop detected; %s is part of the same file system loop as %s.", f.in.Quote(e.path), f.in.Quote(a.path))
					return
				}
			}
			above = append(above[:len(above):len(above)], ancestor{idOf(fi), e.path})
		}
	}
	if !f.depth && e.depth >= f.min {
		f.expr(ctx, e)
	}
	if dir && f.oneDevice && !e.prune {
		if fi := e.info(); fi != nil && idOf(fi).dev != f.device {
			e.prune = true
		}
	}
	if dir && !e.prune && e.depth < f.max && !f.quit {
		f.inside(ctx, e, above)
	}
	if f.depth && e.depth >= f.min && !f.quit {
		f.expr(ctx, e)
	}
}

// An ancestor is a directory that the walk is in.
type ancestor struct {
	id   fileID
	path string
}

func (f *finder) inside(ctx context.Context, dir *found, above []ancestor) {
	list, err := dir.entries()
	if err != nil {
		f.in.Fail("%s: %s", f.in.Quote(dir.path), message(err))
		return
	}
	prefix := dir.path
	if !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	// One record serves all files of a directory: no predicate keeps it.
	in := newFolder(f.in.FS, dir.path, &f.folders)
	defer in.close()
	var e found
	for _, entry := range list {
		e = found{f: f, in: in, path: prefix + entry.Name(), start: dir.start, name: entry.Name(), depth: dir.depth + 1, mode: entry.Type()}
		if f.follow == followAll && e.mode&fs.ModeSymlink != 0 {
			if fi, err := f.in.FS.Stat(e.path); err == nil {
				e.fi, e.mode = fi, fi.Mode()
			} else if !isErrno(err, syscall.ENOENT) {
				f.in.Fail("%s: %s", f.in.Quote(e.path), message(err))
				if isErrno(err, syscall.ELOOP) {
					continue
				}
			}
		}
		f.visit(ctx, &e, above)
		if f.quit || f.in.Ended(ctx) {
			return
		}
	}
	dir.list, dir.read = nil, false // what is in it may be gone by the time of -depth
}

// entries reads a directory, once.
func (e *found) entries() ([]fs.DirEntry, error) {
	if e.read {
		return e.list, nil
	}
	list, err := e.f.in.FS.ReadDir(e.path)
	if err == nil {
		e.list, e.read = list, true
	}
	return list, err
}

// info is what stat(2) says; nil, after a message, when the file is gone.
func (e *found) info() fs.FileInfo {
	if e.fi != nil {
		return e.fi
	}
	var fi fs.FileInfo
	var err error
	if e.in != nil {
		fi, err = e.in.lstat(e.name, e.path)
	} else {
		fi, err = e.f.in.FS.Lstat(e.path)
	}
	if err != nil {
		e.f.in.Fail("%s: %s", e.f.in.Quote(e.path), message(err))
		return nil
	}
	e.fi, e.mode = fi, fi.Mode()
	return fi
}
