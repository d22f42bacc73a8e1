package archives

import (
	"archive/tar"
	"io"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/command/option"
	"github.com/aegish/aegish/interp/commands/moment"
)

// A tarOwner is what --owner or --group say.
type tarOwner struct {
	set  bool
	name string
	id   int
}

// owned reads NAME, NAME:NUMBER or a number.
func (a *archiver) owned(f option.Found) int {
	name, number, both := strings.Cut(f.Value, ":")
	to, known := &a.owner, map[string]int{"root": 0, a.call.User.Name: a.call.User.UID}
	if f.Name == "group" {
		to, known = &a.group, map[string]int{"root": 0, a.call.User.Group: a.call.User.GID}
	}
	*to = tarOwner{set: true, name: name}
	if !both {
		if id, ok := known[name]; ok && name != "" {
			to.id = id
			return 0
		}
		number, to.name = strings.TrimPrefix(name, "+"), ""
		for n, id := range known {
			if strconv.Itoa(id) == number {
				to.name = n
			}
		}
	}
	id, err := strconv.ParseUint(number, 10, 31)
	switch {
	case err == nil:
		to.id = int(id)
	case both:
		return a.fatal("%s: Invalid %s ID", number, f.Name)
	default:
		to.name, to.id = name, -1 // a name that is known elsewhere
	}
	return 0
}

// dated reads a time, or takes that of a file whose name looks like one.
func (a *archiver) dated(text string) int {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, ".") {
		fi, err := a.call.FS.Stat(text)
		if err != nil {
			return a.fatal("%s: Cannot stat: %s", text, command.Message(err))
		}
		a.mtime = fi.ModTime().Truncate(time.Second)
		return 0
	}
	at, err := moment.Parse(text, a.call.Now().In(a.zone()))
	if err != nil {
		return a.usage("Invalid date format %s", command.Quote(text))
	}
	a.mtime, a.dateText = at.Truncate(time.Second), text
	return 0
}

// override sets what the options say instead of what the file has.
func (w *tarWriter) override(h *tar.Header) {
	if w.owner.set {
		h.Uname = w.owner.name
		if w.owner.id >= 0 {
			h.Uid = w.owner.id
		}
	}
	if w.group.set {
		h.Gname = w.group.name
		if w.group.id >= 0 {
			h.Gid = w.group.id
		}
	}
	if w.numeric {
		h.Uname, h.Gname = "", ""
	}
	if !w.mtime.IsZero() && (!w.clamp || h.ModTime.After(w.mtime)) {
		h.ModTime = w.mtime
	}
	if w.newMode != nil {
		h.Mode = int64(w.newMode.Apply(uint32(h.Mode)&0o7777, h.Typeflag == tar.TypeDir, uint32(w.call.Umask)))
	}
	if w.format == "v7" {
		h.Uname, h.Gname = "", ""
	}
	if h.Format == tar.FormatUSTAR && strings.ContainsFunc(h.Name+h.Linkname+h.Uname+h.Gname, func(r rune) bool { return r >= 0x80 }) {
		h.Format = tar.FormatGNU // package tar writes no bytes beyond ASCII into the other
	}
}

// unfit tells why a header can not be written in the old formats.
func (w *tarWriter) unfit(h *tar.Header) string {
	const most, prefix = 100, 155
	link := len(h.Linkname) > most
	switch name := h.Name; {
	case w.format != "ustar" && w.format != "v7":
		return ""
	case w.format == "v7" && len(name) >= most:
		return "file name is too long (max 99)"
	case link:
		return "link name is too long"
	case len(name) <= most:
		return ""
	case len(name) > most+prefix+1:
		return "file name is too long (max 256)"
	default:
		at := strings.LastIndexByte(strings.TrimSuffix(name[:min(prefix+1, len(name))], "/"), '/')
		if at <= 0 || len(name)-at-1 > most {
			return "file name is too long (cannot be split)"
		}
	}
	return ""
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
			w.warn("%s: Cannot unlink: %s", inMessage(name), command.Message(err))
		}
	}
}

// listing is where -v shows names: the file of --index-file, or otherwise.
func (a *archiver) listing(otherwise io.Writer) io.Writer {
	if a.indexTo != nil {
		return a.indexTo
	}
	return otherwise
}

// compressors are the programs that -I can name.
var compressors = map[string]*codec{"gzip": &gzipCodec, "pigz": &gzipCodec, "bzip2": &bzip2Codec, "pbzip2": &bzip2Codec, "xz": &xzCodec, "zstd": &zstdCodec}

// program takes the argument of -I: a program of ours and its level. No other
// program is run.
func (a *archiver) program(text string) int {
	words := strings.Fields(text)
	if len(words) == 0 || compressors[path.Base(words[0])] == nil {
		return a.fatal("%s: Cannot exec: %s", text, command.Message(syscall.ENOENT))
	}
	a.codec = compressors[path.Base(words[0])]
	for _, w := range words[1:] {
		if n, err := strconv.Atoi(strings.TrimPrefix(w, "-")); err == nil && n > 0 && n < 23 {
			a.level = n
		}
	}
	return 0
}

// ownDirectory is what --one-top-level without a name means: the archive's name
// without what tells its format.
func (a *archiver) ownDirectory() int {
	name := path.Base(a.file)
	for _, suffix := range []string{".gz", ".Z", ".bz2", ".xz", ".zst", ".lzma", ".lz"} {
		name = strings.TrimSuffix(name, suffix)
	}
	short, ok := strings.CutSuffix(name, ".tar")
	for _, suffix := range []string{".tgz", ".taz", ".tbz", ".tbz2", ".tz2", ".txz", ".tzst"} {
		if !ok {
			short, ok = strings.CutSuffix(name, suffix)
		}
	}
	if !ok || short == "" {
		return a.usage("Cannot deduce top-level directory name; please set it explicitly with --one-top-level=DIR")
	}
	a.topLevel = short
	return 0
}

// sayDates tells what dates were taken for.
func (a *archiver) sayDates() {
	for _, d := range []struct {
		option, text string
		at           time.Time
	}{{a.extra.newerBy, a.extra.newerText, a.extra.newer}, {"mtime", a.dateText, a.mtime}} {
		if as := d.at.In(a.zone()).Format(time.DateTime); d.text != "" && (a.verbose > 0 || a.mode == 't') && as != d.text {
			a.call.Errorf("Option --%s: Treating date '%s' as %s", d.option, d.text, as)
		}
	}
}
