package runner

import (
	"io/fs"

	"github.com/aegish/aegish/interp/vfs"
)

// access is access(2) by mode bits; root may do all but run what nobody may.
func (sh *shell) access(fi fs.FileInfo, want fs.FileMode) bool {
	perm := fi.Mode().Perm()
	u := &sh.eng.cfg.User
	if u.UID == 0 {
		return want != 1 || fi.IsDir() || perm&0o111 != 0
	}
	sys, ok := fi.Sys().(*vfs.Sys)
	switch {
	case ok && int(sys.UID) == u.UID:
		return perm>>6&want != 0
	case ok && int(sys.GID) == u.GID:
		return perm>>3&want != 0
	}
	return perm&want != 0
}
