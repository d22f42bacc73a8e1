package archives

import (
	"archive/tar"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// An unpacker makes the files of an archive below a directory and nowhere else:
// names have no ".." and do not begin with a slash when they come here; links
// that point outside become links only after everything else was unpacked; and
// no directory above a file may be a link that leads out, whoever made it.
type unpacker struct {
	*archiver
	dir string
	// links are made and dirs get their modes and times at the end.
	links []lateLink
	dirs  []lateDir
}

type lateLink struct {
	name, target string
	when         time.Time
}

type lateDir struct {
	name string
	h    *tar.Header
}

func newUnpacker(a *archiver, dir string) *unpacker { return &unpacker{archiver: a, dir: dir} }

// at is a name as the filesystem takes it.
func (u *unpacker) at(name string) string {
	if u.dir == "" {
		return name
	}
	return below(u.dir, name)
}

// linkSteps bounds how many links lead to one member.
const linkSteps = 40

// parent resolves the directory that name is in, over links that stay inside,
// and returns name with it: a path on which nothing is a link any more. It makes
// the directories that are missing. ENOTDIR stands for a link that leads out.
func (u *unpacker) parent(name string) (string, error) {
	if u.absolute {
		return u.parentAnywhere(name)
	}
	todo := split(name)
	if len(todo) == 0 {
		return ".", nil
	}
	last := todo[len(todo)-1]
	todo = todo[:len(todo)-1]
	var done []string
	for steps := 0; len(todo) > 0; {
		part := todo[0]
		todo = todo[1:]
		if part == ".." {
			if len(done) == 0 {
				return "", syscall.ENOTDIR
			}
			done = done[:len(done)-1]
			continue
		}
		full := u.at(strings.Join(append(slices.Clip(done), part), "/"))
		fi, err := u.call.FS.Lstat(full)
		if err != nil && vfs.Missing(err) {
			if err = u.call.FS.Mkdir(full, 0o777); err == nil {
				done = append(done, part)
				continue
			}
		}
		switch {
		case err != nil:
			return "", err
		case fi.Mode()&fs.ModeSymlink != 0:
			if steps++; steps > linkSteps {
				return "", syscall.ELOOP
			}
			target, err := u.call.FS.Readlink(full)
			if err != nil {
				return "", err
			}
			if strings.HasPrefix(target, "/") {
				return "", syscall.ENOTDIR
			}
			todo = append(split(target), todo...)
		case !fi.IsDir():
			return "", syscall.ENOTDIR
		default:
			done = append(done, part)
		}
	}
	return strings.Join(append(done, last), "/"), nil
}

// parentAnywhere is parent for -P: names lead where they lead. Only what the
// filesystem itself forbids is out of reach.
func (u *unpacker) parentAnywhere(name string) (string, error) {
	dir := path.Dir(strings.TrimRight(name, "/"))
	for i := 1; i <= len(dir); i++ {
		if i < len(dir) && dir[i] != '/' {
			continue
		}
		if err := u.call.FS.Mkdir(u.at(dir[:i]), 0o777); err != nil && !errors.Is(err, syscall.EEXIST) && !errors.Is(err, syscall.EISDIR) {
			if _, serr := u.call.FS.Stat(u.at(dir[:i])); serr != nil {
				return "", err
			}
		}
	}
	return name, nil
}

// split lists the components of a name that mean something.
func split(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "/"), func(s string) bool { return s == "" || s == "." })
}

