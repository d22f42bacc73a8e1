package archives

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"syscall"

	"github.com/klauspost/compress/flate"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// A zipReader is an archive that is open.
type zipReader struct {
	*zip.Reader
	file vfs.File
}

// budget bounds how much of an archive is read for its directory, which
// archive/zip keeps in memory.
type budget struct {
	r    io.ReaderAt
	left int64 // negative: without a bound
}

// directoryCost is how much memory a byte of the directory takes, at most.
const directoryCost = 16

func (b *budget) ReadAt(p []byte, off int64) (int, error) {
	if b.left >= 0 {
		if b.left < int64(len(p)) {
			return 0, errHeld
		}
		b.left -= int64(len(p))
	}
	return b.r.ReadAt(p, off)
}

// openZip opens an archive. zip.ErrFormat is what is none.
func openZip(ctx context.Context, call *command.Call, name string) (*zipReader, error) {
	f, err := vfs.OpenContext(ctx, call.FS, name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	fi, err := f.Stat()
	if err == nil && !fi.Mode().IsRegular() {
		err = zip.ErrFormat
	}
	var r *zip.Reader
	if err == nil {
		b := &budget{f, max(call.Limits.HeldBytes/directoryCost, 1<<18)}
		r, err = zip.NewReader(b, fi.Size())
		b.left = -1
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		f.Close()
		return nil, err
	}
	r.RegisterDecompressor(zip.Deflate, flate.NewReader)
	return &zipReader{r, f}, nil
}
