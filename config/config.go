package config

import "time"

// A Config is what holds for one session: every layer merged, every value
// checked. It is read once and must not be changed afterwards.
type Config struct {
	Profile string // the profile that was chosen
	Base    string // the built-in profile it starts from
	Engine  string // EngineBash or EngineInterp
	Dropper string // absolute path of the sandbox launcher, "" to look beside aegish and in libexec

	// AllowUserConfig lets --config and the user's own file replace the
	// system's file.
	AllowUserConfig bool

	Run      Run
	Policy   Policy
	Landlock Landlock
	Seccomp  Seccomp
	Network  Network
	Sudo     Sudo
	Interp   Interp
	Limits   Limits
	Env      Env
	Audit    Audit

	Login bool   // this session is a login shell
	File  string // the file that was read, "" when the built-in values hold alone
}

// Strict reports whether the session is one that must not be able to change
// its own rules: a login shell, or anything that starts from the restricted
// profile. Such sessions import the environment by allow-list, and refuse to
// start where their configuration, binaries or audit file are writable.
func (c Config) Strict() bool { return c.Login || c.Base == ProfileRestricted }

// Confined reports whether commands run under no_new_privs: behind Landlock, or
// under a filter of system calls.
func (c Config) Confined() bool {
	return c.Landlock.Enabled || c.Seccomp.Filter != FilterOff || c.Network.Mode != NetworkOpen || c.Network.Unix == DoorOff
}

// The names of the built-in profiles.
const (
	ProfileWorkspace  = "workspace"
	ProfileRestricted = "restricted"
	ProfileObserve    = "observe"
)

// The engines.
const (
	EngineBash   = "bash"   // every command in a fresh, real bash
	EngineInterp = "interp" // the interpreter, in process and without any process
)

// Run is [tools.run].
type Run struct {
	BashASTMode    Mode
	BashASTSubset  Subset
	Expansions     Expansions
	Shell          string        // absolute path
	Timeout        time.Duration // of `aegish run` only
	MaxOutputBytes int           // of each stream of `aegish run` only
	DenyPatterns   []string      // substrings of the raw command
	Background     Background
	Confirm        Confirm
}

// A Mode says what happens to a command that the gate does not accept.
type Mode string

// The modes of the gate.
const (
	ModeOff     Mode = "off"     // the gate is not asked
	ModeAudit   Mode = "audit"   // a violation is logged and the command runs
	ModeEnforce Mode = "enforce" // a violation is a denial
)

// A Subset is how much of bash the gate accepts.
type Subset string

// The subsets.
const (
	SubsetSimple   Subset = "simple"   // one command of literal words
	SubsetCompound Subset = "compound" // lists, pipelines, redirections, loops of such commands
)

// Expansions says which parameter expansions the compound subset accepts.
type Expansions string

// The kinds of expansions.
const (
	ExpansionsNone   Expansions = "none"
	ExpansionsQuoted Expansions = "quoted" // "$NAME" inside double quotes, as an argument
)

// Background says what becomes of processes that a command leaves running when
// its shell has ended. `aegish run` ends them either way.
type Background string

// The fates of such processes.
const (
	BackgroundKeep Background = "keep" // they go on, as in any shell
	BackgroundKill Background = "kill" // they are ended with the command
)

// Confirm is the blanket confirmation that every command needs.
type Confirm struct {
	Kind    ConfirmKind
	Program []string // argument vector of a ConfirmProgram, absolute path first
}

// A ConfirmKind says who confirms.
type ConfirmKind string

// Who is asked before every command.
const (
	ConfirmNever   ConfirmKind = "never"
	ConfirmAsk     ConfirmKind = "ask"     // the person at the terminal
	ConfirmProgram ConfirmKind = "program" // a program: exit 0 is yes
)

// Policy is [policy].
type Policy struct {
	Mode     PolicyMode
	Default  Action // where no rule matches
	Unparsed Action // where a command has no argument vector to judge
	Packs    []string
	Rules    []Rule // of all layers, lowest layer first, then of the packs
}

// A PolicyMode says whether the policy's answer binds.
type PolicyMode string

// The modes of the policy.
const (
	PolicyEnforce PolicyMode = "enforce"
	PolicyAudit   PolicyMode = "audit" // log what would be denied, and run it
)

// An Action is the answer to a command.
type Action string

// The three answers.
const (
	Allow Action = "allow"
	Ask   Action = "ask"
	Deny  Action = "deny"
)

// Severity orders actions from lax to strict: allow, ask, deny. What is not
// one of the three is the strictest, so that a new value fails closed.
func (a Action) Severity() int {
	switch a {
	case Allow:
		return 0
	case Ask:
		return 1
	}
	return 2
}

