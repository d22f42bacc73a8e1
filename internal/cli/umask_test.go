package cli

import (
	"io/fs"
	"syscall"
	"testing"
)

func TestUmaskIn(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]fs.FileMode{
		"Name:\tx\nUmask:\t0027\nState:\tR\n": 0o027,
		"Umask:\t0000\n":                      0,
		"Umask:\t7777":                        0o777,
		"Name:\tUmask:\nState:\tR\n":          0o077,
		"Umask:\tx\n":                         0o077,
		"":                                    0o077,
	} {
		if got := umaskIn(status); got != want {
			t.Errorf("%q: %o, want %o", status, got, want)
		}
	}
}

// TestUmaskIsThatOfTheProcess changes what belongs to the whole process: it is
// not parallel.
func TestUmaskIsThatOfTheProcess(t *testing.T) {
	old := syscall.Umask(0o037)
	got := umask()
	syscall.Umask(old)
	if got != 0o037 {
		t.Errorf("%o", got)
	}
	if umask() != fs.FileMode(old) {
		t.Errorf("%o, want %o", umask(), old)
	}
}
