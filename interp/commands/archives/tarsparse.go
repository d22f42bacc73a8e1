package archives

import (
	"errors"
	"io"
	"io/fs"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// holeBytes is what holes of a file are a multiple of: pages, as the host's
// filesystems have them.
const holeBytes = 4096

// extentBytes is what one part of a sparse file takes in memory.
const extentBytes = 16

// outputFailed tells whether an error ends everything.
func (a *archiver) outputFailed(err error) bool {
	var failed *command.OutputError
	return errors.As(err, &failed) || a.ctx.Err() != nil
}

// holes finds the parts of a sparse file that are not all zeros; false when it
// has no holes.
func (w *tarWriter) holes(in io.Reader, fi fs.FileInfo, h *tarfile.Header) bool {
	s, ok := fi.Sys().(*vfs.Sys)
	if !ok || s.Blocks*512 >= fi.Size() {
		return false
	}
	buf := make([]byte, holeBytes)
	var list []tarfile.Extent
	for at := int64(0); at < h.Size; {
		if w.ctx.Err() != nil {
			return false
		}
		n, err := io.ReadFull(in, buf[:min(holeBytes, h.Size-at)])
		if n > 0 && !allZero(buf[:n]) {
			if last := len(list) - 1; last >= 0 && list[last].Offset+list[last].Bytes == at {
				list[last].Bytes += int64(n)
			} else if list = append(list, tarfile.Extent{Offset: at, Bytes: int64(n)}); w.hold(extentBytes) != nil {
				return false
			}
		}
		if at += int64(n); err != nil {
			break
		}
	}
	if last := len(list) - 1; last < 0 || list[last].Offset+list[last].Bytes < h.Size {
		list = append(list, tarfile.Extent{Offset: h.Size})
	}
	h.Holes, h.Extents = true, list
	return true
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// sparseContent packs the parts of a file.
func (w *tarWriter) sparseContent(in *command.Input, name string, h *tarfile.Header) error {
	for _, e := range h.Extents {
		if _, err := in.Seek(e.Offset, io.SeekStart); err != nil {
			w.warn("%s: Cannot seek to %d: %s", w.inMessage(name), e.Offset, command.Message(err))
			break
		}
		n, err := pump(w.ctx, w.w, io.LimitReader(in, e.Bytes))
		if w.outputFailed(err) {
			return err
		}
		if n < e.Bytes {
			w.note("file-shrank", "%s: File shrank by %d bytes; padding with zeros", w.inMessage(name), e.Bytes-n)
			w.status = max(w.status, 1)
			break
		}
	}
	return w.w.Pad()
}

// sparseInto writes the parts of a sparse file where they belong, and leaves
// holes between them.
func (u *unpacker) sparseInto(f vfs.File, h *tarfile.Header, content io.Reader) error {
	for _, e := range h.Extents {
		if _, err := f.Seek(e.Offset, io.SeekStart); err != nil {
			return &command.OutputError{Err: err}
		}
		n, err := pump(u.ctx, f, io.LimitReader(content, e.Bytes))
		if err != nil {
			return err
		}
		if n < e.Bytes {
			return io.ErrUnexpectedEOF
		}
	}
	if err := f.Truncate(h.Size); err != nil {
		return &command.OutputError{Err: err}
	}
	return nil
}
