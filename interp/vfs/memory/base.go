package memory

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// maxClean is how many unchanged inodes of the base are kept at hand before
// they are forgotten; they come back when they are asked for.
const maxClean = 1 << 16

// base is the tree that a filesystem began as. Inodes of it come to be when a
// walk meets them.
type base struct {
	fs   vfs.FS
	name string
	// held counts the inodes that came from the base; at next it is time to
	// sweep.
	held, next int
	// linked finds those with several names by what the base calls them.
	linked map[[2]uint64]uint64
}

func (b *base) clone() *base {
	return &base{b.fs, b.name, b.held, b.next, maps.Clone(b.linked)}
}

// A change is what happened to an inode of the base.
type change uint8

const (
	metaChange change = 1 << iota
	dataChange
	nameChange
)

// origin is where in the base an inode came from.
type origin struct {
	path          string
	dev, ino      uint64
	rdev          uint64
	blocks        int64
	linked        bool
	changed       change
	here          bool
	opaque        bool
	initialLength int64
}

func (i *inode) dirty(what change) {
	if i.origin != nil {
		i.origin.changed |= what
	}
}

// elsewhere tells whether the content is still the base's alone.
func (i *inode) elsewhere() bool {
	return i.origin != nil && i.isRegular() && !i.origin.here
}

// cause takes the base's name off an error.
func cause(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}

func (c *core) attach(b vfs.FS, name string, root *inode) error {
	fi, err := b.Lstat("/")
	if err != nil {
		return err
	}
	if !fi.IsDir() {
		return vfs.Error("open", "/", syscall.ENOTDIR)
	}
	c.base = &base{fs: b, name: name, next: maxClean, linked: map[[2]uint64]uint64{}}
	root.adopt("/", fi)
	return nil
}

// adopt makes i show what the base has at path.
func (i *inode) adopt(path string, fi fs.FileInfo) {
	i.mode, i.size = fi.Mode(), fi.Size()
	i.mtime = fi.ModTime().UnixNano()
	i.atime, i.ctime, i.nlink = i.mtime, i.mtime, 1
	i.origin = &origin{path: path, initialLength: i.size}
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		i.uid, i.gid, i.nlink = s.UID, s.GID, int64(s.Nlink)
		i.atime, i.ctime = s.Atime.UnixNano(), s.Ctime.UnixNano()
		i.origin.dev, i.origin.ino, i.origin.rdev, i.origin.blocks = s.Dev, s.Ino, s.Rdev, s.Blocks
	}
	if i.isDir() {
		i.kids = map[string]uint64{}
	}
}

// below is the path of a name of the base's directory.
func (o *origin) below(name string) string {
	if o.path == "/" {
		return "/" + name
	}
	return o.path + "/" + name
}

// fault brings a name of the base into the tree.
func (c *core) fault(dir uint64, name string) (uint64, error) {
	if int64(c.base.held) >= 2*(c.limits.Files+maxClean) {
		return 0, syscall.ENOSPC
	}
	path := c.t.get(dir).origin.below(name)
	fi, err := c.base.fs.Lstat(path)
	if err != nil {
		return 0, cause(err)
	}
	i := &inode{own: c.t.own, parent: dir}
	i.adopt(path, fi)
	if i.isLink() {
		if i.target, err = c.base.fs.Readlink(path); err != nil {
			return 0, cause(err)
		}
		if i.target == "" {
			return 0, syscall.ENOENT
		}
	}
	key := [2]uint64{i.origin.dev, i.origin.ino}
	i.origin.linked = i.nlink > 1 && !i.isDir() && i.origin.ino != 0
	ino, known := c.base.linked[key]
	if !i.origin.linked || !known || c.t.get(ino) == nil {
		ino = c.next
		c.next++
		c.t.put(ino, i)
		c.base.held++
		if i.origin.linked {
			c.base.linked[key] = ino
		}
	}
	c.t.edit(dir).kids[name] = ino
	return ino, nil
}

// forget is told that an inode goes away.
func (c *core) forget(i *inode) {
	if i.origin == nil {
		return
	}
	c.base.held--
	if i.origin.linked {
		delete(c.base.linked, [2]uint64{i.origin.dev, i.origin.ino})
	}
}

