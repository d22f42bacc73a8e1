package seccomp

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// A call is what a filter sees (struct seccomp_data).
type call struct {
	number int32
	arch   uint32
	args   [6]uint64
}

// decide runs a filter as the kernel would, one instruction after the other.
func decide(t *testing.T, f Filter, c call) uint32 {
	t.Helper()
	data := make([]byte, 64)
	binary.LittleEndian.PutUint32(data[offNumber:], uint32(c.number))
	binary.LittleEndian.PutUint32(data[offArch:], c.arch)
	for i, a := range c.args {
		binary.LittleEndian.PutUint64(data[offArgs+8*i:], a)
	}
	var acc uint32
	for pc := 0; pc < len(f); pc++ {
		i := f[pc]
		holds := false
		switch i.Code {
		case unix.BPF_LD | unix.BPF_W | unix.BPF_ABS:
			acc = binary.LittleEndian.Uint32(data[i.K:])
			continue
		case unix.BPF_RET | unix.BPF_K:
			return i.K
		case unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K:
			holds = acc == i.K
		case unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K:
			holds = acc >= i.K
		case unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K:
			holds = acc&i.K != 0
		default:
			t.Fatalf("instruction %d: %+v", pc, i)
		}
		if holds {
			pc += int(i.Jt)
		} else {
			pc += int(i.Jf)
		}
	}
	t.Fatal("the filter ends without an answer")
	return 0
}

