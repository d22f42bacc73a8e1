package launch

import "unsafe"

const (
	stepNoexec    = "noexec mounts"
	stepNamespace = "user namespace"
)

// mountAttr is the kernel's struct mount_attr.
type mountAttr struct {
	set, clear, propagation, userns uint64
}

// place identifies a directory (stat(2)).
type place struct{ device, inode uint64 }

// mountNoexec gives this process mounts of its own in which the noexec paths
// can not be executed from. It comes before the Landlock domain, which forbids
// every mount, and after the resource limits, so that the limit of processes
// counts those outside of a user namespace, too.
//
// The working directory still lies in the mount below the new ones then, where
// files can be executed: it is entered again by its name, which has to lead to
// the same directory.
func (p *payload) mountNoexec() stop {
	if p.noexec == 0 {
		return stop{}
	}
	var dir [maxPath]byte
	n, e := syscall3(sysGetcwd, uintptr(unsafe.Pointer(&dir[0])), maxPath, 0)
	if e != 0 || n == 0 || dir[0] != '/' {
		return stop{step: stepNoexec, detail: "the working directory has no name any more; enter another", errno: e}
	}
	before, e := here()
	if e != 0 {
		return stop{step: stepNoexec, detail: "the working directory can not be read", errno: e}
	}
	if st := p.unshare(); st.failed() {
		return st
	}
	private := mountAttr{propagation: msPrivate}
	root := [...]byte{'/', 0}
	cwd := fdCWD
	if e := setMount(uintptr(cwd), &root[0], atRecursive, &private); e != 0 {
		return stop{step: stepNoexec, errno: e}
	}
	at := p.skipStrings(1 + p.argc + p.envc)
	for range p.noexec {
		if e := shield(&p.strings[at]); e != 0 {
			return stop{step: stepNoexec, errno: e}
		}
		at = p.skipString(at)
	}
	if _, e := syscall3(sysChdir, uintptr(unsafe.Pointer(&dir[0])), 0, 0); e != 0 {
		return stop{step: stepNoexec, detail: "the working directory can not be entered by its name", errno: e}
	}
	after, e := here()
	if e != 0 || after != before {
		return stop{step: stepNoexec, detail: "another directory has the name of the working directory", errno: e}
	}
	return stop{}
}

// unshare makes the namespaces.
func (p *payload) unshare() stop {
	flags := uintptr(cloneNewns)
	user, _ := syscall3(sysGeteuid, 0, 0, 0)
	group, _ := syscall3(sysGetegid, 0, 0, 0)
	if p.userNS {
		flags |= cloneNewuser
	}
	if _, e := syscall3(sysUnshare, flags, 0, 0); e != 0 {
		if p.userNS {
			return stop{step: stepNamespace, errno: e}
		}
		return stop{step: stepNoexec, errno: e}
	}
	if !p.userNS {
		return stop{}
	}
	// user_namespaces(7): who is not privileged outside has to give up
	// setgroups(2) before the group can be mapped.
	setgroups := [...]byte{'s', 'e', 't', 'g', 'r', 'o', 'u', 'p', 's', 0}
	var deny line
	deny.text("deny")
	if e := writeSelf(setgroups[:], &deny); e != 0 {
		return stop{step: stepNamespace, errno: e}
	}
	uidMap := [...]byte{'u', 'i', 'd', '_', 'm', 'a', 'p', 0}
	gidMap := [...]byte{'g', 'i', 'd', '_', 'm', 'a', 'p', 0}
	if e := mapOne(uidMap[:], user); e != 0 {
		return stop{step: stepNamespace, errno: e}
	}
	if e := mapOne(gidMap[:], group); e != 0 {
		return stop{step: stepNamespace, errno: e}
	}
	return stop{}
}

// mapOne gives one number the same meaning inside and outside.
func mapOne(name []byte, id uintptr) errno {
	var l line
	l.decimal(uint(id))
	l.text(" ")
	l.decimal(uint(id))
	l.text(" 1\n")
	return writeSelf(name, &l)
}

// writeSelf writes a file of this process below /proc, in one piece. name ends
// with a NUL byte.
func writeSelf(name []byte, l *line) errno {
	var path line
	path.text("/proc/self/")
	path.n += copy(path.buf[path.n:], name)
	cwd := fdCWD
	fd, e := split(rawSyscall6(sysOpenat, uintptr(cwd), uintptr(unsafe.Pointer(&path.buf[0])), oWronly|oCloexec, 0, 0, 0))
	if e != 0 {
		return e
	}
	n, e := syscall3(sysWrite, fd, uintptr(unsafe.Pointer(&l.buf[0])), uintptr(l.n))
	if e == 0 && n != uintptr(l.n) {
		e = eINVAL
	}
	syscall3(sysClose, fd, 0, 0)
	return e
}

// shield lays over a path a copy of what is mounted there, noexec, nosuid and
// nodev. Flags that were set before stay; a path that is not there needs none. Symbolic
// links are followed.
func shield(path *byte) errno {
	cwd, flags := fdCWD, openTreeClone|oCloexec|atRecursive
	tree, e := syscall3(sysOpenTree, uintptr(cwd), uintptr(unsafe.Pointer(path)), uintptr(flags))
	if e == eNOENT {
		return 0
	}
	if e != 0 {
		return e
	}
	empty := [...]byte{0}
	attr := mountAttr{set: mountAttrNoexec | mountAttrNosuid | mountAttrNodev}
	e = setMount(tree, &empty[0], atEmptyPath|atRecursive, &attr)
	if e == 0 {
		_, e = split(rawSyscall6(sysMoveMount, tree, uintptr(unsafe.Pointer(&empty[0])), uintptr(cwd),
			uintptr(unsafe.Pointer(path)), moveMountFEmptyPath|moveMountTSymlinks, 0))
	}
	syscall3(sysClose, tree, 0, 0)
	return e
}

// setMount is mount_setattr(2).
func setMount(dir uintptr, path *byte, flags uintptr, attr *mountAttr) errno {
	_, e := split(rawSyscall6(sysMountSetattr, dir, uintptr(unsafe.Pointer(path)), flags,
		uintptr(unsafe.Pointer(attr)), unsafe.Sizeof(*attr), 0))
	return e
}

// here identifies the working directory. struct stat begins with device and
// inode on both architectures.
func here() (place, errno) {
	var stat [32]uint64
	dot := [...]byte{'.', 0}
	cwd := fdCWD
	_, e := split(rawSyscall6(sysNewfstatat, uintptr(cwd), uintptr(unsafe.Pointer(&dot[0])), uintptr(unsafe.Pointer(&stat[0])), 0, 0, 0))
	return place{stat[0], stat[1]}, e
}
