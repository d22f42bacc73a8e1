package landlock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// threads lists the threads of this process (proc_pid_task(5)).
const threads = "/proc/self/task"

// Confine puts every thread of this process into a domain with the policy, for
// good, with no_new_privs set. Landlock restricts single threads before ABI 8,
// so the calls are made on each of them; a thread on which one has another
// result than on the others ends the process, at once or after ten seconds.
// Threads that start later inherit the domain. To find the threads, the policy is extended by the
// list of them: the process can go on to read its own /proc/PID/task.
//
// Each thread gets a domain of its own. Policies with a SignalScope are
// refused, because kernels before 6.15 count the signals between threads of one
// process among those that are cut off.
//
// outside is a directory that the policy does not let anyone read, "" where it
// lets everything be read. The error says that outside can be read afterwards
// all the same, or is one of Compile's or the kernel's.
func Confine(p Policy, outside string) (Report, error) {
	if p.SignalScope {
		return Report{}, errors.New("landlock: a policy with a signal scope can not be applied to the threads of a running process")
	}
	list, err := os.Open(threads) // as long as it is open it is the file that the rule is for
	if err != nil {
		return Report{}, fmt.Errorf("landlock: %w", err)
	}
	defer list.Close()
	real, err := filepath.EvalSymlinks(threads)
	if err != nil {
		return Report{}, fmt.Errorf("landlock: %w", err)
	}
	p.Read = append([]string{real}, p.Read...)
	ruleset, err := Compile(p)
	if err != nil {
		return Report{}, err
	}
	defer ruleset.Close()
	callOff, err := watchdog(confineLimit)
	if err != nil {
		return Report{}, fmt.Errorf("landlock: %w", err)
	}
	defer callOff()
	if _, _, e := psx.Syscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); e != 0 {
		return Report{}, fmt.Errorf("landlock: no_new_privs: %w", e)
	}
	if _, _, e := psx.Syscall3(unix.SYS_LANDLOCK_RESTRICT_SELF, ruleset.file.Fd(), 0, 0); e != 0 {
		return Report{}, fmt.Errorf("landlock_restrict_self: %w", e)
	}
	if outside != "" {
		err = refused(outside)
	}
	return ruleset.Report(), err
}

// refused has this thread try to open a directory for reading: the proof that the
// domain does what the policy says. That the other threads are in it too is what
// psx has made sure of.
func refused(dir string) error {
	f, err := os.Open(dir)
	switch {
	case err == nil:
		f.Close()
		return fmt.Errorf("landlock: %s can still be read", dir)
	case errors.Is(err, unix.EACCES):
		return nil
	}
	return fmt.Errorf("landlock: probing: %w", err)
}
