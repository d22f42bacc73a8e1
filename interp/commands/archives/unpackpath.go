package archives

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

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

// leadsInside tells whether a link is one to a directory that may be unpacked
// into.
func (u *unpacker) leadsInside(place string) bool {
	if fi, err := u.call.FS.Stat(u.at(place)); err != nil || !fi.IsDir() {
		return false
	}
	_, err := u.parent(place + "/x")
	return err == nil
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
