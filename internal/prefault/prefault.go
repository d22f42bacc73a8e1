// Package prefault asks the kernel for the first part of the heap in one call,
// while the program's packages are initialized. Every start of aegish uses that
// much, and page by page it costs half a millisecond more.
//
// Import it for its effect, from the main package; nothing depends on it.
package prefault

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// size is what the shortest run of aegish has touched of its heap in the end, in
// bytes, rounded down.
const size = 1 << 20

const page = 4096

// Packages are initialized in the order of their paths as soon as what they
// import is (the Go specification, "Program initialization"), so that this comes
// before the large tables of other modules. A new page lies where the heap grows.
var _ = ask(unsafe.Pointer(new([page]byte)), size)

// ask has so many bytes made present, from the page on that first is in. Kernels
// before 5.14 do not know how, and where the mapping ends earlier the kernel
// stops there (MADV_POPULATE_WRITE in madvise(2)): either way the pages come when
// they are used.
func ask(first unsafe.Pointer, bytes uintptr) error {
	_, _, e := unix.RawSyscall(unix.SYS_MADVISE, uintptr(first)&^(page-1), bytes, unix.MADV_POPULATE_WRITE)
	if e != 0 {
		return e
	}
	return nil
}
