package files

import (
	"io/fs"

	"github.com/aegish/aegish/interp/commands/gnu"
)

// A verdict is what becomes of a copy between two names of one file.
type verdict int

const (
	distinct verdict = iota // it does no harm
	settled                 // there is nothing to do
	clash                   // it would destroy the file
)

func isLink(fi fs.FileInfo) bool { return fi.Mode()&fs.ModeSymlink != 0 }

// same judges a copy of src over dst, which exist. Whether links were followed
// to them says c.follow.
func (c *copier) same(from, to string, src, dst fs.FileInfo) verdict {
	one := sameFile(src, dst)
	if one && c.hard {
		return settled
	}
	srcLink, dstLink := src, dst
	if c.follow == followNone {
		if isLink(src) && isLink(dst) {
			return c.sameLinks(from, to, one)
		}
	} else {
		if !one {
			return distinct
		}
		var err error
		if dstLink, err = c.in.FS.Lstat(to); err == nil {
			srcLink, err = c.in.FS.Lstat(from)
		}
		if err != nil || isLink(srcLink) && isLink(dstLink) && c.removeFirst {
			return distinct
		}
	}
	oneLink := sameFile(srcLink, dstLink)
	if c.backup.kind != "" {
		return c.sameBackedUp(from, to, srcLink, dstLink, oneLink)
	}
	if c.moves || c.removeFirst {
		if isLink(dstLink) {
			return distinct
		}
		if oneLink && sys(dstLink).Nlink > 1 && !sameName(c.in, from, to) {
			if c.moves || c.symbolic {
				return clash
			}
			return distinct
		}
	}
	if !isLink(srcLink) && !isLink(dstLink) {
		switch {
		case !oneLink:
			return distinct
		case c.hard:
			return settled
		}
	}
	if c.moves && isLink(src) && sys(dstLink).Nlink > 1 {
		if real, err := gnu.Resolve(c.in.FS, c.in.Dir, from, gnu.MustExist); err == nil {
			if sameName(c.in, real, to) {
				return clash
			}
			return distinct
		}
	}
	if c.symbolic && isLink(dstLink) {
		return distinct
	}
	return c.sameBehindLinks(from, to, srcLink, dstLink)
}

// sameLinks is about two symbolic links that are copied as such.
func (c *copier) sameLinks(from, to string, one bool) verdict {
	switch {
	case sameName(c.in, from, to):
		return clash
	case c.backup.kind != "" || !one:
		return distinct
	case c.moves:
		return clash
	}
	return settled
}

// sameBackedUp is about a destination that is renamed first.
func (c *copier) sameBackedUp(from, to string, src, dst fs.FileInfo, one bool) verdict {
	if one && !sameName(c.in, from, to) {
		return distinct
	}
	if one || !c.moves && c.follow != followNone && isLink(src) && !isLink(dst) {
		return clash
	}
	return distinct
}

// sameBehindLinks looks where links lead that are copied as such.
func (c *copier) sameBehindLinks(from, to string, src, dst fs.FileInfo) verdict {
	if c.follow != followNone {
		return clash
	}
	a, b := src, dst
	var err error
	if isLink(src) {
		if a, err = c.in.FS.Stat(from); err != nil {
			return distinct
		}
	}
	if isLink(dst) {
		if b, err = c.in.FS.Stat(to); err != nil {
			return distinct
		}
	}
	switch {
	case !sameFile(a, b):
		return distinct
	case c.hard && !isLink(dst):
		return settled
	case c.hard:
		return distinct
	}
	return clash
}
