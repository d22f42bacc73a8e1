package landlock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// Where the tests of this process find what TestMain has built, in a directory
// that every user may search. All programs are written before the first test
// runs: while one process holds a program open for writing no other can start
// it, and a child that another test is just forking holds everything open.
var (
	built    string
	probe    string // this test binary, under the name probeName
	setuid   string // id(1), setuid to the user of the test process
	program  string // true(1)
	script   string // runs program
	droppers []launchtest.Dropper
	kernel   int // Landlock ABI of the running kernel
)

// nobody is the ordinary user for whom tests run again when started as root.
const nobody = 65534

func TestMain(m *testing.M) {
	if os.Args[0] == probeName {
		// Not os.Exit: under -race that sleeps, under -cover it talks.
		unix.Exit(probeMain(os.Args[1:]))
	}
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	var err error
	if kernel, err = ABI(); err != nil || kernel < 2 {
		fmt.Fprintf(os.Stderr, "these tests need Linux 5.19 or later with Landlock enabled at boot, for example "+
			"with lsm=landlock,... on the kernel command line; found ABI %d, %v\n", kernel, err)
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
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if built, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	probe, setuid = filepath.Join(built, probeName), filepath.Join(built, "setuid")
	program, script = filepath.Join(built, "true"), filepath.Join(built, "script")
	droppers, err = launchtest.Build(built)
	return errors.Join(err,
		os.Chmod(built, 0o755),
		copyFile(probe, self, 0o755),
		copyFile(setuid, "/usr/bin/id", 0o755|os.ModeSetuid),
		copyFile(program, "/bin/true", 0o755),
		os.WriteFile(script, []byte("#!"+program+"\n"), 0o755),
	)
}

// since says that the kernel has at least the given ABI. Without it there is
// nothing to test, unless AEGISH_REQUIRE_LANDLOCK asks for everything.
func since(t *testing.T, abi int) bool {
	t.Helper()
	if kernel >= abi {
		return true
	}
	if os.Getenv("AEGISH_REQUIRE_LANDLOCK") == "1" {
		t.Fatalf("needs Landlock ABI %d, the kernel has %d", abi, kernel)
	}
	t.Logf("not tested: needs Landlock ABI %d, the kernel has %d", abi, kernel)
	return false
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
