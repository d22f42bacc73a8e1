// Package device has the filesystems that are no storage: /dev with its
// devices, and /proc with what a shell can say about itself. Their files are
// fixed; nothing in them can be made, removed or renamed (EROFS, EPERM).
//
// Descriptors (/dev/stdin, /dev/fd) are the interpreter's to resolve. It
// imports interp/vfs alone.
package device

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// An Opener opens a file that is not kept anywhere. flag was checked against
// the file's permissions; name is the one that it is opened by.
type Opener func(name string, flag int) (vfs.File, error)

// A Node is a file of an FS.
type Node struct {
	// Mode has the type and the permissions.
	Mode fs.FileMode
	// Rdev is what stat(2) shows for a device.
	Rdev uint64
	// Open opens what is no directory and no link.
	Open Opener
	// Target is what a link holds, asked each time.
	Target func() string
	// Size is the size to show; nil for 0.
	Size func() int64
}

// An FS is a fixed tree.
type FS struct {
	nodes map[string]Node
	kids  map[string][]string
	since time.Time
	stop  bool
}

var (
	_ vfs.FS          = (*FS)(nil)
	_ vfs.LinkStopper = (*FS)(nil)
)

// New makes a tree of nodes, by clean absolute paths; directories above them
// come by themselves. since is the time that all show.
func New(nodes map[string]Node, since time.Time) *FS {
	f := &FS{nodes: map[string]Node{"/": {Mode: fs.ModeDir | 0o755}}, kids: map[string][]string{}, since: since}
	for name, n := range nodes {
		f.nodes[name] = n
		for dir := path.Dir(name); dir != "/"; dir = path.Dir(dir) {
			if _, ok := nodes[dir]; !ok {
				f.nodes[dir] = Node{Mode: fs.ModeDir | 0o555}
			}
		}
	}
	for name := range f.nodes {
		if name != "/" {
			dir := path.Dir(name)
			f.kids[dir] = append(f.kids[dir], path.Base(name))
		}
	}
	for _, list := range f.kids {
		slices.Sort(list)
	}
	return f
}

// StopAtLinks implements vfs.LinkStopper.
func (f *FS) StopAtLinks() vfs.FS {
	c := *f
	c.stop = true
	return &c
}

// find walks to a node and returns its clean path.
func (f *FS) find(name string, follow bool) (string, Node, error) {
	if err := vfs.CheckPath(name); err != nil {
		return "", Node{}, err
	}
	cur, rest, links := "/", name, 0
	for {
		rest = strings.TrimLeft(rest, "/")
		if rest == "" {
			return cur, f.nodes[cur], nil
		}
		part, tail, slash := strings.Cut(rest, "/")
		if !f.nodes[cur].Mode.IsDir() {
			return "", Node{}, syscall.ENOTDIR
		}
		if len(part) > vfs.MaxName {
			return "", Node{}, syscall.ENAMETOOLONG
		}
		next := path.Join(cur, part)
		n, ok := f.nodes[next]
		if !ok {
			return "", Node{}, syscall.ENOENT
		}
		last := strings.TrimLeft(tail, "/") == ""
		if n.Mode.Type() == fs.ModeSymlink && (!last || follow || slash) {
			target := n.Target()
			if f.stop {
				return "", Node{}, &vfs.LinkError{Dir: cur, Target: target, Rest: tail}
			}
			if links++; links > vfs.MaxLinks {
				return "", Node{}, syscall.ELOOP
			}
			if strings.HasPrefix(target, "/") {
				cur = "/"
			}
			rest = target + rest[len(part):]
			continue
		}
		if last && slash && !n.Mode.IsDir() {
			return "", Node{}, syscall.ENOTDIR
		}
		cur, rest = next, tail
	}
}

func (f *FS) stat(op, name string, follow bool) (fs.FileInfo, error) {
	at, n, err := f.find(name, follow)
	if err != nil {
		return nil, vfs.Error(op, name, err)
	}
	return f.info(path.Base(name), at, n), nil
}

// Stat implements vfs.FS.
func (f *FS) Stat(name string) (fs.FileInfo, error) { return f.stat("stat", name, true) }

// Lstat implements vfs.FS.
func (f *FS) Lstat(name string) (fs.FileInfo, error) { return f.stat("lstat", name, false) }

// Readlink implements vfs.FS.
func (f *FS) Readlink(name string) (string, error) {
	_, n, err := f.find(name, false)
	if err == nil && n.Target == nil {
		err = syscall.EINVAL
	}
	if err != nil {
		return "", vfs.Error("readlink", name, err)
	}
	return n.Target(), nil
}

// ReadDir implements vfs.FS.
func (f *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	at, n, err := f.find(name, true)
	if err == nil && !n.Mode.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	list := make([]fs.DirEntry, 0, len(f.kids[at]))
	for _, kid := range f.kids[at] {
		sub := path.Join(at, kid)
		list = append(list, fs.FileInfoToDirEntry(f.info(kid, sub, f.nodes[sub])))
	}
	return list, nil
}

// made is the error of a call that would make a name.
func (f *FS) made(op, name string) error {
	if _, _, err := f.find(name, false); err == nil {
		return vfs.Error(op, name, syscall.EEXIST)
	} else if !vfs.Missing(err) {
		return vfs.Error(op, name, err)
	}
	return vfs.Error(op, name, syscall.EROFS)
}

// changed is the error of a call that would change a node.
func (f *FS) changed(op, name string, follow bool) error {
	if _, _, err := f.find(name, follow); err != nil {
		return vfs.Error(op, name, err)
	}
	return vfs.Error(op, name, syscall.EROFS)
}

// Mkdir implements vfs.FS.
func (f *FS) Mkdir(name string, _ fs.FileMode) error { return f.made("mkdir", name) }

// Mkfifo implements vfs.FS.
func (f *FS) Mkfifo(name string, _ fs.FileMode) error { return f.made("mkfifo", name) }

// Symlink implements vfs.FS.
func (f *FS) Symlink(_, name string) error { return f.made("symlink", name) }

// Link implements vfs.FS.
func (f *FS) Link(_, name string) error { return f.made("link", name) }

// Remove implements vfs.FS.
func (f *FS) Remove(name string) error { return f.changed("remove", name, false) }

// Rename implements vfs.FS.
func (f *FS) Rename(from, _ string) error { return f.changed("rename", from, false) }

// Chmod implements vfs.FS.
func (f *FS) Chmod(name string, _ fs.FileMode) error { return f.changed("chmod", name, true) }

// Chtimes implements vfs.FS. Devices take it and keep the time that they have,
// so that touch succeeds.
func (f *FS) Chtimes(name string, _, _ time.Time) error {
	_, n, err := f.find(name, true)
	if err == nil && n.Mode&fs.ModeDevice == 0 {
		err = syscall.EROFS
	}
	return vfs.Error("chtimes", name, err)
}

// Truncate implements vfs.FS.
func (f *FS) Truncate(name string, _ int64) error {
	_, n, err := f.find(name, true)
	switch {
	case err != nil:
	case n.Mode.IsDir():
		err = syscall.EISDIR
	default:
		err = syscall.EINVAL
	}
	return vfs.Error("truncate", name, err)
}
