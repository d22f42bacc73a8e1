package archives

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/vfs"
)

// place makes what a member is under a name.
func (z *unzipper) place(e *zipEntry, name string, crypt *zipCrypt) error {
	for renamed := false; ; renamed = true {
		if _, err := z.call.FS.Lstat(z.u.at(name)); z.fresh && !renamed && err != nil {
			return nil
		}
		place, err := z.u.parent(name)
		if err != nil {
			z.blocked(name, e.name, err)
			return nil
		}
		if e.directory() {
			if place == "." {
				return nil
			}
			if err := z.mkdir(e, name, place); err != nil {
				z.blocked(name, e.name, err)
			}
			return nil
		}
		switch do, other := z.decide(e, name, place, renamed); do {
		case doSkip:
			return nil
		case doRename:
			name = strings.Join(split(other), "/")
			if name == "" || slices.Contains(split(other), "..") {
				return nil
			}
		default:
			return z.write(e, name, place, crypt)
		}
	}
}

// directory makes the one to unpack into.
func (z *unzipper) directory() bool {
	if z.dir == "" || z.test || z.pipe {
		return true
	}
	if fi, err := z.call.FS.Stat(z.dir); err == nil && fi.IsDir() {
		return true
	}
	if z.fresh {
		return true // nothing is made
	}
	err := z.call.FS.Mkdir(z.dir, 0o777)
	if err != nil {
		z.tell("checkdir:  cannot create extraction directory: %s\n           %s\n", z.shown(z.dir), command.Message(err))
		z.worse(unzipError)
	}
	return err == nil
}

// blocked reports why there is no directory for a member.
func (z *unzipper) blocked(name, member string, err error) {
	z.worse(unzipError)
	at := ""
	for _, part := range split(name) {
		at = strings.TrimPrefix(at+"/"+part, "/")
		fi, serr := z.call.FS.Stat(z.u.at(at))
		if serr == nil && fi.IsDir() {
			continue
		}
		if serr == nil {
			z.tell("checkdir error:  %s exists but is not directory\n                 unable to process %s.\n", z.shown(z.u.at(at)), z.shown(member))
			return
		}
		break
	}
	if _, lerr := z.call.FS.Lstat(z.u.at(at)); lerr == nil {
		err = syscall.EEXIST
	}
	z.tell("checkdir error:  cannot create %s\n                 %s\n                 unable to process %s.\n", z.shown(z.u.at(at)), command.Message(err), z.shown(member))
}

func (z *unzipper) mkdir(e *zipEntry, name, place string) error {
	full := z.u.at(place)
	fi, err := z.call.FS.Stat(full)
	if err == nil && fi.IsDir() {
		return nil
	}
	if err == nil || !vfs.Missing(err) {
		return syscall.ENOTDIR
	}
	if err := z.call.FS.Mkdir(full, 0o777); err != nil {
		return err
	}
	if z.quiet == 0 {
		z.say("%11s: %s\n", "creating", z.shown(z.u.at(name)+"/"))
	}
	when, _ := e.modified(z.zone)
	z.dirs = append(z.dirs, zipDir{full, when, z.mode(e)})
	if err := z.hold(len(full)); err != nil {
		return err
	}
	return z.call.FS.Chmod(full, z.mode(e)|0o700)
}

// A zipDir is a directory whose mode and time are set once all is in it.
type zipDir struct {
	name string
	when time.Time
	mode fs.FileMode
}

// setTimes gives the directories that were made their modes and times.
func (z *unzipper) setTimes() {
	for _, d := range slices.Backward(z.dirs) {
		z.attributes(d.name, d.mode, d.when, z.timeless > 0)
	}
}

