package archives

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/aegish/aegish/interp/command"
	"github.com/aegish/aegish/interp/commands/archives/tarfile"
	"github.com/aegish/aegish/interp/vfs"
)

// A comparison is one member of -d beside the file of its name.
type comparison struct {
	*unpacker
	h    *tarfile.Header
	name string // as messages have it
	full string
}

// compare tells what differs; it makes the status 1.
func (u *unpacker) compare(h *tarfile.Header, name string, content io.Reader) error {
	name = strings.TrimRight(name, "/")
	c := &comparison{u, h, u.inMessage(strings.TrimRight(h.Name, "/")), u.at(name)}
	fi, err := u.call.FS.Lstat(c.full)
	if err != nil {
		verb := "stat"
		if h.Type == tarfile.Symlink {
			verb = "readlink"
		}
		u.call.Errorf("%s: Warning: Cannot %s: %s", c.name, verb, command.Message(err))
		u.status = max(u.status, 1)
		return nil
	}
	kind := h.Type
	if h.IsDir() {
		kind = tarfile.Dir
	}
	switch kind {
	case tarfile.Regular, tarfile.OldRegular, tarfile.Contiguous, tarfile.Sparse:
		if !fi.Mode().IsRegular() {
			c.differs("File type differs")
			return nil
		}
		return c.file(fi, content)
	case tarfile.Dir, tarfile.Dumpdir:
		if !fi.IsDir() {
			c.differs("File type differs")
		} else {
			c.mode(fi)
		}
	case tarfile.Symlink:
		target, err := u.call.FS.Readlink(c.full)
		switch {
		case err != nil:
			u.warn("%s: Cannot readlink: %s", c.name, command.Message(err))
		case target != h.Linkname:
			c.differs("Symlink differs")
		}
	case tarfile.Link:
		other, err := u.call.FS.Lstat(u.at(u.safe(h.Linkname, "hard link targets")))
		a, _ := identity(fi)
		if err == nil {
			if b, _ := identity(other); a == b {
				return nil
			}
		}
		c.differs("Not linked to " + quote(h.Linkname))
	default:
		if fi.Mode().IsRegular() || fi.IsDir() || fi.Mode()&fs.ModeSymlink != 0 {
			c.differs("File type differs")
		} else {
			c.mode(fi)
		}
	}
	return nil
}

func (c *comparison) differs(what string) {
	fmt.Fprintf(c.out, "%s: %s\n", c.name, what)
	c.status = max(c.status, 1)
}

func (c *comparison) mode(fi fs.FileInfo) {
	if int64(vfs.ModeBits(fi.Mode())) != c.h.Mode&0o7777 {
		c.differs("Mode differs")
	}
}

// file compares a regular file.
func (c *comparison) file(fi fs.FileInfo, content io.Reader) error {
	c.mode(fi)
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		if int64(s.UID) != c.h.UID {
			c.differs("Uid differs")
		}
		if int64(s.GID) != c.h.GID {
			c.differs("Gid differs")
		}
	}
	if !fi.ModTime().Truncate(time.Second).Equal(c.h.ModTime.Truncate(time.Second)) {
		c.differs("Mod time differs")
	}
	if fi.Size() != c.h.Size {
		c.differs("Size differs")
		return nil
	}
	in, err := c.call.Open(c.ctx, c.full)
	if err != nil {
		c.warn("%s: Cannot open: %s", c.name, command.Message(err))
		return nil
	}
	defer in.Close()
	mine, theirs := make([]byte, command.BufferBytes), make([]byte, command.BufferBytes)
	for {
		n, err := io.ReadFull(content, theirs)
		if n == 0 {
			if err == io.EOF {
				err = nil
			}
			return err
		}
		k, _ := io.ReadFull(in, mine[:n])
		if !bytes.Equal(mine[:k], theirs[:n]) {
			c.differs("Contents differ")
			return nil
		}
	}
}
