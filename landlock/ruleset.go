package landlock

import (
	"fmt"
	"os"
	"strings"
	"time"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// A Ruleset is a compiled policy, ready to be applied by any number of
// processes. It does not follow later changes of the directory tree: a path
// that is replaced keeps its rights on the old file.
type Ruleset struct {
	file   *os.File
	report Report
}

// Report says what a ruleset enforces.
type Report struct {
	ABI     int      // Landlock ABI of the running kernel
	Rules   int      // rules in the ruleset
	Missing []string // what the policy asked for and this kernel cannot give

	Excluded Exclusion
	Took     time.Duration // to compile it
}

// An Exclusion says what it took to leave out the files that a policy denies.
type Exclusion struct {
	Files       int // denied, each counted once whatever its names
	Directories int // allowed entry by entry
	// Linked is one of these files with hard links that no path named, for which
	// everything that may be read or executed was searched; "" where there was
	// no need.
	Linked string
}

// UnsupportedError says that the kernel cannot enforce a policy. When there is
// no Landlock at all it wraps ErrNotSupported.
type UnsupportedError struct {
	ABI     int      // of the running kernel, 0 without Landlock
	MinABI  int      // of the policy
	Missing []string // in plain words
	Err     error
}

// Error implements error.
func (e *UnsupportedError) Error() string {
	if e.Err != nil {
		return "landlock: " + e.Err.Error()
	}
	s := fmt.Sprintf("landlock: kernel has ABI %d", e.ABI)
	if e.ABI < e.MinABI {
		s += fmt.Sprintf(", ABI %d is required", e.MinABI)
	}
	if len(e.Missing) > 0 {
		s += "; missing: " + strings.Join(e.Missing, "; ")
	}
	return s
}

// Unwrap returns the cause.
func (e *UnsupportedError) Unwrap() error { return e.Err }

// Compile builds the ruleset for p. Errors are a *[UnsupportedError] when the
// kernel lacks something that p requires, a *[PathError] when a path cannot be
// used, or the kernel's.
func Compile(p Policy) (*Ruleset, error) {
	abi, err := ABI()
	if err != nil {
		return nil, &UnsupportedError{MinABI: p.MinABI, Err: err}
	}
	return compile(p, abi)
}

// compile is Compile for a kernel that has at least the given ABI.
func compile(p Policy, abi int) (*Ruleset, error) {
	begin := time.Now()
	missing := p.missing(abi)
	if (abi < p.MinABI || len(missing) > 0) && !p.BestEffort {
		return nil, &UnsupportedError{ABI: abi, MinABI: p.MinABI, Missing: missing}
	}
	attr := p.handled(abi)
	file, err := createRuleset(attr)
	if err != nil {
		return nil, err
	}
	rs := &Ruleset{file: file, report: Report{ABI: abi, Missing: missing}}
	if err := rs.addRules(p, attr); err != nil {
		file.Close()
		return nil, err
	}
	rs.report.Took = time.Since(begin)
	return rs, nil
}

// addRules fills the kernel's ruleset with what p allows.
func (r *Ruleset) addRules(p Policy, attr ll.RulesetAttr) error {
	fd := int(r.file.Fd())
	var err error
	r.report.Excluded, err = p.eachRule(attr.HandledAccessFS, func(place int, _ string, rights uint64) error {
		r.report.Rules++
		return addPath(fd, rights, place)
	})
	if err != nil {
		return err
	}
	ports := [...]struct {
		right uint64
		ports Ports
	}{
		{unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, p.ConnectTCP},
		{unix.LANDLOCK_ACCESS_NET_BIND_TCP, p.BindTCP},
	}
	for _, set := range ports {
		if attr.HandledAccessNet&set.right == 0 {
			continue
		}
		for _, port := range set.ports.List {
			if err := addPort(fd, set.right, port); err != nil {
				return fmt.Errorf("port %d: %w", port, err)
			}
			r.report.Rules++
		}
	}
	return nil
}

// File returns the ruleset descriptor, close-on-exec, owned by r: to be passed
// to a dropper, not to be closed.
func (r *Ruleset) File() *os.File { return r.file }

// Report returns what the ruleset enforces.
func (r *Ruleset) Report() Report { return r.report }

// RestrictFlags returns the flags of landlock_restrict_self(2) with which the
// ruleset should be applied: from ABI 7 on the one that lets the audit
// subsystem log denials of a command that was started by execve. No denial of
// commands would be logged without it.
func (r *Ruleset) RestrictFlags() uint32 {
	if r.report.ABI < abiLog {
		return 0
	}
	return unix.LANDLOCK_RESTRICT_SELF_LOG_NEW_EXEC_ON
}

// Close frees the descriptor. Domains that were built from it stay.
func (r *Ruleset) Close() error { return r.file.Close() }
