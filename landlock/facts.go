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
		"MPTCP, which connects without the check for TCP ports",
	}
}

// missing lists what p asks for and the ABI cannot give.
func (p Policy) missing(abi int) []string {
	var out []string
	for _, g := range gaps {
		if g.abi <= p.MinABI && abi < g.abi && g.abi <= abiIoctlDev && g.abi != abiTCP {
			out = append(out, fmt.Sprintf("%s (needs ABI %d)", g.missing, g.abi))
		}
	}
	need := func(asked bool, what string, min int) {
		if asked && abi < min {
			out = append(out, fmt.Sprintf("%s (needs ABI %d)", what, min))
		}
	}
	need(!p.ConnectTCP.Any, "limiting outgoing TCP connections by port", abiTCP)
	need(!p.BindTCP.Any, "limiting listening TCP ports", abiTCP)
	need(p.SignalScope, "limiting signals to the command's own processes", abiScope)
	need(p.AbstractScope, "limiting abstract unix sockets to the command's own", abiScope)
	return out
}
