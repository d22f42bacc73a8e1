package memory

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/vfs"
)

// In an image of changes each inode says in addition whether it comes from the
// base: 0, or 1 with the path it has there, its number of links and what has
// happened to it. Directories of the base list the names that are different; 0
// stands for one that was removed. What is not listed is the base's.
const changesMagic = "aegish changes of a filesystem 1\n"

// ErrBase is what Import returns for an image of changes without their base, or
// with another one, and for an image of a whole filesystem with a base.
var ErrBase = errors.New("image that does not go with the base")

// maxBaseName bounds Options.BaseName in an image, in bytes.
const maxBaseName = 4096

// What an image says of an inode of the base, beside a change.
const (
	hereBit   = 1 << 8
	opaqueBit = 1 << 9
)

// prune forgets what is below a directory and no different from the base, also
// of files with several names. It tells whether something stays.
func (c *core) prune(dir uint64) (stays bool) {
	var gone []string
	for name, ino := range c.t.get(dir).kids {
		i := c.t.get(ino)
		switch {
		case ino == 0:
			stays = true
		case i == nil: // another name of it was met before
			gone = append(gone, name)
		case c.same(ino, i):
			gone = append(gone, name)
			c.drop(ino)
		default:
			stays = true
		}
	}
	if len(gone) > 0 {
		d := c.t.edit(dir)
		for _, name := range gone {
			delete(d.kids, name)
		}
	}
	return stays
}

// same tells whether an inode is the base's, and all that is below it.
func (c *core) same(ino uint64, i *inode) bool {
	below := i.isDir() && c.prune(ino)
	return !below && i.origin != nil && i.origin.changed == 0 && !i.origin.opaque
}

func (e *encoder) origin(i *inode) {
	o := i.origin
	if o == nil {
		e.number(0)
		return
	}
	state := uint64(o.changed)
	if o.here {
		state |= hereBit
	}
	if o.opaque {
		state |= opaqueBit
	}
	e.number(1)
	e.text(o.path)
	e.number(uint64(max(i.nlink, 0)))
	e.number(state)
}

// begin reads the magic and makes room for the root.
func (d *decoder) begin() error {
	magic := imageMagic
	if d.c.base != nil {
		magic = changesMagic
	}
	line, err := d.line(max(len(imageMagic), len(changesMagic)))
	switch {
	case err != nil:
		return err
	case line == imageMagic && line != magic:
		return fmt.Errorf("%w: it is of a whole filesystem", ErrBase)
	case line == changesMagic && line != magic:
		return fmt.Errorf("%w: it is of changes to one", ErrBase)
	case line != magic:
		return ErrDamaged
	}
	if d.c.base != nil {
		name, err := d.text(maxBaseName)
		if err != nil {
			return err
		}
		if string(name) != d.c.base.name {
			return fmt.Errorf("%w: it is of changes to %q", ErrBase, name)
		}
	}
	d.c.drop(rootIno)
	if d.c.base != nil {
		d.c.base.held = 0
	}
	return nil
}

// line reads a line of at most limit bytes.
func (d *decoder) line(limit int) (string, error) {
	var b []byte
	for len(b) < limit {
		c, err := d.ReadByte()
		if err != nil {
			return "", err
		}
		if b = append(b, c); c == '\n' {
			break
		}
	}
	return string(b), nil
}

// origin reads where an inode comes from and looks at what the base has there
// now.
func (d *decoder) origin(i *inode) error {
	kind, err := d.number()
	if err != nil || kind == 0 {
		return err
	}
	path, err := d.text(vfs.MaxPath)
	if err != nil {
		return err
	}
	links, err := d.number()
	if err != nil {
		return err
	}
	state, err := d.number()
	if err != nil {
		return err
	}
	if kind != 1 || links > 1<<32 || !cleanPath(string(path)) || state&^(hereBit|opaqueBit|uint64(metaChange|dataChange|nameChange)) != 0 {
		return ErrDamaged
	}
	o := &origin{path: string(path), changed: change(state & 0xff), here: state&hereBit != 0, opaque: state&opaqueBit != 0, initialLength: i.size}
	i.origin, i.nlink = o, int64(links)
	before, err := d.c.before(o.path)
	if err != nil {
		return err
	}
	if before == nil || before.Mode().Type() != i.mode.Type() {
		o.opaque = true // nothing of it is there any more
		return nil
	}
	now := &inode{}
	now.adopt(o.path, before)
	o.dev, o.ino, o.rdev, o.blocks, o.initialLength = now.origin.dev, now.origin.ino, now.origin.rdev, now.origin.blocks, now.size
	o.linked = now.nlink > 1 && !i.isDir() && o.ino != 0
	if i.elsewhere() {
		i.size = now.size
	}
	return nil
}

// cleanPath tells whether a path is absolute and has no odd parts.
func cleanPath(path string) bool {
	rest, ok := strings.CutPrefix(path, "/")
	if !ok || strings.Contains(path, "\x00") {
		return false
	}
	for part := range strings.SplitSeq(rest, "/") {
		if part == "." || part == ".." || part == "" && rest != "" {
			return false
		}
	}
	return true
}

// hold gives an inode of the base its number.
func (d *decoder) hold(i *inode) error {
	c := d.c
	if int64(c.base.held) >= 2*(c.limits.Files+maxClean) {
		return syscall.ENOSPC
	}
	c.t.put(c.next, i)
	c.base.held++
	if i.origin.linked {
		c.base.linked[[2]uint64{i.origin.dev, i.origin.ino}] = c.next
	}
	c.next++
	return nil
}
