package files

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
)

// operand counts a file that was named. where, if it is not empty, is where in
// a list.
func (c *counter) operand(ctx context.Context, name, where string) {
	if name == "" {
		c.in.Fail("%sinvalid zero-length file name", where)
		return
	}
	for len(name) > 2 && strings.HasSuffix(name, "//") {
		name = name[:len(name)-1] // fts(3) keeps one
	}
	c.count(ctx, name, 0, nil)
}

// listed counts the files of a list that ends each with NUL.
func (c *counter) listed(ctx context.Context, from string) (code int, ok bool) {
	src, err := c.in.Open(ctx, from)
	if err != nil {
		return c.in.Die("cannot open %s for reading: %s", command.QuoteShell(from), message(err)), false
	}
	defer src.Close()
	names := records(c.in, src, 0)
	for n := 1; names.Scan(); n++ {
		name := string(names.Bytes())
		where := ""
		if name == "" {
			where = command.QuoteIfNeeded(from) + ":" + itoa(n) + ": "
		}
		if name == "-" && from == "-" {
			c.in.Fail("when reading file names from stdin, no file name of %s allowed", command.QuoteShell(name))
			continue
		}
		c.operand(ctx, name, where)
	}
	if err := names.Err(); err != nil {
		c.in.Fail("%s: read error: %s", command.QuoteIfNeeded(from), message(err))
	}
	return 0, true
}

// excludeFrom reads patterns, one a line.
func (c *counter) excludeFrom(ctx context.Context, from string) (code int, ok bool) {
	src, err := c.in.Open(ctx, from)
	if err != nil {
		c.in.Fail("%s: %s", command.QuoteIfNeeded(from), message(err))
		return 0, false
	}
	defer src.Close()
	for lines := records(c.in, src, '\n'); lines.Scan(); {
		if line := strings.TrimRight(string(lines.Bytes()), " \t"); line != "" {
			c.exclude = append(c.exclude, line)
		}
	}
	return 0, true
}

// excluded tells whether a name, or what is behind one of its slashes, matches
// a pattern.
func (c *counter) excluded(name string) bool {
	for _, p := range c.exclude {
		if glob(p, name, 0) {
			return true
		}
		for i := range len(name) - 1 {
			if name[i] == '/' && name[i+1] != '/' && glob(p, name[i+1:], 0) {
				return true
			}
		}
	}
	return false
}

// look is what there is to know of a file in the directory in, nil for an
// operand. A link that leads nowhere, and would be followed, is an error without
// a cause.
func (c *counter) look(name string, depth int, in *folder) (fs.FileInfo, bool) {
	var fi fs.FileInfo
	var err error
	follow := c.follow || c.operands && depth == 0
	switch {
	case follow:
		fi, err = c.in.FS.Stat(name)
	case in != nil:
		fi, err = in.lstat(base(name), name)
	default:
		fi, err = c.in.FS.Lstat(name)
	}
	if err == nil {
		return fi, true
	}
	why := ": " + message(err)
	if _, dangling := c.in.FS.Lstat(name); follow && dangling == nil && isErrno(err, syscall.ENOENT) {
		why = ""
	}
	c.in.Fail("cannot access %s%s", command.QuoteShell(name), why)
	return nil, false
}

// own is what a file itself takes.
func (c *counter) own(fi fs.FileInfo) usage {
	s := sys(fi)
	u := usage{bytes: s.Blocks * 512, inodes: 1, latest: fi.ModTime()}
	if c.apparent {
		u.bytes = max(fi.Size(), 0)
	}
	switch c.time {
	case 'a':
		u.latest = s.Atime
	case 'c':
		u.latest = s.Ctime
	}
	return u
}

// count counts a file and what is in it. direct is what the directory that it is
// in takes on as its own, below what is in directories of it.
func (c *counter) count(ctx context.Context, name string, depth int, in *folder) (direct, below usage) {
	if c.in.Ended(ctx) || depth > maxDepth || c.excluded(name) {
		return direct, below
	}
	fi, ok := c.look(name, depth, in)
	if !ok {
		return direct, below
	}
	id := idOf(fi)
	if depth == 0 {
		c.device = id.dev
	}
	if c.oneDevice && id.dev != c.device {
		return direct, below
	}
	if id.ino != 0 && !c.links && (c.hashAll || !fi.IsDir() && sys(fi).Nlink > 1) {
		if c.seen[id] {
			return direct, below
		}
		c.seen[id] = true
	}
	if fi.IsDir() && c.follow {
		if slices.Contains(c.ancestors, id) && id.ino != 0 {
			return direct, below // a link back, which is no error where all are followed
		}
		c.ancestors = append(c.ancestors, id)
		defer func() { c.ancestors = c.ancestors[:len(c.ancestors)-1] }()
	}
	own := c.own(fi)
	shown := own
	if fi.IsDir() {
		var files, dirs usage
		files, dirs = c.contents(ctx, name, depth)
		shown.add(files)
		if !c.separate {
			shown.add(dirs)
		}
		below.add(files)
		below.add(dirs)
	}
	if !c.separate || !fi.IsDir() {
		direct.add(own)
	}
	c.total.add(own)
	if depth <= c.depth && (fi.IsDir() || c.all) || depth == 0 {
		c.printIfLarge(shown, name)
	}
	return direct, below
}

// contents counts what is in a directory.
func (c *counter) contents(ctx context.Context, dir string, depth int) (files, dirs usage) {
	list, err := c.in.FS.ReadDir(dir)
	if err != nil {
		c.in.Fail("cannot read directory %s: %s", command.QuoteShell(dir), message(err))
	}
	here := newFolder(c.in.FS, dir, &c.folders)
	defer here.close()
	for _, e := range list {
		direct, below := c.count(ctx, join(dir, e.Name()), depth+1, here)
		files.add(direct)
		dirs.add(below)
	}
	return files, dirs
}

// printIfLarge is print for what the threshold lets through.
func (c *counter) printIfLarge(u usage, name string) {
	n := u.bytes
	if c.inodes {
		n = u.inodes
	}
	if c.threshold < 0 && n <= -c.threshold || c.threshold >= 0 && n >= c.threshold {
		c.print(u, name)
	}
}
