package prefault

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestAskMakesPagesPresent looks at new pages with mincore(2).
func TestAskMakesPagesPresent(t *testing.T) {
	const pages = 16
	fresh, err := unix.Mmap(-1, 0, pages*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(fresh) }()
	present := func() (n int) {
		var there [pages]byte
		_, _, e := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&fresh[0])), pages*page, uintptr(unsafe.Pointer(&there[0])))
		if e != 0 {
			t.Fatal(e)
		}
		for _, p := range there {
			n += int(p & 1)
		}
		return n
	}
	if n := present(); n != 0 {
		t.Fatalf("%d pages are there before anyone asked", n)
	}
	if err := ask(unsafe.Pointer(&fresh[0]), pages*page/2); err != nil {
		t.Fatal(err)
	}
	if n := present(); n != pages/2 {
		t.Errorf("%d pages are there, want %d", n, pages/2)
	}
}
