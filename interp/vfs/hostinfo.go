package vfs

import (
	"io/fs"
	"syscall"
	"time"
)

// HostInfo turns what package os says about a file into what an FS says: its
// Sys is a *Sys.
func HostInfo(fi fs.FileInfo) fs.FileInfo {
	st, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return fi
	}
	return &hostInfo{fi, SysOf(st)}
}

type hostInfo struct {
	fs.FileInfo
	sys *Sys
}

func (h *hostInfo) Sys() any { return h.sys }

// SysOf is st in our words.
func SysOf(st *syscall.Stat_t) *Sys {
	return &Sys{
		Dev: uint64(st.Dev), Ino: st.Ino, Nlink: uint64(st.Nlink),
		UID: st.Uid, GID: st.Gid, Rdev: uint64(st.Rdev),
		Atime:  time.Unix(st.Atim.Unix()),
		Ctime:  time.Unix(st.Ctim.Unix()),
		Blocks: st.Blocks,
	}
}

// ModeBits is mode as chmod(2) takes it: permissions, set-user-ID,
// set-group-ID and sticky.
func ModeBits(mode fs.FileMode) uint32 {
	bits := uint32(mode.Perm())
	if mode&fs.ModeSetuid != 0 {
		bits |= syscall.S_ISUID
	}
	if mode&fs.ModeSetgid != 0 {
		bits |= syscall.S_ISGID
	}
	if mode&fs.ModeSticky != 0 {
		bits |= syscall.S_ISVTX
	}
	return bits
}
