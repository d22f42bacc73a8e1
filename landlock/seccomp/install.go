package seccomp

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Install puts the filter on every thread of this process, for good, and sets
// no_new_privs on them (seccomp(2), SECCOMP_FILTER_FLAG_TSYNC). Either all of
// them have it afterwards or there is an error. Install may be called from any
// goroutine; threads that start later inherit the filter.
func (f Filter) Install() error {
	if len(f) == 0 || len(f) > MaxInstructions {
		return fmt.Errorf("seccomp: a filter of %d instructions", len(f))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("seccomp: no_new_privs: %w", err)
	}
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	other, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	switch {
	case e != 0:
		return fmt.Errorf("seccomp: %w", e)
	case other != 0:
		return fmt.Errorf("seccomp: thread %d has another filter", other)
	}
	return nil
}
