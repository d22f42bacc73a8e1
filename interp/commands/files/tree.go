package files

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

func tree() gnu.Program {
	return gnu.Program{
		Summary: "show directories as a tree",
		Usage:   "[OPTION]... [DIRECTORY]...",
		Options: []gnu.Option{
			{"a", "show names that start with a dot"}, {"d", "show directories alone"}, {"f", "show whole names"}, {"F", "append an indicator"},
			{"i", "show no lines"}, {"l", "follow links to directories"}, {"L=LEVEL", "go no deeper than LEVEL"}, {"R", "accepted"}, {"x", "stay on one file system"},
			{"I=PATTERN", "leave out what matches"}, {"P=PATTERN", "show files that match"}, {"ignore-case", "patterns match upper and lower case alike"},
			{"matchdirs", "--prune keeps directories that match -P"}, {"prune", "leave out directories that would be empty"},
			{"filelimit=N", "open no directory with more than N files"}, {"noreport", "show no numbers at the end"},
			{"p", "show modes"}, {"u", "show owners"}, {"g", "show groups"}, {"s", "show sizes"}, {"h", "show sizes like 1K 234M 2G"}, {"si", "likewise, with powers of 1000"},
			{"du", "sizes of directories have all that is in them"}, {"D", "show the time of the last change"}, {"timefmt=FORMAT", "show it in FORMAT"},
			{"inodes", "show the numbers of inodes"}, {"device", "show the numbers of devices"}, {"metafirst", "show them before the lines"},
			{"Q", "put names between double quotes"}, {"N", "show names as they are"}, {"q", "show ? for what can not be shown"},
			{"n", "accepted: there are no colours"}, {"C", "accepted: there are no colours"}, {"charset=NAME", "draw lines for UTF-8, or else with ASCII"},
			{"r", "reverse the order"}, {"U", "do not sort"}, {"t", "sort by time"}, {"c", "sort by, and show, the time of the last status change"}, {"v", "sort by version"},
			{"sort=WORD", "name, version, size, mtime, ctime"}, {"dirsfirst", "directories first"}, {"filesfirst", "directories last"},
			{"J", "print JSON"}, {"X", "print XML"}, {"o=FILE", "write to FILE"},
		},
		Main: runTree,
	}
}

// A drawer is one run of tree.
type drawer struct {
	in     *gnu.Invocation
	owners *owners
	out    *command.Output

	level, limit           int
	sort, timeFormat       string
	time                   byte // 'm', 'c'
	times                  bool
	first                  string
	sizes, human, du, utf8 bool
	si                     int64
	include, exclude       []string
	fold                   int // flag of glob
	follow                 bool
	visited                map[fileID]bool // directories, where links are followed

	device      uint64 // of the operand
	dirs, files int
	used        int64
	form        treeForm
}

// A treeForm is how trees are printed.
type treeForm interface {
	begin()
	// open prints an entry, of an operand where level is 0, and what of it is
	// not its entries; close ends it.
	open(n *treeNode, level int, last bool)
	close(n *treeNode, level int, last bool)
	end()
}

