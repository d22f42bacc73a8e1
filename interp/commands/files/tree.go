package files

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/gnu"
)

func tree() gnu.Program {
	return gnu.Program{
		Summary: "show directories as a tree",
		Usage:   "[OPTION]... [DIRECTORY]...",
		Options: []gnu.Option{
			{"a", "show names that start with a dot"}, {"d", "show directories alone"}, {"f", "show whole names"}, {"F", "append an indicator"},
			{"i", "show no lines"}, {"L=LEVEL", "go no deeper than LEVEL"}, {"I=PATTERN", "leave out what matches"}, {"P=PATTERN", "show files that match"},
			{"noreport", "show no numbers at the end"}, {"dirsfirst", "directories first"}, {"s", "show sizes"}, {"r", "reverse the order"},
		},
		Main: runTree,
	}
}

// A drawer is one run of tree.
type drawer struct {
	in          *gnu.Invocation
	level       int
	dirs, files int
	l           *lister
}

func runTree(ctx context.Context, in *gnu.Invocation) int {
	d := &drawer{in: in, level: maxDepth, l: &lister{in: in, sort: "name", reverse: in.Has("r"), dirsFirst: in.Has("dirsfirst")}}
	if in.Has("F") {
		d.l.indicator = "classify"
	}
	if text, ok := in.Last("L"); ok {
		n, ok := decimal(text, 1<<30)
		if !ok || n < 1 {
			in.Warn("Invalid level, must be greater than 0.")
			return 1
		}
		d.level = int(n)
	}
	names := in.Operands
	if len(names) == 0 {
		names = []string{"."}
	}
	for _, name := range names {
		fi, err := in.FS.Stat(name)
		if err != nil || !fi.IsDir() {
			in.Printf("%s  [error opening dir]\n", name)
			in.FailQuietly(2)
			continue
		}
		in.Printf("%s%s\n", name, d.l.mark(fi.Mode()))
		if list, err := in.FS.ReadDir(name); err != nil || len(list) > 0 {
			d.dirs++ // an empty one is not counted
		}
		d.draw(ctx, name, "", 1)
	}
	if !in.Has("noreport") {
		in.Printf("\n%s", plural(d.dirs, "director", "y", "ies"))
		if !in.Has("d") {
			in.Printf(", %s", plural(d.files, "file", "", "s"))
		}
		in.Printf("\n")
	}
	return in.Status()
}

func plural(n int, stem, one, many string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s%s", n, stem, one)
	}
	return fmt.Sprintf("%d %s%s", n, stem, many)
}

// shows tells whether a name is shown.
func (d *drawer) shows(it *item) bool {
	if it.name[0] == '.' && !d.in.Has("a") || d.in.Has("d") && !it.mode.IsDir() {
		return false
	}
	for _, o := range d.in.Options {
		switch {
		case o.Name == "I" && globs(o.Value, it.name):
			return false
		case o.Name == "P" && !it.mode.IsDir() && !globs(o.Value, it.name):
			return false
		}
	}
	return true
}

// globs matches patterns with | between them.
func globs(patterns, name string) bool {
	for p := range strings.SplitSeq(patterns, "|") {
		if glob(p, name, 0) {
			return true
		}
	}
	return false
}

func (d *drawer) draw(ctx context.Context, dir, indent string, level int) {
	if level > d.level || d.in.Ended(ctx) {
		return
	}
	list, err := d.in.FS.ReadDir(dir)
	if err != nil {
		d.in.FailQuietly(2)
		return
	}
	var items []*item
	open := 0
	in := newFolder(d.in.FS, dir, &open)
	defer in.close()
	for _, e := range list {
		it := &item{name: e.Name(), path: join(dir, e.Name()), mode: e.Type()}
		if d.in.Has("s") || d.in.Has("F") {
			if it.fi, err = in.lstat(it.name, it.path); err == nil {
				it.mode = it.fi.Mode()
			}
		}
		if d.shows(it) {
			items = append(items, it)
		}
	}
	d.l.arrange(items)
	for i, it := range items {
		branch, next := "├── ", "│\u00a0\u00a0 "
		if i == len(items)-1 {
			branch, next = "└── ", "    "
		}
		if d.in.Has("i") {
			branch, next = "", ""
		}
		shown := it.name
		if d.in.Has("f") {
			shown = it.path
		}
		if d.in.Has("s") {
			shown = fmt.Sprintf("[%11d]  %s", size(it), shown)
		}
		target, err := "", error(syscall.EINVAL)
		if it.mode&fs.ModeSymlink != 0 {
			target, err = d.in.FS.Readlink(it.path)
		}
		if err == nil {
			shown += " -> " + target
		} else {
			shown += d.l.mark(it.mode)
		}
		d.in.Printf("%s%s%s\n", indent, branch, shown)
		if it.mode.IsDir() {
			d.dirs++
			d.draw(ctx, it.path, indent+next, level+1)
		} else {
			d.files++
		}
	}
}
