package launch

// Bounds of a [Spec]. They hold for Encode and Decode alike.
const (
	// MaxPayload is the largest encoded Spec in bytes. It leaves room for the
	// largest argument list that Linux takes with the usual 8 MiB stack limit
	// (2 MiB, execve(2)) and for the error that follows beyond it to be the
	// kernel's own.
	MaxPayload = 4 << 20
	// MaxStrings bounds the number of arguments and environment entries
	// together.
	MaxStrings = 1 << 16
	// MaxNoexec bounds the paths of Spec.Noexec.
	MaxNoexec = 256
	// MaxMoves bounds the descriptors that survive besides 0, 1 and 2.
	MaxMoves = 16
	// MaxFD is the highest descriptor number that a Spec may name.
	MaxFD = 255
	// MaxFilter bounds the instructions of a filter (BPF_MAXINSNS).
	MaxFilter = 4096
	// MaxLimits bounds the resource limits; Linux has 16 resources.
	MaxLimits = 16
)

// Descriptors that the front-end hands to the dropper by position.
const (
	// PayloadFD is the descriptor from which the dropper reads the payload, a
	// regular file such as a memfd, from its beginning.
	PayloadFD = 3
	// FailureFD is the write end of the pipe that takes the failure line.
	FailureFD = 4
	// FirstFreeFD is the lowest number that a Spec may use for a ruleset or as
	// the origin of a [Move].
	FirstFreeFD = 5
)

// NoRuleset is the value of Spec.Ruleset that leaves the sandbox off.
const NoRuleset = -1

// ExitFailure is the exit status of a dropper that could not do everything it
// was asked to and therefore started nothing.
const ExitFailure = 126

// Infinity is the resource limit that does not limit (RLIM_INFINITY).
const Infinity = ^uint64(0)

// A Limit is one resource limit as in setrlimit(2). Both values are bounds
// that only lower: a value above what the process has inherited leaves the
// inherited one in force.
type Limit struct {
	Resource   int // RLIMIT_*
	Soft, Hard uint64
}

// A Move says that descriptor From of the dropper is descriptor To of the
// command.
type Move struct {
	From, To int
}

// Spec is what the dropper is told.
type Spec struct {
	// Path is the absolute path of the program. No PATH search is done.
	Path string
	// Argv holds the arguments, the program's name first; at least one.
	Argv []string
	// Env is the whole environment of the command.
	Env []string
	// Ruleset is the number that the Landlock ruleset descriptor has in the
	// dropper, or NoRuleset.
	Ruleset int
	// RestrictFlags are the flags of landlock_restrict_self(2); zero before
	// ABI 7.
	RestrictFlags uint32
	// Filter is a program for seccomp(2), 8 bytes for each instruction, or
	// empty for none. It is installed last, so that it need not allow what the
	// dropper itself does, but for execve.
	Filter []byte
	// NoNewPrivs sets PR_SET_NO_NEW_PRIVS. Required with a ruleset or a filter.
	NoNewPrivs bool
	// DropCapabilities gives up, for good, the capabilities by which root
	// reaches what another process or the command itself has mapped:
	// CAP_SYS_ADMIN, CAP_CHECKPOINT_RESTORE, CAP_SYS_PTRACE and CAP_SYS_MODULE
	// (capabilities(7)). It requires NoNewPrivs, without which a program with
	// file capabilities would bring them back.
	DropCapabilities bool
	// Group is the number of a descriptor of a control group's cgroup.procs,
	// open for writing, or 0. The process enters the group first of all.
	Group int
	// Noexec are absolute paths of directories and regular files. The command
	// gets mounts of its own on each of them, and on what is mounted below
	// them, from which nothing can be executed and on which set-user-ID bits and
	// device nodes have no effect (mount_setattr(2), Linux 5.12). A path that
	// is not there is left out. It requires NoNewPrivs and either
	// DropCapabilities or UserNamespace, not both.
	Noexec []string
	// UserNamespace makes those mounts in a user namespace in which the user
	// and the group have their own numbers and nobody else has one, for those
	// who may not mount. All capabilities in it are given up again.
	UserNamespace bool
	// Moves names the descriptors that survive besides 0, 1 and 2. Every other
	// one is closed. Origins and destinations may overlap.
	Moves []Move
	// Limits are applied in this order after the descriptors are in place.
	Limits []Limit
	// KeepIgnored lists the signals that are ignored in the command. All other
	// signals get their default disposition, and none stays blocked.
	KeepIgnored []int
}

// FormatError says what is wrong with a Spec or with an encoded one. Its text
// never quotes the content of a field.
type FormatError string

// Error implements error.
func (e FormatError) Error() string { return "launch payload: " + string(e) }
