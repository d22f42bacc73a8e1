package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/aegish/aegish/landlock"
	"golang.org/x/sys/unix"
)

// kernel looks at the kernel's release and its Landlock.
func (e *examination) kernel(context.Context) []Check {
	release := e.host.Release
	if release == "" {
		release = "of unknown release"
	}
	checks := []Check{note("kernel", strings.TrimSpace("Linux "+release+" "+e.host.Machine), "")}
	if e.host.Landlock == nil {
		return append(checks, e.noLandlock("the kernel was not asked for Landlock", ""))
	}
	abi, err := e.host.Landlock()
	if err != nil {
		return append(checks, e.noLandlock(e.whyNoLandlock(err)))
	}
	return append(checks, e.landlockABI(abi), landlockGaps(abi), note("landlock.uncovered",
		"Landlock of any ABI leaves alone: "+strings.Join(landlock.Uncovered(), "; "),
		"File modes, users and the gate's rules are what stands there."))
}

// whyNoLandlock explains the error with which the kernel declined.
func (e *examination) whyNoLandlock(err error) (summary, advice string) {
	switch {
	case errors.Is(err, unix.EOPNOTSUPP):
		summary = "Landlock is built into this kernel and was disabled at boot"
		if order := e.bootLSM(); order != "" {
			summary += " (the kernel command line has " + order + ")"
		}
		return summary, "Add landlock to the lsm= list of the kernel command line, or remove lsm=, and boot again."
	case errors.Is(err, unix.ENOSYS):
		return "this kernel has no Landlock",
			"It is older than Linux 5.13, was built without CONFIG_SECURITY_LANDLOCK, or a container's system call filter hides Landlock."
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return "a system call filter forbids Landlock",
			"Run the container with a seccomp profile that permits landlock_create_ruleset, landlock_add_rule and landlock_restrict_self."
	}
	return fmt.Sprintf("the kernel refuses Landlock: %v", err), ""
}

// bootLSM returns the kernel command line's lsm= parameter, the last of
// several, which is the one that counts.
func (e *examination) bootLSM() string {
	text, err := e.host.ReadFile("/proc/cmdline")
	if err != nil {
		return ""
	}
	found := ""
	for _, word := range strings.Fields(string(text)) {
		if strings.HasPrefix(word, "lsm=") {
			found = word
		}
	}
	return found
}

// noLandlock is a failure where the configuration needs the sandbox.
func (e *examination) noLandlock(summary, advice string) Check {
	if cfg := e.config(); cfg != nil && !cfg.Landlock.Enabled {
		return warning("landlock", summary, join("The configuration has the sandbox off, so sessions start.", advice))
	}
	if e.withoutFiles() {
		return warning("landlock", summary, join("Scripts have no directory of the host, so sessions start, with the filter of system calls alone.", advice))
	}
	return failure("landlock", summary, join(advice,
		"Until then no session starts, unless landlock.enabled = false (or --profile observe) gives up the sandbox."))
}

// landlockABI compares the ABI with what the configuration requires.
func (e *examination) landlockABI(abi int) Check {
	summary := fmt.Sprintf("Landlock ABI %d", abi)
	cfg := e.config()
	if cfg == nil || !cfg.Landlock.Enabled || abi >= cfg.Landlock.MinABI {
		return pass("landlock", summary)
	}
	summary += fmt.Sprintf("; the configuration requires ABI %d", cfg.Landlock.MinABI)
	if cfg.Landlock.BestEffort {
		return warning("landlock", summary, "landlock.best_effort = true lets sessions start with what there is.")
	}
	return failure("landlock", summary, "Run a newer kernel, or lower landlock.min_abi after reading what is then not enforced.")
}

// landlockGaps lists what this ABI can not do.
func landlockGaps(abi int) Check {
	lacks := landlock.Lacks(abi)
	if len(lacks) == 0 {
		return pass("landlock.gaps", "this ABI has every right that aegish knows of")
	}
	return note("landlock.gaps", "not with this kernel: "+strings.Join(lacks, "; "), "A newer kernel closes these.")
}

// proc looks for the mounted proc file system: the dropper is executed
// through /proc/self/fd.
func (e *examination) proc(context.Context) []Check {
	if info, err := e.host.stat("/proc/self/fd"); err == nil && info.IsDir() {
		return []Check{pass("proc", "/proc is mounted")}
	}
	return []Check{failure("proc", "/proc is not mounted here",
		"The sandbox launcher is executed through /proc/self/fd. Mount proc in this chroot or container.")}
}

// join puts sentences together.
func join(sentences ...string) string {
	var kept []string
	for _, s := range sentences {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, " ")
}
