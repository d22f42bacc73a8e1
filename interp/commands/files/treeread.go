package files

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// A treeNode is a file in a tree.
type treeNode struct {
	name, path string
	fi         fs.FileInfo // nil for what is not there
	mode       fs.FileMode
	// target is what a link holds; dir tells that the file, or where it leads,
	// is a directory; dest is the mode of what is there.
	target string
	dest   fs.FileMode
	dir    bool
	// follow tells that the directory is to be opened.
	follow bool

	done    bool // read
	full    bool // there are too many entries
	entries []*treeNode
	problem string
	size    int64
}

// read reads a directory whose entries are at level.
func (d *drawer) read(ctx context.Context, n *treeNode, level int) {
	if n.done || d.in.Ended(ctx) {
		return
	}
	n.done = true
	if n.fi != nil {
		n.size = n.fi.Size()
	}
	link := n.mode&fs.ModeSymlink != 0 && level > 1
	if !n.dir && level == 1 {
		n.problem = cannotOpen
		if n.fi == nil {
			d.in.FailQuietly(2)
		}
		return
	}
	if !n.dir || !n.follow || level > d.level || level > maxDepth {
		return
	}
	if d.follow && level > 1 {
		if fi, err := d.in.FS.Stat(n.path); err == nil {
			if link && d.visited[idOf(fi)] {
				n.problem = "recursive, not followed"
				return
			}
			d.visited[idOf(fi)] = true
		}
	}
	list, err := d.in.FS.ReadDir(n.path)
	if err != nil {
		n.problem = cannotOpen
		d.in.FailQuietly(2)
		return
	}
	if d.in.Has("x") && n.fi != nil && !link && idOf(n.fi).dev != d.device {
		return
	}
	open := 0
	here := newFolder(d.in.FS, n.path, &open)
	for _, e := range list {
		if it := d.entry(n.path, e.Name(), here); it != nil {
			n.entries = append(n.entries, it)
		}
	}
	here.close()
	if d.limit > 0 && len(n.entries) > d.limit {
		n.problem, n.full = fmt.Sprintf("%d entries exceeds filelimit, not opening dir", len(n.entries)), true
		n.entries = nil
		return
	}
	d.below(ctx, n, level)
	d.arrange(n.entries)
}

// cannotOpen is what is said of what is no directory, or shut.
const cannotOpen = "error opening dir"

// below looks at what has to be known of the entries of entries.
func (d *drawer) below(ctx context.Context, n *treeNode, level int) {
	prune := d.in.Has("prune") && !d.in.Has("d")
	if !prune && !d.du {
		return
	}
	kept := n.entries[:0]
	for _, e := range n.entries {
		d.read(ctx, e, level+1)
		if prune && e.dir && len(e.entries) == 0 && e.problem == "" && !(d.in.Has("matchdirs") && d.matches(d.include, e)) {
			continue
		}
		if d.du {
			n.size += e.size
		}
		kept = append(kept, e)
	}
	n.entries = kept
}

// entry is a file of a directory, nil for one that is not shown.
func (d *drawer) entry(dir, name string, in *folder) *treeNode {
	if name[0] == '.' && !d.in.Has("a") {
		return nil
	}
	n := &treeNode{name: name, path: join(dir, name)}
	var err error
	if n.fi, err = in.lstat(name, n.path); err != nil {
		return nil
	}
	n.mode, n.dest = n.fi.Mode(), n.fi.Mode()
	n.dir = n.mode.IsDir()
	link := n.mode&fs.ModeSymlink != 0
	if link {
		n.target, _ = d.in.FS.Readlink(n.path)
		n.dest = 0
		if fi, err := d.in.FS.Stat(n.path); err == nil {
			n.dest, n.dir = fi.Mode(), fi.IsDir()
		}
	}
	n.follow = !link || d.follow
	switch {
	case d.in.Has("d") && !n.dir, d.matches(d.exclude, n):
		return nil
	case len(d.include) > 0 && !(n.dir && n.follow) && !d.matches(d.include, n):
		return nil
	}
	return n
}

// matches tells whether a name matches a pattern; one that ends in / is for
// directories alone.
func (d *drawer) matches(patterns []string, n *treeNode) bool {
	for _, p := range patterns {
		p, forDirs := strings.CutSuffix(p, "/")
		if (!forDirs || n.dir) && glob(p, n.name, d.fold) {
			return true
		}
	}
	return false
}

// timeOf is the time that is shown.
func (d *drawer) timeOf(n *treeNode) time.Time {
	if d.time == 'c' {
		return sys(n.fi).Ctime
	}
	return n.fi.ModTime()
}

// arrange sorts entries.
func (d *drawer) arrange(list []*treeNode) {
	compare := func(a, b *treeNode) int {
		if a.dir != b.dir && d.first != "" {
			return cmp.Compare(rank(a.dir == (d.first == "dirsfirst")), rank(b.dir == (d.first == "dirsfirst")))
		}
		c := 0
		switch d.sort {
		case "none":
			return 0
		case "version":
			c = strverscmp(a.name, b.name)
		case "size":
			c = cmp.Compare(b.size, a.size)
			if !d.du {
				c = cmp.Compare(b.fi.Size(), a.fi.Size())
			}
		case "mtime":
			c = a.fi.ModTime().Truncate(time.Second).Compare(b.fi.ModTime().Truncate(time.Second))
		case "ctime":
			c = sys(a.fi).Ctime.Truncate(time.Second).Compare(sys(b.fi).Ctime.Truncate(time.Second))
		}
		if c == 0 {
			c = strings.Compare(a.name, b.name)
		}
		if d.in.Has("r") {
			c = -c
		}
		return c
	}
	slices.SortStableFunc(list, compare)
}

// strverscmp orders names by bytes, and the numbers in them by value; those that
// begin with 0 are fractions (strverscmp(3)).
func strverscmp(a, b string) int {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := at
	for from > 0 && isNumber(a[from-1]) {
		from--
	}
	x, y := digits(a[from:]), digits(b[from:])
	zeros := func(s string) bool { return strings.HasPrefix(s, "0") && len(s) > 1 }
	switch {
	case x == "" || y == "" || at-from == 0 && (at == len(a) || at == len(b) || !isNumber(a[at]) || !isNumber(b[at])):
		return strings.Compare(a, b)
	case zeros(x) || zeros(y):
		zx, zy := len(x)-len(strings.TrimLeft(x, "0")), len(y)-len(strings.TrimLeft(y, "0"))
		if zx != zy && (at-from < zx || at-from < zy) {
			return cmp.Compare(zy, zx) // more zeros are less
		}
		return strings.Compare(a, b)
	case len(x) != len(y):
		return cmp.Compare(len(x), len(y))
	}
	return strings.Compare(a, b)
}

// digits are those that text begins with.
func digits(text string) string {
	for i := range len(text) {
		if !isNumber(text[i]) {
			return text[:i]
		}
	}
	return text
}
