package launch

import "unsafe"

// droppedLow and droppedHigh are the capabilities that dropCapabilities takes
// away, as the two words of struct __user_cap_data_struct.
const (
	droppedLow  = 1<<capSysModule | 1<<capSysPtrace | 1<<capSysAdmin
	droppedHigh = 1 << (capCheckpointRestore - 32)
)

// maxCapability is the number of capabilities that the kernel's sets have room
// for.
const maxCapability = 64

// capHeader and capData are the structures of capget(2).
type capHeader struct {
	version uint32
	pid     int32
}

type capData struct{ effective, permitted, inheritable uint32 }

// dropCapabilities takes these, or all, out of every set of this thread. The
// ambient set follows the permitted and inheritable ones (capabilities(7)).
// Only who may change the bounding set loses them there as well; for the
// others, no_new_privs keeps execve(2) from adding any.
func dropCapabilities(all bool) stop {
	drop := [2]uint32{droppedLow, droppedHigh}
	if all {
		drop = [2]uint32{^uint32(0), ^uint32(0)}
	}
	for c := range uintptr(maxCapability) {
		if drop[c/32]&(1<<(c%32)) == 0 {
			continue
		}
		_, e := split(rawSyscall6(sysPrctl, prCapBsetDrop, c, 0, 0, 0, 0))
		// EINVAL: a kernel that does not know the capability.
		if e != 0 && e != ePERM && e != eINVAL {
			return stop{step: stepCapabilities, errno: e}
		}
	}
	header := capHeader{version: capVersion}
	var data [2]capData
	_, e := syscall3(sysCapget, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&data)), 0)
	if e != 0 {
		return stop{step: stepCapabilities, errno: e}
	}
	for i, dropped := range drop {
		data[i].effective &^= dropped
		data[i].permitted &^= dropped
		data[i].inheritable &^= dropped
	}
	_, e = syscall3(sysCapset, uintptr(unsafe.Pointer(&header)), uintptr(unsafe.Pointer(&data)), 0)
	if e != 0 {
		return stop{step: stepCapabilities, errno: e}
	}
	return stop{}
}