// write makes a file or link of a member.
func (z *unzipper) write(e *zipEntry, name, place string, crypt *zipCrypt) error {
	full, shown := z.u.at(place), z.u.at(name)
	if !z.clear(full) {
		return nil
	}
	link := e.symbolic()
	var target []byte
	if link {
		var text limitedText
		if ok, err := z.content(e, &text, crypt); !ok || err != nil {
			return err
		}
		if target = text.b; z.quiet == 0 {
			z.say("%11s: %s  -> %s \n", "linking", z.padded(shown), z.shown(string(target)))
		}
	} else if z.quiet == 0 {
		z.heading(e, shown)
	}
	perm := fs.FileMode(0o666)
	f, err := vfs.OpenContext(z.ctx, z.call.FS, full, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, perm)
	if err != nil {
		z.tell("error:  cannot create %s\n        %s\n", z.shown(full), command.Message(err))
		z.worse(unzipDisk)
		return nil
	}
	ok := true
	if link {
		_, err = f.Write(target)
	} else {
		ok, err = z.content(e, f, crypt)
	}
	if cerr := f.Close(); err == nil && cerr != nil {
		err = &command.OutputError{Err: cerr}
	}
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			z.tell("%s:  write error: %s\n", z.shown(full), command.Message(err))
		}
		return err
	}
	if link {
		z.links = append(z.links, zipLink{full, shown, string(target)})
		return z.hold(len(full) + len(shown) + len(target))
	}
	if z.quiet == 0 && ok {
		z.say("\n")
	}
	when, _ := e.modified(z.zone)
	z.attributes(full, z.mode(e), when, z.timeless > 1)
	return nil
}

// limitedText keeps the target of a link.
type limitedText struct{ b []byte }

func (l *limitedText) Write(p []byte) (int, error) {
	if len(l.b)+len(p) > vfs.MaxPath {
		return 0, syscall.ENAMETOOLONG
	}
	l.b = append(l.b, p...)
	return len(p), nil
}

// clear takes away what has the name of a member, or with -B puts it aside.
func (z *unzipper) clear(full string) bool {
	fi, err := z.call.FS.Lstat(full)
	if err != nil {
		return true
	}
	if z.backup {
		if err := z.call.FS.Rename(full, z.aside(full)); err != nil {
			z.tell("error:  cannot rename old %s\n        %s\n", z.shown(full), command.Message(err))
			z.worse(unzipDisk)
			return false
		}
		return true
	}
	if err = syscall.EISDIR; !fi.IsDir() {
		err = z.call.FS.Remove(full)
	}
	if err != nil {
		z.tell("error:  cannot delete old %s\n        %s\n", z.shown(full), command.Message(err))
		z.worse(unzipDisk)
		return false
	}
	return true
}

// backups bounds how many names are tried for what is put aside.
const backups = 1 << 16

func (z *unzipper) aside(full string) string {
	name := full + "~"
	for i := 1; i < backups; i++ {
		if _, err := z.call.FS.Lstat(name); err != nil {
			break
		}
		name = full + "~" + strconv.Itoa(i)
	}
	return name
}

// attributes gives a file its mode and times.
func (z *unzipper) attributes(full string, mode fs.FileMode, when time.Time, timeless bool) {
	if !timeless {
		if err := z.call.FS.Chtimes(full, when, when); err != nil {
			z.tell("warning:  cannot set modif./access times for %s\n          %s\n", z.shown(full), command.Message(err))
			z.worse(unzipWarning)
		}
	}
	if err := z.call.FS.Chmod(full, mode); err != nil {
		z.tell("warning:  cannot set permissions for %s\n          %s\n", z.shown(full), command.Message(err))
		z.worse(unzipWarning)
	}
}

// A zipLink is a symbolic link that is a file with its target until all else was
// unpacked, so that nothing is unpacked through it.
type zipLink struct{ full, shown, target string }

// finishLinks makes the links.
func (z *unzipper) finishLinks() {
	if len(z.links) > 0 && z.quiet == 0 {
		z.say("finishing deferred symbolic links:\n")
	}
	for _, l := range z.links {
		if !z.waits(l) {
			continue
		}
		if z.quiet == 0 {
			z.say("  %s -> %s\n", z.padded(l.shown), z.shown(l.target))
		}
		err := z.call.FS.Remove(l.full)
		if err == nil {
			err = z.call.FS.Symlink(l.target, l.full)
		}
		if err != nil {
			z.tell("symlink error: %s\n", command.Message(err))
			z.worse(unzipWarning)
		}
	}
}

// waits tells whether a file that stands for a link is still there.
func (z *unzipper) waits(l zipLink) bool {
	fi, err := z.call.FS.Lstat(l.full)
	if err != nil || !fi.Mode().IsRegular() || fi.Size() != int64(len(l.target)) {
		return false
	}
	f, err := vfs.OpenContext(z.ctx, z.call.FS, l.full, syscall.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	have, err := io.ReadAll(io.LimitReader(f, vfs.MaxPath+1))
	return err == nil && string(have) == l.target
}
