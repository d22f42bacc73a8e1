package archives

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

type lateDir struct {
	dir, name string
	h         *tarfile.Header
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
	keep := map[string]byte{}
	for _, entry := range strings.Split(h.Names, "\x00") {
		if len(entry) > 1 && strings.IndexByte("DNY", entry[0]) >= 0 {
			keep[entry[1:]] = entry[0]
		}
	}
	list, err := u.call.FS.ReadDir(full)
	if err != nil {
		return nil
	}
	for _, e := range list {
		switch letter := keep[e.Name()]; {
		case letter == 'Y' && e.IsDir(), letter == 'D' && !e.IsDir(), letter == 0:
		default:
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
	at := u.dir
	defer func() { u.dir = at }()
	for _, d := range slices.Backward(dirs) {
		u.dir = d.dir
		full := u.at(d.name)
		if fi, err := u.call.FS.Lstat(full); err == nil && fi.IsDir() && u.straight(d.name) {
			u.attributes(full, d.h)
		}
	}
}
