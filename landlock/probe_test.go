package landlock

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/aegish/aegish/landlock/launch"
	"github.com/aegish/aegish/landlock/launch/launchtest"
)

// probeName is the name under which the test binary tries one operation and
// prints what came of it: "ok", the name of an error number, or other text.
const probeName = "probe"

func probeMain(args []string) int {
	if args[0] == "confine" { // which tries others of them
		fmt.Println(outcome(confine(args[1:])))
		return 0
	}
	op, ok := probes[args[0]]
	if !ok {
		fmt.Println("no such probe:", args[0])
		return 2
	}
	fmt.Println(outcome(op(args[1:])))
	return 0
}

func outcome(err error) string {
	var e syscall.Errno
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &e):
		return unix.ErrnoName(e)
	}
	return err.Error()
}

// said makes text the outcome of a probe.
func said(format string, args ...any) error { return fmt.Errorf(format, args...) }

var probes = map[string]func(a []string) error{
	"read":     func(a []string) error { return open(a[0], unix.O_RDONLY) },
	"list":     func(a []string) error { return open(a[0], unix.O_RDONLY|unix.O_DIRECTORY) },
	"write":    func(a []string) error { return open(a[0], unix.O_WRONLY) },
	"append":   func(a []string) error { return open(a[0], unix.O_WRONLY|unix.O_APPEND) },
	"update":   func(a []string) error { return open(a[0], unix.O_RDWR) },
	"empty":    func(a []string) error { return open(a[0], unix.O_RDONLY|unix.O_TRUNC) },
	"create":   func(a []string) error { return open(a[0], unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL) },
	"tmpfile":  func(a []string) error { return open(a[0], unix.O_WRONLY|unix.O_TMPFILE) },
	"truncate": func(a []string) error { return unix.Truncate(a[0], 0) },
	"unlink":   func(a []string) error { return unix.Unlink(a[0]) },
	"rmdir":    func(a []string) error { return unix.Rmdir(a[0]) },
	"mkdir":    func(a []string) error { return unix.Mkdir(a[0], 0o700) },
	"symlink":  func(a []string) error { return unix.Symlink("/", a[0]) },
	"fifo":     func(a []string) error { return unix.Mkfifo(a[0], 0o600) },
	"chardev":  func(a []string) error { return unix.Mknod(a[0], unix.S_IFCHR|0o600, int(unix.Mkdev(1, 3))) },
	"blockdev": func(a []string) error { return unix.Mknod(a[0], unix.S_IFBLK|0o600, int(unix.Mkdev(7, 0))) },
	"link":     func(a []string) error { return unix.Link(a[0], a[1]) },
	"rename":   func(a []string) error { return unix.Rename(a[0], a[1]) },
	"exchange": func(a []string) error {
		return unix.Renameat2(unix.AT_FDCWD, a[0], unix.AT_FDCWD, a[1], unix.RENAME_EXCHANGE)
	},
	"chmod": func(a []string) error { return unix.Chmod(a[0], 0o600) },
	"touch": func(a []string) error { return unix.Utimes(a[0], []unix.Timeval{{Sec: 1}, {Sec: 1}}) },
	"stat":  func(a []string) error { return unix.Stat(a[0], new(unix.Stat_t)) },
	"chdir": func(a []string) error { return unix.Chdir(a[0]) },
	"mount": func(a []string) error {
		err := unix.Mount("none", a[0], "tmpfs", 0, "")
		if err == nil {
			err = unix.Unmount(a[0], 0)
		}
		return err
	},
	"chroot":  func(a []string) error { return errors.Join(unix.Chroot(a[0]), open(a[1], unix.O_RDONLY)) },
	"exec":    func(a []string) error { return syscall.Exec(a[0], a, nil) },
	"spawn":   func(a []string) error { return exec.Command(a[0], a[1:]...).Run() },
	"memexec": memexec,
	"kill":    func(a []string) error { return unix.Kill(atoi(a[0]), 0) },
	"ptrace":  func(a []string) error { return unix.PtraceAttach(atoi(a[0])) },
	"connect": func(a []string) error { return socket(unix.SOCK_STREAM, a[0], unix.Connect) },
	"bind":    func(a []string) error { return socket(unix.SOCK_STREAM, a[0], unix.Bind) },
	"mptcp":   func(a []string) error { return socketOf(unix.IPPROTO_MPTCP, unix.SOCK_STREAM, a[0], unix.Connect) },
	"fastopen": func(a []string) error {
		return socket(unix.SOCK_STREAM, a[0], func(fd int, to unix.Sockaddr) error {
			return unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, to)
		})
	},
	"udp":     func(a []string) error { return socket(unix.SOCK_DGRAM, a[0], unix.Connect) },
	"unix":    func(a []string) error { return unixConnect(a[0]) },
	"ioctl":   ioctl,
	"isatty":  func(a []string) error { return tcgets(0) },
	"fds":     fds,
	"fdwrite": func(a []string) error { _, err := unix.Write(atoi(a[0]), []byte("x")); return err },
	"fdopen":  func(a []string) error { return openat(atoi(a[0]), a[1], unix.O_RDONLY) },
	"nest":    nest,
}

