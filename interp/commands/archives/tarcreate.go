package archives

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// recordBytes is what the length of an archive is a multiple of.
const recordBytes = 20 * 512

// A tarWriter makes an archive.
type tarWriter struct {
	*archiver
	w *tar.Writer
	// self is the archive, when it is a file; it is not packed.
	self [2]uint64
	// first is where a file with several links was packed.
	first map[[2]uint64]string
	names io.Writer
	// offset is where an archive that grows goes on; known is what is in it.
	offset int64
	known  map[string]time.Time
	// gone is what --remove-files removes in the end.
	gone []string
}

// bySuffix is the format that the name of an archive tells, for -a.
func bySuffix(name string) *codec {
	for _, c := range []struct {
		suffixes []string
		codec    *codec
	}{
		{[]string{".gz", ".tgz", ".taz"}, &gzipCodec}, {[]string{".bz2", ".tbz", ".tbz2", ".tz2"}, &bzip2Codec},
		{[]string{".xz", ".txz"}, &xzCodec}, {[]string{".zst", ".tzst"}, &zstdCodec},
	} {
		if slices.ContainsFunc(c.suffixes, func(s string) bool { return strings.HasSuffix(name, s) }) {
			return c.codec
		}
	}
	return nil
}

// create is -c.
func (a *archiver) create() int {
	c := a.codec
	if a.auto && c == nil {
		c = bySuffix(a.file)
	}
	w := &tarWriter{archiver: a, first: map[[2]uint64]string{}, names: a.out}
	var to io.Writer = a.out
	if a.file == "-" {
		if a.call.Stdout.Terminal() {
			return a.fatal("Refusing to write archive contents to terminal (missing -f option?)")
		}
		w.names = a.call.Stderr
	} else {
		f, err := vfs.OpenContext(a.ctx, a.call.FS, a.file, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
		if err != nil {
			return a.fatal("%s: Cannot open: %s", a.file, command.Message(err))
		}
		defer f.Close()
		if fi, err := f.Stat(); err == nil {
			w.self, _ = identity(fi)
		}
		to = f
	}
	return w.pack(c, to)
}

// pack writes all of the archive.
func (w *tarWriter) pack(c *codec, to io.Writer) int {
	buffered := command.NewFileOutput(w.call, to)
	var z io.WriteCloser
	records := &countedOutput{w: buffered, n: w.offset}
	if c != nil {
		var err error
		if z, err = c.compress(buffered, w.level, w.call.Limits.HeldBytes); err != nil {
			return w.fatal("%s: %v", c.name, err)
		}
		records.w = z
	}
	w.w = tar.NewWriter(records)
	began := w.call.Now()
	err := w.writeLabel()
	for i := range w.work {
		if err != nil {
			break
		}
		if err = w.add(&w.work[i]); err != nil {
			break
		}
	}
	if err == nil {
		err = w.w.Close()
	}
	if rest := records.n % w.record; err == nil && rest > 0 {
		_, err = pump(w.ctx, records, io.LimitReader(zeros{}, w.record-rest))
	}
	if z != nil {
		if cerr := z.Close(); err == nil {
			err = cerr
		}
	}
	if ferr := buffered.Flush(); err == nil {
		err = ferr
	}
	var failed *command.OutputError
	switch {
	case err == nil:
		w.sayTotals("written", records.n-w.offset, began)
		w.removeFiles()
		return 0
	case w.out.Err() != nil:
		return 2 // Finish tells
	case errors.As(err, &failed):
		return w.fatal("%s: Cannot write: %s", w.file, command.Message(failed.Err))
	}
	return w.fatal("%s", command.Message(err))
}

func (w *tarWriter) add(n *tarName) error {
	name := n.name
	if len(name) > 1 {
		name = strings.TrimRight(name, "/") // also of what is no directory
	}
	switch {
	case n.name == "":
		w.call.Errorf("Substituting `.' for empty member name")
	case name == "":
		name = "/"
	}
	if w.excluded(name) {
		return nil
	}
	fi, err := fs.FileInfo(nil), error(syscall.ENOENT)
	if name != "" {
		fi, err = w.look(below(n.dir, name))
	}
	if err != nil {
		if name != "" {
			w.safe(n.name, "member names")
		}
		w.warn("%s: Cannot stat: %s", inMessage(name), command.Message(err))
		return nil
	}
	return w.member(n.dir, name, fi, 0)
}

func (w *tarWriter) look(name string) (fs.FileInfo, error) {
	if w.follow {
		return w.call.FS.Stat(name)
	}
	return w.call.FS.Lstat(name)
}

// member packs a file, and a directory with what is in it.
func (w *tarWriter) member(dir, name string, fi fs.FileInfo, level int) error {
	if w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if w.excluded(name) {
		return nil
	}
	if id, _ := identity(fi); id != [2]uint64{} && id == w.self {
		w.call.Errorf("%s: file is the archive; not dumped", escaped(name))
		return nil
	}
	if w.stale(fi) {
		if level == 0 {
			w.call.Errorf("%s: file is unchanged; not dumped", inMessage(name))
		}
		return nil
	}
	full := below(dir, name)
	var tag *cacheTag
	if fi.IsDir() && len(w.tags) > 0 {
		if tag = w.tagged(dir, name); tag != nil && tag.keep == "all" {
			return nil
		}
	}
	h, err := w.header(full, name, fi)
	if err != nil {
		if errors.Is(err, errHeld) {
			return err
		}
		w.warn("%s: %s", inMessage(name), command.Message(err))
		return nil
	}
	if why := w.unfit(h); why != "" {
		w.warn("%s: %s; not dumped", inMessage(name), why)
		return nil
	}
	old, there := w.known[strings.TrimRight(h.Name, "/")]
	if there && !fi.IsDir() && !h.ModTime.Truncate(time.Second).After(old) {
		return nil
	}
	if !fi.IsDir() {
		if err = w.removeLater(full); err != nil {
			return err
		}
	}
	if fi.Mode().IsRegular() && h.Typeflag == tar.TypeReg {
		return w.content(full, name, h)
	}
	var list []fs.DirEntry
	if fi.IsDir() {
		if list, err = w.call.FS.ReadDir(full); err != nil {
			w.warn("%s: Cannot open: %s", inMessage(name), command.Message(err))
			return nil
		}
	}
	if !there {
		if err := w.begin(h, name); err != nil {
			return err
		}
	}
	if !fi.IsDir() || w.flat || tag != nil && tag.keep == "under" {
		return nil
	}
	if level >= depth {
		w.warn("%s: directories are nested too deep", inMessage(name))
		return nil
	}
	for _, e := range list {
		inner := below(name, e.Name())
		if w.excluded(inner) || tag != nil && e.Name() != tag.name {
			continue
		}
		fi, err := w.look(below(dir, inner))
		if err != nil {
			w.warn("%s: Cannot stat: %s", inMessage(inner), command.Message(err))
			continue
		}
		if err := w.member(dir, inner, fi, level+1); err != nil {
			return err
		}
	}
	return w.removeLater(full)
}

// identity is what two names of one file have in common, and how many it has.
func identity(fi fs.FileInfo) (id [2]uint64, links uint64) {
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		return [2]uint64{s.Dev, s.Ino}, s.Nlink
	}
	return id, 1
}

