package files

import (
	"context"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
)

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
	// align gives names without quotes a blank; quotedOperand tells that there
	// is an operand that needs quotes.
	align, quotedOperand bool
	// others are the directories among the operands, for which the columns of
	// the files are wide enough.
	others []*item
	author bool
	// toDir follows operands that are links to directories.
	toDir, context bool
	// end is what follows each name or line: a newline, or NUL.
	end    string
	color  string // when there are colours: always, auto
	colors *lsColors
	links  string // when names are links of terminals
	dired  *dired
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
	l := &lister{in: in, owners: newOwners(in), now: in.Now(), time: 'm', sort: "name", width: 80, tab: 8, style: "locale", end: "\n"}
	if in.Stdout.Terminal() {
		l.format, l.hideControl = columns, true
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
	if l.format == long && !l.styleKnown() {
		in.Warn("invalid argument %s for %s", in.Quote(l.style), in.Quote("time style"))
		_, _ = io.WriteString(in.Stderr, "Valid arguments are:\n  - [posix-]full-iso\n  - [posix-]long-iso\n  - [posix-]iso\n  - [posix-]locale\n  - +FORMAT (e.g., +%H:%M) for a 'date'-style format\n")
		return in.Hint()
	}
	if l.dired != nil && l.format == long && l.end == "\x00" {
		return in.Die("--dired and --zero are incompatible")
	}
	operands := in.Operands
	if len(operands) == 0 {
		operands = []string{"."}
	}
	l.decorate()
	l.environment()
	l.operands(ctx, operands)
	if l.colors != nil && l.colors.started && l.colors.plain() != "\x1b[m" {
		l.in.Out.WriteString(l.colors.plain())
	}
	l.dired.report(l)
	return in.Status()
}

// operands lists files first and then directories.
func (l *lister) operands(ctx context.Context, names []string) {
	var files, dirs []*item
	for _, name := range names {
		l.quotedOperand = l.quotedOperand || l.needsQuotes(name, false)
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
		l.others = dirs
		l.show(files, false)
		l.others = nil
		if len(dirs) > 0 {
			l.put("\n")
		}
	}
	l.quotedOperand = false
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
	toDir := l.toDir || !l.directory && l.format != long && l.indicator != "classify"
	look := l.in.FS.Lstat
	if l.follow || l.followOperands || toDir {
		look = l.in.FS.Stat
	}
	fi, err := look(name)
	if toDir && !l.follow && !l.followOperands && (err == nil && !fi.IsDir() || isErrno(err, syscall.ENOENT)) {
		fi, err = l.in.FS.Lstat(name)
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
	if it.mode&fs.ModeSymlink == 0 || l.format != long && l.indicator != "classify" && !l.dirsFirst && l.colors == nil {
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
			l.put("\n")
		}
		l.title(dir)
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
			l.list(ctx, join(trim(dir), it.name), true, false)
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
				it.mode = it.fi.Mode()
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
		it := &item{name: e.Name(), path: l.pathOf(dir, e.Name()), mode: e.Type()}
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

// pathOf is a name of a directory as messages show it.
func (l *lister) pathOf(dir, name string) string {
	if dir == "." {
		return name
	}
	return join(dir, name)
}

// needsInfo tells whether more than the kind of a file has to be known.
func (l *lister) needsInfo(mode fs.FileMode) bool {
	return l.format == long || l.colors != nil || l.blocks || l.inode || l.sort == "time" || l.sort == "size" || l.context ||
		l.indicator == "classify" && mode.IsRegular() ||
		l.follow && mode&fs.ModeSymlink != 0 && (l.recursive || l.indicator != "" || l.dirsFirst)
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
