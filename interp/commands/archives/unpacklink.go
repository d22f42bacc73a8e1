package archives

import (
	"errors"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

type lateLink struct {
	dir, name, target string
	when              time.Time
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
