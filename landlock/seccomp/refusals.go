package seccomp

import "golang.org/x/sys/unix"

// A refusal is a system call that fails, or that fails where one of its clauses
// holds.
type refusal struct {
	name    string
	number  int
	errno   unix.Errno // 0 stands for EPERM
	clauses []clause
}

// A clause holds where all of its tests do.
type clause []test

// A test looks at the low 32 bits of one argument. The kernel takes the
// arguments that are tested here for 32-bit numbers, or for flags that lie in
// these bits.
type test struct {
	arg    int // 0 to 5
	op     operator
	values []uint32
}

type operator int

const (
	is     operator = iota // the argument is the value
	isNone                 // the argument is none of the values
	has                    // the argument has one of the bits of the value
	lacks                  // the argument has none of the bits of the values
)

func deny(name string, number int) refusal { return refusal{name: name, number: number} }

func denyIf(name string, number int, clauses ...clause) refusal {
	return refusal{name: name, number: number, clauses: clauses}
}

// Requests of ioctl(2) that put text into a terminal's input
// (tty_ioctl(2), console_codes of TIOCLINUX), which a shell outside would read.
const (
	requestSTI   = unix.TIOCSTI
	requestLinux = 0x541c // TIOCLINUX
)

// harmful is what no ordinary program needs.
var harmful = append([]refusal{
	denyIf("ioctl", unix.SYS_IOCTL, clause{{1, is, []uint32{requestSTI}}}, clause{{1, is, []uint32{requestLinux}}}),
	deny("keyctl", unix.SYS_KEYCTL),
	deny("add_key", unix.SYS_ADD_KEY),
	deny("request_key", unix.SYS_REQUEST_KEY),
	deny("bpf", unix.SYS_BPF),
	deny("kexec_load", unix.SYS_KEXEC_LOAD),
	deny("kexec_file_load", unix.SYS_KEXEC_FILE_LOAD),
	deny("init_module", unix.SYS_INIT_MODULE),
	deny("finit_module", unix.SYS_FINIT_MODULE),
	deny("delete_module", unix.SYS_DELETE_MODULE),
	deny("reboot", unix.SYS_REBOOT),
	deny("swapon", unix.SYS_SWAPON),
	deny("swapoff", unix.SYS_SWAPOFF),
	deny("acct", unix.SYS_ACCT),
	deny("settimeofday", unix.SYS_SETTIMEOFDAY),
	deny("clock_settime", unix.SYS_CLOCK_SETTIME),
	deny("open_by_handle_at", unix.SYS_OPEN_BY_HANDLE_AT),
}, ofThisArchitecture...)

// mounting is the mount interface, old and new.
var mounting = []refusal{
	deny("mount", unix.SYS_MOUNT),
	deny("umount2", unix.SYS_UMOUNT2),
	deny("pivot_root", unix.SYS_PIVOT_ROOT),
	deny("move_mount", unix.SYS_MOVE_MOUNT),
	deny("open_tree", unix.SYS_OPEN_TREE),
	deny("open_tree_attr", unix.SYS_OPEN_TREE_ATTR),
	deny("fsopen", unix.SYS_FSOPEN),
	deny("fsconfig", unix.SYS_FSCONFIG),
	deny("fsmount", unix.SYS_FSMOUNT),
	deny("fspick", unix.SYS_FSPICK),
	deny("mount_setattr", unix.SYS_MOUNT_SETATTR),
}

// newNamespaces are the flags of clone(2) that make namespaces.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// unneeded is what debuggers, sanitizers, containers and profilers use, and
// programs that run code from memory.
var unneeded = append([]refusal{
	deny("memfd_create", unix.SYS_MEMFD_CREATE),
	deny("memfd_secret", unix.SYS_MEMFD_SECRET),
	deny("ptrace", unix.SYS_PTRACE),
	deny("process_vm_readv", unix.SYS_PROCESS_VM_READV),
	deny("process_vm_writev", unix.SYS_PROCESS_VM_WRITEV),
	deny("process_madvise", unix.SYS_PROCESS_MADVISE),
	deny("pidfd_getfd", unix.SYS_PIDFD_GETFD),
	deny("kcmp", unix.SYS_KCMP),
	deny("unshare", unix.SYS_UNSHARE),
	deny("setns", unix.SYS_SETNS),
	denyIf("clone", unix.SYS_CLONE, clause{{0, has, []uint32{newNamespaces}}}),
	// The flags of clone3 lie in memory. Without the call, libraries use clone.
	{name: "clone3", number: unix.SYS_CLONE3, errno: unix.ENOSYS},
	deny("chroot", unix.SYS_CHROOT),
	deny("perf_event_open", unix.SYS_PERF_EVENT_OPEN),
	deny("userfaultfd", unix.SYS_USERFAULTFD),
	deny("fanotify_init", unix.SYS_FANOTIFY_INIT),
	deny("name_to_handle_at", unix.SYS_NAME_TO_HANDLE_AT),
	deny("quotactl", unix.SYS_QUOTACTL),
	deny("quotactl_fd", unix.SYS_QUOTACTL_FD),
	deny("adjtimex", unix.SYS_ADJTIMEX),
	deny("clock_adjtime", unix.SYS_CLOCK_ADJTIME),
	deny("sethostname", unix.SYS_SETHOSTNAME),
	deny("setdomainname", unix.SYS_SETDOMAINNAME),
	deny("syslog", unix.SYS_SYSLOG),
	deny("vhangup", unix.SYS_VHANGUP),
	deny("lookup_dcookie", unix.SYS_LOOKUP_DCOOKIE),
	denyIf("personality", unix.SYS_PERSONALITY, clause{{0, isNone, []uint32{0, 0xffffffff}}}),
	families(unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK),
}, uring...)

