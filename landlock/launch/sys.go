package launch

import "unsafe"

// rawSyscall6 makes a system call without telling anybody. The result is what
// the kernel left in the result register: values from -4095 to -1 are errors.
//
//go:noescape
func rawSyscall6(number, a1, a2, a3, a4, a5, a6 uintptr) uintptr

// errno is an error number of errno(3); zero is success.
type errno uintptr

// Error numbers that decide something here or get words of their own.
const (
	ePERM  errno = 1
	eNOENT errno = 2
	eINTR  errno = 4
	e2BIG  errno = 7
	eBADF  errno = 9
	eACCES errno = 13
	eINVAL errno = 22
	eNOSYS errno = 38
)

// System call constants of the kernel's user interface headers. They are the
// same on all architectures this package builds for; a test compares them
// with golang.org/x/sys/unix.
const (
	fdCWD                = -100
	fDupFDCloexec        = 1030
	fGetPipeSize         = 1032
	fSetFD               = 2
	fdCloexec            = 1
	closeRangeCloexec    = 1 << 2
	seekEnd              = 2
	protRead             = 1
	protWrite            = 2
	mapPrivate           = 2
	mapAnonymous         = 0x20
	oCloexec             = 0x80000
	prSetNoNewPrivs      = 38
	prCapBsetDrop        = 24
	capVersion           = 0x20080522
	capSysModule         = 16
	capSysPtrace         = 19
	capSysAdmin          = 21
	capCheckpointRestore = 40
	seccompSetModeFilter = 1
	atEmptyPath          = 0x1000
	atRecursive          = 0x8000
	openTreeClone        = 1
	moveMountFEmptyPath  = 4
	moveMountTSymlinks   = 0x10
	mountAttrNosuid      = 2
	mountAttrNodev       = 4
	mountAttrNoexec      = 8
	msPrivate            = 1 << 18
	cloneNewns           = 0x20000
	cloneNewuser         = 0x10000000
	oWronly              = 1
	maxPath              = 4096
	sigSetMask           = 2
	sigIgnore            = 1
	rlimitNoFile         = 7
)

// syscall3 calls the kernel and splits the result into value and error.
func syscall3(number, a1, a2, a3 uintptr) (uintptr, errno) {
	return split(rawSyscall6(number, a1, a2, a3, 0, 0, 0))
}

func split(r uintptr) (uintptr, errno) {
	if r > ^uintptr(4095) {
		return 0, errno(-r)
	}
	return r, 0
}

// exit ends the process, all threads of it.
func exit(status int) {
	for {
		rawSyscall6(sysExitGroup, uintptr(status), 0, 0, 0, 0, 0)
	}
}

// write writes all of b, or as much as goes; what it is used for has nobody
// to report an error to.
func write(fd int, b []byte) {
	for len(b) > 0 {
		n, e := split(rawSyscall6(sysWrite, uintptr(fd), uintptr(unsafe.Pointer(&b[0])), uintptr(len(b)), 0, 0, 0))
		if e == eINTR {
			continue
		}
		if e != 0 || n == 0 {
			return
		}
		b = b[n:]
	}
}

// allocate returns n zeroed bytes from the kernel.
func allocate(n int) ([]byte, errno) {
	r, e := split(rawSyscall6(sysMmap, 0, uintptr(n), protRead|protWrite, mapPrivate|mapAnonymous, ^uintptr(0), 0))
	if e != 0 {
		return nil, e
	}
	// The address is the kernel's, outside of every Go heap; reading it
	// through its own variable keeps go vet's pointer rule meaningful.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&r)), n), 0
}
