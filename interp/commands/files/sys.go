package files

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/aegish/aegish/interp/commands/gnu"
	"github.com/aegish/aegish/interp/vfs"
)

// errno is the number behind an error of an FS, 0 when there is none.
func errno(err error) syscall.Errno {
	var no syscall.Errno
	if errors.As(err, &no) {
		return no
	}
	if errors.Is(err, fs.ErrNotExist) {
		return syscall.ENOENT
	}
	return 0
}

// sys is what an FS knows of a file beyond package fs.
func sys(fi fs.FileInfo) *vfs.Sys {
	if s, ok := fi.Sys().(*vfs.Sys); ok {
		return s
	}
	return &vfs.Sys{Nlink: 1, Atime: fi.ModTime(), Ctime: fi.ModTime()}
}

// fileID identifies a file among all that are there.
type fileID struct{ dev, ino uint64 }

func idOf(fi fs.FileInfo) fileID {
	s := sys(fi)
	return fileID{s.Dev, s.Ino}
}

// sameFile tells whether both describe one file. Files without inode numbers
// are never the same.
func sameFile(a, b fs.FileInfo) bool { return vfs.SameFile(a, b) }

// ask puts a question on standard error and reads an answer from standard
// input: yes is what begins with y or Y.
func ask(ctx context.Context, in *gnu.Invocation, question string) bool {
	_ = in.Out.Flush() // Finish reports its error
	_, _ = in.Stderr.Write([]byte(in.Name() + ": " + question + "? "))
	line, _ := in.Stdin.ReadUntil(ctx, '\n', in.Limits.LineBytes)
	return len(line) > 0 && line[0]|0x20 == 'y'
}

// owners turns numbers of users and groups into names, once for each.
type owners struct {
	in            *gnu.Invocation
	users, groups map[uint32]string
}

func newOwners(in *gnu.Invocation) *owners { return &owners{in: in} }

// maxPasswd bounds what is read of /etc/passwd and /etc/group.
const maxPasswd = 1 << 20

// user is the name of a user, empty when there is none.
func (o *owners) user(uid uint32) string {
	if o.users == nil {
		o.users = o.read("/etc/passwd", uint32(o.in.User.UID), o.in.User.Name)
	}
	return o.users[uid]
}

// group is the name of a group, empty when there is none.
func (o *owners) group(gid uint32) string {
	if o.groups == nil {
		o.groups = o.read("/etc/group", uint32(o.in.User.GID), o.in.User.Group)
	}
	return o.groups[gid]
}

// read reads a file of passwd(5) or group(5): in both the third field is the
// number. The Call's user and root are always known.
func (o *owners) read(file string, id uint32, name string) map[uint32]string {
	names := map[uint32]string{0: "root"}
	for line := range strings.Lines(readSmall(o.in, file, maxPasswd)) {
		fields := strings.SplitN(line, ":", 4)
		if len(fields) < 4 {
			continue
		}
		if n, ok := decimal(fields[2], 1<<32-1); ok {
			if _, known := names[uint32(n)]; !known || n == 0 {
				names[uint32(n)] = fields[0]
			}
		}
	}
	if name != "" {
		names[id] = name
	}
	return names
}

// byName is the number of a user or a group.
func byName(names map[uint32]string, name string) (uint32, bool) {
	for id, n := range names {
		if n == name {
			return id, true
		}
	}
	n, ok := decimal(name, 1<<32-2)
	return uint32(n), ok
}

// decimal reads an unsigned number of at most most.
func decimal(text string, most int64) (n int64, ok bool) {
	if text == "" {
		return 0, false
	}
	for i := range len(text) {
		c := text[i]
		if c < '0' || c > '9' {
			return 0, false
		}
		if n = n*10 + int64(c-'0'); n > most {
			return 0, false
		}
	}
	return n, true
}

// readSmall reads the beginning of a file; an error is the same as nothing.
func readSmall(in *gnu.Invocation, name string, most int) string {
	f, err := in.FS.OpenFile(name, syscall.O_RDONLY, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	buf := make([]byte, most)
	n := 0
	for n < len(buf) {
		k, err := f.Read(buf[n:])
		n += k
		if err != nil || k == 0 {
			break
		}
	}
	return string(buf[:n])
}
