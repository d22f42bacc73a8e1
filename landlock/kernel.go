package landlock

import (
	"errors"
	"fmt"
	"os"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// ErrNotSupported means that the running kernel has no Landlock, or that it
// was not enabled at boot (lsm= on the kernel command line), or that a
// container's system call filter hides it.
var ErrNotSupported = errors.New("kernel has no Landlock, or it is disabled at boot")

// ABI returns the Landlock ABI version of the running kernel, 1 or higher.
// The error is ErrNotSupported where there is none.
func ABI() (int, error) {
	version, err := ll.LandlockGetABIVersion()
	switch {
	case err == nil:
		return version, nil
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.EPERM):
		return 0, ErrNotSupported
	}
	return 0, fmt.Errorf("landlock ABI: %w", err)
}

// createRuleset returns a new, close-on-exec ruleset descriptor.
func createRuleset(attr ll.RulesetAttr) (*os.File, error) {
	fd, err := ll.LandlockCreateRuleset(&attr, 0)
	if err != nil {
		return nil, fmt.Errorf("landlock_create_ruleset: %w", err)
	}
	return os.NewFile(uintptr(fd), "landlock-ruleset"), nil
}

// addPath allows rights beneath the directory, or on the file, that fd names.
func addPath(ruleset int, rights uint64, fd int) error {
	err := ll.LandlockAddPathBeneathRule(ruleset, &ll.PathBeneathAttr{AllowedAccess: rights, ParentFd: fd}, 0)
	if err != nil {
		return fmt.Errorf("landlock_add_rule: %w", err)
	}
	return nil
}

// addPort allows rights on one TCP port.
func addPort(ruleset int, rights uint64, port uint16) error {
	err := ll.LandlockAddNetPortRule(ruleset, &ll.NetPortAttr{AllowedAccess: rights, Port: uint64(port)}, 0)
	if err != nil {
		return fmt.Errorf("landlock_add_rule: %w", err)
	}
	return nil
}
