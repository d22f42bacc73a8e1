// Package memory is a filesystem that lives in memory: inodes with modes,
// times and link counts, hard and symbolic links, named pipes, the permission
// checks of one identity, and limits of bytes and files.
//
// A snapshot costs the same whatever the tree holds: inodes, directory entries
// and file content are shared until one side writes (copy on write).
//
// With a base it starts as another filesystem's tree, of which nothing is
// copied before it is changed; package overlay is its face then.
//
// It knows no mounts and no devices and imports interp/vfs and
// interp/vfs/pipe alone.
package memory

import (
	"io/fs"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/pipe"
)

// An Identity decides what the permission bits allow. UID 0 may do
// everything.
type Identity struct{ UID, GID uint32 }

// Limits bound a filesystem. Below 1 means the default.
type Limits struct {
	// Bytes is the sum of content, names and a fixed cost for each inode; 256
	// MiB by default. Beyond it is ENOSPC.
	Bytes int64
	// Files is the number of inodes; 1,000,000 by default. Beyond it is
	// ENOSPC.
	Files int64
	// FileBytes is the largest size of one file, holes included; 16 GiB by
	// default. Beyond it is EFBIG.
	FileBytes int64
}

// WithDefaults fills in what is not set.
func (l Limits) WithDefaults() Limits {
	if l.Bytes < 1 {
		l.Bytes = 256 << 20
	}
	if l.Files < 1 {
		l.Files = 1_000_000
	}
	if l.FileBytes < 1 {
		l.FileBytes = 16 << 30
	}
	return l
}

// Options say how to make an FS. The zero value is good.
type Options struct {
	Limits Limits
	// Identity owns the root directory and is who makes the calls.
	Identity Identity
	// Clock gives the times of files; time.Now when nil.
	Clock func() time.Time
	// Base is the tree to start with, read and never written; nil is an empty
	// one. What others change in it later may or may not show.
	Base vfs.FS
	// BaseName says which tree Base is; an image of changes goes with the
	// same name alone.
	BaseName string
}

// An FS is a filesystem in memory as one identity sees it.
type FS struct {
	c    *core
	id   Identity
	stop bool
}

var (
	_ vfs.FS            = (*FS)(nil)
	_ vfs.ContextOpener = (*FS)(nil)
	_ vfs.LinkStopper   = (*FS)(nil)
	_ vfs.Spacer        = (*FS)(nil)
)

const rootIno = 1

// core is what all views of a filesystem share.
type core struct {
	limits Limits
	clock  func() time.Time
	dev    uint64
	base   *base
	mu     sync.RWMutex
	t      table
	next   uint64
	bytes  int64
	files  int64
	// opens counts the open files of each inode, pipes holds what is in named
	// pipes. Neither is part of a snapshot.
	opens map[uint64]int
	pipes map[uint64]*pipe.Pipe
}

// New makes an empty filesystem, or one that shows o.Base.
func New(o Options) (*FS, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	c := &core{
		limits: o.Limits.WithDefaults(), clock: o.Clock,
		dev: rand.Uint64N(1<<20) + 1<<20,
		t:   newTable(), next: rootIno,
		opens: map[uint64]int{}, pipes: map[uint64]*pipe.Pipe{},
	}
	root := &inode{own: c.t.own, mode: fs.ModeDir | 0o755, uid: o.Identity.UID, gid: o.Identity.GID, nlink: 2}
	now := c.now()
	root.atime, root.mtime, root.ctime = now, now, now
	root.parent = rootIno
	root.kids = map[string]uint64{}
	if o.Base != nil {
		if err := c.attach(o.Base, o.BaseName, root); err != nil {
			return nil, err
		}
	}
	c.add(root)
	return &FS{c: c, id: o.Identity}, nil
}

// As returns the same filesystem as another identity sees it.
func (f *FS) As(id Identity) *FS { return &FS{f.c, id, f.stop} }

// StopAtLinks implements vfs.LinkStopper.
func (f *FS) StopAtLinks() vfs.FS { return &FS{f.c, f.id, true} }

// Space implements vfs.Spacer.
func (f *FS) Space(string) (vfs.Space, error) {
	f.c.mu.RLock()
	defer f.c.mu.RUnlock()
	return vfs.Space{Bytes: f.c.limits.Bytes, UsedBytes: f.c.bytes, Files: f.c.limits.Files, UsedFiles: f.c.files}, nil
}

// Snapshot returns a filesystem with the present content, in constant time
// (and one step for each open file that has no name any more). Later writes on
// either side do not show on the other. What is in named pipes stays here.
func (f *FS) Snapshot() *FS {
	c := f.c
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &core{
		limits: c.limits, clock: c.clock, dev: c.dev,
		t: c.t.split(), next: c.next, bytes: c.bytes, files: c.files,
		opens: map[uint64]int{}, pipes: map[uint64]*pipe.Pipe{},
	}
	if c.base != nil {
		s.base = c.base.clone()
	}
	for ino := range c.opens {
		if n := c.t.get(ino); n != nil && n.nlink == 0 {
			s.drop(ino)
		}
	}
	return &FS{s, f.id, f.stop}
}

func (c *core) now() int64 { return c.clock().UnixNano() }

// lock locks for changes. Here, before a call holds on to inodes, is where what
// was only looked at can be forgotten.
func (c *core) lock() {
	c.mu.Lock()
	if c.base != nil && c.base.held >= c.base.next {
		c.sweep(rootIno)
		c.base.next = max(maxClean, 2*c.base.held)
	}
}

// shared locks for reading and returns what unlocks. Looking something up in a
// base changes the tables.
func (c *core) shared() func() {
	if c.base != nil {
		c.lock()
		return c.mu.Unlock
	}
	c.mu.RLock()
	return c.mu.RUnlock
}
