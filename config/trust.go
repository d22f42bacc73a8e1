package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Trust says whose files are believed: root's always, and those of one more
// user.
type Trust struct {
	UID int // 0 trusts root alone
}

func (t Trust) owns(uid uint32) bool { return uid == 0 || int64(uid) == int64(t.UID) }

// String says who is trusted, in plain words.
func (t Trust) String() string {
	if t.UID == 0 {
		return "root"
	}
	return fmt.Sprintf("root or uid %d", t.UID)
}

// maxLinks is how many symbolic links one path may lead through, as in the
// kernel (path_resolution(7)).
const maxLinks = 40

// OpenTrusted opens a regular file for reading, and only one that nobody else
// can have changed: the file, every directory on the way and every symbolic
// link on the way belong to somebody trusted; the file and the directories
// are not writable by group or others. A sticky directory may be, because
// there only the owner can replace what lies in it. The path is walked by
// descriptors, so what was checked is what is read.
//
// Errors are *Error; one for a file that does not exist also wraps
// fs.ErrNotExist, but a dangling symbolic link does not count as absent.
func OpenTrusted(path string, t Trust) (*os.File, error) {
	f, suspect, err := openTrusted(path, t)
	if err != nil {
		return nil, err
	}
	if suspect != nil {
		f.Close()
		return nil, suspect
	}
	return f, nil
}

// CheckTrusted examines a file like [OpenTrusted], and needs no right to read
// it: a program may be for execution only.
func CheckTrusted(path string, t Trust) error {
	w := &walker{path: path, trust: t, dir: -1, unread: true}
	defer w.close()
	fd, err := w.walk()
	if err != nil {
		return err
	}
	unix.Close(fd)
	if w.suspect != nil {
		return w.suspect
	}
	return nil
}

// openTrusted returns the doubts about the way apart from the failure to open,
// for a caller to whom a missing file in a doubtful place matters.
func openTrusted(path string, t Trust) (f *os.File, suspect, err error) {
	if !filepath.IsAbs(path) {
		// os.Getwd believes $PWD; getcwd(2) does not.
		buf := make([]byte, unix.PathMax)
		n, err := unix.Getcwd(buf)
		if err != nil {
			return nil, nil, &Error{File: path, Msg: "cannot find the working directory: " + err.Error()}
		}
		path = strings.TrimRight(string(buf[:n]), "\x00") + "/" + path
	}
	w := &walker{path: path, trust: t, dir: -1}
	defer w.close()
	fd, err := w.walk()
	if w.suspect != nil {
		suspect = w.suspect
	}
	if err != nil {
		return nil, suspect, err
	}
	return os.NewFile(uintptr(fd), path), suspect, nil
}

// A walker follows a path from the root, one component at a time.
type walker struct {
	path    string
	trust   Trust
	dir     int    // descriptor of the directory reached, -1 before the start
	at      string // its name, without symbolic links
	todo    []component
	links   int
	suspect *Error // the first reason not to trust what lies at the end
	unread  bool   // the file is not to be read
}

type component struct {
	name string
	link bool // it comes from a symbolic link
}

func (w *walker) walk() (int, error) {
	if err := w.restart(); err != nil {
		return -1, err
	}
	w.push(w.path, false)
	for len(w.todo) > 0 {
		next := w.todo[0]
		w.todo = w.todo[1:]
		fd, err := w.enter(next)
		if err != nil || fd >= 0 {
			return fd, err
		}
	}
	return -1, w.fail("expected a regular file, found a directory")
}

// restart goes to the root directory.
func (w *walker) restart() error {
	fd, err := openat(unix.AT_FDCWD, "/", unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return w.fail("cannot open /: " + err.Error())
	}
	return w.move(fd, "/")
}

// move makes fd the directory reached.
func (w *walker) move(fd int, at string) error {
	w.close()
	w.dir, w.at = fd, at
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return w.fail("cannot examine " + at + ": " + err.Error())
	}
	w.examine("directory", at, &st)
	return nil
}

func (w *walker) close() {
	if w.dir >= 0 {
		unix.Close(w.dir)
		w.dir = -1
	}
}

