package memory_test

import (
	"os"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

// Not parallel: the umask is the process's.
func TestSameAsKernel(t *testing.T) {
	vfstest.Trial{
		New:   func(t *testing.T, dir string) vfs.FS { return vfstest.Copy(t, dir, os.Getuid()) },
		Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}

func TestSameAsKernelForAUser(t *testing.T) {
	if os.Getuid() != 0 {
		return // TestSameAsKernel has compared as a user
	}
	vfstest.Trial{
		New: func(t *testing.T, dir string) vfs.FS { return vfstest.Copy(t, dir, 1234) },
		UID: 1234, Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}
