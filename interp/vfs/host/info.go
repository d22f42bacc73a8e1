package host

import (
	"io/fs"
	"path"
	"time"

	"github.com/aegish/aegish/interp/vfs"
	"golang.org/x/sys/unix"
)

type info struct {
	name  string
	size  int64
	mode  fs.FileMode
	mtime time.Time
	sys   vfs.Sys
}

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.size }
func (i *info) Mode() fs.FileMode  { return i.mode }
func (i *info) ModTime() time.Time { return i.mtime }
func (i *info) IsDir() bool        { return i.mode.IsDir() }
func (i *info) Sys() any           { return &i.sys }

// status is fstat(2).
func status(fd int, name string) (fs.FileInfo, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, err
	}
	return infoOf(&st, path.Base(name)), nil
}

func infoOf(st *unix.Stat_t, name string) *info {
	return &info{
		name: name, size: st.Size, mode: fileMode(st.Mode), mtime: time.Unix(st.Mtim.Unix()),
		sys: vfs.Sys{
			Dev: uint64(st.Dev), Ino: st.Ino, Nlink: uint64(st.Nlink), UID: st.Uid, GID: st.Gid, Rdev: uint64(st.Rdev),
			Atime: time.Unix(st.Atim.Unix()), Ctime: time.Unix(st.Ctim.Unix()), Blocks: st.Blocks,
		},
	}
}

func fileMode(st uint32) fs.FileMode {
	mode := fs.FileMode(st & 0o777)
	switch st & unix.S_IFMT {
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	}
	if st&unix.S_ISUID != 0 {
		mode |= fs.ModeSetuid
	}
	if st&unix.S_ISGID != 0 {
		mode |= fs.ModeSetgid
	}
	if st&unix.S_ISVTX != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}
