package executor

import (
	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock/launch"
	"golang.org/x/sys/unix"
)

// ResourceLimits turns [limits] into setrlimit(2) calls. Units are the
// kernel's: seconds for cpu, bytes for file_size, address_space and core,
// counts for the others. A value that is absent is inherited, unless defaults
// has one.
func ResourceLimits(cfg, defaults config.Limits) []launch.Limit {
	var limits []launch.Limit
	for _, l := range []struct {
		resource     int
		set, instead *uint64
	}{
		{unix.RLIMIT_CPU, cfg.CPU, defaults.CPU},
		{unix.RLIMIT_FSIZE, cfg.FileSize, defaults.FileSize},
		{unix.RLIMIT_NOFILE, cfg.OpenFiles, defaults.OpenFiles},
		{unix.RLIMIT_NPROC, cfg.Processes, defaults.Processes},
		{unix.RLIMIT_AS, cfg.AddressSpace, defaults.AddressSpace},
		{unix.RLIMIT_CORE, cfg.Core, defaults.Core},
	} {
		value := l.set
		if value == nil {
			value = l.instead
		}
		if value != nil {
			limits = append(limits, launch.Limit{Resource: l.resource, Soft: *value, Hard: *value})
		}
	}
	return limits
}

// RunDefaults are the limits of `aegish run` where the configuration has none.
// Ordinary builds fit into them; a fork bomb, a runaway file and a core dump
// do not.
func RunDefaults() config.Limits {
	processes, fileSize, core := uint64(8192), uint64(16<<30), uint64(0)
	return config.Limits{Processes: &processes, FileSize: &fileSize, Core: &core}
}
