package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch  = unix.AUDIT_ARCH_AARCH64
	foreignBit = 0 // there is one calling convention
)

// ofThisArchitecture is harmful and exists here only.
var ofThisArchitecture []refusal

// foreign are names that a policy may allow although only other architectures
// have them.
var foreign = []string{"iopl", "ioperm", "modify_ldt"}

// forks are what starts processes besides clone(2).
var forks []refusal
