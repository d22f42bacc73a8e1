package runner

import (
	"io/fs"
	"time"

	"github.com/aegish/aegish/interp/vfs"
)

// fileTest does the tests on files (test(1)).
func (sh *shell) fileTest(op byte, name string) bool {
	if op == 'h' || op == 'L' {
		fi, err := sh.fs.Lstat(name)
		return err == nil && fi.Mode()&fs.ModeSymlink != 0
	}
	fi, err := sh.fs.Stat(name)
	if err != nil {
		return false
	}
	mode := fi.Mode()
	switch op {
	case 'a', 'e':
		return true
	case 'f':
		return mode.IsRegular()
	case 'd':
		return mode.IsDir()
	case 's':
		return fi.Size() > 0
	case 'p':
		return mode&fs.ModeNamedPipe != 0
	case 'S':
		return mode&fs.ModeSocket != 0
	case 'b':
		return mode&fs.ModeDevice != 0 && mode&fs.ModeCharDevice == 0
	case 'c':
		return mode&fs.ModeCharDevice != 0
	case 'u':
		return mode&fs.ModeSetuid != 0
	case 'g':
		return mode&fs.ModeSetgid != 0
	case 'k':
		return mode&fs.ModeSticky != 0
	case 'r':
		return sh.access(fi, 4)
	case 'w':
		return sh.access(fi, 2)
	case 'x':
		return sh.access(fi, 1)
	case 'O':
		sys, ok := fi.Sys().(*vfs.Sys)
		return ok && int(sys.UID) == sh.eng.cfg.User.UID
	case 'G':
		sys, ok := fi.Sys().(*vfs.Sys)
		return ok && int(sys.GID) == sh.eng.cfg.User.GID
	case 'N':
		sys, ok := fi.Sys().(*vfs.Sys)
		return ok && fi.ModTime().After(sys.Atime)
	}
	return false
}

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

func (sh *shell) compareFiles(left, op, right string) bool {
	a, errA := sh.fs.Stat(left)
	b, errB := sh.fs.Stat(right)
	stamp := func(fi fs.FileInfo, err error) time.Time {
		if err != nil {
			return time.Time{}
		}
		return fi.ModTime()
	}
	switch op {
	case "-nt":
		return errA == nil && (errB != nil || stamp(a, errA).After(stamp(b, errB)))
	case "-ot":
		return errB == nil && (errA != nil || stamp(a, errA).Before(stamp(b, errB)))
	}
	if errA != nil || errB != nil {
		return false
	}
	sa, okA := a.Sys().(*vfs.Sys)
	sb, okB := b.Sys().(*vfs.Sys)
	return okA && okB && sa.Dev == sb.Dev && sa.Ino == sb.Ino
}