// A Rule answers the commands that meet every condition it sets. At least one
// of Commands, Match, Paths, Assign and Opaque is set.
type Rule struct {
	ID string // its own, "PACK/ID", or where it stands: "policy.rules[3]"

	Commands []string   // globs of the command's name, whatever its arguments; instead of Match
	Match    []string   // one literal or glob for each argument; a last "**" is the rest
	Operands []string   // the same for the arguments that are no options; empty is none, nil any
	Words    []string   // globs, one of which matches one of the arguments
	Flags    []string   // options, of which the command carries at least one
	Lacks    []string   // options, of which the command carries none
	Values   []string   // options of the command that take a value
	Piped    bool       // the command reads from a pipe
	Leading  bool       // the command's options end at its first operand
	Paths    []string   // globs of absolute paths, of redirections and operands
	Access   PathAccess // what kind of redirection counts
	Literal  bool       // what is known only at run time does not count
	Assign   []string   // globs of names of variables that are assigned
	Opaque   bool       // the command runs others that can not be known

	Action Action
	Reason string

	Catches, Spares []string // commands by which the rule is tested
}

// A PathAccess is a direction of redirections.
type PathAccess string

// The directions.
const (
	AccessAny   PathAccess = "any"
	AccessRead  PathAccess = "read"
	AccessWrite PathAccess = "write"
)

// Landlock is [landlock].
type Landlock struct {
	Enabled    bool
	MinABI     int
	BestEffort bool
	// Read, Write and Execute hold absolute paths and the variables $START,
	// $TMP, $CACHES and $DEV. An empty list grants nothing.
	Read, Write, Execute []string
	// WriteExecute permits a path to be both writable and executable.
	WriteExecute bool
	// DenyShells keeps commands from starting or reading any installed shell;
	// the session's own is started from memory.
	DenyShells bool
	// NoexecWrite shows commands what they may write in mounts from which
	// nothing can be executed or mapped as a program (mount(8), noexec).
	NoexecWrite bool
	SignalScope bool
	// AbstractScope limits connections to abstract unix sockets to those of
	// the same command.
	AbstractScope bool
	ConnectTCP    Ports
	BindTCP       Ports
}

// Ports is a set of TCP ports.
type Ports struct {
	Any  bool     // every port; List is empty then
	List []uint16 // sorted, each port once
}

// Seccomp is [seccomp].
type Seccomp struct {
	Filter SeccompFilter
	Allow  []string // system calls that the filter leaves out
}

// A SeccompFilter says which system calls commands are refused.
type SeccompFilter string

// The filters.
const (
	FilterOff       SeccompFilter = "off"
	FilterWorkspace SeccompFilter = "workspace" // what no build or debugger needs
	FilterStrict    SeccompFilter = "strict"    // what people can do without
)

// Network is [network].
type Network struct {
	Mode NetworkMode
	Unix Door // unix sockets
}

// A NetworkMode says how much of the network is open.
type NetworkMode string

// The modes.
const (
	NetworkOpen  NetworkMode = "open"
	NetworkPorts NetworkMode = "ports" // TCP as listed, and no way around the lists
	NetworkOff   NetworkMode = "off"
)

// A Door is open or off.
type Door string

// Its two states.
const (
	DoorOpen Door = "open"
	DoorOff  Door = "off"
)

// Sudo is [sudo].
type Sudo struct {
	// Allow runs one literal command behind sudo or doas outside of the
	// sandbox, which would keep them from gaining any right.
	Allow bool
}

// Limits is [limits]: resource limits of each command. nil means inherited.
type Limits struct {
	CPU          *uint64 // seconds
	FileSize     *uint64 // bytes
	OpenFiles    *uint64 // descriptors of one process
	Processes    *uint64 // processes of the user
	AddressSpace *uint64 // bytes
	Core         *uint64 // bytes
}

// Env is [env].
type Env struct {
	Import []string          // names let in from the parent process besides the usual ones
	Deny   []string          // names never passed on
	Set    map[string]string // constants of every command
}

// Audit is [audit].
type Audit struct {
	Sink        Sink
	File        string // absolute path of a SinkFile, else ""
	Required    bool   // no record, no command
	CommandText bool   // records hold the command's text
}

// A Sink is where audit records go.
type Sink string

// The sinks.
const (
	SinkSyslog Sink = "syslog"
	SinkFile   Sink = "file"
	SinkStderr Sink = "stderr"
	SinkNone   Sink = "none"
)
