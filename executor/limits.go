package executor

import (
	"fmt"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// minOpenFiles is the limit of open files that aegish needs for itself: bash
// gets its state channel below descriptor 256.
const minOpenFiles = 256

// CheckOpenFiles refuses to start where RLIMIT_NOFILE is too low for the
// channels to the shell. [limits] may be lower: it holds for commands alone.
func CheckOpenFiles() error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	if limit.Cur < minOpenFiles {
		return fmt.Errorf("the limit of open files is %d (ulimit -n), and aegish needs %d; for commands alone set limits.open_files", limit.Cur, minOpenFiles)
	}
	return nil
}

// ResourceLimits turns [limits] into setrlimit(2) calls. Units are the
// kernel's: seconds for cpu, bytes for file_size, address_space and core,
// counts for the others. A value that is absent is inherited.
func ResourceLimits(l config.Limits) []launch.Limit {
	var limits []launch.Limit
	for _, r := range []struct {
		resource int
		value    *uint64
	}{
		{unix.RLIMIT_CPU, l.CPU},
		{unix.RLIMIT_FSIZE, l.FileSize},
		{unix.RLIMIT_NOFILE, l.OpenFiles},
		{unix.RLIMIT_NPROC, l.Processes},
		{unix.RLIMIT_AS, l.AddressSpace},
		{unix.RLIMIT_CORE, l.Core},
	} {
		if r.value != nil {
			limits = append(limits, launch.Limit{Resource: r.resource, Soft: *r.value, Hard: *r.value})
		}
	}
	return limits
}
