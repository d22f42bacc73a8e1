package executor

import (
	"time"

	"github.com/aegish/aegish/bashast"
)

// A Record is the audit trail's one entry for a command. It never holds the
// command's text unless audit.command_text is set.
type Record struct {
	Time       time.Time    `json:"time"` // when it began
	UID        int          `json:"uid"`
	User       string       `json:"user"`
	Session    string       `json:"session"`
	Seq        uint64       `json:"seq"` // of the command in its session, from 1
	Engine     string       `json:"engine"`
	Decision   string       `json:"decision"` // one of Decision...
	Rule       string       `json:"rule"`     // what decided
	Violation  bashast.Code `json:"violation"`
	Shell      string       `json:"shell"`
	Length     int          `json:"length"` // of the command's text, in bytes
	Exit       int          `json:"exit"`
	DurationMS int64        `json:"duration_ms"`
	// Limit names the limit of the engine interp that ended the command.
	Limit      string `json:"limit,omitempty"`
	PolicyHash string `json:"policy_hash"`
	Command    string `json:"command,omitempty"`
	// DangerousAssignments names, never with a value, the variables that the
	// text assigns and the session would strip. Such an assignment in front
	// of a command is gone with it, so no filter ever sees it.
	DangerousAssignments []string `json:"dangerous_assignments,omitempty"`
	// SandboxMissing, in a session's first record, lists what the sandbox was
	// to enforce and the kernel can not (landlock.best_effort).
	SandboxMissing []string `json:"sandbox_missing,omitempty"`
	// Elevated says that the command ran outside of the sandbox, behind sudo
	// or doas, and whose rights it asked for.
	Elevated      bool   `json:"elevated,omitempty"`
	ElevatedUser  string `json:"elevated_user,omitempty"`
	ElevatedGroup string `json:"elevated_group,omitempty"`
}

// Values of Record.Decision.
const (
	DecisionAllow     = "allow"
	DecisionDeny      = "deny"
	DecisionWouldDeny = "would_deny" // policy.mode = audit: logged, and run
	DecisionConfirmed = "confirmed"  // asked, and the answer was yes
	DecisionRefused   = "refused"    // asked, and the answer was no
)

// A Warning is the gate's audit telemetry: these four fields and no other
// leave the parser when a command is not in the accepted subset.
type Warning struct {
	ViolationKind      bashast.Code `json:"violation_kind"`
	ShellName          string       `json:"shell_name"`
	CommandLengthBytes int          `json:"command_length_bytes"`
	Mode               string       `json:"mode"` // tools.run.bash_ast_mode
}

// A Recorder keeps the audit trail.
type Recorder interface {
	// Reserve makes sure, as far as the sink can tell, that the next record
	// will be kept. It is asked before a command runs when audit.required.
	Reserve() error
	// Record keeps one entry.
	Record(Record) error
	// Warn keeps the gate's telemetry.
	Warn(Warning) error
	// Message keeps what a script wrote. It may be called from several
	// goroutines, also while a Record is kept.
	Message(Message) error
}
