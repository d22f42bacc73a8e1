//go:build cgo

package threads

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// withC says that the package has its C code.
const withC = true

var trialsWithC = map[string]func(file string) string{
	"deaf": func(file string) string {
		go func() {
			runtime.LockOSThread()
			if err := unix.PthreadSigmask(unix.SIG_SETMASK, &unix.Sigset_t{Val: [16]uint64{^uint64(0)}}, nil); err != nil {
				panic(err)
			}
			unix.Pause()
		}()
		time.Sleep(20 * time.Millisecond)
		return everywhere(file, 50*time.Millisecond, Most, func() {})
	},
	"many": func(file string) string { return everywhere(file, Limit, 8, func() {}) },
	"few":  func(file string) string { return everywhere(file, Limit, 64, func() {}) },
	"null": func(string) string {
		tasks, null := must(os.Open("/proc/self/task")), must(os.Open("/dev/null"))
		return fmt.Sprint(errors.Is(Restrict(null, tasks), unix.EBADFD), " ", restricted()) // others were not asked
	},
}

func TestBounds(t *testing.T) {
	t.Parallel()
	try(t, os.Args[0], map[string]string{
		"few": "20 refused, all", "deaf": ErrTooLate.Error(), "many": ErrTooMany.Error(), "null": "true true of others not",
	})
}