// unpack makes one member. Only errors that end everything are returned.
func (u *unpacker) unpack(h *tar.Header, name string, content io.Reader) error {
	verb := map[byte]string{tar.TypeDir: "mkdir", tar.TypeSymlink: "create symlink to " + command.Quote(h.Linkname),
		tar.TypeFifo: "mkfifo", tar.TypeLink: "hard link to " + command.Quote(h.Linkname)}[h.Typeflag]
	if verb == "" {
		verb = "open"
	}
	place, err := u.parent(name)
	if err == nil {
		switch h.Typeflag {
		case tar.TypeDir:
			err = u.mkdir(h, place)
		case tar.TypeReg, tar.TypeGNUSparse:
			return u.file(h, place, content)
		case tar.TypeSymlink:
			err = u.make(place, func() error { return u.symlink(h, place) })
		case tar.TypeFifo:
			err = u.make(place, func() error { return u.call.FS.Mkfifo(u.at(place), u.mode(h)) })
		case tar.TypeLink:
			target := u.safe(h.Linkname, "hard link targets")
			verb = "hard link to " + command.Quote(target)
			err = u.make(place, func() error { return u.link(target, place) })
		case tar.TypeChar, tar.TypeBlock:
			verb, err = "mknod", syscall.EPERM
		default:
			u.warn("%s: Unknown file type '%c'", inMessage(h.Name), h.Typeflag)
			return nil
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
	}
	u.warn("%s: Cannot %s: %s", inMessage(h.Name), verb, command.Message(err))
	return nil
}

// skipped tells of a file that was there.
func (u *unpacker) skipped(h *tar.Header) {
	if u.verbose > 0 {
		u.call.Errorf("%s: skipping existing file", inMessage(strings.TrimRight(h.Name, "/")))
	}
}

// mode is that of a header, with what -p and the umask say.
func (u *unpacker) mode(h *tar.Header) fs.FileMode {
	mode := h.FileInfo().Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
	if !u.preserve {
		mode = mode.Perm() &^ u.call.Umask
	}
	return mode
}

// make tries f, and again when what is in its place could be removed.
func (u *unpacker) make(place string, f func() error) error {
	err := f()
	if !errors.Is(err, syscall.EEXIST) || u.keep || u.skip {
		return err
	}
	fi, lerr := u.call.FS.Lstat(u.at(place))
	if lerr != nil {
		return err
	}
	if rerr := u.call.FS.Remove(u.at(place)); rerr != nil {
		if fi.IsDir() {
			return err // only an empty one makes room
		}
		return rerr
	}
	return f()
}

func (u *unpacker) mkdir(h *tar.Header, place string) error {
	full := u.at(place)
	fi, err := u.call.FS.Lstat(full)
	switch {
	case err == nil && u.keepLinks && fi.Mode()&fs.ModeSymlink != 0 && u.leadsInside(place):
		return nil
	case err == nil && !fi.IsDir():
		// Also a link to a directory is replaced, unless it is to be kept.
		if err = u.make(place, func() error { return u.call.FS.Mkdir(full, u.mode(h).Perm()|0o700) }); err != nil {
			return err
		}
	case vfs.Missing(err):
		if err = u.call.FS.Mkdir(full, u.mode(h).Perm()|0o700); err != nil {
			return err
		}
	case err != nil:
		return err
	case u.skip:
		return syscall.EEXIST
	case u.keepDirs:
		return nil
	}
	u.dirs = append(u.dirs, lateDir{place, h})
	return u.hold(len(place) + 512)
}

// leadsInside tells whether a link is one to a directory that may be unpacked
// into.
func (u *unpacker) leadsInside(place string) bool {
	if fi, err := u.call.FS.Stat(u.at(place)); err != nil || !fi.IsDir() {
		return false
	}
	_, err := u.parent(place + "/x")
	return err == nil
}

func (u *unpacker) file(h *tar.Header, place string, content io.Reader) error {
	full := u.at(place)
	if u.keepNewer {
		if fi, err := u.call.FS.Lstat(full); err == nil && !fi.ModTime().Before(h.ModTime) {
			u.call.Errorf("Current %s is newer or same age", command.Quote(h.Name))
			return nil
		}
	}
	var f vfs.File
	err := u.make(place, func() (err error) {
		f, err = vfs.OpenContext(u.ctx, u.call.FS, full, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, u.mode(h).Perm()|0o200)
		return err
	})
	if err != nil {
		if errors.Is(err, syscall.EEXIST) && u.skip {
			u.skipped(h)
		} else {
			u.warn("%s: Cannot open: %s", inMessage(h.Name), command.Message(err))
		}
		return nil
	}
	_, err = pump(u.ctx, f, content)
	cerr := f.Close()
	var failed *command.OutputError
	if errors.As(err, &failed) {
		// As of a full filesystem: the next member has no better chance.
		u.warn("%s: Cannot write: %s", inMessage(h.Name), command.Message(failed.Err))
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
			return err
		}
		return nil
	}
	if err != nil {
		return err
	}
	if cerr != nil {
		u.warn("%s: Cannot close: %s", inMessage(h.Name), command.Message(cerr))
	}
	u.attributes(full, h)
	return nil
}