func runTree(ctx context.Context, in *gnu.Invocation) int {
	d := &drawer{in: in, owners: newOwners(in), out: in.Out, level: math.MaxInt, sort: "name", time: 'm', si: 1024, utf8: in.UTF8(), visited: map[fileID]bool{}}
	for _, o := range in.Options {
		if code, ok := d.option(o.Name, o.Value); !ok {
			return code
		}
	}
	if name, ok := in.Last("o"); ok {
		f, err := vfs.OpenContext(ctx, in.FS, name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
		if err != nil {
			return in.Die("invalid filename '%s'", name)
		}
		defer f.Close()
		d.out = command.NewFileOutput(in.Call, f)
		defer d.out.Flush()
	}
	if d.form == nil {
		d.form = newTreeText(d)
	}
	names := in.Operands
	if len(names) == 0 {
		names = []string{"."}
	}
	d.form.begin()
	for i, name := range names {
		d.operand(ctx, name, i == len(names)-1)
	}
	if !in.Has("noreport") || in.Has("J") || in.Has("X") {
		d.form.end()
	}
	return in.Status()
}

// option sets one option.
func (d *drawer) option(name, value string) (code int, ok bool) {
	switch name {
	case "L":
		n, ok := decimal(value, math.MaxInt32)
		if !ok || n < 1 {
			return d.in.Die("Invalid level, must be greater than 0."), false
		}
		d.level = int(n)
	case "filelimit":
		n, _ := decimal(value, math.MaxInt32)
		d.limit = int(n)
	case "P":
		d.include = append(d.include, strings.Split(value, "|")...)
	case "I":
		d.exclude = append(d.exclude, strings.Split(value, "|")...)
	case "ignore-case":
		d.fold = globFold
	case "s":
		d.sizes = true
	case "h":
		d.sizes, d.human = true, true
	case "si":
		d.sizes, d.human, d.si = true, true, 1000
	case "du":
		d.sizes, d.du = true, true
	case "D":
		d.times = true
	case "timefmt":
		d.times, d.timeFormat = true, value
	case "U":
		d.sort = "none"
	case "t":
		d.sort = "mtime"
	case "c":
		d.sort, d.time = "ctime", 'c'
	case "v":
		d.sort = "version"
	case "sort":
		if !strings.Contains(" name version size mtime ctime ", " "+value+" ") {
			return d.in.Die("Sort type '%s' not valid, should be one of: name,version,size,mtime,ctime", value), false
		}
		d.sort = value
	case "l":
		d.follow = true
	case "J":
		d.form = &treeJSON{d: d}
	case "X":
		d.form = &treeXML{d: d}
	case "dirsfirst", "filesfirst":
		d.first = name
	case "charset":
		d.utf8 = strings.EqualFold(value, "utf-8") || strings.EqualFold(value, "utf8")
	}
	return 0, true
}

// operand shows one tree.
func (d *drawer) operand(ctx context.Context, name string, last bool) {
	n := &treeNode{name: name, path: name}
	if d.in.Has("f") {
		name = trim(name)
		n.path = name
	}
	var err error
	if n.fi, err = d.in.FS.Lstat(name); err == nil {
		n.mode = n.fi.Mode()
		d.device = idOf(n.fi).dev
		if fi, err := d.in.FS.Stat(name); err == nil {
			n.dir = fi.IsDir()
			d.visited[idOf(fi)] = true
		}
	}
	n.follow = true
	d.read(ctx, n, 1)
	if len(n.entries) == 0 {
		d.used += n.size
	}
	switch {
	case n.problem == "" && len(n.entries) > 0 || n.full:
		d.dirs++ // an empty one is not counted
	case n.fi != nil && !n.dir:
		d.files++
	}
	d.show(ctx, n, 0, last)
}

// show prints an entry and what is in it.
func (d *drawer) show(ctx context.Context, n *treeNode, level int, last bool) {
	if d.in.Ended(ctx) || d.out.Err() != nil {
		return
	}
	d.form.open(n, level, last)
	for i, e := range n.entries {
		d.read(ctx, e, level+2)
		d.used += e.size // those of directories have what is in them: the tool counts it again
		if e.dir {
			d.dirs++
		} else {
			d.files++
		}
		d.show(ctx, e, level+1, i == len(n.entries)-1)
		n.entries[i] = nil // there is no use for it now
	}
	d.form.close(n, level, last)
}

// reportText is the line at the end.
func (d *drawer) reportText() string {
	text := ""
	if d.du {
		text = d.sizeText(d.used)
		if !d.human {
			text += " bytes"
		}
		text += " used in "
	}
	text += plural(d.dirs, "director", "y", "ies")
	if !d.in.Has("d") {
		text += ", " + plural(d.files, "file", "", "s")
	}
	return text
}

func plural(n int, stem, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s%s", n, stem, one)
	}
	return fmt.Sprintf("%d %s%s", n, stem, many)
}

// kind is what a file is called in JSON and XML.
func (n *treeNode) kind() string {
	switch {
	case n.mode&fs.ModeSymlink != 0:
		return "link"
	case n.mode.IsDir():
		return "directory"
	case n.mode.IsRegular():
		return "file"
	case n.mode&fs.ModeNamedPipe != 0:
		return "fifo"
	case n.mode&fs.ModeSocket != 0:
		return "socket"
	case n.mode&fs.ModeCharDevice != 0:
		return "char"
	case n.mode&fs.ModeDevice != 0:
		return "block"
	}
	return "unknown"
}
