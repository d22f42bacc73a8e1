package landlock

import (
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Rights that a policy's sets stand for. Names and meanings are the kernel's.
const (
	readRights    = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	executeRights = unix.LANDLOCK_ACCESS_FS_EXECUTE
	// writeRights lacks MAKE_CHAR and MAKE_BLOCK on purpose. The kernel lets
	// only privileged users create device nodes, and root could create the
	// node of a disk inside a writable tree and write around every rule.
	writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM |
		unix.LANDLOCK_ACCESS_FS_REFER |
		// Terminals are of little use without ioctl(2); who may write to a
		// device may control it.
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV

	// fileRights are those that a rule on something that is no directory may
	// carry; the kernel refuses the others (EINVAL).
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// ABI versions that brought what this package uses.
const (
	abiRefer    = 2
	abiTruncate = 3
	abiTCP      = 4
	abiIoctlDev = 5
	abiScope    = 6
	abiLog      = 7
)

// handledFS returns all filesystem rights that the ABI knows and that this
// package gives a meaning to. RESOLVE_UNIX (ABI 9) is not among them: a policy
// has no set of sockets yet, and handling it without one would cut off name
// services and agents on newer kernels only.
func handledFS(abi int) uint64 {
	const first = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // ABI 1: up to MAKE_SYM
	rights := uint64(first)
	if abi >= abiRefer {
		rights |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi >= abiTruncate {
		rights |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= abiIoctlDev {
		rights |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return rights
}

// handled returns what a ruleset for p takes under control with the given ABI.
func (p Policy) handled(abi int) ll.RulesetAttr {
	attr := ll.RulesetAttr{HandledAccessFS: handledFS(abi)}
	if abi >= abiTCP {
		if !p.ConnectTCP.Any {
			attr.HandledAccessNet |= unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
		}
		if !p.BindTCP.Any {
			attr.HandledAccessNet |= unix.LANDLOCK_ACCESS_NET_BIND_TCP
		}
	}
	if abi >= abiScope {
		if p.SignalScope {
			attr.Scoped |= unix.LANDLOCK_SCOPE_SIGNAL
		}
		if p.AbstractScope {
			attr.Scoped |= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		}
	}
	return attr
}
