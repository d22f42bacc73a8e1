package executor

import (
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

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
