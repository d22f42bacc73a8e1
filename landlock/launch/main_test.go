package launch_test

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// droppers are the builds under test, the shipped one first. TestMain sets it.
var droppers []launchtest.Dropper

func TestMain(m *testing.M) {
	if os.Args[0] == blockerName {
		blockSignals()
	}
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "launch-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if droppers, err = launchtest.Build(dir); err == nil {
		err = os.Chmod(dir, 0o755) // for tests as another user
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// blockerName is the name under which the test binary only blocks signals and
// then becomes the program in its last argument.
const blockerName = "block-signals"

func blockSignals() {
	runtime.LockOSThread()
	all := unix.Sigset_t{}
	for i := range all.Val {
		all.Val[i] = ^uint64(0)
	}
	if err := unix.PthreadSigmask(unix.SIG_SETMASK, &all, nil); err != nil {
		panic(err)
	}
	last := os.Args[len(os.Args)-1]
	panic(syscall.Exec(last, []string{"dropper"}, nil))
}

// eachDropper runs a test with every build.
func eachDropper(t *testing.T, test func(t *testing.T, d launchtest.Dropper)) {
	t.Helper()
	t.Parallel()
	for _, d := range droppers {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			test(t, d)
		})
	}
}
