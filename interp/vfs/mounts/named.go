package mounts

import "github.com/aegish/aegish/interp/vfs"

// named is a file under the name that it was opened by.
type named struct {
	vfs.File
	name string
}

func (n named) Name() string { return n.name }

// withName renames a file and keeps what else it can do.
func withName(f vfs.File, name string) vfs.File {
	n := named{f, name}
	if v, ok := f.(vfs.Versioned); ok {
		return struct {
			named
			vfs.Versioned
		}{n, v}
	}
	c, waits := f.(vfs.ContextFile)
	u, looks := f.(vfs.UntilReader)
	t, terminal := f.(vfs.Terminal)
	switch {
	case waits && looks && terminal:
		return struct {
			named
			vfs.ContextFile
			vfs.UntilReader
			vfs.Terminal
		}{n, c, u, t}
	case waits && looks:
		return struct {
			named
			vfs.ContextFile
			vfs.UntilReader
		}{n, c, u}
	case waits:
		return struct {
			named
			vfs.ContextFile
		}{n, c}
	}
	return n
}
