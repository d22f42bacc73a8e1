package launch

import "unsafe"

// sigaction is the kernel's struct sigaction, alike on amd64 and arm64. It is
// not the one of the C library.
type sigaction struct {
	handler, flags, restorer, mask uintptr
}

// resetSignals gives every signal its default disposition, except those in
// ignored (bit n-1 for signal n), which are ignored, and unblocks all.
//
// execve resets caught signals itself but leaves ignored ones ignored and
// blocked ones blocked (execve(2), signal(7)), which no shell expects: an
// ignored SIGINT cannot be trapped any more.
//
// The kernel refuses only SIGKILL and SIGSTOP, so that there is nothing to
// report.
func resetSignals(ignored uint64) {
	for sig := 1; sig <= maxSig; sig++ {
		if sig == sigKill || sig == sigStop {
			continue
		}
		var act sigaction
		if ignored&(1<<(sig-1)) != 0 {
			act.handler = sigIgnore
		}
		rawSyscall6(sysRtSigaction, uintptr(sig), uintptr(unsafe.Pointer(&act)), 0, maskSize, 0, 0)
	}
	var empty uint64
	rawSyscall6(sysRtSigprocmask, sigSetMask, uintptr(unsafe.Pointer(&empty)), 0, maskSize, 0, 0)
}

// maskSize is the size of the kernel's signal mask in bytes.
const maskSize = 8
