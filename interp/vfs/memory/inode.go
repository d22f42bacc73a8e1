package memory

import (
	"io/fs"
	"maps"
	"slices"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// inodeCost and entryCost are what an inode and a directory entry count beside
// their bytes, about what they take.
const (
	inodeCost = 256
	entryCost = 64
)

// An inode is a file of any kind. It is changed by table.edit alone.
type inode struct {
	own                 *owner
	mode                fs.FileMode
	uid, gid            uint32
	nlink               int64
	atime, mtime, ctime int64
	// version counts changes of the content.
	version uint64
	// size and data are a regular file's, target is a symbolic link's.
	size   int64
	data   content
	target string
	// kids and parent are a directory's. A kid with the number 0 is a name of
	// the base that was removed.
	kids   map[string]uint64
	parent uint64
	// cost is what the inode counts beside its content: nothing while it only
	// shows the base's.
	cost   int64
	origin *origin
}

func (i *inode) clone(own *owner) *inode {
	c := *i
	c.own = own
	c.data = slices.Clone(i.data)
	c.kids = maps.Clone(i.kids)
	if i.origin != nil {
		o := *i.origin
		c.origin = &o
	}
	return &c
}

func (i *inode) isDir() bool     { return i.mode.IsDir() }
func (i *inode) isLink() bool    { return i.mode.Type() == fs.ModeSymlink }
func (i *inode) isRegular() bool { return i.mode.IsRegular() }
func (i *inode) isFifo() bool    { return i.mode.Type() == fs.ModeNamedPipe }

func (i *inode) length() int64 {
	switch {
	case i.isLink():
		return int64(len(i.target))
	case i.isDir():
		return 4096
	}
	return i.size
}

// blocks is the space that is taken, in blocks of 512 bytes. It is counted in
// pages, as most filesystems do.
func (i *inode) blocks() int64 {
	const page = 4096
	bytes := i.data.held()
	if i.isDir() {
		bytes = page
	}
	return (bytes + page - 1) / page * (page / 512)
}

// add gives an inode its number.
func (c *core) add(i *inode) uint64 {
	ino := c.next
	c.next++
	c.t.put(ino, i)
	i.cost = inodeCost + int64(len(i.target))
	c.files++
	c.bytes += i.cost
	return ino
}

// room tells whether an inode more and so many bytes fit.
func (c *core) room(files, bytes int64) error {
	if c.files+files > c.limits.Files || c.bytes+bytes > c.limits.Bytes {
		return syscall.ENOSPC
	}
	return nil
}

// drop takes an inode away that has neither names nor open files.
func (c *core) drop(ino uint64) {
	i := c.t.get(ino)
	c.bytes -= i.cost + i.data.cost()
	if i.cost > 0 {
		c.files--
	}
	c.forget(i)
	c.t.put(ino, nil)
	delete(c.pipes, ino)
}

// release drops ino when nothing refers to it.
func (c *core) release(ino uint64) {
	if i := c.t.get(ino); i != nil && i.nlink <= 0 && c.opens[ino] == 0 {
		c.drop(ino)
	}
}

// info is what Stat shows of ino.
func (c *core) info(name string, ino uint64) fs.FileInfo {
	i := c.t.get(ino)
	s := &status{
		name: name, size: i.length(), mode: i.mode, mtime: i.mtime,
		sys: vfs.Sys{
			Dev: c.dev, Ino: ino, Nlink: uint64(max(i.nlink, 0)), UID: i.uid, GID: i.gid,
			Atime: time.Unix(0, i.atime), Ctime: time.Unix(0, i.ctime),
			Blocks: i.blocks(),
		},
	}
	if o := i.origin; o != nil {
		s.sys.Dev, s.sys.Ino, s.sys.Rdev = o.dev, o.ino, o.rdev
		if i.data == nil {
			s.sys.Blocks = o.blocks
		}
	}
	return s
}

type status struct {
	name  string
	size  int64
	mode  fs.FileMode
	mtime int64
	sys   vfs.Sys
}

func (s *status) Name() string       { return s.name }
func (s *status) Size() int64        { return s.size }
func (s *status) Mode() fs.FileMode  { return s.mode }
func (s *status) ModTime() time.Time { return time.Unix(0, s.mtime) }
func (s *status) IsDir() bool        { return s.mode.IsDir() }
func (s *status) Sys() any           { return &s.sys }
