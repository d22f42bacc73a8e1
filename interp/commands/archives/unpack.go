package archives

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
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

type lateLink struct {
	dir, name, target string
	when              time.Time
}

type lateDir struct {
	dir, name string
	h         *tarfile.Header
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

// errNewer is a file that is not replaced because it is not older, which has
// been told.
var errNewer = errors.New("newer or same age")

// errCast is a member of a kind that is not known: it is taken for a file.
var errCast = errors.New("unknown kind")

// make tries f, and again when what is in its place could be removed.
func (u *unpacker) make(h *tarfile.Header, place string, f func() error) error {
	err := f()
	if !errors.Is(err, syscall.EEXIST) || u.keep || u.skip || u.unlinkFirst {
		return err
	}
	fi, lerr := u.call.FS.Lstat(u.at(place))
	if lerr != nil {
		return err
	}
	if u.keepNewer && !fi.IsDir() && !fi.ModTime().Before(h.ModTime) {
		u.call.Errorf("Current %s is newer or same age", quote(strings.TrimRight(h.Name, "/")))
		return errNewer
	}
	rerr := u.call.FS.Remove(u.at(place))
	if rerr != nil && fi.IsDir() && u.deep {
		rerr = u.removeAll(u.at(place), 0)
	}
	if rerr != nil {
		if fi.IsDir() {
			return err // only an empty one makes room
		}
		return rerr
	}
	return f()
}

// remove is --unlink-first, with --recursive-unlink for what is in a directory;
// false after a message.
func (u *unpacker) remove(place string) bool {
	full := u.at(place)
	fi, err := u.call.FS.Lstat(full)
	if err != nil {
		return true
	}
	if err = u.call.FS.Remove(full); err != nil && fi.IsDir() && u.deep {
		err = u.removeAll(full, 0)
	}
	if err != nil {
		u.warn("%s: Cannot unlink: %s", u.inMessage(place), command.Message(err))
	}
	return err == nil
}

// removeAll removes a directory with what is in it; links are not followed.
func (u *unpacker) removeAll(full string, level int) error {
	if err := ended(u.ctx); err != nil {
		return err
	}
	fi, err := u.call.FS.Lstat(full)
	if err != nil {
		return err
	}
	if fi.IsDir() && level < depth {
		list, err := u.call.FS.ReadDir(full)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := u.removeAll(below(full, e.Name()), level+1); err != nil {
				return err
			}
		}
	}
	return u.call.FS.Remove(full)
}

func (u *unpacker) mkdir(h *tarfile.Header, place string) error {
	full := u.at(place)
	fi, err := u.call.FS.Lstat(full)
	there := false
	switch {
	case err == nil && u.keepLinks && fi.Mode()&fs.ModeSymlink != 0 && u.leadsInside(place):
		return nil
	case err == nil && !fi.IsDir() && u.keep:
		return nil
	case err == nil && !fi.IsDir():
		// Also a link to a directory is replaced, unless it is to be kept.
		if err = u.make(h, place, func() error { return u.call.FS.Mkdir(full, u.mode(h).Perm()|0o700) }); err != nil {
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
	default:
		there = true
	}
	if u.incremental.on && h.HasNames && there {
		if err := u.purge(h, place); err != nil {
			return err
		}
	}
	u.dirs = append(u.dirs, lateDir{u.dir, place, h})
	return u.hold(len(place) + 512)
}

// purge removes what an incremental archive says that a directory does not have.
func (u *unpacker) purge(h *tarfile.Header, place string) error {
	full := u.at(place)
	keep := map[string]bool{}
	for _, entry := range strings.Split(h.Names, "\x00") {
		if len(entry) > 1 && strings.IndexByte("DNY", entry[0]) >= 0 {
			keep[entry[1:]] = true
		}
	}
	list, err := u.call.FS.ReadDir(full)
	if err != nil {
		return nil
	}
	for _, e := range list {
		if keep[e.Name()] {
			continue
		}
		path := below(place, e.Name())
		if u.asking != nil {
			if ok, err := u.asking.ask("delete", path); !ok {
				if err != nil {
					return err
				}
				continue
			}
		}
		if u.verbose > 0 {
			fmt.Fprintf(u.listing(u.out), "%s: Deleting %s\n", u.call.Name(), quote(path))
		}
		if err := u.removeAll(u.at(path), 0); err != nil {
			u.warn("%s: Cannot remove: %s", u.inMessage(path), command.Message(err))
		}
	}
	return nil
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

func (u *unpacker) file(h *tarfile.Header, place string, content io.Reader) error {
	full := u.at(place)
	if h.Type == tarfile.Contiguous && !u.saidContiguous {
		u.saidContiguous = true
		u.note("contiguous-cast", "Extracting contiguous files as regular files")
	}
	var f vfs.File
	open := func() (err error) {
		f, err = vfs.OpenContext(u.ctx, u.call.FS, full, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, u.mode(h).Perm()|0o200)
		return err
	}
	if u.overwrite {
		open = func() (err error) {
			f, err = u.overwritten(full, h)
			return err
		}
	}
	err := u.make(h, place, open)
	if errors.Is(err, errNewer) {
		return nil
	}
	if err != nil {
		if errors.Is(err, syscall.EEXIST) && u.skip {
			u.skipped(h)
		} else {
			u.warn("%s: Cannot open: %s", u.inMessage(h.Name), command.Message(err))
		}
		return nil
	}
	if h.Holes {
		err = u.sparseInto(f, h, content)
	} else {
		_, err = pump(u.ctx, f, content)
	}
	cerr := f.Close()
	var failed *command.OutputError
	if errors.As(err, &failed) {
		// As of a full filesystem: the next member has no better chance.
		u.warn("%s: Cannot write: %s", u.inMessage(h.Name), command.Message(failed.Err))
		if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
			return err
		}
		return nil
	}
	if err != nil {
		return err
	}
	if cerr != nil {
		u.warn("%s: Cannot close: %s", u.inMessage(h.Name), command.Message(cerr))
	}
	u.attributes(full, h)
	return nil
}

// overwritten opens a file that may be there, to be emptied and filled; a link in
// its place is not followed.
func (u *unpacker) overwritten(full string, h *tarfile.Header) (vfs.File, error) {
	fi, err := u.call.FS.Lstat(full)
	flag := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL
	switch {
	case err == nil && fi.IsDir():
		if !u.deep {
			return nil, syscall.EISDIR
		}
		return nil, syscall.EEXIST
	case err == nil && fi.Mode().IsRegular():
		flag = syscall.O_WRONLY | syscall.O_TRUNC
	}
	return vfs.OpenContext(u.ctx, u.call.FS, full, flag, u.mode(h).Perm()|0o200)
}

// attributes sets mode and times, as far as the filesystem has them.
func (u *unpacker) attributes(full string, h *tarfile.Header) {
	if err := u.call.FS.Chmod(full, u.mode(h)); err != nil {
		u.warn("%s: Cannot change mode to %s: %s", u.inMessage(h.Name), permissions(h.Mode), command.Message(err))
	}
	if u.touch {
		return
	}
	if err := u.call.FS.Chtimes(full, h.ModTime, h.ModTime); err != nil {
		u.warn("%s: Cannot utime: %s", u.inMessage(h.Name), command.Message(err))
	}
}

// symlink makes a link. One that could lead out is an empty file until the end.
func (u *unpacker) symlink(h *tarfile.Header, place string) error {
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
	u.links = append(u.links, lateLink{u.dir, place, h.Linkname, h.ModTime})
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
		u.warn("%s: Cannot utime: %s", u.inMessage(full), command.Message(err))
	}
}