// sweep forgets what is below a directory and no different from the base. It
// tells whether something had to stay.
func (c *core) sweep(dir uint64) (stays bool) {
	d := c.t.get(dir)
	var gone []string
	for name, ino := range d.kids {
		if ino == 0 {
			continue
		}
		i := c.t.get(ino)
		keep := i.isDir() && c.sweep(ino)
		i = c.t.get(ino)
		if keep || i.origin == nil || i.origin.changed != 0 || i.origin.linked || c.opens[ino] > 0 {
			continue
		}
		gone = append(gone, name)
	}
	if len(gone) > 0 {
		d = c.t.edit(dir)
	}
	for _, name := range gone {
		c.drop(d.kids[name])
		delete(d.kids, name)
	}
	return len(d.kids) > 0
}

// hidden tells whether the base has a name that has to be covered when it is
// removed from d.
func (c *core) hidden(d *inode, name string) bool {
	if d.origin == nil || d.origin.opaque {
		return false
	}
	_, err := c.base.fs.Lstat(d.origin.below(name))
	return !errors.Is(err, syscall.ENOENT)
}

// names lists a directory with the types of what is in it, in no order.
func (c *core) names(d *inode) ([]entry, error) {
	all := make([]entry, 0, len(d.kids))
	for name, ino := range d.kids {
		if ino != 0 {
			all = append(all, entry{name: name, mode: c.t.get(ino).mode.Type()})
		}
	}
	if d.origin == nil || d.origin.opaque {
		return all, nil
	}
	list, err := c.base.fs.ReadDir(d.origin.path)
	if err != nil {
		return nil, cause(err)
	}
	for _, e := range list {
		if _, known := d.kids[e.Name()]; !known {
			all = append(all, entry{name: e.Name(), mode: e.Type()})
		}
	}
	return all, nil
}

// empty tells whether a directory has no names.
func (c *core) empty(dir uint64) (bool, error) {
	d := c.t.get(dir)
	if d.origin == nil || d.origin.opaque {
		for _, ino := range d.kids {
			if ino != 0 {
				return false, nil
			}
		}
		return true, nil
	}
	names, err := c.names(d)
	return len(names) == 0, err
}

// open opens a file of the base that was a regular one when it was looked at: ESTALE
// where it is none any more. It waits for nobody, because all of the filesystem waits
// meanwhile.
func (b *base) open(path string) (vfs.File, error) {
	f, err := b.fs.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, cause(err)
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = syscall.ESTALE
	}
	if err != nil {
		f.Close()
		return nil, cause(err)
	}
	return f, nil
}

// fetch copies a file's content out of the base, as much as size of it (-1:
// all), so that it can be changed.
func (c *core) fetch(ino uint64, size int64) error {
	if !c.t.get(ino).elsewhere() {
		return nil
	}
	i := c.t.edit(ino)
	var data content
	if size != 0 {
		f, err := c.base.open(i.origin.path)
		if err != nil {
			return err
		}
		defer f.Close()
		if data, err = c.copyOf(f, size); err != nil {
			return err
		}
		size = data.length()
	}
	i.origin.here = true
	i.data, i.size = data, max(size, 0)
	c.bytes += data.cost()
	return nil
}

func (c *core) copyOf(f vfs.File, size int64) (content, error) {
	var data content
	buf := make([]byte, chunkSize)
	for off := int64(0); size < 0 || off < size; {
		want := buf
		if size >= 0 {
			want = buf[:min(int64(len(buf)), size-off)]
		}
		n, err := f.ReadAt(want, off)
		if n > 0 {
			if off+int64(n) > c.limits.FileBytes {
				return nil, syscall.EFBIG
			}
			if c.bytes+off+int64(n) > c.limits.Bytes {
				return nil, syscall.ENOSPC
			}
			data = data.writeAt(c.t.own, want[:n], off)
			off += int64(n)
		}
		if err == io.EOF || err == nil && n == 0 {
			break
		}
		if err != nil {
			return nil, cause(err)
		}
	}
	return data, nil
}

// length is the size of a file that was written from its beginning without a
// hole.
func (c content) length() int64 {
	if len(c) == 0 {
		return 0
	}
	return int64(len(c)-1)*chunkSize + int64(len(c[len(c)-1].b))
}
