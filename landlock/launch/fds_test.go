package launch

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestCloseOnExecOneByOne covers what kernels before 5.11 need.
func TestCloseOnExecOneByOne(t *testing.T) {
	t.Parallel()
	var fds []int
	for _, above := range []int{3, 50, 200} {
		fd, err := unix.FcntlInt(0, unix.F_DUPFD, above)
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(fd)
		fds = append(fds, fd)
	}
	if e := closeOnExecOneByOne(); e != 0 {
		t.Fatal(unix.Errno(e))
	}
	for _, fd := range fds {
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil || flags != unix.FD_CLOEXEC {
			t.Errorf("descriptor %d: flags %d, %v", fd, flags, err)
		}
	}
	if flags, err := unix.FcntlInt(2, unix.F_GETFD, 0); err != nil || flags != 0 {
		t.Errorf("standard error: flags %d, %v", flags, err)
	}
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in string
		n  int
		ok bool
	}{
		{"0\x00", 0, true}, {"42\x00junk", 42, true}, {".\x00", 0, false}, {"..\x00", 0, false},
		{"\x00", 0, false}, {"4x\x00", 0, false}, {"12", 0, false}, {"", 0, false},
		{"99999999999999999999\x00", 0, false},
	} {
		if n, ok := number([]byte(tt.in)); n != tt.n || ok != tt.ok {
			t.Errorf("number(%q) = %d, %v", tt.in, n, ok)
		}
	}
}
