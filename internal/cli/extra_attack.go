//go:build attack

package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"github.com/aegish/aegish/interp/command"
	"golang.org/x/sys/unix"
)

// withAttacks adds the command attack: what somebody could do who has found a
// way to run Go code inside the interpreter. Each way is tried on many threads;
// the answer is "denied" if all of them are refused.
func withAttacks(r command.Registry) (command.Registry, error) {
	b := command.NewRegistry()
	for _, name := range r.Names() {
		e, _ := r.Lookup(name)
		if err := b.Add(name, e); err != nil {
			return nil, err
		}
	}
	err := b.Add("attack", command.Entry{Command: command.Func(attack), Summary: "try what no command may", Family: "test"})
	return b.Build(), err
}

// attacks are the ways; target is a path or an address.
var attacks = map[string]func(target string) error{
	"read":  func(target string) error { _, err := os.ReadFile(target); return err },
	"list":  func(target string) error { _, err := os.ReadDir(target); return err },
	"write": func(target string) error { return os.WriteFile(target, []byte("x"), 0o600) },
	"append": func(target string) error {
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			f.Close()
		}
		return err
	},
	"truncate": func(target string) error { return os.Truncate(target, 0) },
	"mkdir":    func(target string) error { return os.Mkdir(target, 0o700) },
	"remove":   os.Remove,
	"exec":     func(target string) error { return exec.Command(target).Run() },
	"execve":   func(target string) error { return syscall.Exec(target, []string{target}, nil) },
	"fork": func(string) error {
		pid, _, e := syscall.RawSyscall(syscall.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0)
		if pid == 0 && e == 0 {
			syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
		}
		return asError(e)
	},
	"memfd":  func(string) error { _, err := unix.MemfdCreate("x", 0); return err },
	"ptrace": func(string) error { return unix.PtraceAttach(os.Getppid()) },
	"kill":   func(string) error { return syscall.Kill(os.Getppid(), 0) },
	"code": func(string) error {
		_, err := unix.Mmap(-1, 0, 4096, unix.PROT_EXEC, unix.MAP_ANON|unix.MAP_PRIVATE)
		return err
	},
	"connect": func(target string) error { c, err := net.Dial("tcp", target); return closed(c, err) },
	"unix":    func(target string) error { c, err := net.Dial("unix", target); return closed(c, err) },
	"listen": func(target string) error {
		l, err := net.Listen("tcp", target)
		if err == nil {
			l.Close()
		}
		return err
	},
	"unshare": func(string) error { return unix.Unshare(unix.CLONE_NEWUSER) },
	"uring":   func(string) error { _, _, e := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, 0, 0); return asError(e) },
}

func asError(e syscall.Errno) error {
	if e != 0 {
		return e
	}
	return nil
}

func closed(c net.Conn, err error) error {
	if err == nil {
		c.Close()
	}
	return err
}

// attack WAY TARGET, or attack panic for a bug of a command
func attack(_ context.Context, call *command.Call) int {
	if len(call.Args) == 2 && call.Args[1] == "panic" {
		panic("on purpose")
	}
	if len(call.Args) != 3 || attacks[call.Args[1]] == nil {
		return 2
	}
	const threads = 16
	results := make([]error, threads)
	var all, started sync.WaitGroup
	started.Add(threads)
	for i := range results {
		all.Go(func() {
			runtime.LockOSThread() // the thread ends with the goroutine
			started.Done()
			started.Wait() // so that there are as many threads
			results[i] = attacks[call.Args[1]](call.Args[2])
		})
	}
	all.Wait()
	for _, err := range results {
		if !errors.Is(err, os.ErrPermission) { // EPERM or EACCES
			fmt.Fprintf(call.Stdout, "%s: %v\n", call.Args[1], err)
			return 1
		}
	}
	fmt.Fprintf(call.Stdout, "%s: denied\n", call.Args[1])
	return 0
}
