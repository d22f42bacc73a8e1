//go:build cgo

package threads

// #include "restrict.h"
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

func restrict(ruleset, tasks *os.File, limit time.Duration, most int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	e := C.restrict_threads(C.int(ruleset.Fd()), C.int(tasks.Fd()), C.int(limit.Milliseconds()), C.int(most))
	switch {
	case e == C.RESTRICT_TOO_MANY:
		return ErrTooMany
	case e == C.RESTRICT_TOO_LATE:
		return ErrTooLate
	case e != 0:
		return fmt.Errorf("landlock_restrict_self: %w", unix.Errno(e))
	}
	return nil
}
