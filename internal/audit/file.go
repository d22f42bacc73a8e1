package audit

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// reserveBytes is how much room Reserve asks the file system for: more than
// the longest record (a command of 64 KiB, each byte as a six-byte escape).
const reserveBytes = 512 * 1024

// file is the sink in a regular file that is only appended to.
type file struct {
	f *os.File
	// torn is set when the beginning of a line was written and its end was
	// not: the next line must not be glued to it.
	torn bool
}

// openFile opens or makes the file with mode 0600. A symlink, anything but a
// regular file, another owner than root or the running user, and a file that
// others may write are refused: the trail would not be one.
func openFile(path string) (sink, error) {
	fd, err := unix.Open(path, unix.O_WRONLY|unix.O_APPEND|unix.O_CREAT|unix.O_CLOEXEC|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY, 0o600)
	if err != nil {
		if errors.Is(err, unix.ELOOP) {
			return nil, fmt.Errorf("audit.file: %s is a symbolic link", path)
		}
		return nil, fmt.Errorf("audit.file: %w", &os.PathError{Op: "open", Path: path, Err: err})
	}
	f := os.NewFile(uintptr(fd), path)
	if err := checkFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("audit.file: %s: %w", path, err)
	}
	return &file{f: f}, nil
}

func checkFile(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return errors.New("not a regular file")
	case !ok || st.Uid != 0 && int(st.Uid) != os.Getuid():
		return errors.New("owned by neither root nor the running user")
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("writable by group or others (mode %04o)", info.Mode().Perm())
	}
	return nil
}

// write appends one line with a single write(2), so that lines of several
// sessions do not mix.
func (s *file) write(line []byte) error {
	entry := append(line, '\n')
	if s.torn {
		entry = append([]byte{'\n'}, entry...)
	}
	n, err := s.f.Write(entry)
	s.torn = err != nil && (s.torn || n > 0)
	return err
}

// reserve makes room behind the end of the file (fallocate(2) with KEEP_SIZE).
// A file system that can not do that says so, and then nothing is known; a
// full one, a file that was removed, and a limit on the size of files that the
// caller has set (RLIMIT_FSIZE, which KEEP_SIZE passes by) are errors.
func (s *file) reserve() error {
	var st unix.Stat_t
	if err := unix.Fstat(int(s.f.Fd()), &st); err != nil {
		return err
	}
	if st.Nlink == 0 {
		return errors.New("the audit file was removed")
	}
	var most unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &most); err != nil {
		return err
	}
	if uint64(st.Size)+reserveBytes > most.Cur {
		return fmt.Errorf("the audit file has %d bytes, and the limit on the size of files is %d", st.Size, most.Cur)
	}
	err := unix.Fallocate(int(s.f.Fd()), unix.FALLOC_FL_KEEP_SIZE, st.Size, reserveBytes)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return nil
	}
	return err
}

func (s *file) limit() int   { return 0 }
func (s *file) close() error { return s.f.Close() }
