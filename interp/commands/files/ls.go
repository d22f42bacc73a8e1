package files

import (
	"context"
	"io/fs"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

func ls() gnu.Program {
	return gnu.Program{
		Summary: "list directories and files",
		Usage:   "[OPTION]... [FILE]...",
		Trouble: 2,
		Options: []gnu.Option{
			{"a,all", "list names that start with a dot"},
			{"A,almost-all", "the same without . and .."},
			{"b,escape", "print C-style escapes"},
			{"block-size=SIZE", "scale sizes by SIZE"},
			{"B,ignore-backups", "leave out names that end with ~"},
			{"c", "sort by, and show, the time of the last status change"},
			{"C", "list in columns"},
			{"color[=WHEN]", "only never and auto: there are no colours"},
			{"d,directory", "list directories themselves, not their contents"},
			{"f", "the same as -aU"},
			{"F,classify[=WHEN]", "append an indicator, one of */=>@|"},
			{"file-type", "likewise, but not '*'"},
			{"format=WORD", "across -x, commas -m, long -l, single-column -1, vertical -C"},
			{"full-time", "like -l --time-style=full-iso"},
			{"g", "like -l without the owner"},
			{"group-directories-first", "list directories before files"},
			{"G,no-group", "leave out the group in a long listing"},
			{"h,human-readable", "print sizes like 1K 234M 2G"},
			{"si", "likewise, with powers of 1000"},
			{"H,dereference-command-line", "follow links among the operands"},
			{"I,ignore=PATTERN", "leave out names that match PATTERN"},
			{"hide=PATTERN", "likewise, unless -a or -A"},
			{"i,inode", "print the number of each inode"},
			{"indicator-style=WORD", "none, slash -p, file-type, classify -F"},
			{"k,kibibytes", "count blocks of 1024 bytes"},
			{"l", "use a long listing format"},
			{"L,dereference", "show what links refer to"},
			{"m", "list names separated by commas"},
			{"n,numeric-uid-gid", "like -l with numbers of users and groups"},
			{"N,literal", "print names as they are"},
			{"o", "like -l without the group"},
			{"p", "append / to directories"},
			{"q,hide-control-chars", "print ? instead of what is not graphic"},
			{"show-control-chars", "print it as it is"},
			{"Q,quote-name", "put names between double quotes"},
			{"quoting-style=WORD", "literal, shell, shell-always, shell-escape, c, escape"},
			{"r,reverse", "reverse the order"},
			{"R,recursive", "list directories in directories too"},
			{"s,size", "print the blocks allocated to each file"},
			{"S", "sort by size, the largest first"},
			{"sort=WORD", "none -U, size -S, time -t, version -v, extension -X, name, width"},
			{"time=WORD", "which time: atime, access, use; ctime, status; mtime, modification"},
			{"time-style=STYLE", "full-iso, long-iso, iso, locale, +FORMAT"},
			{"t", "sort by time, the newest first"},
			{"T,tabsize=COLS", "assume tab stops at each COLS instead of 8"},
			{"u", "sort by, and show, the time of the last access"},
			{"U", "do not sort"},
			{"v", "sort by version"},
			{"w,width=COLS", "assume a line of COLS characters; 0 is no limit"},
			{"x", "list by lines instead of by columns"},
			{"X", "sort by extension"},
			{"Z,context", "accepted: there are no contexts"},
			{"1", "list one file per line"},
		},
		Main: runLs,
	}
}

// A format is a way to lay names out.
type format int

const (
	single format = iota
	columns
	across
	commas
	long
)

// A lister is one run of ls.
type lister struct {
	in     *gnu.Invocation
	owners *owners
	now    time.Time
	width  int
	tab    int

	format                          format
	all, almost, backups            bool
	directory, recursive, dirsFirst bool
	follow, followOperands          bool
	block                           scale
	inode, blocks, numeric          bool
	noOwner, noGroup                bool
	indicator                       string // "", slash, file-type, classify
	quoting                         string
	hideControl                     bool
	sort                            string
	reverse                         bool
	time                            byte // 'm', 'a', 'c'
	style                           string
	ignore                          []string
	hide                            []string
	printed                         bool
	ancestors                       []fileID
	timeChosen, sorted              bool
}

// An item is a file to list.
type item struct {
	name   string
	path   string
	fi     fs.FileInfo // nil when it is not needed
	mode   fs.FileMode
	target string // of a symbolic link, for a long listing
	dest   fs.FileInfo
	broken bool
}

func runLs(ctx context.Context, in *gnu.Invocation) int {
	l := &lister{in: in, owners: newOwners(in), now: in.Now(), time: 'm', sort: "name", width: 80, tab: 8, style: "locale"}
	if c, ok := in.Getenv("COLUMNS"); ok {
		if n, ok := decimal(c, 1<<16); ok && n > 0 {
			l.width = int(n)
		}
	}
	if in.Stdout.Terminal() {
		l.format, l.hideControl, l.quoting = columns, true, "shell-escape"
	}
	if style, ok := in.Getenv("TIME_STYLE"); ok && style != "" {
		l.style = style
	}
	for _, o := range in.Options {
		if code, ok := l.option(o.Name, o.Value, o.Has); !ok {
			return code
		}
	}
	if l.format != long && l.timeChosen && !l.sorted {
		l.sort = "time"
	}
	if !l.styleKnown() {
		return in.Usage("invalid argument %s for %s", in.Quote(l.style), in.Quote("time style"))
	}
	operands := in.Operands
	if len(operands) == 0 {
		operands = []string{"."}
	}
	l.operands(ctx, operands)
	return in.Status()
}

// operands lists files first and then directories.
func (l *lister) operands(ctx context.Context, names []string) {
	var files, dirs []*item
	for _, name := range names {
		it, ok := l.operand(name)
		if !ok {
			continue
		}
		if it.fi.IsDir() && !l.directory {
			dirs = append(dirs, it)
		} else {
			files = append(files, it)
		}
	}
	l.arrange(files)
	l.arrange(dirs)
	if len(files) > 0 {
		l.show(files, false)
		l.printed = true
	}
	titled := len(names) > 1 || l.recursive
	for _, d := range dirs {
		if l.in.Ended(ctx) {
			return
		}
		l.list(ctx, d.name, titled, true)
	}
}

// operand looks at a name of the command line.
func (l *lister) operand(name string) (*item, bool) {
	it := &item{name: name, path: name}
	lfi, err := l.in.FS.Lstat(name)
	fi := lfi
	toDir := !l.directory && l.format != long && l.indicator != "classify"
	if err == nil && lfi.Mode()&fs.ModeSymlink != 0 && (l.follow || l.followOperands || toDir) {
		var e error
		fi, e = l.in.FS.Stat(name)
		switch {
		case e != nil && (l.follow || l.followOperands && !toDir):
			err = e
		case e != nil || toDir && !l.follow && !l.followOperands && !fi.IsDir():
			fi = lfi
		}
	}
	if err != nil {
		l.in.FailAs(2, "cannot access %s: %s", command.QuoteShell(name), message(err))
		return nil, false
	}
	it.fi, it.mode = fi, fi.Mode()
	l.resolve(it)
	return it, true
}

// resolve finds out where a link leads, when that is shown.
func (l *lister) resolve(it *item) {
	if it.mode&fs.ModeSymlink == 0 || l.format != long && l.indicator != "classify" && !l.dirsFirst {
		return
	}
	it.target, _ = l.in.FS.Readlink(it.path)
	dest, err := l.in.FS.Stat(it.path)
	it.dest, it.broken = dest, err != nil
}

// list lists a directory.
func (l *lister) list(ctx context.Context, dir string, titled, operand bool) {
	entries, err := l.in.FS.ReadDir(dir)
	if err != nil {
		status := 1
		if operand {
			status = 2
		}
		l.in.FailAs(status, "cannot open directory %s: %s", command.QuoteShell(dir), message(err))
		return
	}
	if l.recursive {
		fi, err := l.in.FS.Stat(dir)
		if err == nil {
			id := idOf(fi)
			for _, above := range l.ancestors {
				if above == id && id.ino != 0 {
					l.in.FailAs(2, "%s: not listing already-listed directory", command.QuoteIfNeeded(dir))
					return
				}
			}
			l.ancestors = append(l.ancestors, id)
			defer func() { l.ancestors = l.ancestors[:len(l.ancestors)-1] }()
		}
	}
	if titled {
		if l.printed {
			l.in.Printf("\n")
		}
		l.in.Printf("%s:\n", l.quote(dir, true))
	}
	l.printed = true
	items := l.read(ctx, dir, entries)
	l.arrange(items)
	l.show(items, true)
	if !l.recursive || len(l.ancestors) > maxDepth {
		return
	}
	for _, it := range items {
		if it.mode.IsDir() && it.name != "." && it.name != ".." {
			if l.in.Ended(ctx) {
				return
			}
			l.list(ctx, join(dir, it.name), true, false)
		}
	}
}

// read makes the items of a directory.
func (l *lister) read(ctx context.Context, dir string, entries []fs.DirEntry) []*item {
	items := make([]*item, 0, len(entries)+2)
	if l.all {
		for _, name := range []string{".", ".."} {
			it := &item{name: name, path: join(dir, name), mode: fs.ModeDir}
			it.fi, _ = l.in.FS.Stat(it.path)
			if it.fi != nil {
				items = append(items, it)
			}
		}
	}
	open := 0
	in := newFolder(l.in.FS, dir, &open)
	defer in.close()
	for _, e := range entries {
		if ctx.Err() != nil {
			break
		}
		if !l.shown(e.Name()) {
			continue
		}
		it := &item{name: e.Name(), path: join(dir, e.Name()), mode: e.Type()}
		if l.needsInfo(it.mode) {
			var err error
			if l.follow {
				it.fi, err = l.in.FS.Stat(it.path)
			} else {
				it.fi, err = in.lstat(it.name, it.path)
			}
			if err != nil {
				l.in.FailAs(1, "cannot access %s: %s", command.QuoteShell(it.path), message(err))
				it.fi = nil
				it.broken = true
			} else {
				it.mode = it.fi.Mode()
			}
		}
		l.resolve(it)
		items = append(items, it)
	}
	return items
}

// needsInfo tells whether more than the kind of a file has to be known.
func (l *lister) needsInfo(mode fs.FileMode) bool {
	return l.format == long || l.blocks || l.inode || l.sort == "time" || l.sort == "size" ||
		l.indicator == "classify" && mode.IsRegular() || l.follow && mode&fs.ModeSymlink != 0
}

// shown tells whether a name of a directory is listed.
func (l *lister) shown(name string) bool {
	if name[0] == '.' && !l.all && !l.almost || l.backups && strings.HasSuffix(name, "~") {
		return false
	}
	for _, p := range l.ignore {
		if glob(p, name, globPeriod) {
			return false
		}
	}
	if l.all || l.almost {
		return true
	}
	for _, p := range l.hide {
		if glob(p, name, globPeriod) {
			return false
		}
	}
	return true
}

// timeOf is the time of an item that is shown and sorted by.
func (l *lister) timeOf(it *item) time.Time {
	switch {
	case it.fi == nil:
		return time.Time{}
	case l.time == 'a':
		return sys(it.fi).Atime
	case l.time == 'c':
		return sys(it.fi).Ctime
	}
	return it.fi.ModTime()
}
