package landlock

import "fmt"

// gaps lists what each ABI added, in the words of what is missing before it.
var gaps = [...]struct {
	abi     int
	missing string
}{
	{abiRefer, "links and renames between directories are always refused, also where writing is allowed"},
	{abiTruncate, "truncate(2) can empty files outside the writable paths"},
	{abiTCP, "TCP ports cannot be limited"},
	{abiIoctlDev, "ioctl(2) on devices outside the writable paths cannot be denied"},
	{abiScope, "signals and abstract unix sockets cannot be limited to one command"},
	{abiLog, "denials cannot be logged by the audit subsystem"},
	{9, "connections to pathname unix sockets cannot be denied"},
	{10, "UDP ports cannot be limited"},
}

// Lacks says in plain words what a kernel with the given ABI cannot do, the
// oldest gap first. It covers ABI 1 to 10 and includes rights that this
// package does not ask for.
func Lacks(abi int) []string {
	var out []string
	for _, g := range gaps {
		if abi < g.abi {
			out = append(out, fmt.Sprintf("%s (needs ABI %d)", g.missing, g.abi))
		}
	}
	return out
}

// Uncovered says in plain words what no Landlock ruleset controls, whatever
// the ABI.
func Uncovered() []string {
	return []string{
		"stat(2), access(2), chdir(2) and readlink(2) outside the readable paths",
		"chmod(2), chown(2), utime(2), setxattr(2), flock(2) and fcntl(2) on any file that can be reached",
		"descriptors that were open before the command started",
		"sockets other than TCP and unix, such as netlink, vsock and raw sockets",
		"MPTCP and TCP fast open, which connect without the check for TCP ports",
		"what /proc shows of other processes' memory to a process with CAP_PERFMON, such as root's (Linux 6.13 and later)",
	}
}

// missing lists what p asks for and the ABI cannot give: everything up to its
// MinABI, and the features it uses beyond that.
func (p Policy) missing(abi int) []string {
	var out []string
	lacks := func(what string, since int) {
		out = append(out, fmt.Sprintf("%s (needs ABI %d)", what, since))
	}
	for _, g := range gaps {
		if abi < g.abi && g.abi <= p.MinABI {
			lacks(g.missing, g.abi)
		}
	}
	if abi < p.MinABI && len(out) == 0 {
		lacks("what the required ABI adds", p.MinABI)
	}
	features := [...]struct {
		asked bool
		what  string
		since int
	}{
		{!p.ConnectTCP.Any, "outgoing TCP connections cannot be limited by port", abiTCP},
		{!p.BindTCP.Any, "listening TCP ports cannot be limited", abiTCP},
		{p.SignalScope, "signals cannot be limited to the command's own processes", abiScope},
		{p.AbstractScope, "abstract unix sockets cannot be limited to the command's own", abiScope},
	}
	for _, f := range features {
		if f.asked && abi < f.since && p.MinABI < f.since {
			lacks(f.what, f.since)
		}
	}
	return out
}
