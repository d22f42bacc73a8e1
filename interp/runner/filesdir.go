package runner

import (
	"strings"

	"github.com/aegish/aegish/interp/vfs"
)

var _ vfs.DirOpener = (*files)(nil)

// OpenDir implements vfs.DirOpener. Nothing is read from the directory, so that
// the hook is not asked, as it is not for Lstat; where there is one, files are
// found by whole names, which it is asked about when they change. Descriptors have
// names in some directories, which only whole names find.
func (f *files) OpenDir(name string) (vfs.Dir, error) {
	full, err := f.absolute("open", name)
	if err != nil {
		return nil, err
	}
	if f.sh.eng.cfg.Hooks.BeforeOpen != nil || strings.HasPrefix(full, "/dev") || strings.HasPrefix(full, "/proc") || full == "/" || strings.Contains(full, "/..") {
		return vfs.ByName(f, full), nil
	}
	return vfs.OpenDir(f.base(), full)
}
