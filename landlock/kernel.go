package landlock

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ruleNetPort is LANDLOCK_RULE_NET_PORT of linux/landlock.h.
const ruleNetPort = 2

// netPortAttr is struct landlock_net_port_attr.
type netPortAttr struct {
	allowedAccess uint64
	port          uint64
}

// ErrNotSupported means that the running kernel has no Landlock, or that it
// was not enabled at boot (lsm= on the kernel command line), or that a
// container's system call filter hides it.
var ErrNotSupported = errors.New("kernel has no Landlock, or it is disabled at boot")

// ABI returns the Landlock ABI version of the running kernel, 1 or higher.
// The error is ErrNotSupported where there is none.
func ABI() (int, error) {
	v, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	switch e {
	case 0:
		return int(v), nil
	case unix.ENOSYS, unix.EOPNOTSUPP, unix.EPERM:
		return 0, ErrNotSupported
	}
	return 0, fmt.Errorf("landlock ABI: %w", e)
}

// createRuleset returns a new, close-on-exec ruleset descriptor.
func createRuleset(attr unix.LandlockRulesetAttr) (*os.File, error) {
	fd, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if e != 0 {
		return nil, fmt.Errorf("landlock_create_ruleset: %w", e)
	}
	return os.NewFile(fd, "landlock-ruleset"), nil
}

// addPath allows rights beneath the directory, or on the file, that fd names.
func addPath(ruleset int, rights uint64, fd int) error {
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	return addRule(ruleset, unix.LANDLOCK_RULE_PATH_BENEATH, unsafe.Pointer(&attr))
}

// addPort allows rights on one TCP port.
func addPort(ruleset int, rights uint64, port uint16) error {
	attr := netPortAttr{allowedAccess: rights, port: uint64(port)}
	return addRule(ruleset, ruleNetPort, unsafe.Pointer(&attr))
}

func addRule(ruleset, kind int, attr unsafe.Pointer) error {
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), uintptr(kind), uintptr(attr), 0, 0, 0)
	if e != 0 {
		return fmt.Errorf("landlock_add_rule: %w", e)
	}
	return nil
}
