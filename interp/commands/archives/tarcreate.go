package archives

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// A tarWriter makes an archive.
type tarWriter struct {
	*archiver
	w       *tarfile.Writer
	records *recordWriter
	// self is the archive, when it is a file; it is not packed.
	self [2]uint64
	// first is where a file with several links was packed.
	first map[[2]uint64]*linked
	names io.Writer
	// known is what is in an archive that grows.
	known map[string]time.Time
	// gone is what --remove-files removes in the end.
	gone []string
	// block is the number of the last header's, original what was the time of
	// the last file before --mtime.
	block    int64
	original struct {
		name string
		when time.Time
	}
	// device is where the name that was asked for is, for --one-file-system.
	device uint64
}

// A linked file has several names, of which left were not met yet.
type linked struct {
	name string
	left uint64
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

func (a *archiver) newWriter() *tarWriter {
	return &tarWriter{archiver: a, first: map[[2]uint64]*linked{}, names: a.out}
}

// create is -c.
func (a *archiver) create() int {
	if a.auto && a.codec == nil && a.program == "" {
		a.codec = bySuffix(a.file)
	}
	if a.verify && a.file == "-" {
		return a.fatal("Cannot verify stdin/stdout archive")
	}
	w := a.newWriter()
	to, f, status := a.openNew()
	if status != 0 {
		return status
	}
	if f == nil {
		w.names = a.call.Stderr
	} else {
		defer f.Close()
		if fi, err := f.Stat(); err == nil {
			w.self, _ = identity(fi)
		}
	}
	if status = w.pack(to, 0); status == 0 && a.verify {
		status = a.verifyArchive()
	}
	if status == 0 {
		w.removeFiles()
	}
	return status
}

// pack writes an archive from where it starts, in bytes.
func (w *tarWriter) pack(to io.Writer, start int64) int {
	buffered := command.NewFileOutput(w.call, to)
	z, closeChild, status := w.compressed(buffered)
	if status != 0 {
		return status
	}
	w.records = newRecordWriter(w.archiver, z, start)
	if status := w.begin(); status != 0 {
		return status
	}
	err := w.everything(start)
	if err == nil {
		err = w.w.Close()
	}
	if err == nil {
		err = w.records.finish()
	}
	if cerr := closeChild(); err == nil {
		err = cerr
	}
	if ferr := buffered.Flush(); err == nil {
		err = ferr
	}
	var failed *command.OutputError
	switch {
	case err == nil:
		w.sayTotals(true)
		w.missingLinks()
		return 0
	case errors.Is(err, errChild):
		w.call.Errorf("Error is not recoverable: exiting now")
		return 2
	case errors.Is(err, errTold), w.out.Err() != nil, w.ctx.Err() != nil:
		return 2 // Finish tells
	case errors.As(err, &failed):
		return w.fatal("%s: Cannot write: %s", w.file, command.Message(failed.Err))
	}
	return w.fatal("%s", command.Message(err))
}

// begin makes the writer of the format that the options ask for.
func (w *tarWriter) begin() int {
	formats := map[string]tarfile.Format{"v7": tarfile.V7, "oldgnu": tarfile.OldGNU, "ustar": tarfile.USTAR, "posix": tarfile.POSIX}
	w.w = &tarfile.Writer{W: w.records, Format: formats[w.format], Numeric: w.numeric, Times: w.incremental.on, SparseMajor: w.sparseVersion[0], SparseMinor: w.sparseVersion[1], PID: w.call.Self}
	return w.paxOptions(&w.w.Pax)
}

// everything packs what was asked for; an archive that begins has its label
// first.
func (w *tarWriter) everything(start int64) error {
	if list := w.w.Pax.Global; len(list) > 0 && start == 0 {
		if err := w.w.WriteGlobal(list, w.call.Now()); err != nil {
			return err
		}
	}
	if w.label != "" && start == 0 {
		if err := w.w.WriteLabel(w.label, w.call.Now()); err != nil {
			return err
		}
	}
	if w.incremental.on {
		return w.incrementally()
	}
	for i := range w.work {
		if err := w.add(&w.work[i]); err != nil {
			return err
		}
	}
	return nil
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
	w.excludes.limited, w.excludes.limit = true, n.excludes
	if w.excluded(name) {
		return nil
	}
	if n.dir != "" {
		if status := w.isThere(n.dir); status != 0 {
			return errTold
		}
	}
	if w.asking != nil && w.mode != 'c' {
		if ok, err := w.asking.ask("add", name); !ok || err != nil {
			return err
		}
	}
	flat := w.flat
	w.flat = n.flat
	defer func() { w.flat = flat }()
	return w.member(n.dir, name, 0, nil)
}

func (w *tarWriter) look(name string) (fs.FileInfo, error) {
	if name == "" {
		return nil, syscall.ENOENT
	}
	if w.follow {
		return w.call.FS.Stat(name)
	}
	return w.call.FS.Lstat(name)
}

// failed reports what can not be read; with --ignore-failed-read that is no
// failure.
func (w *tarWriter) failed(name, what string, err error) {
	if w.ignoreFailed {
		w.note("failed-read", "%s: Warning: Cannot %s: %s", w.inMessage(name), what, command.Message(err))
		return
	}
	w.warn("%s: Cannot %s: %s", w.inMessage(name), what, command.Message(err))
}

// member packs a file, and a directory with what is in it. ignored are the lists
// of what is left out below it.
func (w *tarWriter) member(dir, name string, level int, ignored []*ignoreList) error {
	if err := ended(w.ctx); err != nil {
		return err
	}
	if w.asking != nil {
		if ok, err := w.asking.ask("add", name); !ok || err != nil {
			return err
		}
	}
	full := below(dir, name)
	fi, err := w.look(full)
	if name == "" {
		fi, err = nil, syscall.ENOENT
	}
	if err != nil {
		if name != "" {
			w.safe(name, "member names")
		}
		w.failed(name, "stat", err)
		return nil
	}
	if w.stale(fi) {
		if level == 0 || w.verbose > 0 {
			w.note("file-unchanged", "%s: file is unchanged; not dumped", w.inMessage(name))
		}
		return nil
	}
	if id, _ := identity(fi); id != [2]uint64{} && id == w.self {
		w.note("ignore-archive", "%s: file is the archive; not dumped", w.inMessage(name))
		return nil
	}
	if level == 0 {
		w.device = deviceOf(fi)
	}
	if fi.IsDir() {
		return w.directory(dir, name, fi, level, ignored)
	}
	h, err := w.header(full, name, fi)
	if err != nil {
		return w.unpackable(name, err)
	}
	if old, there := w.known[strings.TrimRight(h.Name, "/")]; there && !h.ModTime.Truncate(time.Second).After(old) {
		return nil
	}
	if err = w.removeLater(full); err != nil {
		return err
	}
	if fi.Mode().IsRegular() && h.Type == tarfile.Regular {
		return w.content(full, name, h, fi)
	}
	return w.write(h, name)
}

// unpackable reports why a file is left out; errors that end everything are
// returned.
func (w *tarWriter) unpackable(name string, err error) error {
	var unfit *tarfile.Unfit
	var failed *command.OutputError
	switch {
	case errors.Is(err, errHeld), errors.As(err, &failed), w.ctx.Err() != nil:
		return err
	case errors.Is(err, errSocket):
		w.note("file-ignored", "%s: socket ignored", w.inMessage(name))
	case errors.As(err, &unfit) && unfit.Plain:
		w.warn("%s", unfit.Text)
	case errors.As(err, &unfit):
		if unfit.Name != "" {
			name = unfit.Name
		}
		w.warn("%s: %s", w.inMessage(name), unfit.Text)
	default:
		w.warn("%s: %s", w.inMessage(name), command.Message(err))
	}
	return nil
}

// directory packs a directory and what is in it.
func (w *tarWriter) directory(dir, name string, fi fs.FileInfo, level int, ignored []*ignoreList) error {
	full := below(dir, name)
	var tag *cacheTag
	if len(w.tags) > 0 {
		if tag = w.tagged(dir, name); tag != nil && tag.keep == "all" {
			return nil
		}
	}
	list, err := w.call.FS.ReadDir(full)
	if err != nil {
		w.failed(name, "open", err)
		return nil
	}
	h, err := w.header(full, name, fi)
	if err != nil {
		return w.unpackable(name, err)
	}
	if _, there := w.known[strings.TrimRight(h.Name, "/")]; !there {
		if err := w.writeHeader(h); err != nil {
			return w.unpackable(name, err)
		}
		if err := w.shown(h, name); err != nil {
			return err
		}
	}
	switch {
	case w.flat, tag != nil && tag.keep == "under":
		return nil
	case w.oneDevice && deviceOf(fi) != w.device && level > 0:
		w.note("xdev", "%s: file is on a different filesystem; not dumped", w.inMessage(strings.TrimRight(name, "/")+"/"))
		return nil
	case level >= depth:
		w.warn("%s: directories are nested too deep", w.inMessage(name))
		return nil
	}
	ignored, err = w.ignoreLists(dir, name, list, ignored)
	if err != nil {
		return err
	}
	w.ordered(list)
	for _, e := range list {
		inner := below(name, e.Name())
		if w.excluded(inner) || tag != nil && e.Name() != tag.name || ignoredBy(ignored, inner) {
			continue
		}
		if err := w.member(dir, inner, level+1, ignored); err != nil {
			return err
		}
	}
	return w.removeLater(full)
}

// ordered sorts a directory as --sort=inode wants it; it is sorted by name
// before.
func (w *tarWriter) ordered(list []fs.DirEntry) {
	if w.order != "inode" {
		return
	}
	ino := func(e fs.DirEntry) uint64 {
		fi, err := e.Info()
		if err != nil {
			return 0
		}
		id, _ := identity(fi)
		return id[1]
	}
	slices.SortStableFunc(list, func(a, b fs.DirEntry) int {
		switch x, y := ino(a), ino(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// identity is what two names of one file have in common, and how many it has.
func identity(fi fs.FileInfo) (id [2]uint64, links uint64) {
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		return [2]uint64{s.Dev, s.Ino}, s.Nlink
	}
	return id, 1
}

func deviceOf(fi fs.FileInfo) uint64 {
	id, _ := identity(fi)
	return id[0]
}

// write begins a member and shows it.
func (w *tarWriter) write(h *tarfile.Header, name string) error {
	if err := w.writeHeader(h); err != nil {
		return w.unpackable(name, err)
	}
	return w.shown(h, name)
}

// writeHeader writes a header and remembers the number of its block.
func (w *tarWriter) writeHeader(h *tarfile.Header) error {
	if err := w.w.Pad(); err != nil {
		return err
	}
	w.block = (w.records.start + int64(len(w.records.buf))) / blockBytes
	return w.w.WriteHeader(h)
}

// shown shows what was packed, as it is called here or in the archive.
func (w *tarWriter) shown(h *tarfile.Header, name string) error {
	if w.verbose == 0 {
		return nil
	}
	shown := *h
	if !w.showNew && len(w.transforms) > 0 {
		shown.Name = w.safe(name, "member names")
		if h.IsDir() {
			shown.Name += "/"
		}
	}
	if !w.mtime.IsZero() && w.original.name == name {
		shown.ModTime = w.original.when
	}
	w.show(&shown, w.listing(w.names), w.block)
	return nil
}

// missingLinks is -l: names of packed files that were not met.
func (w *tarWriter) missingLinks() {
	if !w.checkLinks {
		return
	}
	var names []string
	for _, l := range w.first {
		if l.left > 0 {
			names = append(names, l.name)
		}
	}
	slices.Sort(names)
	for _, n := range names {
		w.call.Errorf("Missing links to %s.", quote(n))
	}
}

// removeLater remembers what --remove-files removes when the archive is whole.
func (w *tarWriter) removeLater(full string) error {
	if !w.remove {
		return nil
	}
	w.gone = append(w.gone, full)
	return w.hold(len(full))
}

func (w *tarWriter) removeFiles() {
	for _, name := range w.gone {
		if err := w.call.FS.Remove(name); err != nil {
			verb := "unlink"
			if fi, lerr := w.call.FS.Lstat(name); lerr == nil && fi.IsDir() {
				verb = "rmdir"
			}
			w.warn("%s: Cannot %s: %s", w.inMessage(name), verb, command.Message(err))
		}
	}
}

// stale tells whether a file is older than -N asks for.
func (w *tarWriter) stale(fi fs.FileInfo) bool {
	if w.newer.IsZero() || fi.IsDir() || !fi.ModTime().Before(w.newer) {
		return false
	}
	if s, ok := fi.Sys().(*vfs.Sys); ok && w.newerBy != "newer-mtime" {
		return s.Ctime.Before(w.newer)
	}
	return true
}

// errTold ends everything; what is wrong has been said.
var errTold = errors.New("told")

var errSocket = errors.New("socket ignored")
