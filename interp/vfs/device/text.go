package device

import (
	"bytes"
	"io/fs"
	"path"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// snapshot is an open file whose text was made when it was opened.
type snapshot struct {
	*bytes.Reader
	name  string
	since time.Time
}

func (s *snapshot) Name() string { return s.name }
func (s *snapshot) Close() error { return nil }

// Stat shows no size, as the files of proc(5) do.
func (s *snapshot) Stat() (fs.FileInfo, error) {
	return &info{path.Base(s.name), Node{Mode: 0o444}, s.since, 0, 1}, nil
}

func (s *snapshot) Seek(offset int64, whence int) (int64, error) {
	at, err := s.Reader.Seek(offset, whence)
	if err != nil {
		err = vfs.Error("seek", s.name, syscall.EINVAL)
	}
	return at, err
}

func (s *snapshot) Write([]byte) (int, error) { return 0, vfs.Error("write", s.name, syscall.EBADF) }
func (s *snapshot) Truncate(int64) error      { return vfs.Error("truncate", s.name, syscall.EINVAL) }
