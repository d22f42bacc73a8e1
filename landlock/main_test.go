package landlock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// Where the tests of this process find what TestMain has built, in a directory
// that every user may search.
var (
	built    string
	probe    string // this test binary, under the name probeName
	droppers []launchtest.Dropper
)

// nobody is the ordinary user for whom tests run again when started as root.
const nobody = 65534

func TestMain(m *testing.M) {
	if os.Args[0] == probeName {
		os.Exit(probeMain(os.Args[1:]))
	}
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	abi, err := ABI()
	if err != nil || abi < 7 {
		fmt.Fprintf(os.Stderr, "these tests need Linux 6.15 or later with Landlock (ABI 7) enabled at boot, "+
			"for example with lsm=landlock,... on the kernel command line; found ABI %d, %v\n", abi, err)
		return 1
	}
	dir, err := os.MkdirTemp("", "landlock-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func build(dir string) error {
	built = dir
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if built, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	probe = filepath.Join(built, probeName)
	droppers, err = launchtest.Build(built)
	return errors.Join(err, os.Chmod(built, 0o755), copyFile(probe, self, 0o755))
}

func copyFile(to, from string, mode os.FileMode) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Close(), os.Chmod(to, mode))
}
