package executor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aegish/aegish/config"
)

// An Access is something that a command may want from the sandbox.
type Access string

// The kinds of access. The first three are to a path, the next two to a TCP
// port; a signal has no object.
const (
	AccessRead    Access = "read"
	AccessWrite   Access = "write"
	AccessExecute Access = "execute"
	AccessConnect Access = "connect"
	AccessBind    Access = "bind"
	AccessSignal  Access = "signal"
)

// Accesses lists all kinds.
func Accesses() []Access {
	return []Access{AccessRead, AccessWrite, AccessExecute, AccessConnect, AccessBind, AccessSignal}
}

// A SandboxAnswer says whether the sandbox of a session lets a command do
// something. File permissions are another matter.
type SandboxAnswer struct {
	Allowed bool
	Key     string // the configuration key that decides
	Entry   string // the entry of that key that allows it, as written; "" when none does
	Path    string // what that entry stands for here
	Reason  string // in plain words
}

// WhyPath answers for an absolute path, which may not exist yet. Its symbolic
// links are followed, as the kernel would.
func WhyPath(cfg *config.Config, places Places, access Access, path string) (SandboxAnswer, error) {
	if !cfg.Landlock.Enabled {
		return noSandbox(), nil
	}
	resolved := resolveExisting(filepath.Clean(path))
	if denied, err := whyShell(cfg, places, access, resolved); err != nil || denied.Reason != "" {
		return denied, err
	}
	answer, err := covering(cfg, places, access, resolved)
	if err != nil || !answer.Allowed || access != AccessExecute {
		return answer, err
	}
	if denied, err := whyNoexec(cfg, places, resolved); err != nil || denied.Reason != "" {
		return denied, err
	}
	// The kernel opens a program for reading too.
	if readable, err := covering(cfg, places, AccessRead, resolved); err != nil || !readable.Allowed {
		readable.Reason = "a program must be readable to start, and " + readable.Reason
		return readable, err
	}
	return answer, nil
}

// keyDenyShells is the key that answers for shells.
const keyDenyShells = "landlock.deny_shells"

// whyShell answers for a file that is an installed shell, by whatever name; the
// answer is empty for others.
func whyShell(cfg *config.Config, places Places, access Access, path string) (SandboxAnswer, error) {
	if !cfg.Landlock.DenyShells || access == AccessWrite {
		return SandboxAnswer{}, nil
	}
	policy, err := SandboxPolicy(cfg, places)
	if err != nil {
		return SandboxAnswer{}, err
	}
	for _, shell := range policy.Deny {
		if sameFile(shell, path) {
			return SandboxAnswer{Key: keyDenyShells, Path: shell,
				Reason: fmt.Sprintf("%s is a shell: none may be started or read, and the session's own runs from memory", path)}, nil
		}
	}
	return SandboxAnswer{}, nil
}

// keyNoexec is the key that answers for programs that commands may write.
const keyNoexec = "landlock.noexec_write"

// whyNoexec answers for a program that may be written; the answer is empty for
// others.
func whyNoexec(cfg *config.Config, places Places, path string) (SandboxAnswer, error) {
	if !cfg.Landlock.NoexecWrite {
		return SandboxAnswer{}, nil
	}
	written, err := covering(cfg, places, AccessWrite, path)
	if err != nil || !written.Allowed {
		return SandboxAnswer{}, err
	}
	return SandboxAnswer{Key: keyNoexec, Path: written.Path,
		Reason: fmt.Sprintf("%s, which commands may write and see in a noexec mount", written.Reason)}, nil
}

// covering looks for the entry of an access's path list that a path is below.
func covering(cfg *config.Config, places Places, access Access, path string) (SandboxAnswer, error) {
	list := map[Access][]string{
		AccessRead: cfg.Landlock.Read, AccessWrite: cfg.Landlock.Write, AccessExecute: cfg.Landlock.Execute,
	}[access]
	answer := SandboxAnswer{Key: "landlock." + string(access)}
	var tried []string
	for _, entry := range list {
		entries, err := places.expand(string(access), []string{entry})
		if err != nil {
			return answer, err
		}
		paths := reals(entries)
		for _, dir := range paths {
			if config.Contains(dir, path) {
				answer.Allowed, answer.Entry, answer.Path = true, entry, dir
				answer.Reason = fmt.Sprintf("%s is below %s", path, dir)
				return answer, nil
			}
		}
		tried = append(tried, paths...)
	}
	slices.Sort(tried)
	answer.Reason = fmt.Sprintf("%s is below none of: %s", path, strings.Join(slices.Compact(tried), " "))
	if len(tried) == 0 {
		answer.Reason = fmt.Sprintf("%s is empty here", answer.Key)
	}
	return answer, nil
}

// WhyPort answers for a TCP port.
func WhyPort(cfg *config.Config, access Access, port uint16) SandboxAnswer {
	if cfg.Network.Mode == config.NetworkOff {
		return SandboxAnswer{Key: "network.mode", Reason: "the network is off: only unix and netlink sockets can be made"}
	}
	if !cfg.Landlock.Enabled {
		return noSandbox()
	}
	ports, key := cfg.Landlock.ConnectTCP, "landlock.connect_tcp"
	if access == AccessBind {
		ports, key = cfg.Landlock.BindTCP, "landlock.bind_tcp"
	}
	switch {
	case ports.Any:
		return SandboxAnswer{Allowed: true, Key: key, Entry: "any", Reason: "every TCP port is open"}
	case slices.Contains(ports.List, port):
		return SandboxAnswer{Allowed: true, Key: key, Entry: fmt.Sprint(port), Reason: "the port is listed"}
	}
	return SandboxAnswer{Key: key, Reason: fmt.Sprintf("TCP port %d is not listed", port)}
}

// WhySignal answers for signals to processes of earlier commands.
func WhySignal(cfg *config.Config) SandboxAnswer {
	switch {
	case !cfg.Landlock.Enabled:
		return noSandbox()
	case cfg.Landlock.SignalScope:
		return SandboxAnswer{Key: "landlock.signal_scope",
			Reason: "a command can signal only processes that it started itself: `kill` of a job of an earlier command is refused with \"Operation not permitted\""}
	}
	return SandboxAnswer{Allowed: true, Key: "landlock.signal_scope",
		Reason: "a command can signal the user's other processes, jobs of earlier commands included"}
}

func noSandbox() SandboxAnswer {
	return SandboxAnswer{Allowed: true, Key: "landlock.enabled", Reason: "there is no sandbox: landlock.enabled = false"}
}
