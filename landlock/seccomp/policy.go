package seccomp

import (
	"fmt"
	"slices"
)

// A Level is how much is refused.
type Level string

// The levels.
const (
	// Off refuses nothing, apart from what the network's mode refuses.
	Off Level = "off"
	// Workspace refuses what no build, debugger, sanitizer or rootless
	// container needs.
	Workspace Level = "workspace"
	// Strict refuses all that people who look at files and run tools can do
	// without.
	Strict Level = "strict"
)

// A Network is how much of the network is open, as far as system calls go.
type Network string

// The modes of the network.
const (
	// Open leaves the network to others.
	Open Network = "open"
	// Ports closes the ways around Landlock's rights to TCP ports: other
	// protocols over the same addresses, data in the first packet (TCP fast
	// open), and io_uring, which no filter sees into. UDP stays open.
	Ports Network = "ports"
	// None leaves unix and netlink sockets.
	None Network = "off"
)

// A Policy says what is refused.
type Policy struct {
	Level   Level
	Network Network
	// NoUnix refuses unix sockets, too. Pairs that are connected from the
	// start (socketpair(2)) stay.
	NoUnix bool
	// Privileged says that the process could mount in its own mount namespace
	// (CAP_SYS_ADMIN), which is then refused. Without the privilege the kernel
	// refuses it anyway, except in a user namespace of the command's own.
	Privileged bool
	// NoPrograms refuses to start programs and processes and to make memory
	// executable. Threads of the process itself can still be started.
	NoPrograms bool
	// SignalsTo is the only process that signals can be sent to, 0 for any.
	SignalsTo int
	// Allow names system calls that are not refused after all. It has no
	// bearing on NoPrograms and SignalsTo.
	Allow []string
}

// refusals lists what the policy refuses: later ones add to earlier ones.
func (p Policy) refusals() ([]refusal, error) {
	list := make([]refusal, 0, usualRefusals)
	switch p.Level {
	case Off, "":
	case Workspace:
		list = append(list, harmful...)
		if p.Privileged {
			list = append(list, mounting...)
		}
	case Strict:
		list = append(append(append(list, harmful...), mounting...), unneeded...)
	default:
		return nil, fmt.Errorf("seccomp: unknown level %q", p.Level)
	}
	switch p.Network {
	case Open, "":
	case Ports:
		list = append(append(list, besidesTCP...), uring...)
	case None:
		list = append(append(append(list, besidesTCP...), network...), uring...)
	default:
		return nil, fmt.Errorf("seccomp: unknown network mode %q", p.Network)
	}
	if p.NoUnix {
		list = append(append(list, unixSockets...), uring...)
	}
	for _, name := range p.Allow {
		if !Known(name) {
			return nil, fmt.Errorf("seccomp.allow: no system call %q is refused at any level", name)
		}
	}
	list = slices.DeleteFunc(list, func(r refusal) bool { return slices.Contains(p.Allow, r.name) })
	if p.NoPrograms {
		list = append(list, programs...)
	}
	if p.SignalsTo != 0 {
		list = append(list, signalsTo(uint32(p.SignalsTo))...)
	}
	return list, nil
}

// Known reports whether a name is that of a system call that some policy
// refuses, on any architecture.
func Known(name string) bool {
	return slices.ContainsFunc(everything(), func(r refusal) bool { return r.name == name }) || slices.Contains(foreign, name)
}

// everything lists every refusal there is.
func everything() []refusal {
	return slices.Concat(harmful, mounting, unneeded, besidesTCP, network, unixSockets, uring)
}
