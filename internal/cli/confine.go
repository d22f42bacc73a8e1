package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/executor"
	"github.com/aegish/aegish/landlock"
	"github.com/aegish/aegish/landlock/seccomp"
	"golang.org/x/sys/unix"
)

// confine gives up, for the whole of this process and for good, what the
// interpreter never needs: programs and processes, and every file but those
// that the configuration shows to scripts and the few that aegish itself goes
// on to use. It is the second wall: scripts meet it only through a bug in the
// interpreter. Call it when everything else is open, before the first command.
//
// What the kernel can not give is a refusal where the bash engine's would be
// one; without a directory of the host, where the filter alone keeps scripts
// from programs, Landlock is used as far as it is there.
func (p Process) confine(s *setup, so sessionOptions) error {
	cfg := s.config()
	if err := interpConfirm(cfg); err != nil {
		return refused("%w", err)
	}
	_, _ = time.Now().Zone() // reads the host's zone, once
	// Landlock comes first: its calls on all threads need signals that the
	// filter does not let through.
	if cfg.Landlock.Enabled {
		if err := p.enterLandlock(s, so); err != nil {
			return err
		}
	}
	filter, err := seccomp.Compile(interpFilter(cfg))
	if err == nil {
		err = filter.Install()
	}
	if err == nil {
		err = filtered()
	}
	switch {
	case err == nil:
	case cfg.Landlock.BestEffort:
		fmt.Fprintf(p.Stderr, "aegish: warning: landlock.best_effort is on and the filter of system calls is left out: %v\n", err)
	default:
		return refused("the filter of system calls can not be set up: %w", err)
	}
	return nil
}

// interpConfirm refuses what only a program could answer: there are none any more
// when a command is asked about.
func interpConfirm(cfg *config.Config) error {
	if len(cfg.Run.Confirm.Program) > 0 {
		return errors.New("tools.run.confirm starts a program, and the engine interp can start none; use \"ask\"")
	}
	return nil
}

// interpSandbox is what the kernel would be told of files and ports, nil where
// nothing would be.
func (p Process) interpSandbox(cfg *config.Config) (*landlock.Policy, error) {
	abi, err := landlock.ABI()
	if !cfg.Landlock.Enabled || err != nil && !hostFiles(cfg.Interp) {
		return nil, nil
	}
	policy, err := interpPolicy(cfg, abi, nil, p.certificates(cfg))
	return &policy, err
}

func refused(format string, args ...any) error {
	return &exitError{executor.StatusDenied, fmt.Errorf(format, args...)}
}

// interpFilter is what an interpreter may ask of the kernel. The connection to
// the system log needs unix sockets; requests need the network.
func interpFilter(cfg *config.Config) seccomp.Policy {
	filter := seccomp.Policy{
		Level: seccomp.Strict, Network: seccomp.None, NoUnix: cfg.Audit.Sink != config.SinkSyslog,
		NoPrograms: true, SignalsTo: os.Getpid(),
	}
	if len(cfg.Interp.Allow) > 0 {
		filter.Network = seccomp.Ports
	}
	return filter
}

// filtered looks whether this process has a filter and can gain no privileges
// (PR_GET_NO_NEW_PRIVS(2const), PR_GET_SECCOMP(2const)).
func filtered() error {
	if nnp, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || nnp != 1 {
		return errors.New("no_new_privs is not set")
	}
	if mode, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0); err != nil || mode != unix.SECCOMP_MODE_FILTER {
		return errors.New("the filter is not in force")
	}
	return nil
}

