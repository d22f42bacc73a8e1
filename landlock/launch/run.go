package launch

import (
	"runtime"
	"unsafe"
)

// Run is the dropper's whole life: it reads the payload, applies it and
// becomes the command. It never returns. On any failure nothing has been
// started, one line is on FailureFD (on standard error when that is not a
// pipe, or when there is no payload at all) and the exit status is
// ExitFailure.
func Run() {
	// Landlock domain, no_new_privs and signal mask belong to a thread, and
	// the command inherits those of the thread that calls execve.
	runtime.LockOSThread()
	run()
}

// run is Run without the runtime; see the package comment for what it may do.
func run() {
	failureFD := FailureFD
	st := launch(&failureFD)
	st.report(failureFD)
	exit(ExitFailure)
}

// launch returns only when a step has failed. failureFD follows the failure
// pipe when it is moved out of the way.
func launch(failureFD *int) stop {
	p, mem, st := receive()
	if st.failed() {
		return st
	}
	resetSignals(p.ignored)
	if st := p.enterGroup(); st.failed() {
		return st
	}
	ruleset := p.ruleset
	if st := p.arrangeFDs(failureFD, &ruleset); st.failed() {
		return st
	}
	if st := p.applyLimits(); st.failed() {
		return st
	}
	if st := p.mountNoexec(); st.failed() {
		return st
	}
	if st := p.restrict(ruleset); st.failed() {
		return st
	}
	if st := p.installFilter(); st.failed() {
		return st
	}
	argv, envp := p.vectors(mem)
	_, e := split(rawSyscall6(sysExecve, uintptr(unsafe.Pointer(&p.strings[0])), uintptr(argv), uintptr(envp), 0, 0, 0))
	return stop{step: "execve", errno: e}
}

// receive reads and validates the payload. mem has room for the vectors of
// execve.
func receive() (p payload, mem []uintptr, st stop) {
	size, e := syscall3(sysLseek, PayloadFD, 0, seekEnd)
	if e != 0 || size < headerSize || size > MaxPayload {
		return p, nil, stop{step: stepPayload, detail: "descriptor 3 holds no launch payload"}
	}
	// A string takes at least one byte, so that the size bounds their number.
	const word = unsafe.Sizeof(uintptr(0))
	start := (size + word - 1) &^ (word - 1)
	slots := min(size, MaxStrings) + 2
	b, e := allocate(int(start + slots*word))
	if e != 0 {
		return p, nil, stop{step: "mmap", errno: e}
	}
	for n := uintptr(0); n < size; {
		r, e := split(rawSyscall6(sysPread64, PayloadFD, uintptr(unsafe.Pointer(&b[n])), size-n, n, 0, 0))
		if e == eINTR {
			continue
		}
		if e != 0 || r == 0 {
			return p, nil, stop{step: stepPayload, detail: "cannot be read", errno: e}
		}
		n += r
	}
	p, problem := parsePayload(b[:size])
	if problem != "" {
		return p, nil, stop{step: stepPayload, detail: problem}
	}
	return p, unsafe.Slice((*uintptr)(unsafe.Pointer(&b[start])), slots), stop{}
}

// restrict gives up gaining privileges, and some of them, and enters the Landlock domain.
func (p *payload) restrict(ruleset int) stop {
	if p.noNewPrivs {
		if _, e := split(rawSyscall6(sysPrctl, prSetNoNewPrivs, 1, 0, 0, 0, 0)); e != 0 {
			return stop{step: "no_new_privs", errno: e}
		}
	}
	if p.dropCaps || p.userNS {
		if st := dropCapabilities(p.userNS); st.failed() {
			return st
		}
	}
	if p.ruleset == NoRuleset {
		return stop{}
	}
	_, e := syscall3(sysRestrictSelf, uintptr(ruleset), uintptr(p.restrictFlags), 0)
	if e == e2BIG {
		return stop{step: stepRestrict, detail: "sandboxes nested too deeply", errno: e}
	}
	if e != 0 {
		return stop{step: stepRestrict, errno: e}
	}
	return stop{}
}

// enterGroup moves this process into the control group (cgroups(7)).
func (p *payload) enterGroup() stop {
	if p.group == 0 {
		return stop{}
	}
	self := [...]byte{'0'}
	if _, e := syscall3(sysWrite, uintptr(p.group), uintptr(unsafe.Pointer(&self[0])), 1); e != 0 {
		return stop{step: "control group", errno: e}
	}
	return stop{}
}

// installFilter hands the kernel the filter (seccomp(2)). It is the last step
// before execve, which the filter has to allow.
func (p *payload) installFilter() stop {
	if len(p.filter) == 0 {
		return stop{}
	}
	// struct sock_fprog: the length, padding, and where the program is.
	program := [2]uintptr{uintptr(len(p.filter) / filterSize), uintptr(unsafe.Pointer(&p.filter[0]))}
	_, e := syscall3(sysSeccomp, seccompSetModeFilter, 0, uintptr(unsafe.Pointer(&program)))
	if e != 0 {
		return stop{step: "seccomp", errno: e}
	}
	return stop{}
}
