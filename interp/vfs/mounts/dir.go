package mounts

import (
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

var _ vfs.DirOpener = (*FS)(nil)

// OpenDir implements vfs.DirOpener. Where something is mounted in the directory,
// or its filesystem has no such call, files are looked up by their whole names.
func (f *FS) OpenDir(name string) (dir vfs.Dir, err error) {
	err = f.walk(name, func(m *mount, inner, whole string) (err error) {
		o, ok := m.bare.(vfs.DirOpener)
		if ok && len(f.covering("/"+strings.Trim(whole, "/"))) == 0 {
			dir, err = o.OpenDir(inner)
			return err
		}
		dir = vfs.ByName(f, whole)
		_, err = m.bare.Lstat(strings.TrimRight(inner, "/") + "/.")
		return err
	})
	if err != nil {
		return nil, renamed(err, "open", name)
	}
	return dir, nil
}
