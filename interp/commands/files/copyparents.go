package files

import (
	"io/fs"

	"github.com/aegish/aegish/interp/command"
)

// A parent is a directory that --parents made or found.
type parent struct {
	name  string
	fi    fs.FileInfo // of the source
	reset uint32      // the mode to give it when mode is set
	mode  bool
}

// parents makes the directories of a name below dir.
func (c *copier) parents(dir, name string) (made []parent, ok bool) {
	for i := 1; i < len(name); i++ {
		if name[i] != '/' || name[i-1] == '/' {
			continue
		}
		from, to := name[:i], join(dir, name[:i])
		fi, err := c.in.FS.Stat(from)
		if err == nil && !fi.IsDir() {
			_, err = c.in.FS.Stat(from + "/")
		}
		old, missing := c.in.FS.Stat(to)
		if err != nil && (missing != nil || c.mode || c.times) {
			return made, c.fail("failed to get attributes of %s: %s", command.QuoteShell(from), message(err))
		}
		switch {
		case missing == nil && !old.IsDir():
			return made, c.fail("%s exists but is not a directory", command.QuoteShell(to))
		case missing == nil:
			made = append(made, parent{name: to, fi: fi})
			continue
		}
		p, ok := c.parent(to, fi)
		if !ok {
			return made, false
		}
		made = append(made, p)
		if c.verbose {
			c.in.Printf("%s -> %s\n", from, to)
		}
	}
	return made, true
}

// parent makes one directory, in which the user can work for now.
func (c *copier) parent(name string, like fs.FileInfo) (parent, bool) {
	bits := bitsOf(like.Mode()) & rwxAll
	if c.plain {
		bits = rwxAll
	}
	if err := c.in.FS.Mkdir(name, modeOf(bits)); err != nil {
		return parent{}, c.fail("cannot make directory %s: %s", command.QuoteShell(name), message(err))
	}
	p := parent{name: name, fi: like}
	made, err := c.in.FS.Lstat(name)
	if err != nil {
		return p, c.fail("failed to get attributes of %s: %s", command.QuoteShell(name), message(err))
	}
	if now := bitsOf(made.Mode()); now&0o700 != 0o700 {
		p.mode, p.reset = true, now
		if err := c.in.FS.Chmod(name, modeOf(now|0o700)); err != nil {
			return p, c.fail("setting permissions for %s: %s", command.QuoteShell(name), message(err))
		}
	}
	return p, true
}

// protect gives the directories of parents the attributes they are to have.
func (c *copier) protect(made []parent) {
	for _, p := range made {
		if c.times {
			if err := c.in.FS.Chtimes(p.name, sys(p.fi).Atime, p.fi.ModTime()); err != nil {
				c.fail("failed to preserve times for %s: %s", command.QuoteShell(p.name), message(err))
			}
		}
		bits, set := p.reset, p.mode
		if c.mode {
			bits, set = bitsOf(p.fi.Mode()), true
		}
		if !set {
			continue
		}
		if err := c.in.FS.Chmod(p.name, modeOf(bits)); err != nil {
			c.fail("failed to preserve permissions for %s: %s", command.QuoteShell(p.name), message(err))
		}
	}
}
