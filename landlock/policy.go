package landlock

import "golang.org/x/sys/unix"

// A Policy says what a command may do. The zero value allows nothing that
// Landlock can deny except the use of the network, see Ports.
type Policy struct {
	// Read, Write and Execute are absolute paths of existing files and
	// directories; a directory stands for everything below it. The sets are
	// independent of each other: writing does not include reading, and a
	// program must be in both Read and Execute to start, since the kernel
	// opens it for both. Symbolic links are followed when the ruleset is
	// compiled.
	Read, Write, Execute []string

	// Deny are absolute paths of existing files that can be neither read nor
	// executed, by none of their names, whatever Read and Execute allow around
	// them. It has no bearing on Write, and a hard link in a directory that is
	// in Read and in Write, but not in Execute, may be read there. Directories on the way to one are
	// allowed entry by entry, so that what is made in them later can be
	// neither read nor executed until the policy is compiled again.
	Deny []string

	// Pinned says, for paths of the sets that may be taken for another file by
	// somebody the policy is meant for, which file they have to be.
	Pinned map[string]Inode

	// SignalScope limits signals to processes of the same command (ABI 6).
	SignalScope bool
	// AbstractScope limits connections to abstract unix sockets to those of
	// the same command (ABI 6).
	AbstractScope bool

	// ConnectTCP and BindTCP limit TCP ports (ABI 4 unless Any). UDP, MPTCP
	// and the other protocols are not limited by them.
	ConnectTCP, BindTCP Ports

	// MinABI is the lowest Landlock ABI that will do.
	MinABI int
	// BestEffort accepts a kernel below MinABI or without a feature that the
	// policy asks for; the report lists what is then not enforced. It does not
	// accept a kernel without Landlock.
	BestEffort bool
}

// An Inode tells files apart whatever their names.
type Inode struct{ Device, Number uint64 }

// InodeOf looks at what a path leads to, through symbolic links.
func InodeOf(path string) (Inode, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return Inode{}, err
	}
	return idOf(&st), nil
}

// Ports is a set of TCP ports: all of them, or those in List.
type Ports struct {
	Any  bool
	List []uint16
}
