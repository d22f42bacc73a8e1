package archives

import (
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// header is what an archive says about a file.
func (w *tarWriter) header(full, name string, fi fs.FileInfo) (*tarfile.Header, error) {
	h := &tarfile.Header{Type: typeOf(fi.Mode()), Mode: int64(vfs.ModeBits(fi.Mode())), ModTime: fi.ModTime(), AccessTime: fi.ModTime(), ChangeTime: fi.ModTime()}
	if h.Type == 's' {
		return nil, errSocket
	}
	if h.Type == tarfile.Symlink {
		target, err := w.call.FS.Readlink(full)
		if err != nil {
			return nil, err
		}
		h.Linkname = w.transformed(target, "s")
	}
	if h.Type == tarfile.Regular {
		h.Size, h.Stored = fi.Size(), fi.Size()
	}
	h.Name = w.transformed(w.safe(name, "member names"), "r")
	if fi.IsDir() && !strings.HasSuffix(h.Name, "/") {
		h.Name += "/"
	}
	w.ownersOf(h, fi)
	w.original.name, w.original.when = name, h.ModTime
	if !w.mtime.IsZero() && (!w.clamp || h.ModTime.After(w.mtime)) {
		h.ModTime = w.mtime
	}
	if w.format != "posix" {
		h.ModTime = h.ModTime.Truncate(time.Second)
	}
	if w.newMode != nil {
		h.Mode = int64(w.newMode.Apply(uint32(h.Mode)&0o7777, fi.IsDir(), uint32(w.call.Umask)))
	}
	return h, w.linkedTo(h, name, fi)
}

// typeOf is the kind of a file in a header; 's' is a socket, which has none.
func typeOf(mode fs.FileMode) byte {
	switch {
	case mode.IsDir():
		return tarfile.Dir
	case mode&fs.ModeSymlink != 0:
		return tarfile.Symlink
	case mode&fs.ModeNamedPipe != 0:
		return tarfile.Fifo
	case mode&fs.ModeCharDevice != 0:
		return tarfile.Char
	case mode&fs.ModeDevice != 0:
		return tarfile.Block
	case mode&fs.ModeSocket != 0:
		return 's'
	}
	return tarfile.Regular
}

// ownersOf sets the owners, as the options have them.
func (w *tarWriter) ownersOf(h *tarfile.Header, fi fs.FileInfo) {
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		h.UID, h.GID = int64(s.UID), int64(s.GID)
		h.AccessTime, h.ChangeTime = s.Atime, s.Ctime
		h.Major, h.Minor = int64(s.Rdev>>8&0xfff|s.Rdev>>32&^0xfff), int64(s.Rdev&0xff|s.Rdev>>12&^0xff)
	}
	u := w.call.User
	h.Uname, h.Gname = named(h.UID, u.UID, u.Name), named(h.GID, u.GID, u.Group)
	h.UID, h.Uname = w.owner.over(w.ownerMap, h.UID, h.Uname)
	h.GID, h.Gname = w.group.over(w.groupMap, h.GID, h.Gname)
}

func named(id int64, mine int, name string) string {
	switch {
	case id == int64(mine) && name != "":
		return name
	case id == 0:
		return "root"
	}
	return ""
}

// linkedTo makes a header one of a hard link where the file was packed before.
func (w *tarWriter) linkedTo(h *tarfile.Header, name string, fi fs.FileInfo) error {
	id, links := identity(fi)
	if fi.IsDir() || w.unlinked || links < 2 && len(w.work) < 2 && !w.follow || id == [2]uint64{} {
		return nil // a file can only come again where there are several names
	}
	if first, ok := w.first[id]; ok {
		if first.left > 0 {
			first.left--
		}
		h.Type, h.Linkname, h.Size, h.Stored = tarfile.Link, w.transformed(w.safe(first.name, "hard link targets"), "h"), 0, 0
		return nil
	}
	w.first[id] = &linked{name, links - 1}
	return w.hold(len(name))
}

// content packs a regular file, exactly as many bytes as its header says.
func (w *tarWriter) content(full, name string, h *tarfile.Header, fi fs.FileInfo) error {
	in, err := w.call.Open(w.ctx, full)
	if err != nil {
		w.failed(name, "open", err)
		if id, _ := identity(fi); w.first[id] != nil {
			delete(w.first, id) // it is not there to be linked to
		}
		return nil
	}
	defer in.Close()
	if w.sparse && w.holes(in, fi, h) {
		if _, err := in.Seek(0, io.SeekStart); err == nil {
			if err := w.writeHeader(h); err != nil {
				return w.unpackable(name, err)
			}
			w.shown(h, name)
			return w.sparseContent(in, name, h)
		}
		h.Holes, h.Extents = false, nil
	}
	if err := w.writeHeader(h); err != nil {
		return w.unpackable(name, err)
	}
	w.shown(h, name)
	return w.copied(in, name, h.Size)
}

// copied packs size bytes of a file, with zeros for what is not there any more.
func (w *tarWriter) copied(in io.Reader, name string, size int64) error {
	n, err := pump(w.ctx, w.w, io.LimitReader(in, size))
	if w.outputFailed(err) {
		return err
	}
	if err != nil {
		w.warn("%s: Read error at byte %d, while reading %d bytes: %v", w.inMessage(name), n, min(size-n, w.record), err)
	} else if n < size {
		s := "s"
		if size-n == 1 {
			s = ""
		}
		w.note("file-shrank", "%s: File shrank by %d byte%s; padding with zeros", w.inMessage(name), size-n, s)
		w.status = max(w.status, 1)
	}
	return w.w.Pad()
}
