package host_test

import (
	"os"
	"testing"

	"github.com/aegish/aegish/interp/vfs"
	"github.com/aegish/aegish/interp/vfs/host"
	"github.com/aegish/aegish/interp/vfs/vfstest"
)

func open(t *testing.T, dir string) *host.FS {
	t.Helper()
	f, err := host.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Not parallel: the umask is the process's.
func TestSameAsKernel(t *testing.T) {
	vfstest.Trial{
		New:  func(t *testing.T, dir string) vfs.FS { return open(t, dir) },
		Fill: true, Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}

func TestSameAsKernelForAUser(t *testing.T) {
	if os.Getuid() != 0 {
		return // TestSameAsKernel has compared as a user
	}
	vfstest.Trial{
		New:  func(t *testing.T, dir string) vfs.FS { return open(t, dir) },
		Fill: true, UID: 1234, Seeds: vfstest.Seeds(t, 25), Calls: 400,
	}.Run(t)
}