func compile(t *testing.T, p Policy) Filter {
	t.Helper()
	f, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const (
	allowed = unix.SECCOMP_RET_ALLOW
	killed  = unix.SECCOMP_RET_KILL_PROCESS
	refused = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	missing = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

func TestDecisions(t *testing.T) {
	t.Parallel()
	workspace, strict := Policy{Level: Workspace}, Policy{Level: Strict}
	root := Policy{Level: Workspace, Privileged: true}
	ports, none := Policy{Level: Workspace, Network: Ports}, Policy{Level: Off, Network: None}
	local := Policy{Level: Workspace, NoUnix: true}
	alone := Policy{Level: Strict, NoPrograms: true, SignalsTo: 77}
	args := func(a ...uint64) [6]uint64 { return [6]uint64(append(a, make([]uint64, 6-len(a))...)) }
	high := uint64(0xdead) << 32 // the kernel does not look at these bits
	for _, tt := range []struct {
		name   string
		policy Policy
		number int
		args   [6]uint64
		want   uint32
	}{
		{"read", strict, unix.SYS_READ, args(), allowed},
		{"execve", strict, unix.SYS_EXECVE, args(), allowed},
		{"TIOCSTI", workspace, unix.SYS_IOCTL, args(0, unix.TIOCSTI), refused},
		{"TIOCSTI with high bits", workspace, unix.SYS_IOCTL, args(0, unix.TIOCSTI|high), refused},
		{"TIOCLINUX", workspace, unix.SYS_IOCTL, args(0, requestLinux), refused},
		{"TCGETS", workspace, unix.SYS_IOCTL, args(0, unix.TCGETS), allowed},
		{"a descriptor with TIOCSTI's number", workspace, unix.SYS_IOCTL, args(unix.TIOCSTI, 0), allowed},
		{"keyctl", workspace, unix.SYS_KEYCTL, args(), refused},
		{"bpf", workspace, unix.SYS_BPF, args(), refused},
		{"ptrace in workspace", workspace, unix.SYS_PTRACE, args(), allowed},
		{"ptrace in strict", strict, unix.SYS_PTRACE, args(), refused},
		{"mount of a user", workspace, unix.SYS_MOUNT, args(), allowed},
		{"mount of root", root, unix.SYS_MOUNT, args(), refused},
		{"mount in strict", strict, unix.SYS_MOUNT, args(), refused},
		{"clone3 in workspace", workspace, unix.SYS_CLONE3, args(), allowed},
		{"clone3 in strict", strict, unix.SYS_CLONE3, args(), missing},
		{"fork", strict, unix.SYS_CLONE, args(uint64(unix.SIGCHLD)), allowed},
		{"a thread", strict, unix.SYS_CLONE, args(unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_THREAD | unix.CLONE_SIGHAND), allowed},
		{"a user namespace", strict, unix.SYS_CLONE, args(unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)), refused},
		{"a network namespace", strict, unix.SYS_CLONE, args(unix.CLONE_NEWNET), refused},
		{"personality 0", strict, unix.SYS_PERSONALITY, args(0), allowed},
		{"personality asked", strict, unix.SYS_PERSONALITY, args(0xffffffff), allowed},
		{"personality without randomization", strict, unix.SYS_PERSONALITY, args(0x40000), refused},
		{"TCP", strict, unix.SYS_SOCKET, args(unix.AF_INET, unix.SOCK_STREAM), allowed},
		{"netlink", strict, unix.SYS_SOCKET, args(unix.AF_NETLINK), allowed},
		{"vsock in strict", strict, unix.SYS_SOCKET, args(unix.AF_VSOCK), refused},
		{"vsock in workspace", workspace, unix.SYS_SOCKET, args(unix.AF_VSOCK), allowed},
		{"io_uring in workspace", workspace, unix.SYS_IO_URING_SETUP, args(), allowed},
		{"io_uring in strict", strict, unix.SYS_IO_URING_SETUP, args(), refused},
		{"io_uring under ports", ports, unix.SYS_IO_URING_SETUP, args(), refused},
		{"TCP under ports", ports, unix.SYS_SOCKET, args(unix.AF_INET, unix.SOCK_STREAM, 0), allowed},
		{"MPTCP under ports", ports, unix.SYS_SOCKET, args(unix.AF_INET6, unix.SOCK_STREAM, protocolMPTCP), refused},
		{"SCTP under ports", ports, unix.SYS_SOCKET, args(unix.AF_INET, unix.SOCK_SEQPACKET, protocolSCTP), refused},
		{"SMC under ports", ports, unix.SYS_SOCKET, args(43), refused},
		{"UDP under ports", ports, unix.SYS_SOCKET, args(unix.AF_INET, unix.SOCK_DGRAM), allowed},
		{"fast open by sendto", ports, unix.SYS_SENDTO, args(3, 0, 0, messageFastOpen|unix.MSG_NOSIGNAL), refused},
		{"fast open by sendmsg", ports, unix.SYS_SENDMSG, args(3, 0, messageFastOpen), refused},
		{"fast open by sendmmsg", ports, unix.SYS_SENDMMSG, args(3, 0, 1, messageFastOpen), refused},
		{"fast open on connect", ports, unix.SYS_SETSOCKOPT, args(3, unix.IPPROTO_TCP, fastOpenConnect), refused},
		{"another option of TCP", ports, unix.SYS_SETSOCKOPT, args(3, unix.IPPROTO_TCP, unix.TCP_NODELAY), allowed},
		{"that number of another level", ports, unix.SYS_SETSOCKOPT, args(3, unix.SOL_SOCKET, fastOpenConnect), allowed},
		{"TCP, network off", none, unix.SYS_SOCKET, args(unix.AF_INET, unix.SOCK_STREAM), refused},
		{"TCP over IPv6, network off", none, unix.SYS_SOCKET, args(unix.AF_INET6 | high), refused},
		{"packets, network off", none, unix.SYS_SOCKET, args(unix.AF_PACKET), refused},
		{"unix, network off", none, unix.SYS_SOCKET, args(unix.AF_UNIX), allowed},
		{"io_uring, network off", none, unix.SYS_IO_URING_SETUP, args(), refused},
		{"keyctl, only the network off", none, unix.SYS_KEYCTL, args(), allowed},
		{"unix sockets off", local, unix.SYS_SOCKET, args(unix.AF_UNIX), refused},
		{"a pair of sockets", local, unix.SYS_SOCKETPAIR, args(unix.AF_UNIX), allowed},
		{"TCP with unix sockets off", local, unix.SYS_SOCKET, args(unix.AF_INET), allowed},
		{"ptrace lifted", Policy{Level: Strict, Allow: []string{"ptrace"}}, unix.SYS_PTRACE, args(), allowed},
		{"the rest with ptrace lifted", Policy{Level: Strict, Allow: []string{"ptrace"}}, unix.SYS_BPF, args(), refused},
		{"a program", alone, unix.SYS_EXECVE, args(), refused},
		{"a program by descriptor", alone, unix.SYS_EXECVEAT, args(), refused},
		{"a process", alone, unix.SYS_CLONE, args(uint64(unix.SIGCHLD)), refused},
		{"a process that shares memory", alone, unix.SYS_CLONE, args(unix.CLONE_VM | unix.CLONE_VFORK), refused},
		{"a thread of its own", alone, unix.SYS_CLONE, args(unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SIGHAND), allowed},
		{"clone3 without programs", alone, unix.SYS_CLONE3, args(), missing},
		{"memory", alone, unix.SYS_MMAP, args(0, 4096, unix.PROT_READ|unix.PROT_WRITE), allowed},
		{"executable memory", alone, unix.SYS_MMAP, args(0, 4096, unix.PROT_READ|unix.PROT_EXEC), refused},
		{"memory made executable", alone, unix.SYS_MPROTECT, args(0, 4096, unix.PROT_EXEC|high), refused},
		{"a signal to itself", alone, unix.SYS_TGKILL, args(77, 78, 9), allowed},
		{"a signal to another", alone, unix.SYS_KILL, args(78, 9), refused},
		{"a signal to its group", alone, unix.SYS_KILL, args(0, 9), refused},
		{"a signal to all", alone, unix.SYS_KILL, args(0xffffffff, 9), refused},
		{"a signal to a thread by number", alone, unix.SYS_TKILL, args(77, 9), refused},
		{"a signal by descriptor", alone, unix.SYS_PIDFD_SEND_SIGNAL, args(), refused},
		{"signals of a descriptor", alone, unix.SYS_FCNTL, args(3, unix.F_SETOWN, 1), refused},
		{"flags of a descriptor", alone, unix.SYS_FCNTL, args(3, unix.F_SETFD, 1), allowed},
		{"programs in spite of Allow", Policy{Level: Strict, NoPrograms: true, Allow: []string{"clone3"}}, unix.SYS_EXECVE, args(), refused},
		{"the number of a voided call", strict, -1, args(), allowed},
	} {
		f := compile(t, tt.policy)
		if got := decide(t, f, call{int32(tt.number), auditArch, tt.args}); got != tt.want {
			t.Errorf("%s: %#x, want %#x", tt.name, got, tt.want)
		}
	}
}

// A call by the numbers of another architecture ends the process.
func TestForeignCallsKill(t *testing.T) {
	t.Parallel()
	f := compile(t, Policy{Level: Workspace})
	for _, arch := range []uint32{0, unix.AUDIT_ARCH_I386, unix.AUDIT_ARCH_ARM, auditArch ^ 1} {
		if got := decide(t, f, call{arch: arch}); got != killed {
			t.Errorf("architecture %#x: %#x", arch, got)
		}
	}
	if foreignBit != 0 {
		for _, number := range []int32{foreignBit, foreignBit | unix.SYS_MOUNT, -2} {
			if got := decide(t, f, call{number: number, arch: auditArch}); got != killed {
				t.Errorf("number %#x: %#x", number, got)
			}
		}
	}
}

// Whatever the arguments are: a stricter policy allows nothing more.
func TestStricterAllowsNothingMore(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	interesting := []uint64{0, 1, 2, 6, 10, 16, 30, 43, 132, 262, 0x5412, 0x541c, 0x20000000, 0x10000000, 0xffffffff}
	chain := []Filter{
		compile(t, Policy{Level: Workspace}),
		compile(t, Policy{Level: Workspace, Privileged: true, Network: Ports}),
		compile(t, Policy{Level: Strict, Network: Ports}),
		compile(t, Policy{Level: Strict, Network: None}),
		compile(t, Policy{Level: Strict, Network: None, NoUnix: true}),
	}
	for range 200_000 {
		c := call{number: int32(random.IntN(500)), arch: auditArch}
		for i := range c.args {
			c.args[i] = interesting[random.IntN(len(interesting))]
		}
		before := uint32(allowed)
		for i, f := range chain {
			now := decide(t, f, c)
			if before != allowed && now == allowed {
				t.Fatalf("%+v is allowed by filter %d and was not before", c, i)
			}
			before = now
		}
	}
}

func TestCompileBounds(t *testing.T) {
	t.Parallel()
	longest := compile(t, Policy{Level: Strict, Network: None, NoUnix: true, Privileged: true})
	if len(longest) > MaxInstructions || len(longest.Bytes()) != 8*len(longest) {
		t.Errorf("%d instructions, %d bytes", len(longest), len(longest.Bytes()))
	}
	if f := compile(t, Policy{Level: Off}); f != nil {
		t.Errorf("off: %d instructions", len(f))
	}
	for _, p := range []Policy{{Level: "lax"}, {Level: Strict, Network: "some"}, {Level: Strict, Allow: []string{"read"}}, {Level: Strict, Allow: []string{"frobnicate"}}} {
		if _, err := Compile(p); err == nil {
			t.Errorf("%+v compiles", p)
		}
	}
	for _, name := range []string{"ptrace", "iopl", "io_uring_setup", "mount"} {
		if !Known(name) {
			t.Errorf("%s is not known", name)
		}
	}
	names := map[int]string{}
	for _, r := range everything() {
		if old, ok := names[r.number]; ok && old != r.name {
			t.Errorf("%s and %s have the number %d", old, r.name, r.number)
		}
		names[r.number] = r.name
	}
	if len(names) < 60 || !slices.Contains(foreignOrOwn(), "iopl") {
		t.Errorf("%d names", len(names))
	}
}

func foreignOrOwn() []string {
	names := slices.Clone(foreign)
	for _, r := range ofThisArchitecture {
		names = append(names, r.name)
	}
	return names
}
