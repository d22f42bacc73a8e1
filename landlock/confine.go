package landlock

import (
	"errors"
	"fmt"
	"os"

	"github.com/aegish/aegish/landlock/threads"
	"golang.org/x/sys/unix"
)

// Confine puts every thread of this process into a domain with the policy, for
// good, with no_new_privs set (package threads). Threads that start later inherit
// the domain. Where it fails, some of them may be in it: the process has to end.
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
	tasks, err := os.Open("/proc/self/task")
	if err != nil {
		return Report{}, fmt.Errorf("landlock: %w", err)
	}
	defer tasks.Close()
	ruleset, err := Compile(p)
	if err != nil {
		return Report{}, err
	}
	defer ruleset.Close()
	if err := threads.Restrict(ruleset.file, tasks); err != nil {
		return Report{}, fmt.Errorf("landlock: %w", err)
	}
	if outside != "" {
		err = refused(outside)
	}
	return ruleset.Report(), err
}

// refused has this thread try to open a directory for reading: the proof that the
// domain does what the policy says. That the other threads are in it too is what
// package threads has made sure of.
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
