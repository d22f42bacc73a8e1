package vfs

import "io/fs"

// SameFile tells whether both describe one file. Files without inode numbers are
// never the same.
func SameFile(a, b fs.FileInfo) bool {
	x, ok := a.Sys().(*Sys)
	y, also := b.Sys().(*Sys)
	return ok && also && x.Ino != 0 && x.Ino == y.Ino && x.Dev == y.Dev
}
