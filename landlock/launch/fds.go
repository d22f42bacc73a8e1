package launch

import "unsafe"

// arrangeFDs leaves open, across execve, 0, 1, 2 and the destinations of the
// moves, and nothing else. The failure pipe and the ruleset are still needed
// until then: they move behind everything that the payload names, and
// failureFD and ruleset follow them.
func (p *payload) arrangeFDs(failureFD, ruleset *int) stop {
	if e := closeOnExec(); e != 0 {
		return stop{step: "close_range", errno: e}
	}
	// Everything is first copied above the highest number in play, so that no
	// destination can overwrite an origin that is still needed.
	above := p.highestFD() + 1
	moved, e := duplicate(FailureFD, above)
	if e != 0 {
		return stop{step: "failure pipe", errno: e}
	}
	*failureFD = moved
	if *ruleset != NoRuleset {
		if *ruleset, e = duplicate(*ruleset, above); e != 0 {
			return stop{step: "ruleset descriptor", errno: e}
		}
	}
	var origin [MaxMoves]int
	for i := range p.moveCount() {
		if origin[i], e = duplicate(p.move(i).From, above); e != 0 {
			return stop{step: "descriptor", errno: e}
		}
	}
	for i := range p.moveCount() {
		// Without O_CLOEXEC: these are the ones that the command gets.
		if _, e := syscall3(sysDup3, uintptr(origin[i]), uintptr(p.move(i).To), 0); e != 0 {
			return stop{step: "descriptor", errno: e}
		}
	}
	return stop{}
}

// duplicate copies fd to the lowest free number from above on, close-on-exec.
func duplicate(fd, above int) (int, errno) {
	r, e := syscall3(sysFcntl, uintptr(fd), fDupFDCloexec, uintptr(above))
	return int(r), e
}

// closeOnExec marks every descriptor from 3 on to be closed by execve.
func closeOnExec() errno {
	_, e := syscall3(sysCloseRange, 3, uintptr(^uint32(0)), closeRangeCloexec)
	if e == eNOSYS || e == eINVAL {
		return closeOnExecOneByOne()
	}
	return e
}

// Layout of struct linux_dirent64 (getdents64(2)).
const (
	direntReclen = 16
	direntName   = 19
)

// closeOnExecOneByOne is closeOnExec for Linux before 5.11, where
// close_range(2) cannot mark. Those kernels have no Landlock either.
func closeOnExecOneByOne() errno {
	name := [...]byte{'/', 'p', 'r', 'o', 'c', '/', 's', 'e', 'l', 'f', '/', 'f', 'd', 0}
	cwd := fdCWD
	dir, e := split(rawSyscall6(sysOpenat, uintptr(cwd), uintptr(unsafe.Pointer(&name[0])), oDirectory|oCloexec, 0, 0, 0))
	if e != 0 {
		return e
	}
	var buf [2048]byte
	for {
		n, e := split(rawSyscall6(sysGetdents64, dir, uintptr(unsafe.Pointer(&buf[0])), uintptr(len(buf)), 0, 0, 0))
		if e != 0 {
			return e
		}
		if n == 0 {
			return 0
		}
		for entry := buf[:n]; len(entry) > direntName; {
			reclen := int(entry[direntReclen]) | int(entry[direntReclen+1])<<8
			fd, ok := number(entry[direntName:reclen])
			if ok && fd > 2 {
				if _, e := syscall3(sysFcntl, uintptr(fd), fSetFD, fdCloexec); e != 0 {
					return e
				}
			}
			entry = entry[reclen:]
		}
	}
}

// number reads the NUL-terminated decimal name of a directory entry.
func number(name []byte) (n int, ok bool) {
	for _, c := range name {
		if c == 0 {
			return n, ok
		}
		if c < '0' || c > '9' || n > 1<<24 {
			return 0, false
		}
		n, ok = n*10+int(c-'0'), true
	}
	return 0, false
}