// link makes a hard link to what was unpacked, or was there, inside.
func (u *unpacker) link(target, place string) error {
	resolved, err := u.parent(target)
	if err != nil {
		return err
	}
	err = u.call.FS.Link(u.at(resolved), u.at(place))
	if errors.Is(err, syscall.EEXIST) {
		a, aerr := u.call.FS.Lstat(u.at(resolved))
		b, berr := u.call.FS.Lstat(u.at(place))
		if aerr == nil && berr == nil {
			if x, _ := identity(a); x != [2]uint64{} {
				if y, _ := identity(b); x == y {
					return nil // it is the same file
				}
			}
		}
	}
	return err
}

// settle gives the directories their modes and times that a member is not in.
func (u *unpacker) settle(name string) {
	if u.delayDirs || u.incremental.on {
		return
	}
	name = strings.Join(split(name), "/")
	kept := u.dirs[:0]
	var done []lateDir
	for _, d := range u.dirs {
		if d.dir == u.dir && (d.name == "." || strings.HasPrefix(name, d.name+"/") || name == d.name) || u.waiting(d) {
			kept = append(kept, d)
		} else {
			done = append(done, d)
		}
	}
	u.dirs = kept
	u.settleAll(done)
}

// waiting tells whether a link is still to be made in a directory.
func (u *unpacker) waiting(d lateDir) bool {
	for _, l := range u.links {
		if l.dir == d.dir && strings.HasPrefix(l.name, d.name+"/") {
			return true
		}
	}
	return false
}

// settleAll sets modes and times of directories, inner ones first.
func (u *unpacker) settleAll(dirs []lateDir) {
	for _, d := range slices.Backward(dirs) {
		u.dir = d.dir
		full := u.at(d.name)
		if fi, err := u.call.FS.Lstat(full); err == nil && fi.IsDir() && u.straight(d.name) {
			u.attributes(full, d.h)
		}
	}
}

// straight tells whether no link is on the way to a name any more, as there was
// none when it was made.
func (u *unpacker) straight(name string) bool {
	if u.absolute {
		return true
	}
	parts := split(name)
	for i := range parts {
		fi, err := u.call.FS.Lstat(u.at(strings.Join(parts[:i+1], "/")))
		if err != nil || i < len(parts)-1 && !fi.IsDir() {
			return false
		}
	}
	return true
}

// finish makes what had to wait: links in the place of the empty files that
// stand for them, and then the modes and times of directories, inner ones first.
func (u *unpacker) finish() {
	for _, l := range u.links {
		u.dir = l.dir
		full := u.at(l.name)
		fi, err := u.call.FS.Lstat(full)
		if err != nil || !fi.Mode().IsRegular() || fi.Size() != 0 || fi.Mode().Perm() != 0 || !u.straight(l.name) {
			continue // something else has taken its place
		}
		if err = u.call.FS.Remove(full); err == nil {
			err = u.call.FS.Symlink(l.target, full)
		}
		if err == nil {
			u.linkTimes(full, l.when)
		}
		if err != nil {
			u.warn("%s: Cannot create symlink to %s: %s", u.inMessage(l.name), quote(l.target), command.Message(err))
		}
	}
	u.settleAll(u.dirs)
	u.dirs, u.links = nil, nil
}
