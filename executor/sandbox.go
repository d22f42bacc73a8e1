package executor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aegish/aegish/config"
	"github.com/aegish/aegish/landlock"
	"github.com/aegish/aegish/landlock/seccomp"
)

// systemDirs may be named in a configuration that serves many machines: one
// that a machine does not have is no error.
var systemDirs = [...]string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt",
	"/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/libexec",
	"/usr/local", "/usr/local/bin", "/usr/local/sbin", "/usr/local/lib", "/usr/share", "/run",
}

// A PathError is a path in [landlock] that can not be used.
type PathError struct {
	Key, Path string
	Err       error
}

// Error implements error.
func (e *PathError) Error() string {
	return fmt.Sprintf("landlock.%s: %q: %v", e.Key, e.Path, e.Err)
}

// Unwrap returns the cause.
func (e *PathError) Unwrap() error { return e.Err }

// SandboxPolicy turns the configuration and the session's places into the
// policy that the kernel gets: variables are replaced, symlinks resolved.
func SandboxPolicy(cfg *config.Config, places Places) (landlock.Policy, error) {
	ll := cfg.Landlock
	policy := landlock.Policy{
		SignalScope: ll.SignalScope, AbstractScope: ll.AbstractScope,
		ConnectTCP: landlock.Ports{Any: ll.ConnectTCP.Any, List: ll.ConnectTCP.List},
		BindTCP:    landlock.Ports{Any: ll.BindTCP.Any, List: ll.BindTCP.List},
		MinABI:     ll.MinABI,
		BestEffort: ll.BestEffort,
	}
	for _, set := range []struct {
		key  string
		from []string
		to   *[]string
	}{
		{"read", ll.Read, &policy.Read},
		{"write", ll.Write, &policy.Write},
		{"execute", ll.Execute, &policy.Execute},
	} {
		entries, err := places.expand(set.key, set.from)
		if err != nil {
			return landlock.Policy{}, err
		}
		*set.to = reals(entries)
	}
	return CheckedPolicy(cfg, policy)
}

// CheckedPolicy adds what has to be denied to a policy with its paths, and
// refuses one that would make a writable tree executable.
func CheckedPolicy(cfg *config.Config, policy landlock.Policy) (landlock.Policy, error) {
	if cfg.Landlock.DenyShells {
		if err := denyShells(&policy, cfg.Run.Shell); err != nil {
			return landlock.Policy{}, err
		}
	}
	if !cfg.Landlock.WriteExecute {
		if pair, found := config.WritableExecutable(withoutDevices(policy.Write), policy.Execute); found {
			return landlock.Policy{}, &PathError{"write_execute", pair.Write,
				fmt.Errorf("writable, and executable through %q: set write_execute = true, or take one of the two away", pair.Execute)}
		}
	}
	return policy, nil
}

// denyShells has the policy deny every installed shell. One that is allowed by
// itself is a contradiction.
func denyShells(policy *landlock.Policy, shell string) error {
	shells, err := InstalledShells(shell, policy.Execute)
	if err != nil {
		return &PathError{"deny_shells", shell, err}
	}
	for _, set := range []struct {
		key   string
		paths []string
	}{{"read", policy.Read}, {"execute", policy.Execute}} {
		for _, path := range set.paths {
			if slices.ContainsFunc(shells, func(shell string) bool { return sameFile(shell, path) }) {
				return &PathError{set.key, path, errors.New("is a shell, and deny_shells is true")}
			}
		}
	}
	policy.Deny = shells
	return nil
}

// SystemCallFilter makes the filter that every command gets, nil for none.
// privileged says that commands could mount.
func SystemCallFilter(cfg *config.Config, privileged bool) ([]byte, error) {
	filter, err := seccomp.Compile(seccomp.Policy{
		Level:   seccomp.Level(cfg.Seccomp.Filter),
		Network: seccomp.Network(cfg.Network.Mode),
		NoUnix:  cfg.Network.Unix == config.DoorOff, Privileged: privileged,
		Allow: cfg.Seccomp.Allow,
	})
	return filter.Bytes(), err
}

// withoutDevices leaves out the device nodes, which can not be executed
// whatever a rule says.
func withoutDevices(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode()&os.ModeDevice != 0 || path == "/dev/pts"
	})
}

// An entry is a path of a list, or what a variable there stands for.
type entry struct {
	path     string // as it is written
	real     string // without symbolic links; "" where it may be missing, and is
	optional bool
}

// expand replaces variables and resolves what is left to existing paths.
func (p Places) expand(key string, list []string) ([]entry, error) {
	var entries []entry
	for _, text := range list {
		paths, optional := []string{text}, false
		switch text {
		case config.VarStart:
			paths = p.start()
		case config.VarTmp:
			paths = p.tmp()
		case config.VarCaches:
			paths = p.caches()
		case config.VarDev:
			paths = existing(devices[:]...)
		default:
			paths[0], optional = config.OptionalPath(text)
			optional = optional || slices.Contains(systemDirs[:], filepath.Clean(text))
			if !filepath.IsAbs(paths[0]) {
				return nil, &PathError{key, text, errors.New("must be absolute, or one of $START, $TMP, $CACHES, $DEV")}
			}
		}
		for _, path := range paths {
			real, err := filepath.EvalSymlinks(path)
			if err != nil && !(optional && errors.Is(err, os.ErrNotExist)) {
				return nil, &PathError{key, path, cause(err)}
			}
			entries = append(entries, entry{path, real, optional})
		}
	}
	return entries, nil
}

// cause is an error without the path and the call that it names.
func cause(err error) error {
	var at *os.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// reals gives the resolved paths of entries, sorted, each once.
func reals(entries []entry) []string {
	var paths []string
	for _, e := range entries {
		if e.real != "" {
			paths = append(paths, e.real)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Exposed lists which of the files that a session's safety rests on could be
// written by the commands it runs: the configuration, the binaries, the audit
// file.
func Exposed(policy landlock.Policy, files ...string) []string {
	var found []string
	for _, file := range files {
		if file == "" {
			continue
		}
		resolved := resolveExisting(file)
		if slices.ContainsFunc(policy.Write, func(dir string) bool { return config.Contains(dir, resolved) }) {
			found = append(found, file)
		}
	}
	return found
}

// maxLinks is how many symbolic links a path may lead through, as in the
// kernel (path_resolution(7)).
const maxLinks = 40

// resolveExisting resolves the symlinks of a path as far as it exists, and
// those that lead to what does not.
func resolveExisting(path string) string { return resolveLinks(path, maxLinks) }

func resolveLinks(path string, links int) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	dir, base := filepath.Split(strings.TrimRight(path, "/"))
	if base == "" || filepath.Clean(dir) == path {
		return path
	}
	real := filepath.Join(resolveLinks(filepath.Clean(dir), links), base)
	target, err := os.Readlink(real)
	if err != nil || links == 0 {
		return real
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(real), target)
	}
	return resolveLinks(target, links-1)
}
