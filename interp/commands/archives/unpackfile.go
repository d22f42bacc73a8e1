package archives

import (
	"errors"
	"io"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// errNewer is a file that is not replaced because it is not older, which has
// been told.
var errNewer = errors.New("newer or same age")

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
