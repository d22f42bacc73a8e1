package vfs

import "io/fs"

// The rights that Allows is asked for, as in access(2).
const (
	MayExecute fs.FileMode = 1 // of a directory: search
	MayWrite   fs.FileMode = 2
	MayRead    fs.FileMode = 4
)

// Allows tells whether the mode of a file gives a user of one group the right:
// faccessat(2) with AT_EACCESS, without what a filesystem may refuse beyond its
// modes. Root may do all but run what nobody may. A file without a *Sys counts
// as somebody else's.
func Allows(info fs.FileInfo, uid, gid int64, right fs.FileMode) bool {
	perm := info.Mode().Perm()
	sys, ok := info.Sys().(*Sys)
	switch {
	case uid == 0:
		return right != MayExecute || info.IsDir() || perm&0o111 != 0
	case ok && int64(sys.UID) == uid:
		return perm&(right<<6) != 0
	case ok && int64(sys.GID) == gid:
		return perm&(right<<3) != 0
	}
	return perm&right != 0
}