func (w *tarWriter) header(full, name string, fi fs.FileInfo) (*tar.Header, error) {
	target := ""
	if fi.Mode()&fs.ModeSymlink != 0 {
		var err error
		if target, err = w.call.FS.Readlink(full); err != nil {
			return nil, err
		}
	}
	if fi.Mode()&fs.ModeSocket != 0 {
		return nil, errors.New("socket ignored")
	}
	h, err := tar.FileInfoHeader(plainInfo{fi}, target)
	if err != nil {
		return nil, err
	}
	h.Format, h.ModTime = tar.FormatGNU, fi.ModTime().Truncate(time.Second)
	switch w.format {
	case "ustar", "v7":
		h.Format = tar.FormatUSTAR
	case "pax", "posix":
		h.Format, h.ModTime = tar.FormatPAX, fi.ModTime()
	}
	if h.Typeflag == tar.TypeSymlink {
		h.Linkname = w.transformed(h.Linkname, "s")
	}
	h.Name = w.transformed(w.safe(name, "member names"), "r")
	if fi.IsDir() && !strings.HasSuffix(h.Name, "/") {
		h.Name += "/"
	}
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		h.Uid, h.Gid = int(s.UID), int(s.GID)
	}
	h.Uname, h.Gname = w.named(h.Uid, w.call.User.UID, w.call.User.Name), w.named(h.Gid, w.call.User.GID, w.call.User.Group)
	w.override(h)
	id, links := identity(fi)
	if fi.IsDir() || w.unlinked || links < 2 && len(w.work) < 2 && !w.follow || id == [2]uint64{} {
		return h, nil // a file can only come again where there are several names
	}
	if first, ok := w.first[id]; ok {
		h.Typeflag, h.Linkname, h.Size = tar.TypeLink, w.transformed(w.safe(first, "hard link targets"), "h"), 0
		return h, nil
	}
	w.first[id] = name
	return h, w.hold(len(name))
}

func (w *tarWriter) named(id, mine int, name string) string {
	switch {
	case id == mine && name != "":
		return name
	case id == 0:
		return "root"
	}
	return ""
}

// plainInfo hides the Sys of a FileInfo, which package tar would look into.
type plainInfo struct{ fs.FileInfo }

func (plainInfo) Sys() any { return nil }

func (w *tarWriter) begin(h *tar.Header, name string) error {
	if err := w.w.WriteHeader(h); err != nil {
		var failed *command.OutputError
		if errors.As(err, &failed) {
			return err
		}
		return fmt.Errorf("%s: %w", escaped(name), err)
	}
	if w.verbose > 0 {
		shown := *h
		if !w.showNew && len(w.transforms) > 0 {
			shown.Name = w.safe(name, "member names")
			if h.Typeflag == tar.TypeDir {
				shown.Name += "/"
			}
		}
		w.show(&shown, w.listing(w.names))
	}
	return nil
}

// content packs a regular file, exactly as many bytes as its header says.
func (w *tarWriter) content(full, name string, h *tar.Header) error {
	in, err := w.call.Open(w.ctx, full)
	if err != nil {
		w.warn("%s: Cannot open: %s", inMessage(name), command.Message(err))
		for id, first := range w.first {
			if first == name {
				delete(w.first, id) // it is not there to be linked to
			}
		}
		return nil
	}
	defer in.Close()
	if err := w.begin(h, name); err != nil {
		return err
	}
	n, err := pump(w.ctx, w.w, io.LimitReader(in, h.Size))
	var failed *command.OutputError
	if errors.As(err, &failed) || w.ctx.Err() != nil {
		return err
	}
	if err != nil {
		w.warn("%s: Read error at byte %d: %s", inMessage(name), n, command.Message(err))
	} else if n < h.Size {
		w.warn("%s: File shrank by %d bytes; padding with zeros", inMessage(name), h.Size-n)
	}
	if n < h.Size {
		_, err = pump(w.ctx, w.w, io.LimitReader(zeros{}, h.Size-n))
		return err
	}
	return nil
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