// enterLandlock restricts files and ports.
func (p Process) enterLandlock(s *setup, so sessionOptions) error {
	cfg := s.config()
	abi, err := landlock.ABI()
	if err != nil && !hostFiles(cfg.Interp) {
		p.logger(cfg).Debug("no Landlock; scripts have no directory of the host", "err", err)
		return nil
	}
	policy, err := interpPolicy(cfg, abi, so.hostFiles, p.certificates(cfg))
	if err != nil {
		return refused("%w", err)
	}
	if err := p.refuseExposed(s, policy, ""); err != nil {
		return refused("%w", err)
	}
	outside := "/"
	if slices.Contains(policy.Read, outside) {
		outside = "" // all may be read, and nothing executed
	}
	report, err := landlock.Confine(policy, outside)
	if err != nil {
		return &exitError{executor.StatusDenied, sandboxHelp(err)}
	}
	if s.missing = report.Missing; len(s.missing) > 0 {
		fmt.Fprintf(p.Stderr, "aegish: warning: landlock.best_effort is on and this kernel (Landlock ABI %d) leaves out: %s\n",
			report.ABI, strings.Join(s.missing, "; "))
	}
	return nil
}

// certificates are the places of certificates that the caller's environment
// names (package crypto/x509). Login shells do not look at it.
func (p Process) certificates(cfg *config.Config) []string {
	if cfg.Login {
		return nil
	}
	var places []string
	if file := p.lookup("SSL_CERT_FILE"); file != "" {
		places = append(places, file)
	}
	return append(places, filepath.SplitList(p.lookup("SSL_CERT_DIR"))...)
}

// hostFiles tells whether scripts see a directory of the host.
func hostFiles(in config.Interp) bool { return in.FS != config.FSMemory || len(in.Mounts) > 0 }

// Files that aegish itself goes on to read, and those that requests need. What
// is not there is left out.
var (
	ownFiles     = []string{"/etc/localtime", "/usr/share/zoneinfo"}
	networkFiles = []string{"/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services",
		"/etc/ssl", "/etc/pki", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates"}
	ownDevices = []string{"/dev/null", "/dev/tty"}
)

// domainPort is where name servers take questions that do not fit a datagram.
const domainPort = 53

// interpPolicy is what the process may do with files and ports. more are files
// of the host that the command line names, certificates those that the caller's
// environment names for TLS.
func interpPolicy(cfg *config.Config, abi int, more []hostFile, certificates []string) (landlock.Policy, error) {
	policy := landlock.Policy{MinABI: cfg.Landlock.MinABI, BestEffort: cfg.Landlock.BestEffort, AbstractScope: abi >= 6}
	existing := func(to *[]string, paths ...string) {
		for _, path := range paths {
			real, err := filepath.EvalSymlinks(path)
			if err == nil {
				real, err = filepath.Abs(real)
			}
			if err == nil {
				*to = append(*to, real)
			}
		}
	}
	existing(&policy.Read, slices.Concat(ownFiles, ownDevices)...)
	existing(&policy.Write, ownDevices...)
	in := cfg.Interp
	if in.FS != config.FSMemory {
		policy.Read = append(policy.Read, in.Root)
	}
	if in.FS == config.FSHost {
		policy.Write = append(policy.Write, in.Root)
	}
	for _, m := range in.Mounts {
		policy.Read = append(policy.Read, m.Source)
		if m.Write {
			policy.Write = append(policy.Write, m.Source)
		}
	}
	for _, f := range more {
		existing(&policy.Read, f.path)
		if f.write {
			existing(&policy.Write, f.path)
		}
	}
	// Without requests the filter of system calls leaves no network sockets.
	policy.ConnectTCP.Any, policy.BindTCP.Any = len(in.Allow) == 0 && abi < 4, len(in.Allow) == 0 && abi < 4
	if len(in.Allow) > 0 {
		existing(&policy.Read, networkFiles...)
		existing(&policy.Read, certificates...)
	}
	for _, e := range in.Allow {
		port, err := e.Port()
		if err != nil {
			return policy, fmt.Errorf("interp.allow: %s: %w", e, err)
		}
		policy.ConnectTCP.List = append(policy.ConnectTCP.List, port, domainPort)
	}
	return policy, nil
}