// uring is the interface whose requests no filter sees.
var uring = []refusal{
	deny("io_uring_setup", unix.SYS_IO_URING_SETUP),
	deny("io_uring_enter", unix.SYS_IO_URING_ENTER),
	deny("io_uring_register", unix.SYS_IO_URING_REGISTER),
}

// families refuses sockets of all address families but these.
func families(allowed ...uint32) refusal {
	return denyIf("socket", unix.SYS_SOCKET, clause{{0, isNone, allowed}})
}

// Numbers of netinet/in.h and linux/tcp.h.
const (
	protocolDCCP    = 33
	protocolSCTP    = 132
	protocolMPTCP   = 262
	fastOpenConnect = 30 // TCP_FASTOPEN_CONNECT
	messageFastOpen = 0x20000000
)

// besidesTCP is what goes to TCP ports, or over streams like TCP's, without
// Landlock being asked.
var besidesTCP = []refusal{
	families(unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK),
	denyIf("socket", unix.SYS_SOCKET,
		clause{{2, is, []uint32{protocolMPTCP}}}, clause{{2, is, []uint32{protocolSCTP}}}, clause{{2, is, []uint32{protocolDCCP}}}),
	denyIf("setsockopt", unix.SYS_SETSOCKOPT, clause{{1, is, []uint32{unix.IPPROTO_TCP}}, {2, is, []uint32{fastOpenConnect}}}),
	denyIf("sendto", unix.SYS_SENDTO, clause{{3, has, []uint32{messageFastOpen}}}),
	denyIf("sendmsg", unix.SYS_SENDMSG, clause{{2, has, []uint32{messageFastOpen}}}),
	denyIf("sendmmsg", unix.SYS_SENDMMSG, clause{{3, has, []uint32{messageFastOpen}}}),
}

// network leaves what never leaves the machine.
var network = []refusal{families(unix.AF_UNIX, unix.AF_NETLINK)}

// unixSockets refuses what connects to other programs of this machine.
var unixSockets = []refusal{denyIf("socket", unix.SYS_SOCKET, clause{{0, is, []uint32{unix.AF_UNIX}}})}

// programs is what starts programs or other processes, and what makes memory
// executable. A thread is made by clone(2) with CLONE_THREAD; clone3(2), whose
// flags lie in memory, is said not to exist, and libraries then use clone.
var programs = append([]refusal{
	deny("execve", unix.SYS_EXECVE),
	deny("execveat", unix.SYS_EXECVEAT),
	denyIf("clone", unix.SYS_CLONE, clause{{0, lacks, []uint32{unix.CLONE_THREAD}}}),
	{name: "clone3", number: unix.SYS_CLONE3, errno: unix.ENOSYS},
	denyIf("mmap", unix.SYS_MMAP, clause{{2, has, []uint32{unix.PROT_EXEC}}}),
	denyIf("mprotect", unix.SYS_MPROTECT, clause{{2, has, []uint32{unix.PROT_EXEC}}}),
	denyIf("pkey_mprotect", unix.SYS_PKEY_MPROTECT, clause{{2, has, []uint32{unix.PROT_EXEC}}}),
}, forks...)

// signalsTo refuses signals to any other process than pid, its threads
// included.
func signalsTo(pid uint32) []refusal {
	others := clause{{0, isNone, []uint32{pid}}}
	return []refusal{
		denyIf("kill", unix.SYS_KILL, others),
		denyIf("tgkill", unix.SYS_TGKILL, others),
		denyIf("rt_sigqueueinfo", unix.SYS_RT_SIGQUEUEINFO, others),
		denyIf("rt_tgsigqueueinfo", unix.SYS_RT_TGSIGQUEUEINFO, others),
		deny("tkill", unix.SYS_TKILL),
		deny("pidfd_open", unix.SYS_PIDFD_OPEN),
		deny("pidfd_send_signal", unix.SYS_PIDFD_SEND_SIGNAL),
		denyIf("fcntl", unix.SYS_FCNTL, clause{{1, is, []uint32{unix.F_SETOWN}}}, clause{{1, is, []uint32{fcntlSetOwnEx}}}),
	}
}

// fcntlSetOwnEx is F_SETOWN_EX (fcntl(2)): who gets SIGIO.
const fcntlSetOwnEx = 15
