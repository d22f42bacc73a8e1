package landlock

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confineLimit is how long Confine may take. It takes half a millisecond.
const confineLimit = 10 * time.Second

// sigevent is struct sigevent of the kernel: 64 bytes.
type sigevent struct {
	value  uint64
	signo  int32
	notify int32 // 0 is SIGEV_SIGNAL
	_      [48]byte
}

// watchdog has the kernel end this process after a time, whatever its threads
// do then (timer_create(2) with SIGKILL), unless it is called off: libpsx stops
// all of them for a call, and when it finds results that differ it may stop
// them for good.
func watchdog(limit time.Duration) (callOff func(), err error) {
	event := sigevent{signo: int32(unix.SIGKILL)}
	var timer int32
	if _, _, e := unix.Syscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&event)), uintptr(unsafe.Pointer(&timer))); e != 0 {
		return nil, fmt.Errorf("timer_create: %w", e)
	}
	callOff = func() { _, _, _ = unix.Syscall(unix.SYS_TIMER_DELETE, uintptr(timer), 0, 0) }
	at := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(limit))}
	if _, _, e := unix.Syscall6(unix.SYS_TIMER_SETTIME, uintptr(timer), 0, uintptr(unsafe.Pointer(&at)), 0, 0, 0); e != 0 {
		callOff()
		return nil, fmt.Errorf("timer_settime: %w", e)
	}
	return callOff, nil
}
