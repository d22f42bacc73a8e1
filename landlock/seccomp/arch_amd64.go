package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	// foreignBit marks the numbers of another calling convention of the same
	// architecture (x32).
	foreignBit = 0x40000000
)

// ofThisArchitecture is harmful and exists here only.
var ofThisArchitecture = []refusal{
	deny("iopl", unix.SYS_IOPL),
	deny("ioperm", unix.SYS_IOPERM),
	deny("modify_ldt", unix.SYS_MODIFY_LDT),
}

// foreign are names that a policy may allow although only other architectures
// have them.
var foreign []string

// forks are what starts processes besides clone(2).
var forks = []refusal{
	deny("fork", unix.SYS_FORK),
	deny("vfork", unix.SYS_VFORK),
}