// attributes sets mode and times, as far as the filesystem has them.
func (u *unpacker) attributes(full string, h *tar.Header) {
	if err := u.call.FS.Chmod(full, u.mode(h)); err != nil {
		u.warn("%s: Cannot change mode to %s: %s", inMessage(h.Name), permissions(h.Mode), command.Message(err))
	}
	if u.touch {
		return
	}
	if err := u.call.FS.Chtimes(full, h.ModTime, h.ModTime); err != nil {
		u.warn("%s: Cannot utime: %s", inMessage(h.Name), command.Message(err))
	}
}

// symlink makes a link. One that could lead out is an empty file until the end.
func (u *unpacker) symlink(h *tar.Header, place string) error {
	if u.absolute || !strings.HasPrefix(h.Linkname, "/") && !strings.Contains("/"+h.Linkname+"/", "/../") {
		err := u.call.FS.Symlink(h.Linkname, u.at(place))
		if err == nil {
			u.linkTimes(u.at(place), h.ModTime)
		}
		return err
	}
	f, err := vfs.OpenContext(u.ctx, u.call.FS, u.at(place), syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0)
	if err != nil {
		return err
	}
	u.links = append(u.links, lateLink{place, h.Linkname, h.ModTime})
	if err := f.Close(); err != nil {
		return err
	}
	return u.hold(len(place) + len(h.Linkname))
}

// linkTimes sets the times of a symbolic link, where the filesystem has some.
func (u *unpacker) linkTimes(full string, when time.Time) {
	if u.touch {
		return
	}
	if err := vfs.Lchtimes(u.call.FS, full, when, when); err != nil && !errors.Is(err, syscall.EOPNOTSUPP) {
		u.warn("%s: Cannot utime: %s", inMessage(full), command.Message(err))
	}
}

// link makes a hard link to what was unpacked, or was there, inside.
func (u *unpacker) link(target, place string) error {
	resolved, err := u.parent(target)
	if err != nil {
		return err
	}
	return u.call.FS.Link(u.at(resolved), u.at(place))
}

// finish makes what had to wait: links in the place of the empty files that
// stand for them, and then the modes and times of directories, inner ones first.
func (u *unpacker) finish() {
	for _, l := range u.links {
		full := u.at(l.name)
		fi, err := u.call.FS.Lstat(full)
		if err != nil || !fi.Mode().IsRegular() || fi.Size() != 0 || fi.Mode().Perm() != 0 {
			continue // something else has taken its place
		}
		if err = u.call.FS.Remove(full); err == nil {
			err = u.call.FS.Symlink(l.target, full)
		}
		if err == nil {
			u.linkTimes(full, l.when)
		}
		if err != nil {
			u.warn("%s: Cannot create symlink to %s: %s", inMessage(l.name), command.Quote(l.target), command.Message(err))
		}
	}
	for _, d := range slices.Backward(u.dirs) {
		full := u.at(d.name)
		if fi, err := u.call.FS.Lstat(full); err == nil && fi.IsDir() {
			u.attributes(full, d.h)
		}
	}
}
