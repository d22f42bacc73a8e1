package archives

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
)

// An unpacker makes the files of an archive below a directory and nowhere else:
// names have no ".." and do not begin with a slash when they come here; links
// that point outside become links only after everything else was unpacked; and
// no directory above a file may be a link that leads out, whoever made it.
type unpacker struct {
	*archiver
	dir string
	// links are made at the end; dirs get their modes and times when nothing
	// more comes into them, or at the end.
	links []lateLink
	dirs  []lateDir

	saidContiguous bool
}

func newUnpacker(a *archiver, dir string) *unpacker { return &unpacker{archiver: a, dir: dir} }

// at is a name as the filesystem takes it.
func (u *unpacker) at(name string) string {
	if u.dir == "" {
		return name
	}
	return below(u.dir, name)
}

// unpack makes one member. Only errors that end everything are returned.
func (u *unpacker) unpack(h *tarfile.Header, name string, content io.Reader) error {
	u.settle(name)
	place, err := u.parent(name)
	if err == nil && !u.backedUp(strings.TrimRight(name, "/"), u.at(place)) {
		return nil
	}
	if err == nil && u.unlinkFirst && place != "." && !u.remove(place) {
		return nil
	}
	if err == nil {
		if h.IsRegular() {
			return u.file(h, place, content)
		}
		err = u.special(h, place)
		if errors.Is(err, errCast) {
			return u.file(h, place, content)
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errHeld):
		return err
	case errors.Is(err, syscall.EEXIST) && u.skip:
		u.skipped(h)
		return nil
	case u.keepNewer && errors.Is(err, errNewer):
		return nil
	}
	u.warn("%s: Cannot %s: %s", u.inMessage(strings.TrimRight(h.Name, "/")), u.verb(h), command.Message(err))
	return nil
}

// verb is what can not be done when a member can not be made.
func (u *unpacker) verb(h *tarfile.Header) string {
	switch {
	case h.IsDir():
		return "mkdir"
	case h.Type == tarfile.Symlink:
		return "create symlink to " + quote(h.Linkname)
	case h.Type == tarfile.Fifo:
		return "mkfifo"
	case h.Type == tarfile.Link:
		return "hard link to " + quote(u.safe(h.Linkname, "hard link targets"))
	case h.Type == tarfile.Char, h.Type == tarfile.Block:
		return "mknod"
	}
	return "open"
}

// special makes what is no regular file.
func (u *unpacker) special(h *tarfile.Header, place string) error {
	switch {
	case h.IsDir():
		return u.mkdir(h, place)
	case h.Type == tarfile.Symlink:
		return u.make(h, place, func() error { return u.symlink(h, place) })
	case h.Type == tarfile.Fifo:
		return u.make(h, place, func() error { return u.call.FS.Mkfifo(u.at(place), u.mode(h)) })
	case h.Type == tarfile.Link:
		target := u.safe(h.Linkname, "hard link targets")
		return u.make(h, place, func() error { return u.link(target, place) })
	case h.Type == tarfile.Char, h.Type == tarfile.Block:
		return syscall.EPERM
	case h.Type == tarfile.Continued:
		u.warn("%s: Cannot extract -- file is continued from another volume", u.inMessage(h.Name))
		return nil
	}
	u.note("unknown-cast", "%s: Unknown file type '%c', extracted as normal file", u.inMessage(h.Name), h.Type)
	return errCast
}

// skipped tells of a file that was there.
func (u *unpacker) skipped(h *tarfile.Header) {
	if u.verbose > 0 || u.warnings["existing-file"] {
		u.call.Errorf("%s: skipping existing file", u.inMessage(strings.TrimRight(h.Name, "/")))
	}
}

// mode is that of a header, with what -p and the umask say.
func (u *unpacker) mode(h *tarfile.Header) fs.FileMode {
	mode := fs.FileMode(h.Mode).Perm()
	for _, b := range []struct {
		bit  int64
		mode fs.FileMode
	}{{0o4000, fs.ModeSetuid}, {0o2000, fs.ModeSetgid}, {0o1000, fs.ModeSticky}} {
		if h.Mode&b.bit != 0 {
			mode |= b.mode
		}
	}
	if !u.preserve {
		mode = mode.Perm() &^ u.call.Umask
	}
	return mode
}

// errCast is a member of a kind that is not known: it is taken for a file.
var errCast = errors.New("unknown kind")
