package device

import (
	"bytes"
	"context"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// deviceNumber is the st_dev of these filesystems.
const deviceNumber = 5

type info struct {
	name  string
	node  Node
	since time.Time
	ino   uint64
	links uint64
}

func (f *FS) info(name, at string, n Node) fs.FileInfo {
	h := fnv.New32a()
	h.Write([]byte(at))
	links := uint64(1)
	if n.Mode.IsDir() {
		links = 2
		for _, kid := range f.kids[at] {
			if f.nodes[path.Join(at, kid)].Mode.IsDir() {
				links++
			}
		}
	}
	return &info{name, n, f.since, uint64(h.Sum32()), links}
}

func (i *info) Name() string       { return i.name }
func (i *info) Mode() fs.FileMode  { return i.node.Mode }
func (i *info) ModTime() time.Time { return i.since }
func (i *info) IsDir() bool        { return i.node.Mode.IsDir() }
func (i *info) Size() int64 {
	if i.node.Size != nil {
		return i.node.Size()
	}
	return 0
}
func (i *info) Sys() any {
	return &vfs.Sys{Dev: deviceNumber, Ino: i.ino, Nlink: i.links, Rdev: i.node.Rdev, Atime: i.since, Ctime: i.since}
}

// OpenFile implements vfs.FS.
func (f *FS) OpenFile(name string, flag int, _ fs.FileMode) (vfs.File, error) {
	o, err := f.open(name, flag)
	if err != nil {
		return nil, vfs.Error("open", name, err)
	}
	return o, nil
}

func (f *FS) open(name string, flag int) (vfs.File, error) {
	at, n, err := f.find(name, flag&syscall.O_NOFOLLOW == 0)
	writes := flag&syscall.O_ACCMODE != os.O_RDONLY
	switch {
	case vfs.Missing(err) && flag&os.O_CREATE != 0:
		return nil, syscall.EROFS
	case err != nil:
		return nil, err
	case flag&syscall.O_ACCMODE == syscall.O_ACCMODE:
		return nil, syscall.EINVAL
	case flag&os.O_CREATE != 0 && flag&os.O_EXCL != 0:
		return nil, syscall.EEXIST
	case n.Mode.Type() == fs.ModeSymlink:
		return nil, syscall.ELOOP
	case n.Mode.IsDir() && (writes || flag&os.O_CREATE != 0):
		return nil, syscall.EISDIR
	case flag&syscall.O_DIRECTORY != 0 && !n.Mode.IsDir():
		return nil, syscall.ENOTDIR
	case writes && n.Mode&0o222 == 0, !writes && n.Mode&0o444 == 0:
		return nil, syscall.EACCES
	}
	fi := f.info(path.Base(name), at, n)
	if n.Mode.IsDir() {
		return &file{name: name, info: fi, writes: writes, read: func([]byte) (int, error) { return 0, syscall.EISDIR }}, nil
	}
	o, err := n.Open(name, flag)
	if s, ok := o.(*file); ok {
		s.info = fi
		s.writes = writes
		s.reads = flag&syscall.O_ACCMODE != os.O_WRONLY
	}
	return o, err
}

// file is an open file without a place in it: reads and writes are functions.
type file struct {
	name          string
	info          fs.FileInfo
	reads, writes bool
	read, write   func(p []byte) (int, error)
}

func (o *file) Name() string               { return o.name }
func (o *file) Stat() (fs.FileInfo, error) { return o.info, nil }
func (o *file) Close() error               { return nil }

// Seek does nothing, as on the devices of Linux (null_lseek).
func (o *file) Seek(int64, int) (int64, error) { return 0, nil }
func (o *file) Truncate(int64) error           { return vfs.Error("truncate", o.name, syscall.EINVAL) }

func (o *file) Read(p []byte) (int, error) {
	if o.read == nil || !o.reads && !o.info.IsDir() {
		return 0, vfs.Error("read", o.name, syscall.EBADF)
	}
	n, err := o.read(p)
	if err != nil && err != io.EOF {
		err = vfs.Error("read", o.name, err)
	}
	return n, err
}

func (o *file) ReadAt(p []byte, _ int64) (int, error) {
	n, err := io.ReadFull(reader(o.Read), p)
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	return n, err
}

// untilChunk is how much ReadUntil reads at a time.
const untilChunk = 16 << 10

// ReadUntil implements vfs.UntilReader. What it reads beyond the delimiter is
// lost, which nobody can tell: these devices have no end, or nothing at all.
func (o *file) ReadUntil(ctx context.Context, delim byte, max int) (out []byte, err error) {
	chunk := make([]byte, min(untilChunk, max))
	for len(out) < max && err == nil {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		var n int
		n, err = o.Read(chunk[:min(len(chunk), max-len(out))])
		if i := bytes.IndexByte(chunk[:n], delim); i >= 0 {
			return append(out, chunk[:i+1]...), nil
		}
		out = append(out, chunk[:n]...)
	}
	return out, err
}

// Ready implements vfs.UntilReader.
func (o *file) Ready() bool { return true }

type reader func([]byte) (int, error)

func (r reader) Read(p []byte) (int, error) { return r(p) }

func (o *file) Write(p []byte) (int, error) {
	if o.write == nil || !o.writes {
		return 0, vfs.Error("write", o.name, syscall.EBADF)
	}
	n, err := o.write(p)
	return n, vfs.Error("write", o.name, err)
}
