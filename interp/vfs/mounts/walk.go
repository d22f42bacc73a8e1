package mounts

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// A call is what is done at the end of a walk: with a mount, the name in it,
// and the whole name without links.
type call func(m *mount, inner, whole string) error

// walk does a call on name, and again for each symbolic link that the
// filesystem stopped at.
func (f *FS) walk(name string, do call) error {
	if err := vfs.CheckPath(name); err != nil {
		return err
	}
	links := 0
	for {
		whole, err := f.clean(name, &links)
		if err != nil {
			return err
		}
		m, inner := f.at(whole)
		err = do(m, inner, whole)
		var link *vfs.LinkError
		if !errors.As(err, &link) || f.stop {
			return err
		}
		if name, err = splice(m, link, strings.HasSuffix(whole, "/")); err != nil {
			return err
		}
		if links++; links > vfs.MaxLinks {
			return syscall.ELOOP
		}
	}
}

// splice is the path that goes on behind a link.
func splice(m *mount, link *vfs.LinkError, slash bool) (string, error) {
	name := link.Target
	if !path.IsAbs(name) {
		name = strings.TrimRight(strings.TrimRight(m.Path, "/")+link.Dir, "/") + "/" + name
	}
	if link.Rest != "" {
		name += "/" + link.Rest
	}
	if slash && !strings.HasSuffix(name, "/") {
		name += "/"
	}
	if len(name) > 2*vfs.MaxPath {
		return "", syscall.ENAMETOOLONG
	}
	return name, nil
}

// clean takes "." and ".." out of a path, as a walk does: what ".." is taken
// after has to be a directory, and may have been reached by a link. A "." or
// ".." at the end leaves a slash, because a directory was asked for.
func (f *FS) clean(name string, links *int) (string, error) {
	if !strings.Contains(name, "/.") && !strings.Contains(name, "//") {
		return name, nil
	}
	done, rest := "", name
	for rest = strings.TrimLeft(rest, "/"); rest != ""; rest = strings.TrimLeft(rest, "/") {
		part, tail, slash := strings.Cut(rest, "/")
		switch part {
		case ".", "..":
			next, err := f.enter(done, links)
			if err != nil {
				return "", err
			}
			if done = next; part == ".." {
				done = strings.TrimRight(path.Dir("/"+done), "/")
			}
			if strings.Trim(tail, "/") == "" {
				return done + "/", nil
			}
		default:
			done += "/" + part
			if slash && strings.Trim(tail, "/") == "" {
				done += "/"
			}
		}
		rest = tail
	}
	return done, nil
}

// enter checks that a path is a directory one may search, and returns it
// without links.
func (f *FS) enter(dir string, links *int) (string, error) {
	for name := dir + "/"; ; {
		whole, err := f.clean(name, links)
		if err != nil {
			return "", err
		}
		m, inner := f.at(whole)
		_, err = m.bare.Lstat(strings.TrimRight(inner, "/") + "/.")
		var link *vfs.LinkError
		if !errors.As(err, &link) || f.stop {
			return strings.TrimRight(whole, "/"), errnoOf(err)
		}
		if name, err = splice(m, link, true); err != nil {
			return "", err
		}
		if *links++; *links > vfs.MaxLinks {
			return "", syscall.ELOOP
		}
	}
}

func errnoOf(err error) error {
	var e syscall.Errno
	if errors.As(err, &e) {
		return e
	}
	return err
}

// renamed puts the name that a caller used into an error.
func renamed(err error, op, name string) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return &fs.PathError{Op: pe.Op, Path: name, Err: pe.Err}
	}
	return vfs.Error(op, name, err)
}