// push puts a path's components before those that are still to be walked.
func (w *walker) push(path string, link bool) {
	var list []component
	for name := range strings.SplitSeq(path, "/") {
		if name != "" && name != "." {
			list = append(list, component{name, link})
		}
	}
	w.todo = append(list, w.todo...)
}

// enter takes one step. It returns a descriptor >= 0 at the end of the way.
func (w *walker) enter(c component) (int, error) {
	fd, err := openat(w.dir, c.name, unix.O_PATH|unix.O_NOFOLLOW)
	if err != nil {
		return -1, w.missing(c, err)
	}
	at := filepath.Join(w.at, c.name)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return -1, w.fail("cannot examine " + at + ": " + err.Error())
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return -1, w.move(fd, at)
	case unix.S_IFLNK:
		defer unix.Close(fd)
		return -1, w.follow(fd, at, &st)
	}
	unix.Close(fd)
	switch {
	case len(w.todo) > 0 || strings.HasSuffix(w.path, "/"):
		return -1, w.fail(at + " is not a directory")
	case st.Mode&unix.S_IFMT != unix.S_IFREG:
		return -1, w.fail("expected a regular file, found " + fileType(st.Mode))
	}
	return w.open(c.name, at)
}

// open opens the file itself. The type is examined before, because opening a
// device can do things, and again after, because the name may have been given
// to something else in between.
func (w *walker) open(name, at string) (int, error) {
	flags := unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY
	if w.unread {
		flags = unix.O_PATH
	}
	fd, err := openat(w.dir, name, flags|unix.O_NOFOLLOW)
	if err != nil {
		return -1, w.fail("cannot open: " + err.Error())
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return -1, w.fail("cannot examine: " + err.Error())
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		unix.Close(fd)
		return -1, w.fail("expected a regular file, found " + fileType(st.Mode))
	}
	w.examine("file", at, &st)
	return fd, nil
}

// follow puts a symbolic link's target in its place.
func (w *walker) follow(fd int, at string, st *unix.Stat_t) error {
	if w.links++; w.links > maxLinks {
		return w.fail("too many levels of symbolic links")
	}
	if !w.trust.owns(st.Uid) {
		w.doubt("symbolic link %s belongs to uid %d; expected %s", at, st.Uid, w.trust)
	}
	buf := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", buf)
	if err != nil {
		return w.fail("cannot read the symbolic link " + at + ": " + err.Error())
	}
	target := string(buf[:n])
	if strings.HasPrefix(target, "/") {
		if err := w.restart(); err != nil {
			return err
		}
	}
	w.push(target, true)
	return nil
}

// examine notes what speaks against a file or directory.
func (w *walker) examine(kind, at string, st *unix.Stat_t) {
	if !w.trust.owns(st.Uid) {
		w.doubt("%s %s belongs to uid %d; expected %s", kind, at, st.Uid, w.trust)
	}
	sticky := kind == "directory" && st.Mode&unix.S_ISVTX != 0
	if st.Mode&0o022 != 0 && !sticky {
		w.doubt("%s %s is writable by group or others (mode %#o); expected neither", kind, at, st.Mode&0o7777)
	}
}

func (w *walker) doubt(format string, args ...any) {
	if w.suspect == nil {
		w.suspect = w.fail(fmt.Sprintf(format, args...))
	}
}

// missing tells a file that is not there from everything else that fails.
func (w *walker) missing(c component, err error) error {
	at := filepath.Join(w.at, c.name)
	if !errors.Is(err, unix.ENOENT) {
		return w.fail("cannot open " + at + ": " + err.Error())
	}
	if c.link {
		return w.fail("symbolic link leads to " + at + ", which does not exist")
	}
	absent := w.fail("does not exist")
	absent.cause = fs.ErrNotExist
	return absent
}

func (w *walker) fail(msg string) *Error { return &Error{File: w.path, Msg: msg} }

// openat opens without inheritance, again when a signal came in between.
func openat(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

func fileType(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return "a directory"
	case unix.S_IFIFO:
		return "a named pipe"
	case unix.S_IFSOCK:
		return "a socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "a device"
	}
	return "something else"
}
