package landlock

import (
	"bufio"
	"errors"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A mount is one line of mountinfo (proc_pid_mountinfo(5)).
type mount struct {
	id      uint64
	device  string // major:minor of the filesystem
	root    string // the directory of the filesystem that is mounted
	point   string // where
	options string // of this mount, such as rw,noexec
}

// maxMounts bounds the table of mounts; the kernel's own limit is
// fs.mount-max, 100,000.
const maxMounts = 200_000

// readMounts reads the table of mounts of this process.
func readMounts() ([]mount, error) {
	file, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []mount
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64*1024)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || len(list) == maxMounts {
			return nil, errors.New("the table of mounts can not be read")
		}
		id, err := strconv.ParseUint(fields[0], 10, 64)
		if err != nil {
			return nil, errors.New("the table of mounts can not be read")
		}
		list = append(list, mount{id, fields[2], unescape(fields[3]), unescape(fields[4]), fields[5]})
	}
	return list, lines.Err()
}

// unescape reads the octal escapes for blanks, newlines and backslashes.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// inside gives the path within its filesystem of a file at name, on this mount.
func (m mount) inside(name string) (string, bool) {
	rest, ok := below(m.point, name)
	return path.Join(m.root, rest), ok
}

// outside gives the name under which this mount shows a path of its filesystem.
func (m mount) outside(inside string) (string, bool) {
	rest, ok := below(m.root, inside)
	return path.Join(m.point, rest), ok
}

// below cuts the directory off a path that is the directory or below it.
func below(dir, name string) (string, bool) {
	switch {
	case dir == name:
		return "", true
	case dir == "/":
		return strings.TrimPrefix(name, "/"), true
	}
	return strings.CutPrefix(name, dir+"/")
}

// mountID says on which mount an open file lies (statx(2), Linux 5.8).
func mountID(fd int) (uint64, error) {
	var st unix.Statx_t
	err := unix.Statx(fd, "", unix.AT_EMPTY_PATH, unix.STATX_MNT_ID, &st)
	if err == nil && st.Mask&unix.STATX_MNT_ID == 0 {
		err = unix.ENOSYS
	}
	return st.Mnt_id, err
}
