package launch

import "unsafe"

// rlimit is the kernel's struct rlimit64.
type rlimit struct {
	soft, hard uint64
}

// applyLimits sets the resource limits. It comes after the descriptors are in
// place because a lowered RLIMIT_NOFILE would stop those from moving.
//
// A limit only lowers. That matters for root, whom the kernel would let raise
// a hard limit, and for a soft limit that the user has lowered himself.
func (p *payload) applyLimits() stop {
	for i := range p.limitCount() {
		l := p.limit(i)
		var old rlimit
		if e := prlimit(l.Resource, nil, &old); e != 0 {
			return stop{step: "getrlimit", errno: e}
		}
		lowered := lower(old, rlimit{l.Soft, l.Hard})
		if lowered == old {
			continue
		}
		if e := prlimit(l.Resource, &lowered, nil); e != 0 {
			return stop{step: "setrlimit", errno: e}
		}
	}
	return stop{}
}

// lower returns the stricter of both limits. RLIM_INFINITY is the largest
// number, as in the kernel.
func lower(old, want rlimit) rlimit {
	hard := min(old.hard, want.hard)
	return rlimit{soft: min(old.soft, want.soft, hard), hard: hard}
}

func prlimit(resource int, set, old *rlimit) errno {
	_, e := split(rawSyscall6(sysPrlimit64, 0, uintptr(resource), uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), 0, 0))
	return e
}