func open(path string, flags int) error { return openat(unix.AT_FDCWD, path, flags) }

func openat(dir int, path string, flags int) error {
	// Without O_NONBLOCK a FIFO or a terminal would wait for its other side.
	fd, err := unix.Openat(dir, path, flags|unix.O_CLOEXEC|unix.O_NOCTTY|unix.O_NONBLOCK, 0o600)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// memexec runs a program from anonymous memory.
func memexec(a []string) error {
	b, err := os.ReadFile(a[0])
	if err != nil {
		return err
	}
	f, err := launchtest.Payload(b)
	if err != nil {
		return err
	}
	return exec.Command(fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), f.Fd())).Run()
}

func socket(kind int, port string, use func(int, unix.Sockaddr) error) error {
	return socketOf(0, kind, port, use)
}

func socketOf(protocol, kind int, port string, use func(int, unix.Sockaddr) error) error {
	fd, err := unix.Socket(unix.AF_INET, kind, protocol)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return use(fd, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: atoi(port)})
}

func unixConnect(name string) error {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Connect(fd, &unix.SockaddrUnix{Name: name})
}

// ioctl opens a terminal device and asks for its settings.
func ioctl(a []string) error {
	fd, err := unix.Open(a[0], unix.O_RDONLY|unix.O_NOCTTY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return tcgets(fd)
}

// tcgets is isatty(3) without its translation of errors.
func tcgets(fd int) error {
	var termios unix.Termios
	_, _, e := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.TCGETS, uintptr(unsafe.Pointer(&termios)))
	if e != 0 {
		return e
	}
	return nil
}

// fds names the open descriptors below 400, without those that the Go runtime
// and package os have opened for themselves.
func fds([]string) error {
	var open []string
	for fd := range 400 {
		target, err := os.Readlink(fmt.Sprint("/proc/self/fd/", fd))
		if err == nil && !strings.Contains(target, "eventpoll") && !strings.Contains(target, "eventfd") {
			open = append(open, strconv.Itoa(fd))
		}
	}
	return said("%s", strings.Join(open, " "))
}

// nest starts itself in a[0] further sandboxes, each within the other, with
// the dropper a[1]. It says how deep it came, or the failure.
func nest(a []string) error {
	left := atoi(a[0])
	if left == 0 {
		return said("bottom")
	}
	rs, err := Compile(Policy{Read: []string{"/"}, Execute: []string{"/"},
		ConnectTCP: Ports{Any: true}, BindTCP: Ports{Any: true}})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	res, err := launchtest.Command{
		Dropper: launchtest.Dropper{Path: a[1]},
		Spec: launch.Spec{
			Path: self, Argv: []string{probeName, "nest", strconv.Itoa(left - 1), a[1]},
			Ruleset: 5, NoNewPrivs: true,
		},
		Files: map[int]*os.File{5: rs.File()},
	}.Run()
	if err != nil {
		return err
	}
	if res.Failed {
		return said("%d left: %v, status %d", left, res.Failure, res.Code)
	}
	return said("%s", strings.TrimSpace(res.Stdout))
}
